//! Errors of scripts.

use binio::{Cause, Fault, HasCause};

/// An error about a script, with path and offset.
pub type Error = binio::Error<ErrorKind>;

/// Result of every writer.
pub(crate) type Written = binio::Written<ErrorKind>;

/// Kind of error of a script, in bytes or to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, or bytes remain at the end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file doesn't begin with `ASBC`.
    #[error("expected ASBC at the beginning, found other bytes")]
    NotAScript,
    /// Unknown type tag.
    #[error("unknown {what} {tag:#04x}")]
    UnknownTag {
        /// Tagged item.
        what: &'static str,
        /// Stored tag.
        tag: u8,
    },
    /// An unknown instruction.
    #[error("unknown instruction {0}")]
    UnknownInstruction(u8),
    /// A reference to a missing item.
    #[error("expected a {what} that exists, found number {index}")]
    NoSuch {
        /// Item kind.
        what: &'static str,
        /// Its number, starting at 0.
        index: u64,
    },
    /// A type that contains itself; AngelScript would read an incomplete one.
    #[error("the type contains itself")]
    SelfReference,
    /// A count above AngelScript's maximum.
    #[error("{what}: expected a count that AngelScript accepts, found {count}")]
    TooMany {
        /// Counted items.
        what: &'static str,
        /// Count as stored.
        count: u64,
    },
    /// An encoding that AngelScript never writes and that couldn't round-trip: a number that isn't in its shortest
    /// encoding, a text stored twice.
    #[error("expected the encoding that AngelScript writes, found another")]
    NotCanonical,
    /// A number that is out of range.
    #[error("expected a valid {what}, found {value}")]
    OutOfRange {
        /// Meaning of the number.
        what: &'static str,
        /// Number as stored.
        value: i64,
    },
    /// Writing: two fields contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// Writing: this layout of the stream can't store something.
    #[error("not in this layout of the stream: {0}")]
    NotInLayout(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::UnknownTag { .. } | Self::UnknownInstruction(_) => Cause::Unsupported,
            Self::NotInLayout(_) | Self::Contradiction(_) => Cause::NotWritable,
            Self::NotAScript
            | Self::NoSuch { .. }
            | Self::SelfReference
            | Self::TooMany { .. }
            | Self::NotCanonical
            | Self::OutOfRange { .. } => Cause::Damaged,
        }
    }
}
