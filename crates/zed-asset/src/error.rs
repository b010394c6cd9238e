//! Errors you can get when you work with files of the ZED engine.

use binio::{Cause, Fault, HasCause};

use crate::kind::FileKind;

/// This is the error type for files of the ZED engine. It contains the path and the offset.
pub type Error = binio::Error<ErrorKind>;

/// What a parser returns when it fails.
pub(crate) type Failed = binio::Failed<ErrorKind>;

/// What a parser in this crate returns.
pub(crate) type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

/// What a writer in this crate returns.
pub(crate) type Written = binio::Written<ErrorKind>;

/// A problem in a file, or in something that you want to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, or a count is impossible.
    #[error(transparent)]
    Data(#[from] Fault),
    /// This is not a file of the engine, because its first bytes are not known.
    #[error("expected \"ZED\" at the beginning, found other bytes")]
    NotZed,
    /// This is another kind of file.
    #[error("this is {0}")]
    OtherFile(FileKind),
    /// The size of a chunk is not the length of its content, and there is no END after the content.
    #[error("expected a chunk of {actual} bytes, found a size of {stored}")]
    WrongSize {
        /// The size in the description.
        stored: u64,
        /// The length of the content.
        actual: u64,
    },
    /// Two fields contradict each other, so the file would be read differently after you have written it.
    #[error("{0}")]
    Contradiction(&'static str),
    /// The file can't be converted, because this encoding is not able to store something.
    #[error("not in this encoding: {0}")]
    NotInEncoding(&'static str),
    /// This is not a valid model or font, so it can't be built.
    #[error("{0}")]
    Unsound(&'static str),
    /// An image file has an unknown version or compression.
    #[error("expected a {what} that is known, found {value}")]
    Unknown {
        /// The kind of value.
        what: &'static str,
        /// The value in the file.
        value: u64,
    },
    /// Two names in an image file have the same hash, which is 32-bit FNV-1a. Rename one of the files.
    #[error("two entries have the hash {0:08x}")]
    Collision(u32),
    /// An image file was modified after it was written.
    #[error("expected checksum {stored:08x}, found {computed:08x}")]
    Checksum {
        /// The checksum in the file.
        stored: u32,
        /// The checksum computed from the bytes.
        computed: u32,
    },
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::OtherFile(_) | Self::Unknown { .. } => Cause::Unsupported,
            Self::NotInEncoding(_) | Self::Contradiction(_) | Self::Unsound(_) => Cause::NotWritable,
            Self::NotZed | Self::WrongSize { .. } | Self::Collision(_) | Self::Checksum { .. } => Cause::Damaged,
        }
    }
}
