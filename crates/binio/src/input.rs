//! The input of every parser: the remaining bytes, and their offset in the file.

use core::iter::{Copied, Enumerate};
use core::slice::Iter;

use crate::failure::{Failed, Failure, Fault};

/// The result of a parser. This is the remaining input and the value, or a failure.
pub type Parsed<'a, T, K> = nom::IResult<Input<'a>, T, Failure<K>>;

/// The bytes to be read, with the offset of the first byte in the file.
///
/// To split off a part does not change this offset. This means that a failure in a nested block is reported at the
/// right byte of the file. `Input` implements [`nom::Input`], so that it can be used with nom's parsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input<'a> {
    bytes: &'a [u8],
    offset: u64,
}

impl<'a> Input<'a> {
    /// Creates an input to read a whole file, from offset 0.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::at(bytes, 0)
    }

    /// Creates an input to read the part of a file that begins at `offset`.
    pub const fn at(bytes: &'a [u8], offset: u64) -> Self {
        Self { bytes, offset }
    }

    /// Returns the bytes that have not been read yet.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the offset of the next byte in the file.
    pub const fn offset(self) -> u64 {
        self.offset
    }

    /// Returns the number of bytes that have not been read yet.
    pub const fn len(self) -> usize {
        self.bytes.len()
    }

    /// Returns `true` if all bytes have been read.
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the input for `rest`, which must be the end of this input.
    #[inline]
    pub(crate) const fn behind(self, rest: &'a [u8]) -> Self {
        let taken = self.bytes.len().saturating_sub(rest.len());
        Self { bytes: rest, offset: self.offset.saturating_add(taken as u64) }
    }

    /// Creates the failure for a parser that needs `needed` bytes, but there are fewer.
    #[cold]
    pub(crate) fn too_short<K: From<Fault>>(self, needed: u64) -> Failed<K> {
        let remaining = self.bytes.len() as u64;
        self.fail(Fault::UnexpectedEnd { needed, remaining })
    }

    /// Creates a failure at this offset.
    #[cold]
    pub fn fail<K>(self, kind: impl Into<K>) -> Failed<K> {
        Failure::new(kind.into(), self.offset).into()
    }
}

impl<'a, K: From<Fault>> nom::error::ParseError<Input<'a>> for Failure<K> {
    fn from_error_kind(input: Input<'a>, kind: nom::error::ErrorKind) -> Self {
        let fault = match kind {
            // nom doesn't report how many bytes it needed, only that there were too few.
            nom::error::ErrorKind::Eof => {
                let remaining = input.len() as u64;
                Fault::UnexpectedEnd { needed: remaining.saturating_add(1), remaining }
            }
            other => Fault::Malformed(other),
        };
        Self::new(fault.into(), input.offset())
    }

    fn append(_: Input<'a>, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a> nom::Input for Input<'a> {
    type Item = u8;
    type Iter = Copied<Iter<'a, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    #[inline]
    fn input_len(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    fn take(&self, index: usize) -> Self {
        Self { bytes: self.bytes.get(..index).unwrap_or(self.bytes), offset: self.offset }
    }

    #[inline]
    fn take_from(&self, index: usize) -> Self {
        self.behind(self.bytes.get(index..).unwrap_or_default())
    }

    #[inline]
    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    #[inline]
    fn position<P: Fn(u8) -> bool>(&self, predicate: P) -> Option<usize> {
        self.bytes.iter().position(|byte| predicate(*byte))
    }

    #[inline]
    fn iter_elements(&self) -> Self::Iter {
        self.bytes.iter().copied()
    }

    #[inline]
    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    #[inline]
    fn slice_index(&self, count: usize) -> Result<usize, nom::Needed> {
        match count.checked_sub(self.bytes.len()) {
            None | Some(0) => Ok(count),
            Some(missing) => Err(nom::Needed::new(missing)),
        }
    }
}

impl nom::Compare<&[u8]> for Input<'_> {
    #[inline]
    fn compare(&self, expected: &[u8]) -> nom::CompareResult {
        self.bytes.compare(expected)
    }

    #[inline]
    fn compare_no_case(&self, expected: &[u8]) -> nom::CompareResult {
        self.bytes.compare_no_case(expected)
    }
}

impl nom::FindSubstring<&[u8]> for Input<'_> {
    #[inline]
    fn find_substring(&self, wanted: &[u8]) -> Option<usize> {
        match wanted {
            [byte] => memchr::memchr(*byte, self.bytes),
            _ => self.bytes.find_substring(wanted),
        }
    }
}

impl nom::Offset for Input<'_> {
    #[inline]
    fn offset(&self, second: &Self) -> usize {
        usize::try_from(second.offset.saturating_sub(self.offset)).unwrap_or(usize::MAX)
    }
}
