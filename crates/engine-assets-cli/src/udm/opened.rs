//! A document that was read, and will be changed in place.

use std::io;
use std::ops::Deref;

use asset_unpack::FileVersion;

use crate::inputs::Input;
use crate::output;

/// An input that was read, and the version of its file.
pub(crate) struct Opened {
    input: Input,
    /// This is `None` for standard input, a pipe, or a package entry, because they can't be replaced.
    version: Option<FileVersion>,
}

impl Opened {
    /// Reads an input. If this fails, the input is returned with the error.
    pub(crate) fn read(input: Input) -> Result<(Self, Vec<u8>), (Input, io::Error)> {
        // Before the bytes are read: a change in between is noticed.
        let version = if input.is_file() { FileVersion::of(input.path()).ok() } else { None };
        match input.read() {
            Ok(bytes) => Ok((Self { input, version }, bytes)),
            Err(error) => Err((input, error)),
        }
    }

    /// Replaces the content of the file. If another program has changed it since it was read, this returns an error.
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
