//! The errors for scripts.

use binio::{Cause, Fault, HasCause};

/// An error with the path to the part of the script and the byte offset.
pub type Error = binio::Error<ErrorKind>;

/// The result of every writer.
pub(crate) type Written = binio::Written<ErrorKind>;

/// The reason why a script could not be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end too early, a count is impossible, or there are bytes left at the end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file does not begin with `ASBC`, so it is not a compiled script.
    #[error("expected ASBC at the beginning, found other bytes")]
    NotAScript,
    /// The tag of a type is not known.
    #[error("unknown {what} {tag:#04x}")]
    UnknownTag {
        /// What has this tag.
        what: &'static str,
        /// The tag as stored.
        tag: u8,
    },
    /// An instruction is not known.
    #[error("unknown instruction {0}")]
    UnknownInstruction(u8),
    /// Something refers to an item that does not exist.
    #[error("expected a {what} that exists, found number {index}")]
    NoSuch {
        /// The kind of item.
        what: &'static str,
        /// The index of the item, starting at 0.
        index: u64,
    },
    /// A type contains itself. AngelScript would read an incomplete type.
    #[error("the type contains itself")]
    SelfReference,
    /// A count is greater than AngelScript allows.
    #[error("{what}: expected a count that AngelScript accepts, found {count}")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// The count as stored.
        count: u64,
    },
    /// AngelScript never encodes something in this way, and so it could not be written byte for byte. For example, a
    /// number is not in its shortest encoding, or a string is stored twice.
    #[error("expected the encoding that AngelScript writes, found another")]
    NotCanonical,
    /// A number is out of range.
    #[error("expected a valid {what}, found {value}")]
    OutOfRange {
        /// What the number stands for.
        what: &'static str,
        /// The number as stored.
        value: i64,
    },
    /// On writing: two fields contradict each other, so the bytes would not be read back as the same script.
    #[error("{0}")]
    Contradiction(&'static str),
    /// On writing: this version of the stream can't store something.
    #[error("not in this version of the stream: {0}")]
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
