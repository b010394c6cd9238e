//! This module contains [`Project`], which you need if you have your own formats.

#[cfg(feature = "fs")]
mod opened;

use std::path::Path;
use std::sync::Arc;

use asset_formats::{Asset, Driver, Error, FileHead, OpenOptions, Opening, OutputFormat, claimed, output_format_by};

#[cfg(feature = "fs")]
pub use opened::Opened;

use crate::Resources;

/// The project of a game: where its resources are, and any formats that this crate doesn't know. Files in those formats
/// will be parsed and converted like all others.
#[derive(Clone, Debug, Default)]
pub struct Project {
    resources: Option<Arc<Resources>>,
    drivers: Vec<&'static Driver>,
}

impl Project {
    /// Creates a project with these additional formats.
    pub fn with_drivers(drivers: impl IntoIterator<Item = &'static Driver>) -> Self {
        Self { drivers: drivers.into_iter().collect(), ..Self::default() }
    }

    /// Like [`Asset::parse`], but tries the additional formats first.
    ///
    /// # Errors
    /// See [`Asset::parse`].
    pub fn parse<'a>(&self, bytes: &'a [u8], path: Option<&Path>) -> Result<Asset<'a>, Error> {
        let head = FileHead::new(bytes, bytes.len() as u64, bytes, path);
        match claimed(self.drivers.iter().copied(), &head) {
            Some(driver) => Asset::parse_by(driver, bytes, &Opening::new(path, &OpenOptions::default())),
            None => Asset::parse(bytes, path),
        }
    }

    /// Like [`OutputFormat::for_path`], but knows the extensions of the additional formats too.
    ///
    /// # Errors
    /// See [`OutputFormat::for_path`].
    pub fn output_format_for_path(&self, path: impl AsRef<Path>) -> Result<OutputFormat, Error> {
        let path = path.as_ref();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        output_format_by(self.drivers.iter().copied(), extension).map_or_else(|| OutputFormat::for_path(path), Ok)
    }

    /// Returns the additional formats.
    pub fn drivers(&self) -> &[&'static Driver] {
        &self.drivers
    }

    /// Returns where the resources are, or `None` if the project has no folders.
    pub fn resources(&self) -> Option<&Arc<Resources>> {
        self.resources.as_ref()
    }
}
