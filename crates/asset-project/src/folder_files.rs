//! The folder of a file, for formats that name other files.

use std::io;
use std::path::Path;

use asset_gltf::{Folder, Resolver as _};
use asset_scene::ImageBytes;

/// The folder that an FBX or OBJ is in: names, and links on the way, lead to nothing outside of it.
pub(crate) struct FolderFiles(Folder);

impl FolderFiles {
    /// Opens the folder of the file at a path.
    pub(crate) fn of_file(path: &Path) -> io::Result<Self> {
        Folder::of_file(path).map(Self)
    }
}

impl asset_fbx::Resolver for FolderFiles {
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        self.0.read(name, most)
    }

    fn later(&self, name: &str) -> Option<ImageBytes<'static>> {
        self.0.later(name)
    }
}
