//! Reads at any offset, for large packages and documents.

#[cfg(any(unix, windows))]
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use crate::name::Bytes;

/// A source to be read at any offset, by several threads at the same time. Implement or use this when a file is too
/// large to be read into memory.
pub trait ReadAt {
    /// Fills `buffer` with the bytes at `offset`.
    ///
    /// # Errors
    /// [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) if there are fewer bytes, or the system's error.
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Returns the `length` bytes at `offset` without copying them, or `None` if they are not in memory. If you get
    /// `None`, call [`read_exact_at`](Self::read_exact_at).
    fn bytes_at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        let _ = (offset, length);
        None
    }

    /// Returns the number of bytes.
    ///
    /// # Errors
    /// Any I/O error.
    fn len(&self) -> io::Result<u64>;

    /// Returns `true` if there are no bytes.
    ///
    /// # Errors
    /// Any I/O error.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }
}

impl ReadAt for [u8] {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let found = self.bytes_at(offset, buffer.len());
        buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn bytes_at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        // Reading no bytes succeeds at any offset, even past the end.
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(<[u8]>::len(self));
        self.get(start..)?.get(..length)
    }

    fn len(&self) -> io::Result<u64> {
        Ok(<[u8]>::len(self) as u64)
    }
}

impl ReadAt for Vec<u8> {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.as_slice().read_exact_at(buffer, offset)
    }

    fn bytes_at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        self.as_slice().bytes_at(offset, length)
    }

    fn len(&self) -> io::Result<u64> {
        ReadAt::len(self.as_slice())
    }
}

impl ReadAt for Bytes<'_> {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        (**self).read_exact_at(buffer, offset)
    }

    fn bytes_at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        (**self).bytes_at(offset, length)
    }

    fn len(&self) -> io::Result<u64> {
        ReadAt::len(&**self)
    }
}

impl<T: ReadAt + ?Sized> ReadAt for &T {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        (**self).read_exact_at(buffer, offset)
    }

    fn bytes_at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        (**self).bytes_at(offset, length)
    }

    fn len(&self) -> io::Result<u64> {
        (**self).len()
    }
}

impl<T: ReadAt + ?Sized> ReadAt for std::sync::Arc<T> {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        (**self).read_exact_at(buffer, offset)
    }

    fn bytes_at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        (**self).bytes_at(offset, length)
    }

    fn len(&self) -> io::Result<u64> {
        (**self).len()
    }
}

/// Reads at an offset. This does not use or change the position of the file.
#[cfg(any(unix, windows))]
impl ReadAt for File {
    #[cfg(unix)]
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, buffer, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    buffer = buffer.get_mut(count..).unwrap_or_default();
                    offset = offset.saturating_add(count as u64);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }
}

/// Reads from any seekable reader, but only one thread can read at a time. On systems without positioned reads, you
/// must use this.
impl<R: Read + Seek> ReadAt for Mutex<R> {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let mut reader = self.lock().unwrap_or_else(PoisonError::into_inner);
        reader.seek(SeekFrom::Start(offset))?;
        reader.read_exact(buffer)
    }

    fn len(&self) -> io::Result<u64> {
        self.lock().unwrap_or_else(PoisonError::into_inner).seek(SeekFrom::End(0))
    }
}
