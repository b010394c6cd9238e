//! What can be wrong with a scene.

use std::borrow::Cow;

use crate::Semantic;

/// An error about a scene: what, in which part.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with a scene, or with making a file of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An index that refers to nothing.
    #[error("expected a {what} below {count}, found {index}")]
    NoSuch {
        /// What is referred to: `node`, `joint`, `vertex`.
        what: &'static str,
        /// The index that was given.
        index: usize,
        /// Number of items that there are.
        count: usize,
    },
    /// An attribute that is needed and isn't there.
    #[error("expected {0}, found none")]
    MissingAttribute(Semantic),
    /// A length, a width or a type of numbers that doesn't fit its use.
    #[error("expected {expected}, found {found}")]
    WrongShape {
        /// What fits: `3 numbers per vertex`.
        expected: Cow<'static, str>,
        /// What there is: `4`.
        found: String,
    },
    /// A node that is its own ancestor.
    #[error("expected an acyclic hierarchy, found a node that is its own ancestor")]
    Cycle,
    /// A difference from what [`Source`](crate::Source) stores, so that the stored file can't be restored.
    #[error("doesn't match the stored file: {0}")]
    Mismatch(String),
    /// Something that can't be held or done; what, and why.
    #[error("{0}")]
    Unsupported(String),
}

impl ErrorKind {
    /// An index of `what` that isn't below `count`.
    pub fn no_such(what: &'static str, index: impl TryInto<usize>, count: usize) -> Self {
        Self::NoSuch { what, index: index.try_into().unwrap_or(usize::MAX), count }
    }
}
