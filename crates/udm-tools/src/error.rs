//! Errors used in this crate.

use alloc::boxed::Box;
use binio::{Cause, Fault, HasCause, Path};

/// An error in a document, in JSON or in a schema. It contains the problem and the part.
pub type Error = binio::Error<ErrorKind>;

/// A problem in a document, in JSON, in a schema or in a patch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The document is invalid, or this edit is not possible.
    #[error(transparent)]
    Document(#[from] udm::ErrorKind),
    /// The JSON is not a value or a document.
    #[error("{0}")]
    BadJson(Box<str>),
    /// The schema is not well-formed, or it has no object for this asset type.
    #[error("{0}")]
    BadSchema(Box<str>),
    /// The query is not well-formed, or it matches too much.
    #[error("{0}")]
    Query(Box<str>),
    /// The document has another value than the change expects.
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

/// Converts an error from the crate `udm`.
#[cold]
pub(crate) fn of_document(error: udm::Error) -> Error {
    error.map_kind(ErrorKind::Document)
}

/// Creates an error that is not about a byte in a file.
#[cold]
pub(crate) fn no_place(kind: impl Into<ErrorKind>) -> Error {
    Error::new(kind, Path::new())
}
