//! Reads the keys of an element, which come before its values.

#![deny(clippy::arithmetic_side_effects)]

use crate::error::ErrorKind;

/// Returns the number of bytes `count` keys take. If there aren't this many keys, this is `None`.
#[inline]
pub(super) fn keys_len(bytes: &[u8], count: usize) -> Option<usize> {
    let mut length = 0_usize;
    for _ in 0..count {
        length = length.checked_add(usize::from(*bytes.get(length)?))?.checked_add(1)?;
    }
    (length <= bytes.len()).then_some(length)
}

/// Splits off the first key, which must exist.
#[inline]
pub(super) fn split_key(keys: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = keys.split_first()?;
    rest.split_at_checked(usize::from(*length))
}

/// Reads a key. Its length is stored in a single byte.
#[inline]
pub(super) fn key(input: binio::Input<'_>) -> binio::Parsed<'_, &[u8], ErrorKind> {
    let (rest, length) = binio::u8(input)?;
    binio::bytes(rest, u64::from(length))
}
