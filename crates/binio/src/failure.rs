//! Failures inside a parser or a writer: small and `Copy`, so that trying another branch is free.
//!
//! | type | description |
//! |---|---|
//! | [`Fault`] | kind of error that every format can have |
//! | `K` | kind of error of a format; it contains a `Fault` |
//! | [`Failure<K>`](Failure) | kind, offset and three steps of the path; returned by parsers |
//! | [`Failed<K>`](Failed) | a failure in nom's wrapping, for `?` |
//! | [`Error<K>`](crate::Error) | kind, offset and whole path; created once, where [`parse`](crate::parse) or [`to_bytes`](crate::to_bytes) returns to the caller |

use crate::path::{Path, Segment};

/// Kind of error that every format can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The data ends too early.
    #[error("expected {needed} bytes, found {remaining}")]
    UnexpectedEnd {
        /// Number of required bytes.
        needed: u64,
        /// Number of remaining bytes.
        remaining: u64,
    },
    /// A count that is too large for the remaining bytes.
    #[error("expected a count that fits into the remaining {remaining} bytes, found {count}")]
    ImpossibleCount {
        /// Stored count.
        count: u64,
        /// Number of bytes after the count.
        remaining: u64,
    },
    /// Text without a terminating NUL.
    #[error("expected a NUL at the end of the text, found none")]
    Unterminated,
    /// Different bytes than the required ones.
    #[error("expected {0:?}, found other bytes")]
    Expected(&'static str),
    /// A variable-length integer longer than the longest one.
    #[error("unterminated variable-length integer")]
    EndlessInteger,
    /// A variable-length integer that isn't in its shortest encoding, so that it couldn't round-trip.
    #[error("expected a variable-length integer of minimal length, found a longer one")]
    LongInteger,
    /// Bytes after the end of the document.
    #[error("expected the end of the data, found {0} more bytes")]
    Trailing(u64),
    /// A limit of [`Limits`](crate::Limits) is exceeded.
    #[error("exceeded the limit of {0}")]
    Limit(&'static str),
    /// A stored size that the compressed bytes can't expand to.
    #[error("expected a size that {compressed} compressed bytes can unpack to, found {size}")]
    ImpossibleExpansion {
        /// Stored size in bytes.
        size: u64,
        /// Size of the compressed block in bytes.
        compressed: u64,
    },
    /// A compressed block that is corrupt or expands to another size.
    #[error("expected a compressed block of {size} bytes, found a broken one or another size")]
    MalformedBlock {
        /// Required size in bytes.
        size: u64,
    },
    /// Writing: a number that is too large for its field.
    #[error("expected at most {max}, found {value}")]
    TooLarge {
        /// Number to write.
        value: u64,
        /// Largest number that the field can contain.
        max: u64,
    },
    /// Writing: a name that contains NUL, in a format with NUL-terminated names.
    #[error("expected a name without NUL, found one inside")]
    NulInName,
    /// Error of a nom combinator.
    #[error("malformed data ({0:?})")]
    Malformed(nom::error::ErrorKind),
}

/// One step of the path to a failure: a part, and its index if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crumb {
    part: &'static str,
    index: Option<u32>,
}

/// Number of steps in a failure.
const CRUMBS: usize = 3;

/// A failure of kind `K` at an offset, with the path of its part.
///
/// The path has three steps: the two innermost and the outermost. Readers of recursive formats add the steps between them when they convert the failure into an
/// [`Error`](crate::Error).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<K> {
    kind: K,
    offset: u64,
    /// Innermost first.
    crumbs: [Option<Crumb>; CRUMBS],
}

impl<K> Failure<K> {
    /// Creates a failure at `offset` without a path.
    pub const fn new(kind: K, offset: u64) -> Self {
        Self { kind, offset, crumbs: [None; CRUMBS] }
    }

    /// Adds `part` to the path, with its index if there are several.
    #[must_use]
    #[cold]
    pub fn within(mut self, part: &'static str, index: Option<u32>) -> Self {
        let free = self.crumbs.iter().position(Option::is_none).unwrap_or(CRUMBS - 1);
        if let Some(crumb) = self.crumbs.get_mut(free) {
            *crumb = Some(Crumb { part, index });
        }
        self
    }

    /// Returns the error kind.
    pub const fn kind(&self) -> &K {
        &self.kind
    }

    /// Returns the file offset of the invalid byte.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns kind, offset and the path, outermost part first.
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

/// A [`Failure`] in nom's error type, for `?`. Created by [`Input::fail`](crate::Input::fail) or from a [`Failure`]; `?` and `into()` convert it into an
/// [`Error`](crate::Error).
pub type Failed<K> = nom::Err<Failure<K>>;

impl<K> From<Failure<K>> for Failed<K> {
    fn from(failure: Failure<K>) -> Self {
        Self::Error(failure)
    }
}

/// Adds a document part to the error of a result: `cstring(input).within("name")?`.
pub trait Within: Sized {
    /// Adds `part`, which occurs once, to the path.
    fn within(self, part: &'static str) -> Self;
    /// Adds the `index`-th `part` to the path.
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
