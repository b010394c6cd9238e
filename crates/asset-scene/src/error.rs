//! Errors of scenes.

use std::borrow::Cow;

use binio::{Cause, HasCause};

use crate::Semantic;

/// An error about a scene, with its path.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of a scene, or of its conversion to a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An index out of bounds.
    #[error("expected a {what} below {count}, found {index}")]
    NoSuch {
        /// Item kind: `node`, `joint`, `vertex`.
        what: &'static str,
        /// The invalid index.
        index: usize,
        /// Number of items.
        count: usize,
    },
    /// A required attribute is missing.
    #[error("expected {0}, found none")]
    MissingAttribute(Semantic),
    /// A length, a width or a number type that doesn't fit its use.
    #[error("expected {expected}, found {found}")]
    WrongShape {
        /// Required shape: `3 numbers per vertex`.
        expected: Cow<'static, str>,
        /// Actual shape: `4`.
        found: String,
    },
    /// A node that is its own ancestor.
    #[error("expected an acyclic hierarchy, found a node that is its own ancestor")]
    Cycle,
    /// A difference from the data in [`Source`](crate::Source), so that the stored file can't be restored.
    #[error("doesn't match the stored file: {0}")]
    Mismatch(String),
    /// Unsupported content or operation, with the reason.
    #[error("{0}")]
    Unsupported(String),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Unsupported(_) => Cause::Unsupported,
            Self::NoSuch { .. }
            | Self::MissingAttribute(_)
            | Self::WrongShape { .. }
            | Self::Cycle
            | Self::Mismatch(_) => Cause::Damaged,
        }
    }
}

impl ErrorKind {
    /// Creates the error for an index of `what` that isn't below `count`.
    pub fn no_such(what: &'static str, index: impl TryInto<usize>, count: usize) -> Self {
        Self::NoSuch { what, index: index.try_into().unwrap_or(usize::MAX), count }
    }
}
