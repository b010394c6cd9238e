//! Errors of models.

use binio::{Cause, Fault, HasCause};

/// An error about a model, with path and offset.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of a model, in bytes or to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, or a name doesn't end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file doesn't begin with a model identifier.
    #[error("expected UMDL, UMD2, UMD3, AMDL or AMD2 at the beginning, found other bytes")]
    NotAModel,
    /// A vertex element of unknown size; the engines read past the end of their size table.
    #[error("expected an element type that is known, found {0}")]
    UnknownElementType(u8),
    /// Writing: the size of a block contradicts its counts.
    #[error("expected {expected} bytes of data, found {actual}")]
    WrongDataSize {
        /// Required size in bytes: count times item size.
        expected: u64,
        /// Size of the data in bytes.
        actual: u64,
    },
    /// Writing: two fields contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// Writing or conversion: this version of the format can't store something.
    #[error("not in this version of the format: {0}")]
    NotInVersion(&'static str),
    /// Editing: a list has the wrong length.
    #[error("expected {expected} values, found {actual}")]
    WrongLength {
        /// Required number of items.
        expected: u64,
        /// Number of items.
        actual: u64,
    },
    /// Editing: an item number is out of bounds.
    #[error("expected a number below {count}, found {number}")]
    OutOfRange {
        /// The number, starting at 0; for a range, its end.
        number: u64,
        /// Number of existing items.
        count: u64,
    },
    /// Editing: a required part is missing.
    #[error("missing: {0}")]
    Missing(&'static str),
    /// Editing: an invalid value.
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
