//! Errors you can get when you work with documents.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use binio::{Cause, Fault, HasCause};

use crate::kind::Type;

/// This is the error type for documents. It contains the problem, the part, and for a problem in a file also the byte
/// offset.
pub type Error = binio::Error<ErrorKind>;

/// A problem in a document, an edit or a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, a limit is reached, or a packed block is broken.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The header version is not 1 or 2.
    #[error("expected version 1 or 2, found unsupported version {0}")]
    UnsupportedVersion(u32),
    /// The file follows an old public description of the format, which no reader ever supported.
    #[error("written after an outdated description of the format: {0}")]
    Outdated(&'static str),
    /// The type number is 36 or more, so there is no such type.
    #[error("expected a type from 0 to 35, found unknown type {0}")]
    UnknownType(u8),
    /// A value or item has a type that is not allowed here.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// The types allowed here.
        expected: &'static str,
        /// The type that was found instead.
        found: Type,
    },
    /// A stored size contradicts the data that follows.
    #[error("expected a size of {actual} bytes, found {stored}")]
    WrongSize {
        /// The size in the file.
        stored: u64,
        /// How many bytes follow.
        actual: u64,
    },
    /// A string shorter than 255 bytes has a long size. It would be written with a short size, so the file would
    /// change.
    #[error("expected a size of one byte before a string of {0} bytes, found one of five")]
    LongForm(u32),
    /// The root has no string `assetType`, no uint32 `assetVersion` or no element `assetData`.
    #[error("expected {0} in the root, found none")]
    NoHeader(&'static str),
    /// The nesting of elements and arrays is too deep.
    #[error("nested deeper than {0} levels")]
    Depth(u16),
    /// The text does not follow the grammar.
    #[error("{problem} (line {line}, column {column})")]
    Syntax {
        /// The line, starting at 1.
        line: u32,
        /// The column in bytes, starting at 1.
        column: u32,
        /// The problem, or the token that was expected.
        problem: &'static str,
    },
    /// The document can't be written, because this has no form in text.
    #[error("text can't hold {0}")]
    NotInText(&'static str),
    /// The edit would create a contradiction between two parts.
    #[error("{0}")]
    Contradiction(&'static str),
    /// The edit needs a number, and this text is not a number in the range of the type.
    #[error("{0}")]
    BadNumber(Box<str>),
    /// There is nothing at this path.
    #[error("{0}")]
    NoSuchPath(Box<Miss>),
    /// The path is not well-formed.
    #[error("not a path: {0}")]
    BadPath(&'static str),
    /// The reference leads back to itself, or through more than 128 other references.
    #[error("the reference leads in a circle")]
    CyclicReference,
    /// [`Lazy`](crate::Lazy) can't read from its source.
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
    /// Creates the error for a value whose type is not `expected`.
    pub(crate) fn wrong_type(expected: &'static str, actual: Type) -> Self {
        Self::WrongType { expected, found: actual }
    }
}

/// Tells you how far a path exists, and which step is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Miss {
    /// The part of the path that exists. This is empty for the asset data.
    pub reached: String,
    /// The step that does not exist: a key, or `[index]`.
    pub step: String,
    /// The type of the value at `reached`.
    pub found: Type,
    /// How many keys or items the value at `reached` has, or `None` if it can't have any.
    pub len: Option<usize>,
    /// Keys at `reached` with a spelling similar to `step`, or all keys of a small element. The list is complete if its
    /// length is [`len`](Self::len).
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

/// Creates an error that is not about a byte in a file.
#[cold]
pub(crate) fn no_place(kind: impl Into<ErrorKind>) -> Error {
    Error::new(kind, binio::Path::new())
}
