//! Failures inside a parser or a writer. They are small and `Copy`, so that a parser can try another branch without any
//! cost.
//!
//! | type | use |
//! |---|---|
//! | [`Fault`] | an error kind that every format can have |
//! | `K` | the error kind of a format, which contains a `Fault` |
//! | [`Failure<K>`](Failure) | the kind, the offset and three steps of the path; parsers return this |
//! | [`Failed<K>`](Failed) | a failure in nom's error type, to be used with `?` |
//! | [`Error<K>`](crate::Error) | the kind, the offset and the whole path; this is only created when [`parse`](crate::parse) or [`to_bytes`](crate::to_bytes) returns to the caller |

use crate::path::{Path, Segment};

/// An error kind that every format can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The data ends too early.
    #[error("expected {needed} bytes, found {remaining}")]
    UnexpectedEnd {
        /// The number of bytes that are required.
        needed: u64,
        /// The number of bytes that remain.
        remaining: u64,
    },
    /// A count is too large for the remaining bytes.
    #[error("expected a count that fits into the remaining {remaining} bytes, found {count}")]
    ImpossibleCount {
        /// The count in the file.
        count: u64,
        /// The number of bytes after the count.
        remaining: u64,
    },
    /// A text does not end with a NUL.
    #[error("expected a NUL at the end of the text, found none")]
    Unterminated,
    /// The bytes are not those that are required here.
    #[error("expected {0:?}, found other bytes")]
    Expected(&'static str),
    /// A variable-length integer has too many bytes.
    #[error("unterminated variable-length integer")]
    EndlessInteger,
    /// A variable-length integer is longer than its shortest encoding. This is refused, because the document could not
    /// be written byte for byte as it was.
    #[error("expected a variable-length integer of minimal length, found a longer one")]
    LongInteger,
    /// There are more bytes after the end of the document, given by their number.
    #[error("expected the end of the data, found {0} more bytes")]
    Trailing(u64),
    /// A limit of [`Limits`](crate::Limits) is exceeded.
    #[error("exceeded the limit of {0}")]
    Limit(&'static str),
    /// The compressed bytes can't expand to the size given in the file.
    #[error("expected a size that {compressed} compressed bytes can unpack to, found {size}")]
    ImpossibleExpansion {
        /// The size in the file, in bytes.
        size: u64,
        /// The size of the compressed block in bytes.
        compressed: u64,
    },
    /// A compressed block is corrupt, or expands to another size.
    #[error("expected a compressed block of {size} bytes, found a broken one or another size")]
    MalformedBlock {
        /// The required size in bytes.
        size: u64,
    },
    /// When writing: the number is larger than the maximum for its field.
    #[error("expected at most {max}, found {value}")]
    TooLarge {
        /// The number to write.
        value: u64,
        /// The largest number that the field can store.
        max: u64,
    },
    /// When writing: a name contains NUL, which is not possible because names end with NUL in this format.
    #[error("expected a name without NUL, found one inside")]
    NulInName,
    /// An error from one of nom's parsers.
    #[error("malformed data ({0:?})")]
    Malformed(nom::error::ErrorKind),
}

/// A step of the path to a failure. If there are several parts, it has an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crumb {
    part: &'static str,
    index: Option<u32>,
}

/// The number of steps that a failure can store.
const CRUMBS: usize = 3;

/// A failure of kind `K` at an offset, with the path of the part.
///
/// To keep this type small, it only stores three steps of the path: the two innermost and the outermost. If a format is
/// recursive, its reader must add the steps in between when it converts the failure to an [`Error`](crate::Error).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<K> {
    kind: K,
    offset: u64,
    /// The steps, innermost first.
    crumbs: [Option<Crumb>; CRUMBS],
}

impl<K> Failure<K> {
    /// Creates a failure at the given offset, without a path.
    pub const fn new(kind: K, offset: u64) -> Self {
        Self { kind, offset, crumbs: [None; CRUMBS] }
    }

    /// Adds `part` to the path. If the document has several such parts, you must also pass the index.
    #[must_use]
    #[cold]
    pub fn within(mut self, part: &'static str, index: Option<u32>) -> Self {
        let free = self.crumbs.iter().position(Option::is_none).unwrap_or(CRUMBS - 1);
        if let Some(crumb) = self.crumbs.get_mut(free) {
            *crumb = Some(Crumb { part, index });
        }
        self
    }

    /// Returns the kind of this failure.
    pub const fn kind(&self) -> &K {
        &self.kind
    }

    /// Returns the offset of the invalid byte in the file.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the kind, the offset and the path, with the outermost part first.
    pub(crate) fn into_parts(self) -> (K, u64, Path) {
        let mut path = Path::new();
        for crumb in self.crumbs.into_iter().rev().flatten() {
            path.push(Segment::Part(crumb.part));
            if let Some(index) = crumb.index {
                path.push(Segment::Index(u64::from(index)));
            }
        }
        (self.kind, self.offset, path)
    }
}

/// A [`Failure`] in nom's error type. This is returned by parsers, and can be created from a [`Failure`] or by
/// [`Input::fail`](crate::Input::fail). The operator `?` and `into()` convert this to an [`Error`](crate::Error).
pub type Failed<K> = nom::Err<Failure<K>>;

impl<K> From<Failure<K>> for Failed<K> {
    fn from(failure: Failure<K>) -> Self {
        Self::Error(failure)
    }
}

/// Adds the part of the document to the error in a result: `cstring(input).within("name")?`.
pub trait Within: Sized {
    /// Adds `part` to the path. This is for a part that occurs only once.
    fn within(self, part: &'static str) -> Self;
    /// Adds `part` and its index to the path. This is for a part that can occur more than once.
    fn within_item(self, part: &'static str, index: usize) -> Self;
}

impl<T, K> Within for Result<T, Failed<K>> {
    #[inline]
    fn within(self, part: &'static str) -> Self {
        self.map_err(|error| error.map(|failure| failure.within(part, None)))
    }

    #[inline]
    fn within_item(self, part: &'static str, index: usize) -> Self {
        self.map_err(|error| error.map(|failure| failure.within(part, u32::try_from(index).ok())))
    }
}

impl<T, K> Within for Result<T, Failure<K>> {
    fn within(self, part: &'static str) -> Self {
        self.map_err(|failure| failure.within(part, None))
    }

    fn within_item(self, part: &'static str, index: usize) -> Self {
        self.map_err(|failure| failure.within(part, u32::try_from(index).ok()))
    }
}
