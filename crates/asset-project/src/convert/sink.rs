//! Destinations of converted files.

use std::fmt;
use std::io::{self, Write};

use super::{ConvertOptions, Converted, OutputFile, SafeName};
use crate::Error;

/// Function that writes the content of a file.
pub type Writing<'w> = &'w mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Takes the files of a conversion one by one, as they are made, so that they needn't fit into memory; see [`ConvertOptions::sink`].
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

/// Returns the name of a file next to `output` if it is safe. File names are content of the document, which anyone may
/// have created.
pub(super) fn safe(name: &str, output: &str) -> Result<SafeName, Error> {
    SafeName::beside(name, output)
        .map_err(|why| Error::Refused(format!("the output name \"{name}\" is refused: {why}")))
}

impl ConvertOptions {
    /// Adds a file to the result, or passes it to the sink if one is set.
    pub(super) fn add(
        &self,
        made: &mut Vec<OutputFile>,
        (name, output): (&str, &str),
        length: u64,
        write: Writing<'_>,
    ) -> Result<(), Error> {
        let name = safe(name, output)?;
        match &self.sink {
            Some(sink) => sink.file(&name, Some(length), write)?,
            None => {
                let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
                write(&mut bytes)?;
                made.push(OutputFile { name, bytes });
            }
        }
        Ok(())
    }

    /// Sends the created files to the sink, if there is one.
    pub(super) fn send_files(&self, made: &mut Converted) -> Result<(), Error> {
        let Some(sink) = &self.sink else { return Ok(()) };
        for OutputFile { name, bytes } in made.files.drain(..) {
            sink.file(&name, Some(bytes.len() as u64), &mut |out| out.write_all(&bytes))?;
        }
        Ok(())
    }

    /// Calls `build` with a function that sends each file to the sink, if there is one.
    pub(super) fn with_file_sender<T>(
        &self,
        output: &str,
        build: impl FnOnce(Option<&dyn Fn(scene_adapter::look::ResourceFile)>) -> T,
    ) -> Result<T, Error> {
        let Some(sink) = &self.sink else { return Ok(build(None)) };
        let failed = std::cell::Cell::new(None);
        let on_file = |file: scene_adapter::look::ResourceFile| {
            let first: Option<Error> = failed.take();
            let length = file.bytes.len() as u64;
            let write = || match safe(&file.name, output) {
                Ok(name) => Ok(sink.file(&name, Some(length), &mut |out| out.write_all(&file.bytes))?),
                Err(error) => Err(error),
            };
            failed.set(first.or_else(|| write().err()));
        };
        let built = build(Some(&on_file));
        match failed.take() {
            Some(error) => Err(error),
            None => Ok(built),
        }
    }
}
