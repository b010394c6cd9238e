//! This module contains [`Resolver`], which reads the files that an FBX or OBJ names.

use std::io;

use asset_scene::ImageBytes;

/// Reads the files that an FBX or OBJ names: textures, and the material files of an OBJ.
///
/// You will only get names that have been checked, and no other file is ever opened. A name is relative, with `/`
/// between the parts, and doesn't contain `..`, a backslash, a colon or a control character. You can also use a closure
/// `Fn(&str, u64) -> io::Result<Vec<u8>>` as a resolver.
pub trait Resolver {
    /// Returns the first `most` bytes of a file, or the whole file if it is shorter.
    ///
    /// # Errors
    /// You can return any I/O error. The file will then be treated as missing.
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>>;

    /// Returns an image that will only be read when it is needed. If the file doesn't exist, or if you can't do this,
    /// return `None`, which is the default. The file must not change until it is read.
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

/// A resolver without any files, so that only embedded textures are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, _: &str, _: u64) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::NotFound, "other files are not read"))
    }
}
