//! What can be wrong with a scene.

/// An error about a scene: what, in which part.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with a scene, or with turning it into something.
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
    /// A shape that doesn't fit its use; what it should have been.
    #[error("there should be {0}")]
    WrongShape(&'static str),
    /// Nodes that hang below themselves.
    #[error("the node hangs below itself")]
    Cycle,
    /// The target can't hold it.
    #[error("{0}")]
    Unsupported(String),
}

/// The scene isn't what the layout of its source says.
#[cfg(any(feature = "pragma", feature = "urho", feature = "zed"))]
pub(crate) fn unfit(path: binio::Path, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Unsupported(format!("not as it was: {why}")), path)
}
