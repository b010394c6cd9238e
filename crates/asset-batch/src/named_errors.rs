//! Adds file names to messages.

use std::io;
use std::path::Path;

use binio::shown_path;

/// Returns the error with the file name in front.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown_path(path)))
}
