//! Destinations of converted files.

use std::fmt;
use std::io::{self, Write};

use super::SafeName;

/// Function that writes the content of a file.
pub type Writing<'w> = &'w mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Takes the files of a conversion one by one, as they are made, so that they needn't fit into memory; see [`ConvertOptions::sink`](super::ConvertOptions::sink).
///
/// ```
/// use std::io::{self, Write};
/// use std::sync::Mutex;
/// use asset_project::convert::{SafeName, Sink, Writing};
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
    /// Receives a file with this name, relative to the output folder. Call `write` once: it writes the content,
    /// `length` bytes if the length is known. The requested file is last.
    ///
    /// # Errors
    /// Any I/O error, which the conversion then fails with.
    fn file(&self, name: &SafeName, length: Option<u64>, write: Writing<'_>) -> io::Result<()>;
}
