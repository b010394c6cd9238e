//! This module contains [`Found`] and [`Resource`].

use std::io;
use std::path::PathBuf;

use binio::{Budget, Limits};

use super::{ResourceError, Resources};

/// Where a resource is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The index of the folder or package, in the order in which you have added them.
    pub root: usize,
    /// The stored name of the file.
    pub name: String,
    /// Whether this is exactly the name that you have asked for, in the same case.
    pub is_exact: bool,
    /// The path of the file. In a package, this is the package path followed by the name.
    pub path: PathBuf,
}

/// A resource that was read, with its place and content.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Where the resource is.
    pub found: Found,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl Resources {
    /// Reads a resource, or returns `None` if there is none. By default, no more than [`Limits::max_expanded_bytes`] is
    /// read.
    ///
    /// # Errors
    /// Returns an error if the name leads out of the project, if there is an I/O error, if a package is damaged, or if
    /// the file is too large.
    pub fn read(&self, name: &str) -> Result<Option<Resource>, ResourceError> {
        self.read_with(name, &mut Limits::default().budget())
    }

    /// Like [`read`](Self::read), but takes the bytes from a budget. Use this to limit how much several resources can
    /// take together.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn read_with(&self, name: &str, budget: &mut Budget) -> Result<Option<Resource>, ResourceError> {
        let Some(resource) = self.find(name)? else { return Ok(None) };
        let bytes = self.read_found(&resource, budget)?;
        Ok(Some(Resource { found: resource, bytes }))
    }

    /// Reads up to `most` bytes from the beginning of a resource. Also returns whether this is the whole resource.
    pub fn read_beginning(&self, resource: &Found, most: u64) -> Result<(Vec<u8>, bool), ResourceError> {
        let io = |error| ResourceError::Io { path: resource.path.clone(), error };
        let root = self.files_of(resource.root).ok_or_else(|| io(io::ErrorKind::NotFound.into()))?;
        let mut bytes = root.read(&resource.name, most.saturating_add(1)).map_err(io)?;
        let is_whole = bytes.len() as u64 <= most;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok((bytes, is_whole))
    }

    /// Reads a resource that you have found before.
    ///
    /// # Errors
    /// Returns any I/O error, and an error if the package is damaged, or if there are too many bytes.
    pub fn read_found(&self, resource: &Found, budget: &mut Budget) -> Result<Vec<u8>, ResourceError> {
        let io = |error| ResourceError::Io { path: resource.path.clone(), error };
        let gone = || io(io::ErrorKind::NotFound.into());
        let root = self.files_of(resource.root).ok_or_else(gone)?;
        let most = budget.left().saturating_add(1);
        let bytes = root.read(&resource.name, most).map_err(io)?;
        budget.spend(bytes.len() as u64)?;
        Ok(bytes)
    }
}
