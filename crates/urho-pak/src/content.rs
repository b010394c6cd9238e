//! What to store in a package entry.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use binio::{Bytes, ReadAt};

use crate::block::{Block, packed_bound};
use crate::error::{Error, io_error};
use crate::package::EntryRef;

/// What to store in an entry. It may come from memory, a file, any reader or another package.
///
/// Nothing will be read until you write the package, so you can add large files to a builder without using memory.
pub struct Content<'a>(Source<'a>);

enum Source<'a> {
    Bytes(Bytes<'a>),
    File(PathBuf, u64),
    Reader(Box<dyn Readable + 'a>, u64),
    Entry(Box<dyn Packed + 'a>),
}

impl<'a> Content<'a> {
    /// Uses bytes in memory.
    pub fn bytes(bytes: impl Into<Bytes<'a>>) -> Self {
        Self(Source::Bytes(bytes.into()))
    }

    /// Uses a file. It is not opened until the package is written, and it must still have the same size by then.
    ///
    /// # Errors
    /// This function will return any I/O error, for example when the file does not exist.
    pub fn file(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let length = std::fs::metadata(path)?.len();
        Ok(Self(Source::File(path.to_path_buf(), length)))
    }

    /// Uses any source that can be read at a given position.
    ///
    /// # Errors
    /// Returns the error from the source if its size can't be read.
    pub fn source(source: impl ReadAt + 'a) -> io::Result<Self> {
        let length = source.len()?;
        Ok(Self(Source::Reader(Box::new(Positioned(source)), length)))
    }

    /// Uses an entry from another package. When both packages are compressed, its blocks are copied and do not need to
    /// be compressed again. The checksum is copied too, even if it is wrong.
    pub fn entry<S: ReadAt>(entry: EntryRef<'a, S>) -> Self {
        Self(Source::Entry(Box::new(entry)))
    }

    /// Returns the uncompressed size in bytes.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Source::Bytes(bytes) => bytes.len() as u64,
            Source::File(_, length) | Source::Reader(_, length) => *length,
            Source::Entry(entry) => entry.size(),
        }
    }

    /// Returns whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Opens a reader at the start of the content.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + '_>, Error> {
        Ok(match &self.0 {
            Source::Bytes(bytes) => Box::new(&**bytes),
            Source::File(path, _) => Box::new(File::open(path).map_err(io_error)?),
            Source::Reader(source, length) => source.open(*length),
            Source::Entry(entry) => entry.open(),
        })
    }

    /// Returns the checksum if it must be kept.
    pub(crate) fn kept_checksum(&self) -> Option<u32> {
        match &self.0 {
            Source::Entry(entry) => Some(entry.checksum()),
            _ => None,
        }
    }

    /// Returns the compressed blocks, if there are any and if every engine can read them.
    pub(crate) fn blocks(&self) -> Result<Option<BlockIter<'_>>, Error> {
        match &self.0 {
            Source::Entry(entry) if entry.can_be_copied()? => Ok(Some(entry.blocks())),
            _ => Ok(None),
        }
    }
}

/// An iterator over blocks.
pub(crate) type BlockIter<'c> = Box<dyn Iterator<Item = Result<Block, Error>> + 'c>;

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = match &self.0 {
            Source::Bytes(_) => "memory",
            Source::File(..) => "a file",
            Source::Reader(..) => "a source",
            Source::Entry(_) => "a package",
        };
        write!(f, "{} bytes from {from}", self.len())
    }
}

impl<'a> From<&'a [u8]> for Content<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::bytes(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Content<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::bytes(bytes.as_slice())
    }
}

impl From<Vec<u8>> for Content<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::bytes(bytes)
    }
}

impl<'a, S: ReadAt> From<EntryRef<'a, S>> for Content<'a> {
    fn from(entry: EntryRef<'a, S>) -> Self {
        Self::entry(entry)
    }
}

/// A source that can be read from the start again and again.
trait Readable {
    fn open(&self, length: u64) -> Box<dyn Read + '_>;
}

struct Positioned<S>(S);

impl<S: ReadAt> Readable for Positioned<S> {
    fn open(&self, length: u64) -> Box<dyn Read + '_> {
        Box::new(Cursor { source: &self.0, at: 0, length })
    }
}

/// Reads a source from start to end.
struct Cursor<'s, S> {
    source: &'s S,
    at: u64,
    length: u64,
}

impl<S: ReadAt> Read for Cursor<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.length.saturating_sub(self.at);
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        self.source.read_exact_at(&mut buffer[..count], self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// An entry in a package, whatever the source of the package is.
trait Packed {
    fn size(&self) -> u64;
    fn checksum(&self) -> u32;
    fn open(&self) -> Box<dyn Read + '_>;
    fn blocks(&self) -> BlockIter<'_>;
    /// Returns whether the blocks can be copied, because they are as a packer would write them: no block is larger than
    /// the first, and all fit into the buffers of the engine.
    fn can_be_copied(&self) -> Result<bool, Error>;
}

impl<S: ReadAt> Packed for EntryRef<'_, S> {
    fn size(&self) -> u64 {
        EntryRef::size(self)
    }

    fn checksum(&self) -> u32 {
        EntryRef::checksum(self)
    }

    fn open(&self) -> Box<dyn Read + '_> {
        Box::new(self.reader().verify(false))
    }

    fn blocks(&self) -> BlockIter<'_> {
        Box::new(EntryRef::blocks(self))
    }

    fn can_be_copied(&self) -> Result<bool, Error> {
        if !self.is_packed() {
            return Ok(false);
        }
        let (mut run, mut first) = (self.run()?, None);
        while let Some(head) = run.head(self.source()).map_err(|error| self.within(error))? {
            let first = *first.get_or_insert(head.unpacked);
            if head.unpacked > first || u64::from(head.packed) > packed_bound(first.into()) {
                return Ok(false);
            }
            run.skip(head);
        }
        Ok(true)
    }
}
