//! The errors for models.

use binio::{Cause, Fault, HasCause};

/// An error with the path to the part of the model and the byte offset.
pub type Error = binio::Error<ErrorKind>;

/// The reason why a model could not be read, written or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end too early, a count is impossible, or a name does not end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file does not begin with a model identifier, so it is not a model or is older than March 2011.
    #[error("expected UMDL, UMD2, UMD3, AMDL or AMD2 at the beginning, found other bytes")]
    NotAModel,
    /// The size of a vertex element is not known. For such a type, the engines read past the end of their size table.
    #[error("expected an element type that is known, found {0}")]
    UnknownElementType(u8),
    /// On writing: the size of a block contradicts the counts.
    #[error("expected {expected} bytes of data, found {actual}")]
    WrongDataSize {
        /// The size in bytes that the counts require: count times item size.
        expected: u64,
        /// The size of the data in bytes.
        actual: u64,
    },
    /// On writing: two fields contradict each other, so the bytes would not be read back as the same model.
    #[error("{0}")]
    Contradiction(&'static str),
    /// On writing or conversion: this version of the format can't store something.
    /// [`Model::to_version_lossy`](crate::Model::to_version_lossy) drops it.
    #[error("not in this version of the format: {0}")]
    NotInVersion(&'static str),
    /// On editing: a list has the wrong length.
    #[error("expected {expected} values, found {actual}")]
    WrongLength {
        /// The number of items that you must pass.
        expected: u64,
        /// The number of items that were passed.
        actual: u64,
    },
    /// On editing: an index is out of bounds.
    #[error("expected a number below {count}, found {number}")]
    OutOfRange {
        /// The index that was used, starting at 0. For a range, this is the end.
        number: u64,
        /// How many items exist.
        count: u64,
    },
    /// On editing: something that is required is missing.
    #[error("missing: {0}")]
    Missing(&'static str),
    /// On editing: a value is not valid.
    #[error("{0}")]
    Unfit(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::UnknownElementType(_) => Cause::Unsupported,
            Self::NotInVersion(_) | Self::Unfit(_) | Self::Contradiction(_) => Cause::NotWritable,
            Self::NotAModel
            | Self::WrongDataSize { .. }
            | Self::WrongLength { .. }
            | Self::OutOfRange { .. }
            | Self::Missing(_) => Cause::Damaged,
        }
    }
}
