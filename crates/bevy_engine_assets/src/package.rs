//! Packages as asset sources.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::asset::io::{AssetReader, AssetReaderError, AssetSourceBuilder, PathStream, Reader, VecReader};
use bevy::tasks::futures_lite::stream;
use urho_pak::Package;

/// A package of Urho3D, U3D or rbfx as an asset source. Register it before `DefaultPlugins`.
///
/// ```no_run
/// use bevy::prelude::*;
/// use bevy_engine_assets::{EngineAssetsPlugin, PackageSource};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let package = PackageSource::open("Data.pak")?;
///     App::new()
///         // Before `DefaultPlugins`. Then `pak://Models/Jack.mdl#Scene0` is a scene.
///         .register_asset_source("pak", package.into_builder())
///         .add_plugins((DefaultPlugins, EngineAssetsPlugin))
///         .run();
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct PackageSource {
    package: Arc<Package<std::fs::File>>,
}

impl PackageSource {
    /// Opens a package. This only reads the list of entries. The content of an entry is read on demand, and the
    /// checksum is checked then.
    ///
    /// # Errors
    /// Any I/O error, or an invalid package. The error has the part and the byte offset.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, urho_pak::Error> {
        Ok(Self { package: Arc::new(Package::open_path(path)?) })
    }

    /// Returns the builder to pass to `register_asset_source`.
    pub fn into_builder(self) -> AssetSourceBuilder {
        AssetSourceBuilder::new(move || Box::new(self.clone()))
    }

    /// Returns the names directly in a folder. If there is no such folder, this is empty.
    fn children(&self, folder: &Path) -> Vec<PathBuf> {
        let prefix = match name_of(folder) {
            name if name.is_empty() => name,
            name => name + "/",
        };
        let names = self.package.entries().filter_map(|entry| entry.name().as_str().map(str::to_owned));
        let below = names.filter_map(|name| {
            let rest = name.strip_prefix(&prefix)?;
            let end = rest.find('/').unwrap_or(rest.len());
            name.get(..prefix.len() + end).map(PathBuf::from)
        });
        let mut children: Vec<PathBuf> = below.collect();
        children.sort();
        children.dedup();
        children
    }
}

/// Converts a path to the name of an entry, with `/` between its parts.
fn name_of(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

impl AssetReader for PackageSource {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        let entry = self.package.get(name_of(path)).ok_or_else(|| AssetReaderError::NotFound(path.to_path_buf()))?;
        let bytes = entry.read().map_err(std::io::Error::from)?;
        Ok(VecReader::new(bytes))
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Err::<VecReader, _>(AssetReaderError::NotFound(path.to_path_buf()))
    }

    async fn read_directory<'a>(&'a self, path: &'a Path) -> Result<Box<PathStream>, AssetReaderError> {
        let children = self.children(path);
        if children.is_empty() {
            return Err(AssetReaderError::NotFound(path.to_path_buf()));
        }
        Ok(Box::new(stream::iter(children)))
    }

    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        Ok(self.package.get(name_of(path)).is_none() && !self.children(path).is_empty())
    }
}
