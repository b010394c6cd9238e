//! This module contains [`ResourceError`].

use std::io;
use std::path::PathBuf;

use asset_unpack::NameFault;
use binio::{Escaped, Fault};

/// Why a resource can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// The name would lead out of the folders, or is not possible on every platform.
    #[error("{0}")]
    Name(#[from] NameFault),
    /// Any I/O error.
    #[error("{}: {error}", Escaped(path.display()))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error from the system.
        error: io::Error,
    },
    /// A package is damaged.
    #[error("{}: {error}", Escaped(path.display()))]
    Package {
        /// Path of the package.
        path: PathBuf,
        /// The error in the package.
        error: urho_pak::Error,
    },
    /// `engine-assets.toml` is invalid.
    #[error("{}: {}", Escaped(path.display()), Escaped(message))]
    Config {
        /// Path of the file.
        path: PathBuf,
        /// The problem.
        message: String,
    },
    /// There are more bytes than the budget has left.
    #[error("{0}")]
    Limit(#[from] Fault),
}
