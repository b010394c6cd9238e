//! What can be wrong with a scene.

/// An error about a scene: what, in which part.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with a scene, or with making a file of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A number that refers to nothing.
    #[error("there is no {what} {index}")]
    NoSuch {
        /// What is referred to.
        what: &'static str,
        /// The number.
        index: usize,
    },
    /// A shape that doesn't fit its use; what was expected.
    #[error("expected {0}")]
    WrongShape(&'static str),
    /// Nodes that hang below themselves.
    #[error("the node hangs below itself")]
    Cycle,
    /// Something that the scene differs in from what its [`Source`](crate::Source) says, so that the stored file can't be restored.
    #[error("doesn't match the stored file: {0}")]
    Mismatch(String),
    /// Something that can't be held or done; what, and why.
    #[error("{0}")]
    Unsupported(String),
}
