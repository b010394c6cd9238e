//! What can be wrong with a file of the ZED engine.

use binio::Fault;

use crate::kind::FileKind;

/// An error about a file: what, in which part, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// A failure as parsers return it.
pub(crate) type Failed = binio::Failed<ErrorKind>;

/// What a parser of this crate returns.
pub(crate) type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

/// What a writer of this crate returns.
pub(crate) type Written = binio::Written<ErrorKind>;

/// What can be wrong with the bytes of a file, or with a document that is to become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file begins with none of the identifiers of the engine.
    #[error("expected \"ZED\" at the beginning, found other bytes")]
    NotZed,
    /// The file is another one than was asked for.
    #[error("this is {0}")]
    OtherFile(FileKind),
    /// A chunk has another size than its content, and nothing behind the content says that it ends there.
    #[error("expected a chunk of {actual} bytes, found a size of {stored}")]
    WrongSize {
        /// Bytes by the chunk's description.
        stored: u64,
        /// Bytes that the content takes.
        actual: u64,
    },
    /// To write: two fields contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// To convert: the target can't store something.
    #[error("not in this dialect: {0}")]
    NotInDialect(&'static str),
    /// To build: what was given doesn't make a model or a font.
    #[error("{0}")]
    Unsound(&'static str),
    /// To read an image file: a version or a way of compression that this crate doesn't know.
    #[error("expected a {what} that is known, found {value}")]
    Unknown {
        /// What has the value.
        what: &'static str,
        /// Value as stored.
        value: u64,
    },
    /// Two names in an image file have the same hash, 32 bits of FNV-1a.
    #[error("two entries have the hash {0:08x}")]
    Collision(u32),
    /// Bytes of an image file were changed since it was written.
    #[error("expected checksum {stored:08x}, found {computed:08x}")]
    Checksum {
        /// Checksum as stored.
        stored: u32,
        /// Checksum of the bytes as they are.
        computed: u32,
    },
}
