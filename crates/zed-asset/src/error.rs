//! Errors of files of the ZED engine.

use binio::{Cause, Fault, HasCause};

use crate::kind::FileKind;

/// An error about a file, with path and offset.
pub type Error = binio::Error<ErrorKind>;

/// A failure as parsers return it.
pub(crate) type Failed = binio::Failed<ErrorKind>;

/// Result of a parser of this crate.
pub(crate) type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

/// Result of a writer of this crate.
pub(crate) type Written = binio::Written<ErrorKind>;

/// Kind of error of a file, in bytes or to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, or a count is impossible.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file doesn't begin with an identifier of the engine.
    #[error("expected \"ZED\" at the beginning, found other bytes")]
    NotZed,
    /// The file has another kind than required.
    #[error("this is {0}")]
    OtherFile(FileKind),
    /// The size of a chunk differs from its content, and no END follows the content.
    #[error("expected a chunk of {actual} bytes, found a size of {stored}")]
    WrongSize {
        /// Size in the chunk's description.
        stored: u64,
        /// Content size.
        actual: u64,
    },
    /// Writing: two fields contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// Conversion: the target can't store something.
    #[error("not in this dialect: {0}")]
    NotInDialect(&'static str),
    /// Building: the arguments are not a valid model or font.
    #[error("{0}")]
    Unsound(&'static str),
    /// Reading an image file: an unknown version or compression.
    #[error("expected a {what} that is known, found {value}")]
    Unknown {
        /// Value kind.
        what: &'static str,
        /// Value as stored.
        value: u64,
    },
    /// Two names in an image file have the same hash, 32 bits of FNV-1a.
    #[error("two entries have the hash {0:08x}")]
    Collision(u32),
    /// An image file was modified after it was written.
    #[error("expected checksum {stored:08x}, found {computed:08x}")]
    Checksum {
        /// Stored checksum.
        stored: u32,
        /// Checksum of the current bytes.
        computed: u32,
    },
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::OtherFile(_) | Self::Unknown { .. } => Cause::Unsupported,
            Self::NotInDialect(_) | Self::Contradiction(_) | Self::Unsound(_) => Cause::NotWritable,
            Self::NotZed | Self::WrongSize { .. } | Self::Collision(_) | Self::Checksum { .. } => Cause::Damaged,
        }
    }
}
