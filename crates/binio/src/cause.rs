//! The causes of errors, for programs that want to give advice.

use crate::failure::Fault;

/// The cause of an error. A program can use this to tell a person what to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The file ends too early, or its bytes contradict each other. This can happen if a download was cut off, or if
    /// another program has changed the file.
    Damaged,
    /// The file may be fine, but it uses something that this library does not support: an extension, a version, or a
    /// type.
    Unsupported,
    /// The file exceeds a limit of the reader. Such limits keep a file from using up all memory.
    Limit,
    /// This file refers to another file, which is missing or can't be read.
    OtherFile,
    /// The document can't be written in the requested form.
    NotWritable,
    /// The request does not fit the document: for example, the path to change does not exist, or the name to add exists
    /// already.
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
