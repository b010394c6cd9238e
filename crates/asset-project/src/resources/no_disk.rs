//! For platforms without a file system, such as wasm. You must pass resources to [`Resources::files`] there.

use std::io;
use std::path::Path;

use super::{ResourceError, Resources};

impl Resources {
    /// Fails, because there are no folders on this platform. Use [`files`](Self::files) instead.
    ///
    /// # Errors
    /// Always returns an error.
    pub fn folder(self, path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        Err(ResourceError::Io { path: path.as_ref().to_path_buf(), error: io::ErrorKind::Unsupported.into() })
    }

    /// Fails, like [`folder`](Self::folder).
    ///
    /// # Errors
    /// Always returns an error.
    pub fn root(self, path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        self.folder(path)
    }
}
