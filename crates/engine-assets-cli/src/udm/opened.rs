//! A document that was read to be changed in its place.

use std::io;
use std::ops::Deref;

use asset_unpack::FileVersion;

use crate::inputs::Input;
use crate::output;

/// An input that was read, and the version of its file.
pub(crate) struct Opened {
    input: Input,
    /// `None` for standard input, a pipe and an entry of a package, which can't be replaced.
    version: Option<FileVersion>,
}

impl Opened {
    /// Reads an input.
    pub(crate) fn read(input: Input) -> Result<(Self, Vec<u8>), (Input, io::Error)> {
        // Before the bytes are read: a change in between is noticed.
        let version = if input.is_file() { FileVersion::of(input.path()).ok() } else { None };
        match input.read() {
            Ok(bytes) => Ok((Self { input, version }, bytes)),
            Err(error) => Err((input, error)),
        }
    }

    /// Replaces the content of the file, unless another program has changed it since it was read.
    pub(crate) fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let path = self.input.path();
        match &self.version {
            Some(version) => output::replace(path, version, bytes),
            None => Err(output::named(path, &io::Error::new(io::ErrorKind::InvalidInput, "no regular file"))),
        }
    }
}

impl Deref for Opened {
    type Target = Input;
    fn deref(&self) -> &Input {
        &self.input
    }
}
