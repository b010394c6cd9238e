//! Hosts without a file system, such as wasm: resources are passed to [`Resources::files`].

use std::io;
use std::path::Path;

use super::{ResourceError, Resources};

impl Resources {
    /// Fails: this host has no folders. See [`files`](Self::files).
    ///
    /// # Errors
    /// Always.
    pub fn folder(self, path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        Err(ResourceError::Io { path: path.as_ref().to_path_buf(), error: io::ErrorKind::Unsupported.into() })
    }

    /// Fails, as [`folder`](Self::folder).
    ///
    /// # Errors
    /// Always.
    pub fn root(self, path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        self.folder(path)
    }
}
