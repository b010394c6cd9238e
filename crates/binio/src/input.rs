//! The input every parser takes: the bytes still to read, and where in the file they begin.

use core::iter::{Copied, Enumerate};
use core::slice::Iter;

use crate::failure::{Failure, Fault};

/// What a parser returns: the input behind what it read and the value, or a failure.
pub type Parsed<'a, T, K> = nom::IResult<Input<'a>, T, Failure<K>>;

/// Bytes to read, with the absolute offset of the first of them.
///
/// The offset stays absolute in every part that is taken out of an input, so that a failure inside a nested block
/// still names the byte of the file. `Input` implements [`nom::Input`]: nom's own combinators work on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input<'a> {
    bytes: &'a [u8],
    offset: u64,
}

impl<'a> Input<'a> {
    /// The whole of a file.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::at(bytes, 0)
    }

    /// A part of a file that begins at `offset`.
    pub const fn at(bytes: &'a [u8], offset: u64) -> Self {
        Self { bytes, offset }
    }

    /// The bytes that remain.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Offset in the file of the next byte.
    pub const fn offset(self) -> u64 {
        self.offset
    }

    /// How many bytes remain.
    pub const fn len(self) -> usize {
        self.bytes.len()
    }

    /// Whether no byte remains.
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// The input `count` bytes further on; empty if fewer remain.
    #[inline]
    pub(crate) fn skip(self, count: usize) -> Self {
        let count = count.min(self.bytes.len());
        Self { bytes: self.bytes.get(count..).unwrap_or_default(), offset: self.offset.saturating_add(count as u64) }
    }

    /// The failure "needed so many bytes" at this place.
    #[cold]
    pub(crate) fn too_short<K: From<Fault>>(self, needed: u64) -> nom::Err<Failure<K>> {
        let remaining = self.bytes.len() as u64;
        self.fail(Fault::UnexpectedEnd { needed, remaining })
    }

    /// A failure of kind `kind` at this place.
    pub fn fail<K>(self, kind: impl Into<K>) -> nom::Err<Failure<K>> {
        nom::Err::Error(Failure::new(kind.into(), self.offset))
    }
}

impl<'a> nom::Input for Input<'a> {
    type Item = u8;
    type Iter = Copied<Iter<'a, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.bytes.len()
    }

    fn take(&self, index: usize) -> Self {
        Self { bytes: self.bytes.get(..index).unwrap_or(self.bytes), offset: self.offset }
    }

    fn take_from(&self, index: usize) -> Self {
        self.skip(index)
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P: Fn(u8) -> bool>(&self, predicate: P) -> Option<usize> {
        self.bytes.iter().position(|byte| predicate(*byte))
    }

    fn iter_elements(&self) -> Self::Iter {
        self.bytes.iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, nom::Needed> {
        match count.checked_sub(self.bytes.len()) {
            None | Some(0) => Ok(count),
            Some(missing) => Err(nom::Needed::new(missing)),
        }
    }
}

impl nom::Compare<&[u8]> for Input<'_> {
    fn compare(&self, expected: &[u8]) -> nom::CompareResult {
        self.bytes.compare(expected)
    }

    fn compare_no_case(&self, expected: &[u8]) -> nom::CompareResult {
        self.bytes.compare_no_case(expected)
    }
}

impl nom::Offset for Input<'_> {
    fn offset(&self, second: &Self) -> usize {
        usize::try_from(second.offset.saturating_sub(self.offset)).unwrap_or(usize::MAX)
    }
}
