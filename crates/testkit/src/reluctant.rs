//! A writer as files, pipes and sockets are on a bad day.

use std::io::{self, Write};

/// Takes a few bytes at a time, is interrupted before each time, and has no more room at some point.
#[derive(Debug)]
pub struct Reluctant {
    /// What it has taken.
    pub taken: Vec<u8>,
    room: usize,
    interrupted: bool,
}

impl Reluctant {
    /// With room for so many bytes.
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
        // The larger what it holds already, the more at a time: files of megabytes come to an end too.
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
}
