//! A project: its folders and packages, and formats of its own.

#[cfg(feature = "fs")]
mod opened;

use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "fs")]
pub use opened::Opened;

use crate::convert::{ConvertOptions, Converted, Input, OutputFormat, convert, named_by};
use crate::detect::claimed;
use crate::driver::{Driver, Opening};
use crate::head::FileHead;
use crate::{Asset, Error, OpenOptions, Resources};

/// A project of a game: the folders and packages that its resources are in, and formats that this crate doesn't know by itself. Their files are parsed and
/// converted as all others are.
#[derive(Clone, Debug, Default)]
pub struct Project {
    resources: Option<Arc<Resources>>,
    drivers: Vec<&'static Driver>,
}

impl Project {
    /// Returns a project with further formats.
    pub fn with_drivers(drivers: impl IntoIterator<Item = &'static Driver>) -> Self {
        Self { drivers: drivers.into_iter().collect(), ..Self::default() }
    }

    /// Parses a document of any format, also of the further formats, which go first; as [`Asset::parse`].
    ///
    /// # Errors
    /// As [`Asset::parse`].
    pub fn parse<'a>(&self, bytes: &'a [u8], path: Option<&Path>) -> Result<Asset<'a>, Error> {
        let head = FileHead::new(bytes, bytes.len() as u64, bytes, path);
        match claimed(self.drivers.iter().copied(), &head) {
            Some(driver) => Asset::parse_by(driver, bytes, &Opening::new(path, &OpenOptions::default())),
            None => Asset::parse(bytes, path),
        }
    }

    /// Returns the format of a file name's extension, including the additional formats; as [`OutputFormat::for_path`].
    ///
    /// # Errors
    /// As [`OutputFormat::for_path`].
    pub fn output_format_for_path(&self, path: impl AsRef<Path>) -> Result<OutputFormat, Error> {
        let path = path.as_ref();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        named_by(self.drivers.iter().copied(), extension).map_or_else(|| OutputFormat::for_path(path), Ok)
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
        options.drivers.clone_from(&self.drivers);
        options.resources = options.resources.or_else(|| self.resources.clone());
        convert(inputs, self.output_format_for_path(output)?, output, &options)
    }
}
