//! Files that an FBX or OBJ file names.

use std::io;

use asset_scene::ImageBytes;

/// Finds the files that a file names: textures, and the material files of an OBJ.
///
/// A name has been checked: it is relative, its parts are separated by `/`, and it has no `..`, backslash, colon or control character. Nothing else is
/// ever opened. A closure `Fn(&str, u64) -> io::Result<Vec<u8>>` is a resolver too.
pub trait Resolver {
    /// Returns the first `most` bytes of a file, or all if there are fewer.
    ///
    /// # Errors
    /// Any I/O error.
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>>;

    /// Returns an image that is read when it is requested, if the resolver can do that and the file exists. The file must stay unchanged until then.
    fn later(&self, name: &str) -> Option<ImageBytes<'static>> {
        let _ = name;
        None
    }
}

impl<F: Fn(&str, u64) -> io::Result<Vec<u8>>> Resolver for F {
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        self(name, most)
    }
}

/// No files: only embedded textures are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, _: &str, _: u64) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::NotFound, "other files are not read"))
    }
}
