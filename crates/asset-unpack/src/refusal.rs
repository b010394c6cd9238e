//! Reasons why an entry of a package is not written.

use std::io;

use crate::name::NameFault;

/// Why an entry isn't written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Its name is no path below the folder.
    #[error(transparent)]
    Name(#[from] NameFault),
    /// An earlier entry has the same name.
    #[error("an earlier entry has the same name")]
    Duplicate,
    /// An earlier entry has a name that some file systems take for the same.
    #[error("differs from {0:?} in case or Unicode form only")]
    Collision(String),
    /// A folder of the path is a file.
    #[error("{0:?} is a file, not a folder")]
    FileAsFolder(String),
    /// There is a folder of this name.
    #[error("is a folder already")]
    FolderAsFile,
    /// A folder of the path is a link.
    #[error("{0:?} is a link")]
    Link(String),
    /// The file exists.
    #[error("the file exists")]
    Exists,
    /// More bytes than allowed.
    #[error("{size} bytes, {left} are left of the limit")]
    TooLarge {
        /// Bytes that it has.
        size: u64,
        /// Bytes that may still be written.
        left: u64,
    },
    /// More files and folders than allowed.
    #[error("the limit of files and folders is reached")]
    TooMany,
    /// The content is unreadable.
    #[error("{0}")]
    Content(String),
    /// The system doesn't take the name.
    #[error("{0}")]
    System(String),
}

impl Refusal {
    pub(crate) fn system(error: io::Error) -> Self {
        Self::System(error.to_string())
    }
}
