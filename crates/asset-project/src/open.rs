//! Files of any format.

use std::path::Path;

use crate::Error;
use crate::{Asset, OpenOptions};

/// Reads a file of any format.
///
/// The document owns its data. To borrow it instead, read the bytes and call [`Asset::parse`].
///
/// # Errors
/// Any I/O error, with the name of the file, or as [`Asset::parse`].
pub fn open(path: impl AsRef<Path>) -> Result<Asset<'static>, Error> {
    open_with(path, &OpenOptions::default())
}

/// As [`open`], with options.
///
/// # Errors
/// As [`open`].
pub fn open_with(path: impl AsRef<Path>, options: &OpenOptions) -> Result<Asset<'static>, Error> {
    let path = path.as_ref();
    let named = |error: std::io::Error| {
        let name = binio::shown_path(path);
        std::io::Error::new(error.kind(), format!("{name}: {error}"))
    };
    #[cfg(feature = "fs")]
    if options.images_later {
        if let Some(file) = binary_gltf(path).map_err(named)? {
            return crate::GltfDocument::open(&file, &folder_of(path, options)?, options).map(Asset::new);
        }
    }
    let bytes = crate::stream::read_file(path).map_err(named)?;
    Ok(Asset::parse_file_with(&bytes, path, options)?.into_owned())
}

/// The folders in which a glTF finds its files.
///
/// # Errors
/// Any I/O error; the file is outside of the root.
#[cfg(feature = "fs")]
pub(crate) fn folder_of(path: &Path, options: &OpenOptions) -> std::io::Result<asset_gltf::Folder> {
    match &options.root {
        Some(root) => asset_gltf::Folder::of_file_within(path, root),
        None => asset_gltf::Folder::of_file(path),
    }
}

/// The file at a path, if it begins as a `.glb` does.
#[cfg(feature = "fs")]
fn binary_gltf(path: &Path) -> std::io::Result<Option<asset_scene::SharedRead>> {
    use std::io::Read as _;
    let file = std::fs::File::open(path)?;
    // A pipe can't be read at a place.
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut head = Vec::new();
    (&file).take(4).read_to_end(&mut head)?;
    Ok((head == b"glTF").then(|| std::sync::Arc::new(file) as asset_scene::SharedRead))
}
