//! Names of files in messages.

use std::io;
use std::path::Path;

use binio::shown_path;

/// The error, with the name of the file it is about.
pub(super) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown_path(path)))
}
