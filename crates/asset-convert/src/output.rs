//! Passes created files to the result or to the sink, after checking their names.

use std::cell::Cell;

use asset_formats::Error;
use scene_adapter::look::ResourceFile;

use super::{ConvertOptions, Converted, OutputFile, SafeName, Writing};

/// Returns the name of a file next to `output`, if it is safe. This must be checked because the names come from the
/// document, and anybody can have created it.
pub(super) fn safe(name: &str, output: &str) -> Result<SafeName, Error> {
    SafeName::beside(name, output)
        .map_err(|why| Error::Refused(format!("the output name \"{name}\" is refused: {why}")))
}

impl ConvertOptions {
    /// Adds a file to the result, or passes it to the sink if there is one.
    pub(super) fn add(
        &self,
        files: &mut Vec<OutputFile>,
        (name, output): (&str, &str),
        length: u64,
        write: Writing<'_>,
    ) -> Result<(), Error> {
        let name = safe(name, output)?;
        match &self.output.sink {
            Some(sink) => sink.file(&name, Some(length), write)?,
            None => {
                let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
                write(&mut bytes)?;
                files.push(OutputFile { name, bytes });
            }
        }
        Ok(())
    }

    /// Passes the created files to the sink, if there is one.
    pub(super) fn send_files(&self, converted: &mut Converted) -> Result<(), Error> {
        let Some(sink) = &self.output.sink else { return Ok(()) };
        for OutputFile { name, bytes } in converted.files.drain(..) {
            sink.file(&name, Some(bytes.len() as u64), &mut |out| out.write_all(&bytes))?;
        }
        Ok(())
    }

    /// Calls `build` with a function that passes each file to the sink, if there is one.
    pub(super) fn with_file_sender<T>(
        &self,
        output: &str,
        build: impl FnOnce(Option<&dyn Fn(ResourceFile)>) -> T,
    ) -> Result<T, Error> {
        let Some(sink) = &self.output.sink else { return Ok(build(None)) };
        let failed = Cell::new(None);
        let on_file = |file: ResourceFile| {
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
