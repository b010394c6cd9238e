//! Writes numbers to text, either as short as possible or the way the engine prints them (see [FORMAT.md,
//! "Text"](crate::format#text)).

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use core::num::NonZeroU32;

/// How to write floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Floats {
    /// Use the shortest text that will be read back to the same bits.
    Shortest,
    /// Use up to four decimals, or eight for a double, like the engine.
    Reference,
}

impl Floats {
    #[inline]
    pub(super) fn float(self, value: f32, out: &mut Vec<u8>) {
        match self {
            Self::Shortest => float_shortest(value, out),
            Self::Reference => float_reference(value, out),
        }
    }

    #[inline]
    pub(super) fn double(self, value: f64, out: &mut Vec<u8>) {
        match self {
            Self::Shortest => double_shortest(value, out),
            Self::Reference => double_reference(value, out),
        }
    }
}

pub(super) fn integer(value: impl itoa::Integer, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// A number that isn't finite.
enum Special {
    Infinite,
    /// One of the two usual NaNs.
    Nan,
    /// Any other NaN, with its bits.
    NanOf(u64),
}

fn special_of(is_nan: bool, is_usual: bool, bits: u64) -> Special {
    match (is_nan, is_usual) {
        (false, _) => Special::Infinite,
        (true, true) => Special::Nan,
        (true, false) => Special::NanOf(bits),
    }
}

/// Writes an infinity or a NaN. Unless it is one of the usual two, a NaN will be followed by its bits in brackets,
/// which other readers skip.
#[cold]
fn special(negative: bool, number: Special, out: &mut Vec<u8>) {
    if negative {
        out.push(b'-');
    }
    match number {
        Special::Infinite => out.extend_from_slice(b"inf"),
        Special::Nan => out.extend_from_slice(b"nan"),
        Special::NanOf(bits) => out.extend_from_slice(alloc::format!("nan({bits:x})").as_bytes()),
    }
}

fn float_shortest(value: f32, out: &mut Vec<u8>) {
    if !value.is_finite() {
        let bits = value.to_bits();
        let usual = matches!(bits, 0x7fc0_0000 | 0xffc0_0000);
        return special(value.is_sign_negative(), special_of(value.is_nan(), usual, u64::from(bits)), out);
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value).as_bytes();
    out.extend_from_slice(text.strip_suffix(b".0").unwrap_or(text));
}

fn double_shortest(value: f64, out: &mut Vec<u8>) {
    if !value.is_finite() {
        let bits = value.to_bits();
        let usual = matches!(bits, 0x7ff8_0000_0000_0000 | 0xfff8_0000_0000_0000);
        return special(value.is_sign_negative(), special_of(value.is_nan(), usual, bits), out);
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value).as_bytes();
    out.extend_from_slice(text.strip_suffix(b".0").unwrap_or(text));
}

/// Writes a float like `%.4f` in C, without the zeros at the end.
pub fn float_reference(value: f32, out: &mut Vec<u8>) {
    if !value.is_finite() {
        return special(value.is_sign_negative(), special_of(value.is_nan(), true, 0), out);
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let bits = value.to_bits();
    let (exponent, fraction) = (bits >> 23 & 0xff, u64::from(bits & 0x007f_ffff));
    let (mantissa, exponent) = match exponent {
        0 => (fraction, 1),
        _ => (fraction | 0x0080_0000, exponent),
    };
    // The value is mantissa · 2^(exponent − 150).
    match exponent.checked_sub(150).map_or_else(|| NonZeroU32::new(150_u32.saturating_sub(exponent)), |_| None) {
        None => integer(u128::from(mantissa).checked_shl(exponent.saturating_sub(150)).unwrap_or(0), out),
        Some(shift) => {
            const SCALE: u64 = 10_000;
            // 38 bits; the truncated bits are less than a half.
            let (value, shift) = (mantissa.saturating_mul(SCALE), shift.get().min(62));
            let quotient = value >> shift;
            let (rest, half) = (value ^ (quotient << shift), 1 << shift.saturating_sub(1));
            let up = rest > half || rest == half && quotient & 1 == 1;
            let scaled = quotient.saturating_add(u64::from(up));
            decimal(scaled / SCALE, scaled % SCALE, 4, out);
        }
    }
}

/// Writes a double like `%.8f` in C, without the zeros at the end.
pub fn double_reference(value: f64, out: &mut Vec<u8>) {
    if !value.is_finite() {
        return special(value.is_sign_negative(), special_of(value.is_nan(), true, 0), out);
    }
    let bits = value.to_bits();
    let (exponent, fraction) = (bits >> 52 & 0x7ff, bits & 0x000f_ffff_ffff_ffff);
    let (mantissa, exponent) = match exponent {
        0 => (fraction, 1),
        _ => (fraction | 0x0010_0000_0000_0000, exponent),
    };
    // The value is mantissa · 2^(exponent − 1075). From 2⁵³ on it is a whole number.
    if exponent >= 1075 {
        return out.extend_from_slice(alloc::format!("{value:.0}").as_bytes());
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    const SCALE: u128 = 100_000_000;
    let shift = u32::try_from(1075_u64.saturating_sub(exponent)).unwrap_or(u32::MAX);
    let scaled = round_shifted(u128::from(mantissa).saturating_mul(SCALE), shift);
    let (whole, rest) = (scaled / SCALE, scaled % SCALE);
    decimal(u64::try_from(whole).unwrap_or(u64::MAX), u64::try_from(rest).unwrap_or(0), 8, out);
}

/// Returns `value` / 2^`shift`, rounded to the nearest integer. Ties go to even. `value` must be below 2⁹⁰.
#[inline]
fn round_shifted(value: u128, shift: u32) -> u128 {
    if shift >= 100 {
        return 0;
    }
    let quotient = value >> shift;
    let rest = value ^ (quotient << shift);
    let half = 1_u128 << shift.saturating_sub(1);
    let up = rest > half || rest == half && quotient & 1 == 1;
    quotient.saturating_add(u128::from(up))
}

/// Writes `whole.rest` without the zeros at the end. `rest` has this many `digits`.
#[inline]
fn decimal(whole: u64, mut rest: u64, digits: usize, out: &mut Vec<u8>) {
    integer(whole, out);
    if rest == 0 {
        return;
    }
    let mut text = [b'0'; 9];
    let mut length = 0_usize;
    for (index, digit) in text.iter_mut().enumerate().take(digits.saturating_add(1)).skip(1).rev() {
        *digit = b'0'.saturating_add(u8::try_from(rest % 10).unwrap_or(0));
        if length == 0 && *digit != b'0' {
            length = index.saturating_add(1);
        }
        rest /= 10;
    }
    text[0] = b'.';
    out.extend_from_slice(text.get(..length).unwrap_or_default());
}
