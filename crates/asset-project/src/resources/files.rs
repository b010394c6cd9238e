//! This module contains [`Files`], which lets you read resources from anywhere.

use std::io;

/// Files that you can find by name: in a folder, in a package, in a browser, or in memory. Implement this to read
/// resources from another place; see [`Resources::files`](super::Resources::files).
pub trait Files: std::fmt::Debug + Send + Sync {
    /// Returns the stored name of a file, or `None` if there is no such file. The parts of `name` are separated by `/`,
    /// and no part is `..`. If `ignore_case` is true, the name can be in different case.
    fn find(&self, name: &str, ignore_case: bool) -> Option<String>;

    /// Reads up to `most` bytes from the beginning of a file. The name is one that [`find`](Self::find) has returned.
    ///
    /// # Errors
    /// You can return any I/O error.
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>>;

    /// Returns the names of all files, in any order. It is empty if the files can't be listed.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether these are the entries of a package. Engines search packages before folders.
    fn is_package(&self) -> bool {
        false
    }

    /// Is called when a file was created, so that it will be found from now on.
    fn created(&self, name: &str) {
        let _ = name;
    }
}

impl<F: Files + ?Sized> Files for std::sync::Arc<F> {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        (**self).find(name, ignore_case)
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        (**self).read(name, most)
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }

    fn is_package(&self) -> bool {
        (**self).is_package()
    }

    fn created(&self, name: &str) {
        (**self).created(name);
    }
}

impl<S: binio::ReadAt + std::fmt::Debug + Send + Sync> Files for urho_pak::Package<S> {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let entry = if ignore_case { self.get_ignore_case(name) } else { self.get(name) };
        entry.and_then(|entry| entry.name().as_str().map(str::to_owned))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        use io::Read as _;
        let entry = self.get(name).ok_or(io::ErrorKind::NotFound)?;
        if entry.size() <= most {
            return Ok(entry.read()?);
        }
        let mut bytes = Vec::new();
        entry.reader().take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn names(&self) -> Vec<String> {
        self.entries().filter_map(|entry| entry.name().as_str().map(str::to_owned)).collect()
    }

    fn is_package(&self) -> bool {
        true
    }
}
