//! Reads files in the folder of a `.gltf`.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use asset_scene::{ImageBytes, ImageSource};
use asset_unpack::SafePath;
use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::Resolver;

/// Use this to read the files that a `.gltf` references from its own folder. The folder is opened only once, and
/// neither names nor links can lead out of it.
#[derive(Debug)]
pub struct Folder {
    root: Arc<Dir>,
    /// The folders from the root to the folder of the file.
    base: Vec<String>,
}

impl Folder {
    /// Opens the folder at `path`.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        Dir::open_ambient_dir(path, ambient_authority()).map(|root| Self { root: Arc::new(root), base: Vec::new() })
    }

    /// Opens the folder that contains the file at `path`.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn of_file(path: impl AsRef<Path>) -> io::Result<Self> {
        let folder = path.as_ref().parent().filter(|folder| !folder.as_os_str().is_empty());
        Self::new(folder.unwrap_or(Path::new(".")))
    }

    /// Opens the folder of a file like [`of_file`](Self::of_file), but names can also use `..` to reach other files in
    /// the folder `root`.
    ///
    /// # Errors
    /// Any I/O error, or [`InvalidInput`](io::ErrorKind::InvalidInput) if the file is not in `root`.
    pub fn of_file_within(path: impl AsRef<Path>, root: impl AsRef<Path>) -> io::Result<Self> {
        let folder = path.as_ref().parent().filter(|folder| !folder.as_os_str().is_empty());
        let (folder, root) = (folder.unwrap_or(Path::new(".")).canonicalize()?, root.as_ref().canonicalize()?);
        let outside = || io::Error::new(io::ErrorKind::InvalidInput, "the file is outside of the root folder");
        let below = folder.strip_prefix(&root).map_err(|_| outside())?;
        let base = below.iter().map(|part| part.to_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
        let base = base.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a folder's name isn't UTF-8"))?;
        Ok(Self { base, ..Self::new(root)? })
    }

    /// Returns the path of a file relative to the root.
    fn path(&self, name: &str) -> io::Result<String> {
        let wrong = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        let (mut base, mut rest) = (self.base.as_slice(), name);
        while let Some(after) = rest.strip_prefix("../") {
            let Some((_, above)) = base.split_last() else {
                return Err(wrong("it leads out of the root folder".to_owned()));
            };
            (base, rest) = (above, after);
        }
        let parts: Vec<&str> = rest.split('/').filter(|part| *part != ".").collect();
        let rest = parts.join("/");
        let checked = SafePath::new(rest.as_bytes()).map_err(|fault| wrong(fault.to_string()))?;
        Ok(base.iter().map(String::as_str).chain([checked.as_str()]).collect::<Vec<_>>().join("/"))
    }
}

impl Resolver for Folder {
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        asset_unpack::open_regular_in(&self.root, &self.path(name)?)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn later(&self, name: &str) -> Option<ImageBytes<'static>> {
        let path = self.path(name).ok()?;
        let file = asset_unpack::open_regular_in(&self.root, &path).ok()?;
        let length = file.metadata().ok()?.len();
        let mut head = Vec::new();
        file.take(16).read_to_end(&mut head).ok()?;
        // Reopened for each reading: many files at once are more than a process may have open.
        let source = Later { folder: self.root.clone(), path, length };
        Some(ImageBytes::later(length, &head, Arc::new(source)))
    }

    fn levels_above(&self) -> usize {
        self.base.len()
    }
}

/// A file that will only be read when it is needed.
struct Later {
    folder: Arc<Dir>,
    path: String,
    length: u64,
}

impl ImageSource for Later {
    fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        asset_unpack::open_regular_in(&self.folder, &self.path)?
            .take(self.length.saturating_add(1))
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
