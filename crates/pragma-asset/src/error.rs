//! What can be wrong with an asset.

use binio::{Fault, Name, Path};
use udm::Type;

/// An error about an asset: what, in which part, and at which byte where it is about bytes of a file.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with an asset or with an edit of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The document is wrong: bytes, text, a packed block, a limit.
    #[error(transparent)]
    Document(#[from] udm::ErrorKind),
    /// A document of another kind.
    #[error("expected an asset of type {expected}, found {found:?}")]
    WrongAsset {
        /// The type that it had to be.
        expected: &'static str,
        /// The type that it says to be.
        found: Name<'static>,
    },
    /// Something that has to be there isn't.
    #[error("expected {0}, found none")]
    Missing(&'static str),
    /// A value of another type than the engine takes.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// What the engine takes.
        expected: &'static str,
        /// What stands there.
        found: Type,
    },
    /// To edit or build: a name that is taken.
    #[error("expected a new name, found {0:?}, which is taken")]
    Taken(Name<'static>),
    /// To edit or build: two parts contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        Self::Document(udm::ErrorKind::Data(fault))
    }
}

/// An error of the document in the part `path`. Its offset, if it has one, counts within unpacked bytes and is left out.
pub(crate) fn within(error: udm::Error, path: &Path) -> Error {
    Error::new(error.into_kind(), path.clone())
}
