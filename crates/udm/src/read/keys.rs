//! Keys of an element: they precede its values.

#![deny(clippy::arithmetic_side_effects)]

use crate::error::ErrorKind;

/// Bytes that `count` keys take; `None` if there aren't as many.
#[inline]
pub(super) fn keys_len(bytes: &[u8], count: usize) -> Option<usize> {
    let mut length = 0_usize;
    for _ in 0..count {
        length = length.checked_add(usize::from(*bytes.get(length)?))?.checked_add(1)?;
    }
    (length <= bytes.len()).then_some(length)
}

/// Returns the first of several keys, which must exist, and the rest after it.
#[inline]
pub(super) fn split_key(keys: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = keys.split_first()?;
    rest.split_at_checked(usize::from(*length))
}

/// A key: a length of one byte, and as many bytes.
#[inline]
pub(super) fn key(input: binio::Input<'_>) -> binio::Parsed<'_, &[u8], ErrorKind> {
    let (rest, length) = binio::u8(input)?;
    binio::bytes(rest, u64::from(length))
}
