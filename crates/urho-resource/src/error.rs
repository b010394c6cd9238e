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
    /// No kind of this crate has such a root or such a beginning.
    #[error("expected a data file of Urho3D, found neither a root nor a beginning of a known kind")]
    UnknownKind,
    /// The file has another encoding than its kind.
    #[error("expected {expected}, found another beginning")]
    WrongEncoding {
        /// Encodings of the kind, in words.
        expected: &'static str,
    },
    /// Editing: the text isn't the place of a value.
    #[error("not a place: {0}")]
    Place(&'static str),
    /// Editing: the file has no such element or value.
    #[error("there is no \"{0}\"")]
    NoSuch(String),
    /// Editing: the value has another type.
    #[error("expected {expected}: {why}")]
    WrongType {
        /// Type of the value.
        expected: &'static str,
        /// Reason why the text isn't a value of the type.
        why: &'static str,
    },
    /// A patch file inherits itself, or a chain of bases that is too long.
    #[error("a file that inherits itself: the engine's stack overflows")]
    Cycle,
    /// The file of this kind has no values that can be edited.
    #[error("a file of this kind has no values to edit")]
    NotEditable,
    /// Views: the document is of another kind than the view, or a patch file, which has no values of its own.
    #[error("a document of another kind, or a patch file, which must be applied to its base first")]
    OtherKind,
    /// Converting: the other encoding doesn't exist for this kind, or can't store something.
    #[error("{0}")]
    NotConvertible(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Text(kind) => kind.cause(),
            Self::Fault(kind) => kind.cause(),
            Self::UnknownKind | Self::WrongEncoding { .. } | Self::Cycle => Cause::Damaged,
            Self::Place(_) | Self::NoSuch(_) | Self::WrongType { .. } | Self::NotEditable | Self::OtherKind => {
                Cause::Request
            }
            Self::NotConvertible(_) => Cause::NotWritable,
        }
    }
}

/// Converts an error of the text module.
pub(crate) fn of_text(error: urho_core::Error) -> Error {
    error.map_kind(ErrorKind::Text)
}
