//! What goes wrong inside a parser or a writer: small and `Copy`, so that trying another branch costs nothing.
//!
//! | type | what it is |
//! |---|---|
//! | [`Fault`] | kind of error that every format can have |
//! | `K` | kind of error of a format; it holds a `Fault` |
//! | [`Failure<K>`](Failure) | kind, offset and three steps of the path; what parsers return |
//! | [`Failed<K>`](Failed) | a failure in nom's wrapping, for `?` |
//! | [`Error<K>`](crate::Error) | what callers see: kind, offset, whole path; built once, where [`parse`](crate::parse) or [`to_bytes`](crate::to_bytes) returns |

use crate::path::{Path, Segment};

/// What can be wrong with bytes whatever the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The data ends before what has to follow.
    #[error("expected {needed} bytes, found {remaining}")]
    UnexpectedEnd {
        /// Bytes that have to follow.
        needed: u64,
        /// Bytes that do.
        remaining: u64,
    },
    /// A count that the bytes behind it can't hold, whatever they are.
    #[error("expected a count that fits into the remaining {remaining} bytes, found {count}")]
    ImpossibleCount {
        /// The count as stored.
        count: u64,
        /// Bytes behind the count.
        remaining: u64,
    },
    /// A text without the NUL that ends it.
    #[error("expected a NUL at the end of the text, found none")]
    Unterminated,
    /// Other bytes than the ones that have to stand here.
    #[error("expected {0:?}, found other bytes")]
    Expected(&'static str),
    /// A variable-length integer longer than the longest one.
    #[error("expected a variable-length integer, found one that does not end")]
    EndlessInteger,
    /// A variable-length integer in more bytes than it needs, which could not be given back.
    #[error("expected a variable-length integer of minimal length, found a longer one")]
    LongInteger,
    /// Bytes behind the end of what was to be read.
    #[error("expected the end of the data, found {0} more bytes")]
    Trailing(u64),
    /// A limit of [`Limits`](crate::Limits) was reached.
    #[error("exceeded the limit of {0}")]
    Limit(&'static str),
    /// A size that compressed bytes can't unpack to, whatever they are.
    #[error("expected a size that {compressed} compressed bytes can unpack to, found {size}")]
    ImpossibleExpansion {
        /// The size as stored.
        size: u64,
        /// Size of the block as stored, in bytes.
        compressed: u64,
    },
    /// A compressed block that is broken or unpacks to another size.
    #[error("expected a compressed block of {size} bytes, found a broken one or another size")]
    MalformedBlock {
        /// The size it has to unpack to.
        size: u64,
    },
    /// To write: a number too large for its field.
    #[error("expected at most {max}, found {value}")]
    TooLarge {
        /// Number to write.
        value: u64,
        /// The largest that the field holds.
        max: u64,
    },
    /// To write: a name with a NUL inside, where the format ends names with NUL.
    #[error("expected a name without NUL, found one inside")]
    NulInName,
    /// What a nom combinator missed.
    #[error("malformed data ({0:?})")]
    Malformed(nom::error::ErrorKind),
}

/// One step of the path to a failure: a part, and its index if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crumb {
    part: &'static str,
    index: Option<u32>,
}

/// Steps that a failure remembers.
const CRUMBS: usize = 3;

/// A failure of kind `K` at an offset, with the parts it happened in.
///
/// It remembers three parts: the two innermost and the outermost. Readers of recursive formats add the parts
/// between as they turn it into an [`Error`](crate::Error).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<K> {
    kind: K,
    offset: u64,
    /// Innermost first.
    crumbs: [Option<Crumb>; CRUMBS],
}

impl<K> Failure<K> {
    /// A failure at `offset`, in no part yet.
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

    /// Returns what went wrong.
    pub const fn kind(&self) -> &K {
        &self.kind
    }

    /// Returns the offset in the file of the byte that failed.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Kind, offset and the path from the outermost part inwards.
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

/// A failure as parsers pass it on with `?`: nom's wrapping of a [`Failure`]. Made with [`Input::fail`](crate::Input::fail) or
/// from a [`Failure`]; becomes an [`Error`](crate::Error) with `?` or `into()`.
pub type Failed<K> = nom::Err<Failure<K>>;

impl<K> From<Failure<K>> for Failed<K> {
    fn from(failure: Failure<K>) -> Self {
        Self::Error(failure)
    }
}

impl<'a, K: From<Fault>> nom::error::ParseError<crate::Input<'a>> for Failure<K> {
    fn from_error_kind(input: crate::Input<'a>, kind: nom::error::ErrorKind) -> Self {
        let fault = match kind {
            // nom doesn't say how many bytes it wanted; more than there are.
            nom::error::ErrorKind::Eof => {
                let remaining = input.len() as u64;
                Fault::UnexpectedEnd { needed: remaining.saturating_add(1), remaining }
            }
            other => Fault::Malformed(other),
        };
        Self::new(fault.into(), input.offset())
    }

    fn append(_: crate::Input<'a>, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

/// Adds the part of the document to the error of a result: `cstring(input).within("name")?`.
pub trait Within: Sized {
    /// Adds `part`, of which there is one, to the path.
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
