//! This module contains [`Sink`], which receives converted files.

use std::fmt;
use std::io::{self, Write};

use super::SafeName;

/// Writes the content of a file.
pub type Writing<'w> = &'w mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Receives the files of a conversion one by one, as they are created. Implement this if the files are too large to
/// keep them all in memory; see [`ConvertOptions::sink`](super::ConvertOptions::sink).
///
/// ```
/// use std::io::{self, Write};
/// use std::sync::Mutex;
/// use asset_convert::{SafeName, Sink, Writing};
///
/// /// Writes files below a folder.
/// #[derive(Debug)]
/// struct Below(std::path::PathBuf);
///
/// impl Sink for Below {
///     fn file(&self, name: &SafeName, _length: Option<u64>, write: Writing<'_>) -> io::Result<()> {
///         let path = name.below(&self.0);
///         std::fs::create_dir_all(path.parent().unwrap_or(&self.0))?;
///         write(&mut std::fs::File::create(path)?)
///     }
/// }
/// ```
pub trait Sink: fmt::Debug + Send + Sync {
    /// Receives a file. The name is relative to the output folder. You must call `write` exactly once to get the
    /// content; if the length is known, it is `length` bytes. The requested file comes last.
    ///
    /// # Errors
    /// You can return any I/O error. The conversion will then fail with this error.
    fn file(&self, name: &SafeName, length: Option<u64>, write: Writing<'_>) -> io::Result<()>;
}
