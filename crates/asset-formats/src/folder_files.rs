//! This module lets formats open the files that they name, in the same folder.

use std::io;
use std::path::Path;

use asset_gltf::{Folder, Resolver as _};
use asset_scene::ImageBytes;

/// The folder that contains an FBX or OBJ. You can't use it to open files outside: neither names nor links lead out.
pub(crate) struct FolderFiles(Folder);

impl FolderFiles {
    /// Opens the folder that contains the file at this path.
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
