//! The causes of errors. A program can use them to give advice.

use crate::failure::Fault;

/// The cause of an error. Use it to tell a person what to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The file ends too early, or its bytes contradict each other. It was truncated or changed, for example in a
    /// download.
    Damaged,
    /// The file may be fine, but it uses something that this library does not support: an extension, a version, or a
    /// type.
    Unsupported,
    /// The file exceeds a limit. Limits make sure that a file can't use up all memory.
    Limit,
    /// Another file is missing or can't be read. This file references it.
    OtherFile,
    /// The document can't be written in the requested form.
    NotWritable,
    /// The request does not fit the document. For example, a path or a name does not exist, or already exists.
    Request,
    /// The system can't read or write.
    Io,
}

/// An error kind that knows its cause.
///
/// Each format implements this next to its error kinds, using a match without a wildcard. If you add a kind, the
/// compiler will ask you for its cause.
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
