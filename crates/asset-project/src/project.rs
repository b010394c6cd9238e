//! A project with engines of its own.

use std::path::Path;

use scene_adapter::{Engine, FormatInfo};

use crate::convert::{ConvertOptions, Converted, Input, OutputFormat, convert};
use crate::{Asset, Error, Format};

/// A project with engines that this crate doesn't know by itself. Their files are parsed and converted as all others are.
#[derive(Clone, Debug, Default)]
pub struct Project {
    engines: Vec<&'static dyn Engine>,
}

impl Project {
    /// Returns a project with further engines.
    pub fn with_engines(engines: impl IntoIterator<Item = &'static dyn Engine>) -> Self {
        Self { engines: engines.into_iter().collect() }
    }

    /// Parses a document of any format, also of the further engines; as [`Asset::parse`].
    ///
    /// # Errors
    /// As [`Asset::parse`].
    pub fn parse<'a>(&self, bytes: &'a [u8], path: Option<&Path>) -> Result<Asset<'a>, Error> {
        let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
        let read = self.formats().find(|(_, format)| format.is_of(bytes, extension));
        match read.and_then(|(engine, format)| Some((format, engine.parse(format, bytes)?))) {
            Some((_, Ok(document))) => Ok(Asset::Other(document)),
            Some((format, Err(error))) => Err(Error::Malformed { format: Format::Other(format), error }),
            None => Asset::parse(bytes, path),
        }
    }

    /// Returns the format of a file name's extension, including formats of the additional engines; as [`OutputFormat::for_path`].
    ///
    /// # Errors
    /// As [`OutputFormat::for_path`].
    pub fn output_format_for_path(&self, path: impl AsRef<Path>) -> Result<OutputFormat, Error> {
        let path = path.as_ref();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_it = |format: &FormatInfo| format.extension.eq_ignore_ascii_case(extension);
        match self.formats().find(|(_, format)| is_it(format)) {
            Some((_, format)) => Ok(OutputFormat::Other(format)),
            None => OutputFormat::for_path(path),
        }
    }

    /// Converts documents to the file `output`; as [`convert`].
    ///
    /// # Errors
    /// As [`output_format_for_path`](Self::output_format_for_path) and [`convert`].
    pub fn convert(
        &self,
        inputs: &[Input<'_, '_>],
        output: &str,
        options: &ConvertOptions,
    ) -> Result<Converted, Error> {
        let mut options = options.clone();
        options.engines.clone_from(&self.engines);
        convert(inputs, self.output_format_for_path(output)?, output, &options)
    }

    fn formats(&self) -> impl Iterator<Item = (&'static dyn Engine, &'static FormatInfo)> + '_ {
        self.engines.iter().flat_map(|engine| engine.formats().iter().map(|format| (*engine, format)))
    }
}
