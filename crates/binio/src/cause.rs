//! Causes of errors, from which advice to a user follows.

use crate::failure::Fault;

/// Cause of an error about the content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The file ends too early, or its bytes contradict each other: it was cut off or changed on its way.
    Damaged,
    /// The file may be fine, and uses something that this library doesn't read: an extension, a version, a type.
    Unsupported,
    /// The file exceeds a limit that keeps it from exhausting the memory.
    Limit,
    /// Another file, which this one names, is missing or can't be read.
    OtherFile,
    /// The document can't be written in the form that was asked for.
    NotWritable,
    /// The request doesn't fit the document: a path or a name that doesn't exist, or is taken.
    Request,
    /// The system can't read or write.
    Io,
}

/// An error kind that knows its cause.
///
/// Each format implements it next to its kinds with a match over all of them, so that the compiler asks for the cause of a new kind.
pub trait HasCause {
    /// Returns the cause.
    fn cause(&self) -> Cause;
}

impl HasCause for Fault {
    fn cause(&self) -> Cause {
        match self {
            Self::Limit(_) => Cause::Limit,
            Self::TooLarge { .. } | Self::NulInName => Cause::NotWritable,
            Self::UnexpectedEnd { .. }
            | Self::ImpossibleCount { .. }
            | Self::Unterminated
            | Self::Expected(_)
            | Self::EndlessInteger
            | Self::LongInteger
            | Self::Trailing(_)
            | Self::ImpossibleExpansion { .. }
            | Self::MalformedBlock { .. }
            | Self::Malformed(_) => Cause::Damaged,
        }
    }
}
