//! A resource that was found, and its content.

use std::io;
use std::path::PathBuf;

use binio::{Budget, Limits};

use super::{ResourceError, Resources};

/// Where a resource is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Number of its folder or package, in the order in which they were added.
    pub root: usize,
    /// Stored name of the file.
    pub name: String,
    /// Whether that is the name that was asked for, upper and lower case too.
    pub is_exact: bool,
    /// Path of the file; in a package, the path of the package followed by the name.
    pub path: PathBuf,
}

/// A resource that was read: its place and its content.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Where it is.
    pub found: Found,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

impl Resources {
    /// Reads a resource, at most [`Limits::max_expanded_bytes`] by default. `None` if there is none.
    ///
    /// # Errors
    /// The name leads out of the project, an I/O error occurs, a package is broken, or the file has too many bytes.
    pub fn read(&self, name: &str) -> Result<Option<Resource>, ResourceError> {
        self.read_with(name, &mut Limits::default().budget())
    }

    /// As [`read`](Self::read), from a budget of bytes that may serve many resources.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_with(&self, name: &str, budget: &mut Budget) -> Result<Option<Resource>, ResourceError> {
        let Some(found) = self.find(name)? else { return Ok(None) };
        let bytes = self.read_found(&found, budget)?;
        Ok(Some(Resource { found, bytes }))
    }

    /// Reads at most the first `most` bytes of a resource that was found, and returns whether these are all bytes.
    pub(crate) fn read_beginning(&self, found: &Found, most: u64) -> Result<(Vec<u8>, bool), ResourceError> {
        let io = |error| ResourceError::Io { path: found.path.clone(), error };
        let root = self.files_of(found.root).ok_or_else(|| io(io::ErrorKind::NotFound.into()))?;
        let mut bytes = root.read(&found.name, most.saturating_add(1)).map_err(io)?;
        let is_whole = bytes.len() as u64 <= most;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok((bytes, is_whole))
    }

    /// Reads a resource that was found.
    ///
    /// # Errors
    /// Any I/O error, a broken package, too many bytes.
    pub fn read_found(&self, found: &Found, budget: &mut Budget) -> Result<Vec<u8>, ResourceError> {
        let io = |error| ResourceError::Io { path: found.path.clone(), error };
        let gone = || io(io::ErrorKind::NotFound.into());
        let root = self.files_of(found.root).ok_or_else(gone)?;
        let most = budget.left().saturating_add(1);
        let bytes = root.read(&found.name, most).map_err(io)?;
        budget.spend(bytes.len() as u64)?;
        Ok(bytes)
    }
}
