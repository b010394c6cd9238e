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
    /// Baked light has another version than the engine reads.
    #[error("expected version {known}, found {found}")]
    Version {
        /// The version that the engine reads.
        known: u32,
        /// The version of the file.
        found: u32,
    },
    /// A list of baked light has no whole number of items.
    #[error("expected items of {size} bytes, found a list of {bytes} bytes")]
    Fraction {
        /// The number of bytes in the list.
        bytes: u32,
        /// The number of bytes in an item.
        size: usize,
    },
    /// This crate does not know a kind of file that begins in this way.
    #[error("expected a data file of Urho3D, found neither a root nor a beginning of a known kind")]
    UnknownKind,
    /// The file has an encoding that its kind can't have.
    #[error("expected {expected}, found another beginning")]
    WrongEncoding {
        /// The encodings that this kind can have, in words.
        expected: &'static str,
    },
    /// On editing: this text is not a valid place.
    #[error("not a place: {0}")]
    Place(&'static str),
    /// On editing: there is no such element or value in the file.
    #[error("there is no \"{0}\"")]
    NoSuch(String),
    /// On editing: the value must have another type.
    #[error("expected {expected}: {why}")]
    WrongType {
        /// The type that the value must have.
        expected: &'static str,
        /// Why the text is not a value of this type.
        why: &'static str,
    },
    /// A patch file inherits from itself, or from a chain of files that is too long.
    #[error("a file that inherits itself: the engine's stack overflows")]
    Cycle,
    /// A file of this kind has no values that you can edit.
    #[error("a file of this kind has no values to edit")]
    NotEditable,
    /// For views: the document has another kind than the view, or is a patch file, which has no values of its own.
    #[error("a document of another kind, or a patch file, which must be applied to its base first")]
    OtherKind,
    /// On conversion: engines do not read this kind in the other encoding, or it can't store something.
    #[error("{0}")]
    NotConvertible(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Text(kind) => kind.cause(),
            Self::Fault(kind) => kind.cause(),
            Self::UnknownKind
            | Self::WrongEncoding { .. }
            | Self::Version { .. }
            | Self::Fraction { .. }
            | Self::Cycle => Cause::Damaged,
            Self::Place(_) | Self::NoSuch(_) | Self::WrongType { .. } | Self::NotEditable | Self::OtherKind => {
                Cause::Request
            }
            Self::NotConvertible(_) => Cause::NotWritable,
        }
    }
}

/// Converts an error from the text module.
pub(crate) fn of_text(error: urho_core::Error) -> Error {
    error.map_kind(ErrorKind::Text)
}
