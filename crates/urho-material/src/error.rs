//! The errors for files and edits.

use binio::{Cause, Fault, HasCause};

/// An error with the path to the part of the file and the byte offset.
pub type Error = binio::Error<ErrorKind>;

/// The reason why a file could not be read, written or edited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The XML or JSON is not well-formed, or the value can't be stored in either.
    #[error(transparent)]
    Text(#[from] urho_core::ErrorKind),
    /// The data ends too early or exceeds a limit.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The JSON does not begin with an object.
    #[error("an object expected")]
    NotAnObject,
    /// The list contains NUL, so it is not a text file.
    #[error("a list of names holds no NUL")]
    NotAList,
    /// On editing: there is no such item.
    #[error("there is no such {0}")]
    NoSuch(&'static str),
    /// On writing: the encoding can't store something.
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

/// Converts an error from the text module.
pub(crate) fn of_text(error: urho_core::Error) -> Error {
    error.map_kind(ErrorKind::Text)
}
