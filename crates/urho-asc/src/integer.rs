//! The integer of variable length that a stream uses.
//!
//! The first byte contains the sign (bit 7), then a one for each byte that follows, then a zero, and then the highest
//! bits of the magnitude. The other bytes follow, highest first. Seven ones mean that eight bytes follow.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Fault, Input, Parsed, Sink, Writer, bytes, u8};

/// The sign bit in the first byte.
const NEGATIVE: u8 = 0x80;

/// This bit of the first byte is set if there are more bytes.
const FOLLOWED: u8 = 0x40;

/// A magnitude below this fits in a single byte.
const SHORT: u8 = FOLLOWED;

/// The maximum number of bytes.
const LONGEST: usize = 9;

/// Returns how many bytes follow the first byte of a number.
#[inline]
pub(crate) const fn following(first: u8) -> usize {
    match (first << 1).leading_ones() {
        7 => 8,
        ones => ones as usize,
    }
}

/// Reads a number of any length, and returns its sign and its magnitude.
fn parts<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, (bool, u64), K> {
    let (input, first) = u8(input)?;
    let ones = (first << 1).leading_ones();
    let (input, rest) = bytes(input, following(first) as u64)?;
    let top = u64::from(first & 0x7f & (0x7f_u8.checked_shr(ones).unwrap_or(0)));
    let magnitude = rest.iter().fold(top, |value, byte| value << 8 | u64::from(*byte));
    Ok((input, (first & NEGATIVE != 0, magnitude)))
}

/// Reads a number in any encoding. If it has more than 64 bits, it wraps around, as in AngelScript.
pub(crate) fn any_integer<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i64, K> {
    let (input, (negative, magnitude)) = parts(input)?;
    let value = if negative { magnitude.wrapping_neg() } else { magnitude };
    Ok((input, i64::from_ne_bytes(value.to_ne_bytes())))
}

/// Reads a number. If AngelScript would have encoded it in another way, returns `None`.
#[inline]
pub(crate) fn integer<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, Option<i64>, K> {
    // Nearly all have one byte; then only a zero with a sign isn't canonical.
    let (rest, first) = u8(input)?;
    match first {
        NEGATIVE => Ok((rest, None)),
        0..SHORT => Ok((rest, Some(i64::from(first)))),
        _ if first & FOLLOWED == 0 => Ok((rest, Some(i64::from(first ^ NEGATIVE).wrapping_neg()))),
        _ => long_integer(input),
    }
}

/// Does the same as [`integer`] for a number of any length.
#[inline(never)]
fn long_integer<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, Option<i64>, K> {
    let (rest, value) = any_integer(input)?;
    let length = rest.offset().saturating_sub(input.offset());
    let canonical =
        encode(value).filter(|(form, used)| *used as u64 == length && form.first() == input.bytes().first());
    Ok((rest, canonical.map(|_| value)))
}

/// Returns the shortest encoding and its length. For −2⁶³ this is `None`, because AngelScript can't tell it from 0.
fn encode(value: i64) -> Option<([u8; LONGEST], usize)> {
    let magnitude = value.unsigned_abs();
    if value == i64::MIN {
        return None;
    }
    let sign = if value < 0 { NEGATIVE } else { 0 };
    let bits = 64_u32.saturating_sub(magnitude.leading_zeros());
    // Each following byte takes one bit of the first and adds eight.
    let following = [6, 13, 20, 27, 34, 41, 48].iter().position(|most| bits <= *most);
    let mut form = [0; LONGEST];
    let [first, rest @ ..] = &mut form;
    let big = magnitude.to_be_bytes();
    let Some(following) = following else {
        *first = sign | 0x7f;
        rest.copy_from_slice(&big);
        return Some((form, LONGEST));
    };
    let skipped = big.len().saturating_sub(following);
    let (high, low) = big.split_at(skipped);
    let ones = 0x7f & !(0x7f_u8.checked_shr(u32::try_from(following).unwrap_or(7)).unwrap_or(0));
    *first = sign | ones | high.last().copied().unwrap_or(0);
    for (target, byte) in rest.iter_mut().zip(low) {
        *target = *byte;
    }
    Some((form, following.saturating_add(1)))
}

/// Writes a number in its shortest encoding. For −2⁶³ this writes nothing and returns `false`.
#[must_use]
#[inline]
pub(crate) fn write_integer<S: Sink>(out: &mut Writer<S>, value: i64) -> bool {
    match u8::try_from(value.unsigned_abs()) {
        Ok(magnitude @ 0..SHORT) => {
            out.u8(if value < 0 { magnitude | NEGATIVE } else { magnitude });
            true
        }
        _ => write_long_integer(out, value),
    }
}

/// Does the same as [`write_integer`] for a number of any length.
#[inline(never)]
fn write_long_integer<S: Sink>(out: &mut Writer<S>, value: i64) -> bool {
    let form = encode(value);
    if let Some((form, used)) = form {
        out.bytes(form.get(..used).unwrap_or_default());
    }
    form.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn written(value: i64) -> Vec<u8> {
        let mut out = Writer::new(Vec::new());
        assert!(write_integer(&mut out, value));
        out.into_sink()
    }

    fn read(bytes: &[u8]) -> Option<i64> {
        let (rest, value) = integer::<Fault>(Input::new(bytes)).unwrap();
        assert!(rest.is_empty());
        value
    }

    #[test]
    fn forms() {
        for (value, bytes) in [
            (0, &[0][..]),
            (63, &[0x3f]),
            (-63, &[0xbf]),
            (64, &[0x40, 0x40]),
            (-64, &[0xc0, 0x40]),
            (0x1fff, &[0x5f, 0xff]),
            (0x2000, &[0x60, 0x20, 0x00]),
            (0x10_0000, &[0x70, 0x10, 0x00, 0x00]),
            (0x7ff_ffff, &[0x77, 0xff, 0xff, 0xff]),
            (0x800_0000, &[0x78, 0x08, 0x00, 0x00, 0x00]),
            (0x3_ffff_ffff, &[0x7b, 0xff, 0xff, 0xff, 0xff]),
            (0x4_0000_0000, &[0x7c, 0x04, 0x00, 0x00, 0x00, 0x00]),
            (0x1ff_ffff_ffff, &[0x7d, 0xff, 0xff, 0xff, 0xff, 0xff]),
            (0x200_0000_0000, &[0x7e, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00]),
            (-0x1_0000_0000_0000, &[0xff, 0, 1, 0, 0, 0, 0, 0, 0]),
            (i64::MAX, &[0x7f, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        ] {
            assert_eq!(written(value), bytes, "{value:#x}");
            assert_eq!(read(bytes), Some(value), "{value:#x}");
        }
    }

    #[test]
    fn every_length_reads_back() {
        for shift in 0..63 {
            for value in [(1_i64 << shift) - 1, 1 << shift, -(1_i64 << shift)] {
                assert_eq!(read(&written(value)), Some(value));
            }
        }
    }

    #[test]
    fn other_forms_are_noticed() {
        for bytes in [&[0x80][..], &[0x40, 0x3f], &[0x7e, 0, 0, 0, 0, 0, 1], &[0x7f, 0x80, 0, 0, 0, 0, 0, 0, 0]] {
            assert_eq!(read(bytes), None, "{bytes:x?}");
        }
        assert!(!write_integer(&mut Writer::new(Vec::new()), i64::MIN));
        assert_eq!(any_integer::<Fault>(Input::new(&[0xff; 9])).unwrap().1, 1);
    }
}
