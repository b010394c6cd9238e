//! Errors you can get when you work with assets.

use binio::{Cause, Fault, HasCause, Name, Path};
use udm::Type;

/// This is the error type for assets. It contains the path, and if this is about a byte in a file, the offset.
pub type Error = binio::Error<ErrorKind>;

/// A problem in an asset or in an edit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The document is invalid: this can be its bytes, its text, a compressed block or a limit.
    #[error(transparent)]
    Document(#[from] udm::ErrorKind),
    /// This is another kind of document.
    #[error("expected an asset of type {expected}, found {found:?}")]
    WrongAsset {
        /// The type that was expected.
        expected: &'static str,
        /// The type of the document.
        found: Name<'static>,
    },
    /// A part is missing that is required.
    #[error("expected {0}, found none")]
    Missing(&'static str),
    /// A value has a type that the engine will not accept.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// The type that the engine accepts.
        expected: &'static str,
        /// The type that is stored.
        found: Type,
    },
    /// The name is already used, so you can't add this or rename something to it.
    #[error("expected a new name, found {0:?}, which is taken")]
    Taken(Name<'static>),
    /// Two parts of what you want to write contradict each other.
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

/// Converts an error of the document, found in the part `path`. An offset would refer to decompressed bytes, so it will
/// be dropped.
pub(crate) fn within(error: udm::Error, path: &Path) -> Error {
    Error::new(error.into_kind(), path.clone())
}
