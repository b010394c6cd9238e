//! Readers and writers that can be slow or fail, as files, pipes and sockets do.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

use binio::ReadAt;

/// A writer that only accepts a few bytes at a time, is interrupted before each of them, and gets full at some point.
#[derive(Debug)]
pub struct Reluctant {
    /// The bytes that were written.
    pub taken: Vec<u8>,
    room: usize,
    interrupted: bool,
}

impl Reluctant {
    /// Creates a writer that is full after `room` bytes.
    pub fn new(room: usize) -> Self {
        Self { taken: Vec::new(), room, interrupted: false }
    }
}

impl Write for Reluctant {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        // The more it contains, the more it accepts at a time: files of megabytes finish too.
        let most = 1 + self.taken.len() / 64;
        let count = bytes.len().min(most).min(self.room - self.taken.len().min(self.room));
        if count == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.taken.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A reader that returns a single byte at a time, and is interrupted before each of them.
#[derive(Debug)]
pub struct Dripping<'b> {
    bytes: Cursor<&'b [u8]>,
    interrupted: bool,
}

impl<'b> Dripping<'b> {
    /// Creates a reader for these bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes: Cursor::new(bytes), interrupted: false }
    }
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = buffer.len().min(1);
        self.bytes.read(&mut buffer[..most])
    }
}

impl Seek for Dripping<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// A file whose declared length is too large, because it was truncated or its disk fails from there on.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'b> {
    /// The original bytes.
    pub bytes: &'b [u8],
    /// How many bytes can be read.
    pub left: usize,
}

impl ReadAt for Cut<'_> {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.bytes[..self.left].read_exact_at(buffer, offset)
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_what_it_has_room_for() {
        let mut writer = Reluctant::new(5);
        assert_eq!(writer.write(b"abc").map_err(|error| error.kind()), Err(io::ErrorKind::Interrupted));
        assert_eq!(writer.write(b"abc").ok(), Some(1));
        assert_eq!(writer.write_all(b"bcdef").map_err(|error| error.kind()), Err(io::ErrorKind::StorageFull));
        assert_eq!(writer.taken, b"abcde");
    }

    #[test]
    fn it_gives_one_byte_at_a_time() {
        let mut reader = Dripping::new(b"abc");
        let mut buffer = [0; 3];
        assert_eq!(reader.read(&mut buffer).map_err(|error| error.kind()), Err(io::ErrorKind::Interrupted));
        assert_eq!(reader.read(&mut buffer).ok(), Some(1));
        assert_eq!(reader.seek(SeekFrom::Start(0)).ok(), Some(0));
        let mut all = Vec::new();
        assert_eq!(reader.read_to_end(&mut all).ok(), Some(3));
        assert_eq!(all, b"abc");
    }
}
