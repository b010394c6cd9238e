//! External files of a `.gltf`.

use std::io;

use asset_scene::ImageBytes;

/// Finds the files that a `.gltf` names.
///
/// A name has been decoded and checked: it is relative, has no backslash, colon or control character, and no `..` but at its beginning, at most
/// [`levels_above`](Self::levels_above) times. A closure
/// `Fn(&str, u64) -> io::Result<Vec<u8>>` is one too.
pub trait Resolver {
    /// The first `most` bytes of a file, or all if there are fewer.
    ///
    /// # Errors
    /// Any I/O error.
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>>;

    /// A file that is read when it is asked for, if the resolver can do that and there is such a file; it stays as it is until then.
    fn later(&self, name: &str) -> Option<ImageBytes<'static>> {
        let _ = name;
        None
    }

    /// The number of folders above the one of the `.gltf` to which names may lead, by `..` at their beginning. Default: 0.
    fn levels_above(&self) -> usize {
        0
    }

    /// Whether there are files to find at all. If not, a check doesn't miss them.
    fn has_files(&self) -> bool {
        true
    }
}

impl<F: Fn(&str, u64) -> io::Result<Vec<u8>>> Resolver for F {
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        self(name, most)
    }
}

/// No files: for documents that must be self-contained.
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
