//! The reasons why an entry of a package is not written.

use std::io;

use crate::name::NameFault;

/// The reason why an entry was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The name is not a path below the folder.
    #[error(transparent)]
    Name(#[from] NameFault),
    /// An earlier entry has the same name.
    #[error("an earlier entry has the same name")]
    Duplicate,
    /// An earlier entry has this name, which some file systems would treat as the same.
    #[error("differs from {0:?} in case or Unicode form only")]
    Collision(String),
    /// The path needs this folder, but it is a file.
    #[error("{0:?} is a file, not a folder")]
    FileAsFolder(String),
    /// There is a folder with this name.
    #[error("is a folder already")]
    FolderAsFile,
    /// The path goes through this folder, which is a link.
    #[error("{0:?} is a link")]
    Link(String),
    /// The file already exists.
    #[error("the file exists")]
    Exists,
    /// The entry is larger than the limit allows.
    #[error("{size} bytes, {left} are left of the limit")]
    TooLarge {
        /// The size of the entry in bytes.
        size: u64,
        /// The number of bytes that can still be written.
        left: u64,
    },
    /// There are more files and folders than the limit allows.
    #[error("the limit of files and folders is reached")]
    TooMany,
    /// The content can't be read.
    #[error("{0}")]
    Content(String),
    /// The system does not accept the name.
    #[error("{0}")]
    System(String),
}

impl Refusal {
    pub(crate) fn system(error: io::Error) -> Self {
        Self::System(error.to_string())
    }
}
