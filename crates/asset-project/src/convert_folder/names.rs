//! Names of files in messages.

use std::io;
use std::path::Path;

use binio::Name;

/// A path, safe to print.
pub(super) fn shown(path: &Path) -> String {
    Name::from(path.as_os_str().as_encoded_bytes()).to_string()
}

/// The error, with the name of the file it is about.
pub(super) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}
