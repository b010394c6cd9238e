//! This module contains [`Resolver`], which reads the files that an FBX or OBJ names.

use std::io;

use asset_scene::ImageBytes;

/// Gives access to the files that an FBX or OBJ names: textures, and the material files of an OBJ.
///
/// A name has been checked before it is passed to this trait, and nothing else will ever be opened. It will be
/// relative, with `/` between the parts, and without `..`, a backslash, a colon or a control character. Instead of a
/// type, you can also use a closure `Fn(&str, u64) -> io::Result<Vec<u8>>`.
pub trait Resolver {
    /// Returns the first `most` bytes of a file, or the whole file if it is shorter.
    ///
    /// # Errors
    /// You can return any I/O error. The file will then be reported as missing.
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>>;

    /// Returns an image to be read later, when it is needed. The file must not change until then. By default this
    /// returns `None`, and you should do the same if there is no such file.
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

/// A resolver without any files. Only embedded textures will be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, _: &str, _: u64) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::NotFound, "other files are not read"))
    }
}
