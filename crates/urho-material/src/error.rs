//! What can be wrong with a file, or with an edit of it.

use binio::Fault;

/// An error of this crate: what, where, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Not well-formed XML or JSON, or text that neither can hold.
    #[error(transparent)]
    Text(#[from] urho_core::ErrorKind),
    /// The data end early, or exceed a limit.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// JSON whose outermost value is no object.
    #[error("an object expected")]
    NotAnObject,
    /// A list with a NUL: no text.
    #[error("a list of names holds no NUL")]
    NotAList,
    /// To edit: what there is none of.
    #[error("there is no such {0}")]
    NoSuch(&'static str),
    /// To write: what the form has no place for.
    #[error("{0}")]
    NotInForm(&'static str),
}

/// An error of the text below, as one of this crate.
pub(crate) fn of_text(error: urho_core::Error) -> Error {
    error.map_kind(ErrorKind::Text)
}
