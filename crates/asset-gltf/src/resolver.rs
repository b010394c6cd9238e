//! Reads external files of a `.gltf`.

use std::io;

use asset_scene::ImageBytes;

/// Finds the files that a `.gltf` references. Implement this if the files are not in a folder; otherwise, use
/// [`Folder`](crate::Folder).
///
/// Names are already decoded and checked. A name is relative, and has no backslash, colon or control character. It can
/// only have `..` at the beginning, and at most [`levels_above`](Self::levels_above) times. You can also use a closure
/// `Fn(&str, u64) -> io::Result<Vec<u8>>`.
pub trait Resolver {
    /// Returns the first `most` bytes of a file, or the whole file if it is shorter.
    ///
    /// # Errors
    /// Any I/O error.
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>>;

    /// Returns a file that will be read when it is needed. The file must not change until then. Returns `None` if it
    /// does not exist, or if the resolver can't do this.
    fn later(&self, name: &str) -> Option<ImageBytes<'static>> {
        let _ = name;
        None
    }

    /// Returns how many folders above the `.gltf` a name can reach by `..`. The default is 0.
    fn levels_above(&self) -> usize {
        0
    }

    /// Returns `true` if there can be files at all. If this is `false`, missing files are not reported by a check.
    fn has_files(&self) -> bool {
        true
    }
}

impl<F: Fn(&str, u64) -> io::Result<Vec<u8>>> Resolver for F {
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        self(name, most)
    }
}

/// Use this if a document must be self-contained. It never finds a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, _: &str, _: u64) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::NotFound, "other files are not read"))
    }

    fn has_files(&self) -> bool {
        false
    }
}
