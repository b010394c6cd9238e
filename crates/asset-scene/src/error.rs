//! Errors in scenes.

use std::borrow::Cow;

use binio::{Cause, HasCause};

use crate::Semantic;

/// An error in a scene, with the path to it.
pub type Error = binio::Error<ErrorKind>;

/// What is wrong with a scene, or why it can't be converted to a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An index is out of bounds.
    #[error("expected a {what} below {count}, found {index}")]
    NoSuch {
        /// The item kind: `node`, `joint` or `vertex`, for example.
        what: &'static str,
        /// The invalid index.
        index: usize,
        /// The number of items in the list.
        count: usize,
    },
    /// A required attribute is missing.
    #[error("expected {0}, found none")]
    MissingAttribute(Semantic),
    /// A length, a width or a number type doesn't fit its use.
    #[error("expected {expected}, found {found}")]
    WrongShape {
        /// The shape that is required, for example `3 numbers per vertex`.
        expected: Cow<'static, str>,
        /// The shape that was found, for example `4`.
        found: String,
    },
    /// A node is its own ancestor.
    #[error("expected an acyclic hierarchy, found a node that is its own ancestor")]
    Cycle,
    /// The scene doesn't match the data in [`Source`](crate::Source), so the stored file can't be restored.
    #[error("doesn't match the stored file: {0}")]
    Mismatch(String),
    /// The content or operation is not supported, with the reason.
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
    /// Creates the error for an `index` of `what` that is not below `count`.
    pub fn no_such(what: &'static str, index: impl TryInto<usize>, count: usize) -> Self {
        Self::NoSuch { what, index: index.try_into().unwrap_or(usize::MAX), count }
    }
}
