//! Errors of this crate.

use alloc::boxed::Box;
use binio::{Cause, Fault, HasCause, Path};

/// An error about a document, JSON or a schema: the problem, and the part.
pub type Error = binio::Error<ErrorKind>;

/// Problems of documents, JSON, schemas and patches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The document is invalid or can't be edited.
    #[error(transparent)]
    Document(#[from] udm::ErrorKind),
    /// JSON that isn't a value or a document.
    #[error("{0}")]
    BadJson(Box<str>),
    /// A schema that isn't well-formed, or has no object for an asset type.
    #[error("{0}")]
    BadSchema(Box<str>),
    /// A query that isn't well-formed, or matches too much.
    #[error("{0}")]
    Query(Box<str>),
    /// The value of a document isn't the old value of a change.
    #[error("expected the value that the change was made from, found another")]
    OtherValue,
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Document(kind) => kind.cause(),
            Self::BadJson(_) | Self::BadSchema(_) => Cause::Damaged,
            Self::Query(_) | Self::OtherValue => Cause::Request,
        }
    }
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        Self::Document(fault.into())
    }
}

/// Converts an error of the crate `udm`.
#[cold]
pub(crate) fn of_document(error: udm::Error) -> Error {
    error.map_kind(ErrorKind::Document)
}

/// An error about no byte of a file.
#[cold]
pub(crate) fn no_place(kind: impl Into<ErrorKind>) -> Error {
    Error::new(kind, Path::new())
}
