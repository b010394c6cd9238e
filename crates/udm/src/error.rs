//! What can be wrong with a document.

use binio::Fault;

use crate::kind::Type;

/// An error about a document: what, in which part, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with the bytes or the text of a document, or with a document that is to become them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, a limit is reached, a packed block is broken.
    #[error(transparent)]
    Data(#[from] Fault),
    /// Neither version 1 nor 2.
    #[error("unsupported version {0}")]
    UnsupportedVersion(u32),
    /// A file as an old public page describes the format, which no reader ever took.
    #[error("written after an outdated description of the format: {0}")]
    Outdated(&'static str),
    /// A type number that is none.
    #[error("unknown type {0}")]
    UnknownType(u8),
    /// A type that can't stand here: a field of a struct or an item of an `arrayLz4`.
    #[error("{0} can't stand here")]
    WrongType(Type),
    /// A size that contradicts what follows it.
    #[error("a size of {stored} is stored where {actual} bytes follow")]
    WrongSize {
        /// The size as stored.
        stored: u64,
        /// Bytes that follow.
        actual: u64,
    },
    /// A string below 255 bytes with a long size, which would be written with a short one.
    #[error("a string of {0} bytes has a long size")]
    LongForm(u32),
    /// The root isn't an element with a string `assetType`, a uint32 `assetVersion` and an element `assetData`.
    #[error("the root has no {0}")]
    NoHeader(&'static str),
    /// Elements and arrays nest too deep.
    #[error("nested deeper than {0} levels")]
    Depth(u16),
    /// Text that doesn't follow the grammar.
    #[error("{problem} (line {line}, column {column})")]
    Syntax {
        /// Line, from 1.
        line: u32,
        /// Column in bytes, from 1.
        column: u32,
        /// What is wrong or expected.
        problem: &'static str,
    },
    /// To write: text has no form for something.
    #[error("text can't hold {0}")]
    NotInText(&'static str),
    /// To edit: two parts contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
    /// Nothing is at this path.
    #[error("nothing is there")]
    NoSuchPath,
    /// A path that isn't well-formed.
    #[error("not a path: {0}")]
    BadPath(&'static str),
    /// A reference that leads to itself, or through too many others.
    #[error("a reference that leads in a circle")]
    CyclicReference,
    /// What [`Lazy`](crate::Lazy) reads from can't be read.
    #[cfg(feature = "std")]
    #[error("can't be read: {0}")]
    Io(std::io::ErrorKind),
}
