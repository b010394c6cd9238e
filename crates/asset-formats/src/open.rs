//! Opens files in any format.

use std::path::Path;

use crate::Error;
use crate::{Asset, OpenOptions};

/// Opens a file in any format.
///
/// The document owns its data. If you want it to borrow the data instead, read the bytes yourself and call
/// [`Asset::parse`].
///
/// # Errors
/// Returns any I/O error, with the file name. See [`Asset::parse`] for the others.
pub fn open(path: impl AsRef<Path>) -> Result<Asset<'static>, Error> {
    open_with(path, &OpenOptions::default())
}

/// Like [`open`], but using the given options.
///
/// # Errors
/// See [`open`].
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

/// Returns the folders in which a glTF can find its files.
///
/// # Errors
/// Returns any I/O error, and an error if the file is outside the root.
#[cfg(feature = "fs")]
pub fn folder_of(path: &Path, options: &OpenOptions) -> std::io::Result<asset_gltf::Folder> {
    match &options.root {
        Some(root) => asset_gltf::Folder::of_file_within(path, root),
        None => asset_gltf::Folder::of_file(path),
    }
}

/// Opens the file if it begins like a `.glb`.
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
