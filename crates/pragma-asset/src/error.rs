//! Errors of assets.

use binio::{Cause, Fault, HasCause, Name, Path};
use udm::Type;

/// An error about an asset, with path and, if it is about bytes of a file, offset.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of an asset or of an edit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The document is invalid: bytes, text, a compressed block, a limit.
    #[error(transparent)]
    Document(#[from] udm::ErrorKind),
    /// A document of another kind.
    #[error("expected an asset of type {expected}, found {found:?}")]
    WrongAsset {
        /// Required type.
        expected: &'static str,
        /// Document type.
        found: Name<'static>,
    },
    /// A required part is missing.
    #[error("expected {0}, found none")]
    Missing(&'static str),
    /// A value has a type that the engine doesn't accept.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// Type that the engine accepts.
        expected: &'static str,
        /// Stored type.
        found: Type,
    },
    /// Editing or building: the name already exists.
    #[error("expected a new name, found {0:?}, which is taken")]
    Taken(Name<'static>),
    /// Editing or building: two parts contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Document(kind) => kind.cause(),
            Self::Taken(_) => Cause::Request,
            Self::Contradiction(_) => Cause::NotWritable,
            Self::WrongAsset { .. } | Self::Missing(_) | Self::WrongType { .. } => Cause::Damaged,
        }
    }
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        Self::Document(udm::ErrorKind::Data(fault))
    }
}

/// Converts an error of the document in the part `path`. An offset would be within decompressed bytes and is dropped.
pub(crate) fn within(error: udm::Error, path: &Path) -> Error {
    Error::new(error.into_kind(), path.clone())
}
