//! Where converted files go to.

use std::fmt;
use std::io::{self, Write};

use super::{ConvertOptions, Converted, OutputFile};
use crate::Error;

/// What writes the content of a file.
pub type Writing<'w> = &'w mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Takes the files of a conversion one by one, as they are made, so that they needn't fit into memory; see [`ConvertOptions::sink`].
///
/// ```
/// use std::io::{self, Write};
/// use std::sync::Mutex;
/// use asset_project::convert::{Sink, Writing};
///
/// /// Writes files below a folder.
/// #[derive(Debug)]
/// struct Below(std::path::PathBuf);
///
/// impl Sink for Below {
///     fn file(&self, name: &str, _length: Option<u64>, write: Writing<'_>) -> io::Result<()> {
///         let path = self.0.join(name);
///         std::fs::create_dir_all(path.parent().unwrap_or(&self.0))?;
///         write(&mut std::fs::File::create(path)?)
///     }
/// }
/// ```
pub trait Sink: fmt::Debug + Send + Sync {
    /// Takes a file called `name`, relative to the folder that the output goes to; `write`, to be called once, writes what it holds: `length` bytes, if that is
    /// known. The one that was asked for comes last.
    ///
    /// # Errors
    /// Any I/O error, which the conversion then fails with.
    fn file(&self, name: &str, length: Option<u64>, write: Writing<'_>) -> io::Result<()>;
}

impl ConvertOptions {
    /// Adds a file to what was made, or gives it to the sink if there is one.
    pub(super) fn add(
        &self,
        made: &mut Vec<OutputFile>,
        name: &str,
        length: u64,
        write: Writing<'_>,
    ) -> Result<(), Error> {
        match &self.sink {
            Some(sink) => sink.file(name, Some(length), write)?,
            None => {
                let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
                write(&mut bytes)?;
                made.push(OutputFile { name: name.to_owned(), bytes });
            }
        }
        Ok(())
    }

    /// Gives the files that were made to the sink, if there is one.
    pub(super) fn give(&self, made: &mut Converted) -> Result<(), Error> {
        let Some(sink) = &self.sink else { return Ok(()) };
        for OutputFile { name, bytes } in made.files.drain(..) {
            sink.file(&name, Some(bytes.len() as u64), &mut |out| out.write_all(&bytes))?;
        }
        Ok(())
    }

    /// Calls `build` with who gets files as they are made: the sink, if there is one.
    pub(super) fn giving<T>(
        &self,
        build: impl FnOnce(Option<&dyn Fn(scene_adapter::look::ResourceFile)>) -> T,
    ) -> Result<T, Error> {
        let Some(sink) = &self.sink else { return Ok(build(None)) };
        let failed = std::cell::Cell::new(None);
        let give = |file: scene_adapter::look::ResourceFile| {
            let first: Option<io::Error> = failed.take();
            let length = file.bytes.len() as u64;
            let write = || sink.file(&file.name, Some(length), &mut |out| out.write_all(&file.bytes)).err();
            failed.set(first.or_else(write));
        };
        let built = build(Some(&give));
        match failed.take() {
            Some(error) => Err(error.into()),
            None => Ok(built),
        }
    }
}
