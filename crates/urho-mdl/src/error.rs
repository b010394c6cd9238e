//! What can be wrong with a model.

use binio::Fault;

/// An error about a model: what, in which part, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with the bytes of a model, or with a model that is to become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, a name doesn't end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file begins with none of the model identifiers.
    #[error("expected UMDL, UMD2, UMD3, AMDL or AMD2 at the beginning, found other bytes")]
    NotAModel,
    /// A vertex element of unknown size; the engines read past their table of sizes.
    #[error("expected an element type that is known, found {0}")]
    UnknownElementType(u8),
    /// To write: a block has another size than its counts say.
    #[error("expected {expected} bytes of data, found {actual}")]
    WrongDataSize {
        /// Bytes that count and item size make.
        expected: u64,
        /// Bytes that are there.
        actual: u64,
    },
    /// To write: two fields contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// To write or to convert: this version of the format can't store something.
    #[error("not in this version of the format: {0}")]
    NotInVersion(&'static str),
    /// To edit: a list has another length than what it belongs to.
    #[error("expected {expected} values, found {actual}")]
    WrongLength {
        /// How many there have to be.
        expected: u64,
        /// How many there are.
        actual: u64,
    },
    /// To edit: something that does not exist is referred to by number.
    #[error("expected a number below {count}, found {number}")]
    OutOfRange {
        /// The number; the first is 0. Of a range, its end.
        number: u64,
        /// How many there are.
        count: u64,
    },
    /// To edit: something that has to be there isn't.
    #[error("missing: {0}")]
    Missing(&'static str),
    /// To edit: a value that makes no sense where it stands.
    #[error("{0}")]
    Unfit(&'static str),
}
