//! The state of a reader for nested formats.

#![deny(clippy::arithmetic_side_effects)]

use crate::failure::{Failed, Fault};
use crate::input::{Input, Parsed};
use crate::limits::Limits;

/// Use this to read nested values. It has the position, the remaining nesting depth, and the number of bytes that the
/// open lists still need.
///
/// If a list has a count, it is checked against the remaining bytes, minus the bytes that the enclosing lists still
/// need. Because of this, nested lists can't claim the same bytes twice, and all memory reserved for them is limited by
/// the size of the input.
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
    /// Creates a reader at the start of `input`. The maximum nesting depth is taken from `limits`.
    pub fn new(input: Input<'a>, limits: &Limits) -> Self {
        Self { input, levels: limits.depth(), claimed: 0 }
    }

    /// Returns the input that has not been read yet.
    #[inline]
    pub const fn input(&self) -> Input<'a> {
        self.input
    }

    /// Runs `parser` and moves to the end of its value.
    ///
    /// # Errors
    /// The parser's error. In this case the position does not change.
    #[inline]
    pub fn read<T, K>(&mut self, parser: impl FnOnce(Input<'a>) -> Parsed<'a, T, K>) -> Result<T, Failed<K>> {
        let (rest, value) = parser(self.input)?;
        self.input = rest;
        Ok(value)
    }

    /// Reserves enough input for `count` items, given that each has at least `smallest` bytes, and returns the count.
    /// Before you read an item, you must call [`release`](Self::release).
    ///
    /// # Errors
    /// [`Fault::ImpossibleCount`] at the offset of the count, which is given by `at`.
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

    /// Releases `bytes` that were reserved by [`claim`](Self::claim). Call this before you read an item.
    #[inline]
    pub fn release(&mut self, bytes: u64) {
        self.claimed = self.claimed.saturating_sub(bytes);
    }

    /// Enters a nested value. You must call [`leave`](Self::leave) after it.
    ///
    /// # Errors
    /// [`Fault::Limit`] with `what` at this position, if the nesting is too deep.
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

    /// Leaves a nested value.
    #[inline]
    pub fn leave(&mut self) {
        self.levels = self.levels.saturating_add(1);
    }
}
