//! What can be wrong with a script.

use binio::Fault;

/// An error about a script: what, in which part, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// Result of every writer.
pub(crate) type Written = binio::Written<ErrorKind>;

/// What can be wrong with the bytes of a script, or with a script that is to become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, bytes are left at the end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file doesn't begin with `ASBC`.
    #[error("expected ASBC at the beginning, found other bytes")]
    NotAScript,
    /// A letter that should say what follows, and is none of those that do.
    #[error("unknown {what} {tag:#04x}")]
    UnknownTag {
        /// What the letter should say.
        what: &'static str,
        /// Byte that was found.
        tag: u8,
    },
    /// An instruction that AngelScript doesn't have.
    #[error("unknown instruction {0}")]
    UnknownInstruction(u8),
    /// A reference to something that wasn't there yet.
    #[error("expected a {what} that exists, found number {index}")]
    NoSuch {
        /// What is referred to.
        what: &'static str,
        /// Its number, from 0 on.
        index: u64,
    },
    /// A type that is part of itself; AngelScript would read a half-made one.
    #[error("expected a type, found one that contains itself")]
    SelfReference,
    /// More of something than AngelScript reads.
    #[error("{what}: expected a count that AngelScript accepts, found {count}")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// Count as stored.
        count: u64,
    },
    /// A form that AngelScript never writes and that the document couldn't give back: a number longer than it needs to
    /// be, a text stored twice.
    #[error("expected the encoding that AngelScript writes, found another")]
    NotCanonical,
    /// A number that isn't one of those that can stand here.
    #[error("expected a valid {what}, found {value}")]
    OutOfRange {
        /// What the number is.
        what: &'static str,
        /// Number as stored.
        value: i64,
    },
    /// To write: two fields contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// To write: this layout of the stream can't store something.
    #[error("not in this layout of the stream: {0}")]
    NotInLayout(&'static str),
}
