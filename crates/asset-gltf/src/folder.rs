//! The folder that a `.gltf` is in.

use std::io::{self, Read};
use std::path::Path;

use asset_unpack::SafePath;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use crate::Resolver;

/// The folder that a `.gltf` is in, opened once: names, and links on the way, lead to nothing outside of it.
#[derive(Debug)]
pub struct Folder(Dir);

impl Folder {
    /// The folder at a path.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        Dir::open_ambient_dir(path, ambient_authority()).map(Self)
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

/// Opens to read; of a pipe that nobody writes to, at once.
fn without_waiting() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    options
}

impl Resolver for Folder {
    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
        let name = parts.join("/");
        let path = SafePath::new(name.as_bytes())
            .map_err(|fault| io::Error::new(io::ErrorKind::InvalidInput, fault.to_string()))?;
        let irregular = || io::Error::new(io::ErrorKind::InvalidInput, "no regular file");
        // Devices do things when they are opened; and what is a file now may be a pipe when it is opened, which then mustn't wait.
        if !self.0.metadata(path.as_str())?.is_file() {
            return Err(irregular());
        }
        let file = self.0.open_with(path.as_str(), &without_waiting())?;
        if !file.metadata()?.is_file() {
            return Err(irregular());
        }
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
