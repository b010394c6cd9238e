//! State of a reader of nested formats.

#![deny(clippy::arithmetic_side_effects)]

use crate::failure::{Failed, Fault};
use crate::input::{Input, Parsed};
use crate::limits::Limits;

/// A reader of nested values: the position, the remaining nesting depth, and the number of bytes that open lists still
/// require.
///
/// A count is checked against the remaining bytes minus the bytes that the enclosing lists still require. Nested lists can't
/// claim the same bytes twice, so all memory reserved for them is bounded by the input.
///
/// ```
/// use binio::{Fault, Input, Limits, Reader, u8};
///
/// // A list of two lists of bytes, each behind its count.
/// let mut reader = Reader::new(Input::new(&[2, 2, 9]), &Limits::default());
/// let at = reader.input();
/// let count = reader.read(u8::<Fault>).unwrap();
/// assert_eq!(reader.claim::<Fault>(at, count.into(), 1), Ok(2));
/// // While the first is read, the second still needs a byte: the one byte that remains isn't free.
/// reader.release(1);
/// let at = reader.input();
/// let inner = reader.read(u8::<Fault>).unwrap();
/// assert!(reader.claim::<Fault>(at, inner.into(), 1).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    input: Input<'a>,
    levels: u16,
    claimed: u64,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of `input` with the nesting limit of `limits`.
    pub fn new(input: Input<'a>, limits: &Limits) -> Self {
        Self { input, levels: limits.depth(), claimed: 0 }
    }

    /// Returns the input that remains.
    #[inline]
    pub const fn input(&self) -> Input<'a> {
        self.input
    }

    /// Runs `parser` and advances past its value.
    ///
    /// # Errors
    /// The parser's error. The position is then unchanged.
    #[inline]
    pub fn read<T, K>(&mut self, parser: impl FnOnce(Input<'a>) -> Parsed<'a, T, K>) -> Result<T, Failed<K>> {
        let (rest, value) = parser(self.input)?;
        self.input = rest;
        Ok(value)
    }

    /// Checks that `count` items of at least `smallest` bytes each can follow, sets these bytes aside, and returns the count.
    /// Call [`release`](Self::release) before each item.
    ///
    /// # Errors
    /// [`Fault::ImpossibleCount`] at the offset of the count, `at`.
    #[inline]
    pub fn claim<K: From<Fault>>(&mut self, at: Input<'a>, count: u64, smallest: u64) -> Result<usize, Failed<K>> {
        let remaining = (self.input.len() as u64).saturating_sub(self.claimed);
        let needed = count.saturating_mul(smallest);
        match usize::try_from(count) {
            Ok(items) if needed <= remaining => {
                self.claimed = self.claimed.saturating_add(needed);
                Ok(items)
            }
            _ => Err(at.fail(Fault::ImpossibleCount { count, remaining })),
        }
    }

    /// Releases `bytes` that were set aside, before an item is read.
    #[inline]
    pub fn release(&mut self, bytes: u64) {
        self.claimed = self.claimed.saturating_sub(bytes);
    }

    /// Opens a level of nesting. Close it with [`leave`](Self::leave).
    ///
    /// # Errors
    /// [`Fault::Limit`] with `what`, at this position, if the nesting is too deep.
    #[inline]
    pub fn enter<K: From<Fault>>(&mut self, what: &'static str) -> Result<(), Failed<K>> {
        match self.levels.checked_sub(1) {
            Some(levels) => {
                self.levels = levels;
                Ok(())
            }
            None => Err(self.input.fail(Fault::Limit(what))),
        }
    }

    /// Closes a level of nesting.
    #[inline]
    pub fn leave(&mut self) {
        self.levels = self.levels.saturating_add(1);
    }
}
