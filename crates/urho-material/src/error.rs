//! Errors of files and edits.

use binio::{Cause, Fault, HasCause};

/// An error of this crate, with path and offset.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// XML or JSON that isn't well-formed, or text that neither can store.
    #[error(transparent)]
    Text(#[from] urho_core::ErrorKind),
    /// The data end early, or exceed a limit.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// JSON whose outermost value isn't an object.
    #[error("an object expected")]
    NotAnObject,
    /// A list that contains NUL: not a text.
    #[error("a list of names holds no NUL")]
    NotAList,
    /// Editing: the item doesn't exist.
    #[error("there is no such {0}")]
    NoSuch(&'static str),
    /// Writing: the encoding can't store something.
    #[error("{0}")]
    NotInForm(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Text(kind) => kind.cause(),
            Self::Fault(kind) => kind.cause(),
            Self::NotInForm(_) => Cause::NotWritable,
            Self::NotAnObject | Self::NotAList | Self::NoSuch(_) => Cause::Damaged,
        }
    }
}

/// Converts an error of the text module.
pub(crate) fn of_text(error: urho_core::Error) -> Error {
    error.map_kind(ErrorKind::Text)
}
