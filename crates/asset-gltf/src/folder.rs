//! The folder that a `.gltf` is in.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use asset_scene::{ImageBytes, ImageSource};
use asset_unpack::SafePath;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File};

use crate::Resolver;

/// The folder that a `.gltf` is in, opened once: names, and links on the way, lead to nothing outside of it.
#[derive(Debug)]
pub struct Folder(Arc<Dir>);

impl Folder {
    /// The folder at a path.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        Dir::open_ambient_dir(path, ambient_authority()).map(|folder| Self(Arc::new(folder)))
    }

    /// The folder of the file at a path.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn of_file(path: impl AsRef<Path>) -> io::Result<Self> {
        let folder = path.as_ref().parent().filter(|folder| !folder.as_os_str().is_empty());
        Self::new(folder.unwrap_or(Path::new(".")))
    }
}

impl Resolver for Folder {
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        open(&self.0, name)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn later(&self, name: &str) -> Option<ImageBytes<'static>> {
        let file = open(&self.0, name).ok()?;
        let length = file.metadata().ok()?.len();
        let mut head = Vec::new();
        file.take(16).read_to_end(&mut head).ok()?;
        // Reopened for each reading: many files at once are more than a process may have open.
        let source = Later { folder: self.0.clone(), name: name.to_owned(), length };
        Some(ImageBytes::later(length, &head, Arc::new(source)))
    }
}

/// A regular file below a folder.
fn open(folder: &Dir, name: &str) -> io::Result<File> {
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    let name = parts.join("/");
    let path = SafePath::new(name.as_bytes())
        .map_err(|fault| io::Error::new(io::ErrorKind::InvalidInput, fault.to_string()))?;
    asset_unpack::open_regular_in(folder, path.as_str())
}

/// A file that is read when it is asked for.
struct Later {
    folder: Arc<Dir>,
    name: String,
    length: u64,
}

impl ImageSource for Later {
    fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        open(&self.folder, &self.name)?.take(self.length.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
