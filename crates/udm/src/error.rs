//! Errors of documents.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use binio::{Cause, Fault, HasCause};

use crate::kind::Type;

/// Error of a document: the problem, its part, and, for problems of a file, its byte offset.
pub type Error = binio::Error<ErrorKind>;

/// Problems of a document, an edit or a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, a limit is reached, a packed block is broken.
    #[error(transparent)]
    Data(#[from] Fault),
    /// A header version that is neither 1 nor 2.
    #[error("expected version 1 or 2, found unsupported version {0}")]
    UnsupportedVersion(u32),
    /// A file written after an old public page about the format, which no reader ever took.
    #[error("written after an outdated description of the format: {0}")]
    Outdated(&'static str),
    /// A type number from 36 on.
    #[error("expected a type from 0 to 35, found unknown type {0}")]
    UnknownType(u8),
    /// A value or an item of another type than is allowed in this place.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// The allowed types.
        expected: &'static str,
        /// The found type.
        found: Type,
    },
    /// A size that contradicts the following data.
    #[error("expected a size of {actual} bytes, found {stored}")]
    WrongSize {
        /// The size as stored.
        stored: u64,
        /// Bytes that follow.
        actual: u64,
    },
    /// A string below 255 bytes with a long size, which would be written with a short one.
    #[error("expected a size of one byte before a string of {0} bytes, found one of five")]
    LongForm(u32),
    /// The root lacks a string `assetType`, a uint32 `assetVersion` or an element `assetData`.
    #[error("expected {0} in the root, found none")]
    NoHeader(&'static str),
    /// Elements and arrays nest deeper than the limit.
    #[error("nested deeper than {0} levels")]
    Depth(u16),
    /// Text that doesn't follow the grammar.
    #[error("{problem} (line {line}, column {column})")]
    Syntax {
        /// Line, from 1.
        line: u32,
        /// Column in bytes, from 1.
        column: u32,
        /// The problem, or the expected token.
        problem: &'static str,
    },
    /// To write: text has no form for something.
    #[error("text can't hold {0}")]
    NotInText(&'static str),
    /// To edit: two parts contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
    /// To edit: a number that isn't one, or is out of the range of its type.
    #[error("{0}")]
    BadNumber(Box<str>),
    /// Nothing is at a path.
    #[error("{0}")]
    NoSuchPath(Box<Miss>),
    /// A path that isn't well-formed.
    #[error("not a path: {0}")]
    BadPath(&'static str),
    /// A reference that leads to itself, or through more than 128 others.
    #[error("the reference leads in a circle")]
    CyclicReference,
    /// The source of a [`Lazy`](crate::Lazy) is unreadable.
    #[cfg(feature = "std")]
    #[error("can't be read: {0}")]
    Io(std::io::ErrorKind),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::UnsupportedVersion(_) | Self::Outdated(_) | Self::UnknownType(_) => Cause::Unsupported,
            Self::Depth(_) => Cause::Limit,
            Self::NotInText(_) | Self::Contradiction(_) => Cause::NotWritable,
            Self::WrongType { .. }
            | Self::WrongSize { .. }
            | Self::LongForm(_)
            | Self::NoHeader(_)
            | Self::Syntax { .. }
            | Self::BadNumber(_)
            | Self::CyclicReference => Cause::Damaged,
            Self::NoSuchPath(_) | Self::BadPath(_) => Cause::Request,
            #[cfg(feature = "std")]
            Self::Io(_) => Cause::Io,
        }
    }
}

impl ErrorKind {
    /// A value of another type than `expected`.
    pub(crate) fn wrong_type(expected: &'static str, found: Type) -> Self {
        Self::WrongType { expected, found }
    }
}

/// The existing part of a path, and its missing step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Miss {
    /// The part of the path that exists; empty for the asset's data.
    pub reached: String,
    /// The next step, a key or `[index]`, which leads nowhere.
    pub step: String,
    /// Type of the value at `reached`.
    pub found: Type,
    /// Keys or items of the value at `reached`; `None` if it has neither.
    pub len: Option<usize>,
    /// Keys at `reached` that are spelt like `step`, or all of them if there are few. These are all keys if there are [`len`](Self::len).
    pub near: Vec<String>,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reached, step, found, len, near } = self;
        match (step.starts_with('['), found.is_array()) {
            (true, true) => write!(f, "expected an item {step}, found an {found} of {} items", len.unwrap_or(0))?,
            (false, _) if len.is_some() && !found.is_array() => {
                write!(f, "expected the key \"{step}\", found none")?;
            }
            (true, _) => write!(f, "expected an array with an item {step}, found a value of type {found}")?,
            (false, _) => write!(f, "expected an element with the key \"{step}\", found a value of type {found}")?,
        }
        if reached.is_empty() {
            f.write_str(" in the data")?;
        } else {
            write!(f, " at \"{reached}\"")?;
        }
        let is_all = *len == Some(near.len());
        for (index, key) in near.iter().enumerate() {
            let before = match index {
                0 if is_all => "; it has ",
                0 => "; its keys include ",
                _ => ", ",
            };
            write!(f, "{before}\"{key}\"")?;
        }
        Ok(())
    }
}

/// An error that is about no byte of a file.
#[cold]
pub(crate) fn no_place(kind: impl Into<ErrorKind>) -> Error {
    Error::new(kind, binio::Path::new())
}
