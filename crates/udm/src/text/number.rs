//! Reads numbers from text the way `std::from_chars` does (see [FORMAT.md, "Text"](crate::format#text)). It uses the
//! longest prefix that is a number. If there is no such prefix, or if the number is out of range, the result is 0.
//! There can't be a `+` before the number, and hex is not supported.

/// All powers of ten that an f64 can represent exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Up to this number, an f64 can represent every integer exactly.
const EXACT: u64 = 1 << 53;

/// Used to find an f64 that is just between two f32, because to round twice could then go wrong.
const HALF_WAY_MASK: u64 = 0x1fff_ffff;
const HALF_WAY: u64 = 0x1000_0000;

/// Reads a token to an f32.
pub fn float(token: &[u8]) -> f32 {
    match plain_float(token) {
        Some((number, length)) if length == token.len() => number,
        _ => float_slow(token),
    }
}

/// Reads a token to an f64.
pub fn double(token: &[u8]) -> f64 {
    if let Some((number, length)) = plain(token) {
        if length == token.len() {
            return number;
        }
    }
    match special(token) {
        Some(Special::Infinite(negative)) => {
            if negative {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            }
        }
        Some(Special::Nan(negative, payload)) => nan_f64(negative, payload),
        None => match fast_float2::parse_partial::<f64, _>(unsigned_start(token)) {
            Ok((number, _)) if number.is_finite() && (number != 0.0 || is_zero(token)) => number,
            _ => 0.0,
        },
    }
}

#[cold]
fn float_slow(token: &[u8]) -> f32 {
    match special(token) {
        Some(Special::Infinite(negative)) => {
            if negative {
                f32::NEG_INFINITY
            } else {
                f32::INFINITY
            }
        }
        Some(Special::Nan(negative, payload)) => nan_f32(negative, payload),
        None => match fast_float2::parse_partial::<f32, _>(unsigned_start(token)) {
            Ok((number, _)) if number.is_finite() && (number != 0.0 || is_zero(token)) => number,
            _ => 0.0,
        },
    }
}

/// Does the same as [`plain`] for an f32. If it could go wrong to round twice (to f64 and then to f32), this is `None`.
#[inline]
pub(super) fn plain_float(text: &[u8]) -> Option<(f32, usize)> {
    let (number, length) = plain(text)?;
    Some((narrow(number)?, length))
}

/// Rounds an f64 to the nearest f32. If it is half-way between two, this is `None`.
#[inline(always)]
fn narrow(number: f64) -> Option<f32> {
    #[expect(clippy::cast_possible_truncation, reason = "rounding is intended")]
    let narrow = number as f32;
    (number.to_bits() & HALF_WAY_MASK != HALF_WAY).then_some(narrow)
}

/// Reads a float with up to 15 characters before the byte `end`. Also returns how many characters it takes. Returns
/// `None` for a longer float, and for one that is not exact or not made of plain digits. The result is the same as for
/// [`plain`], without any branch on sign and digits, because mispredicted branches would cost more than all the rest.
/// This way, we also know where the next number begins long before we know the value of this number.
#[inline(always)]
pub(super) fn short_float(text: &[u8; 16], end: u8) -> Option<(f32, usize)> {
    let chars = u128::from_le_bytes(*text);
    #[expect(clippy::cast_possible_truncation, reason = "one half, then the other")]
    let (first, second) = (chars as u64, (chars >> 64) as u64);
    // Places are counted in bits. A point among the last eight bytes counts as a non-digit.
    let ends = u128::from(find(first, end)) | u128::from(find(second, end)) << 64;
    let length = ends.trailing_zeros() & !7;
    let point = (find(first, b'.').trailing_zeros() & !7).min(length);
    let has_point = point < length.min(u64::BITS);
    let negative = text.first() == Some(&b'-');
    let others = u32::from(negative).wrapping_add(u32::from(has_point)).wrapping_mul(8);
    if length == u128::BITS || length <= others {
        return None;
    }
    let digits = (first ^ EACH.wrapping_mul(0x30)) & !u64::from(u8::MAX.wrapping_mul(u8::from(negative)));
    // Moves the digits before the point into its place.
    let below = 1_u64.wrapping_shl(point).wrapping_sub(1);
    let joined = (digits & below) << 8 | digits & !(below << 8 | 0xff);
    let first = if has_point { joined } else { digits };
    // The last digit at the end, zeros before the first.
    let (mantissa, others) = if length <= u64::BITS {
        let digits = first.wrapping_shl(u64::BITS.wrapping_sub(length));
        (eight(digits), no_digits(digits))
    } else {
        let digits = u128::from(first) | u128::from(second ^ EACH.wrapping_mul(0x30)) << 64;
        let digits = digits.wrapping_shl(u128::BITS.wrapping_sub(length));
        #[expect(clippy::cast_possible_truncation, reason = "one half, then the other")]
        let (first, second) = (digits as u64, (digits >> 64) as u64);
        let mantissa = eight(first).wrapping_mul(100_000_000).wrapping_add(eight(second));
        (mantissa, no_digits(first) | no_digits(second))
    };
    if others != 0 || mantissa > EXACT {
        return None;
    }
    let behind = if has_point { (length.wrapping_sub(point) >> 3).wrapping_sub(1) } else { 0 };
    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³")]
    let number = mantissa as f64 * *TENTHS.get(behind as usize)?;
    // A tenth and the product are each off by half a unit at most; that matters close to half-way between two f32.
    if number.to_bits().wrapping_sub(HALF_WAY.wrapping_sub(4)) & HALF_WAY_MASK <= 8 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounding is intended")]
    let number = number as f32;
    Some((f32::from_bits(number.to_bits() | u32::from(negative) << 31), (length >> 3) as usize))
}

/// Negative powers of ten, rounded.
const TENTHS: [f64; 16] =
    [1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15];

/// Has a 1 in every byte.
const EACH: u64 = u64::MAX / 0xff;

/// Sets the high bit of the first byte that equals `byte`. It can be set in later bytes too.
#[inline(always)]
fn find(chars: u64, byte: u8) -> u64 {
    let zero = chars ^ EACH.wrapping_mul(u64::from(byte));
    zero.wrapping_sub(EACH) & !zero & EACH.wrapping_mul(0x80)
}

/// Sets the high bit of the first byte above 9. It can be set in later bytes too.
#[inline(always)]
fn no_digits(digits: u64) -> u64 {
    (digits.wrapping_add(EACH.wrapping_mul(0x76)) | digits) & EACH.wrapping_mul(0x80)
}

/// Returns the number for eight digits. The first must be in the lowest byte.
#[inline(always)]
fn eight(digits: u64) -> u64 {
    let pairs = digits.wrapping_mul(0x0a01) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(0x0064_0001) >> 16 & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(0x2710_0000_0001) >> 32
}

/// Reads digits with at most a single point between them, if the result is exact. This is true for an integer below 2⁵³
/// divided by a power of ten, because it is only rounded once. Also returns how many bytes it takes.
#[inline]
pub(super) fn plain(text: &[u8]) -> Option<(f64, usize)> {
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, text),
    };
    let mut mantissa = 0;
    let mut rest = take_digits(digits, &mut mantissa);
    let mut count = digits.len().wrapping_sub(rest.len());
    let mut behind = 0;
    if let [b'.', fraction @ ..] = rest {
        rest = take_digits(fraction, &mut mantissa);
        behind = fraction.len().wrapping_sub(rest.len());
        count = count.wrapping_add(behind);
    }
    // 19 digits don't overflow.
    let exponent = matches!(rest.first(), Some(b'e' | b'E'));
    if count == 0 || count > 19 || mantissa > EXACT || exponent {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³")]
    let whole = mantissa as f64;
    let number = if behind == 0 { whole } else { whole / POWERS.get(behind)? };
    Some((if negative { -number } else { number }, text.len().wrapping_sub(rest.len())))
}

/// Reads an integer with up to seven digits, if the text does not end there. Also returns how many bytes it takes.
#[inline(always)]
pub(super) fn short_integer(text: &[u8]) -> Option<(i32, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let (value, count) = eight_digits(*text.get(start..)?.first_chunk()?);
    if count == 0 || count == 8 {
        return None;
    }
    let value = i32::try_from(value).ok()?;
    Some((if negative { value.wrapping_neg() } else { value }, start.wrapping_add(count)))
}

/// Reads the digits at the beginning of `chunk` without a branch. Also returns how many there are.
#[inline(always)]
fn eight_digits(chunk: [u8; 8]) -> (u64, usize) {
    // Digits become 0 to 9. Of the other bytes only the first matters, and below it no sum carries.
    let digits = u64::from_le_bytes(chunk) ^ 0x3030_3030_3030_3030;
    let bits = no_digits(digits).trailing_zeros() & !7;
    // The digits at the end of the word, zeros before them.
    let word = digits.checked_shl(64_u32.wrapping_sub(bits)).unwrap_or(0);
    (eight(word), (bits >> 3) as usize)
}

/// Adds the digits at the beginning of `text` to a number, and returns the rest.
#[inline(always)]
fn take_digits<'t>(mut text: &'t [u8], number: &mut u64) -> &'t [u8] {
    while let Some(chunk) = text.first_chunk() {
        let (value, count) = eight_digits(*chunk);
        let scale = SCALES.get(count).copied().unwrap_or(0);
        *number = number.wrapping_mul(scale).wrapping_add(value);
        text = text.get(count..).unwrap_or_default();
        if count < 8 {
            return text;
        }
    }
    while let [byte, rest @ ..] = text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        *number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
        text = rest;
    }
    text
}

/// The power of ten to multiply by, given how many digits will follow.
const SCALES: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

enum Special {
    Infinite(bool),
    /// With the bits from the brackets, if there are any.
    Nan(bool, Option<u64>),
}

/// Reads `inf`, `infinity` or `nan` in any case. If a NaN has a payload, it can be written like `nan(7fc00001)`.
fn special(token: &[u8]) -> Option<Special> {
    let (negative, text) = match token.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, token),
    };
    let word = text.get(..3)?;
    if word.eq_ignore_ascii_case(b"inf") {
        return Some(Special::Infinite(negative));
    }
    if !word.eq_ignore_ascii_case(b"nan") {
        return None;
    }
    let digits = text.get(3..).and_then(|rest| rest.strip_prefix(b"(")).and_then(|rest| rest.strip_suffix(b")"));
    let digits = digits.and_then(|digits| core::str::from_utf8(digits).ok());
    Some(Special::Nan(negative, digits.and_then(|digits| u64::from_str_radix(digits, 16).ok())))
}

fn nan_f32(negative: bool, payload: Option<u64>) -> f32 {
    let bits = payload.and_then(|bits| u32::try_from(bits).ok()).filter(|bits| f32::from_bits(*bits).is_nan());
    f32::from_bits(bits.unwrap_or(if negative { 0xffc0_0000 } else { 0x7fc0_0000 }))
}

fn nan_f64(negative: bool, payload: Option<u64>) -> f64 {
    let bits = payload.filter(|bits| f64::from_bits(*bits).is_nan());
    f64::from_bits(bits.unwrap_or(if negative { 0xfff8_0000_0000_0000 } else { 0x7ff8_0000_0000_0000 }))
}

/// Returns the token, or nothing if `from_chars` does not accept how it begins.
fn unsigned_start(token: &[u8]) -> &[u8] {
    let rest = token.strip_prefix(b"-").unwrap_or(token);
    match rest.first() {
        Some(b'0'..=b'9' | b'.') => token,
        _ => &[],
    }
}

/// Returns `true` if all digits before the exponent are zero. If not, a result of 0 means that the number is out of
/// range.
fn is_zero(token: &[u8]) -> bool {
    let mantissa = token.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-'));
    mantissa.clone().all(|byte| !matches!(byte, b'1'..=b'9'))
}

/// Reads the integer at the beginning of a token, if it is in range.
fn whole(token: &[u8]) -> i128 {
    let (negative, digits) = match token.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, token),
    };
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    let value = digits.fold(0_i128, |value, digit| value.saturating_mul(10).saturating_add(i128::from(digit & 0xf)));
    if negative { value.saturating_neg() } else { value }
}

/// Reads a token to an integer. If it is not an integer or is out of range, the result is 0.
pub(super) fn integer<T: TryFrom<i128> + Default>(token: &[u8]) -> T {
    // A token with a minus is no unsigned number, not even −0; the result is 0 in both cases.
    T::try_from(whole(token)).unwrap_or_default()
}

/// Reads a bool. This looks for the word, in any case and anywhere in the token. Without the word, the result is `true`
/// for any number except 0.
pub(super) fn boolean(token: &[u8]) -> bool {
    let contains = |word: &[u8]| token.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word));
    if token.len() >= 4 {
        if contains(b"true") {
            return true;
        }
        if contains(b"false") {
            return false;
        }
    }
    integer::<i32>(token) != 0
}

/// What happens when a token is read to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The number is read the way it is written.
    Exact,
    /// There is no token.
    Empty,
    /// The result is 0, because the type can't represent the number.
    OutOfRange,
    /// Only the given number of bytes is read.
    Prefix(usize),
    /// The result is this NaN. Other readers will use the usual NaN instead.
    Payload,
}

/// Finds out what happens when `token` is read to a number or bool with type `ty`.
pub(super) fn reading(ty: crate::kind::Type, token: &[u8]) -> Reading {
    use crate::kind::Type;
    match ty {
        _ if token.is_empty() => Reading::Empty,
        Type::BOOL if matches!(token, b"0" | b"1") => Reading::Exact,
        Type::BOOL if token.eq_ignore_ascii_case(b"true") || token.eq_ignore_ascii_case(b"false") => Reading::Exact,
        Type::BOOL => Reading::Prefix(0),
        Type::F32 | Type::F64 | Type::HALF => reading_of_float(ty, token),
        _ => {
            let digits = token.strip_prefix(b"-").unwrap_or(token);
            let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            match integer_fits(ty, token) {
                _ if length == 0 => Reading::Prefix(0),
                false => Reading::OutOfRange,
                true if length == digits.len() => Reading::Exact,
                true => Reading::Prefix(token.len().wrapping_sub(digits.len()).wrapping_add(length)),
            }
        }
    }
}

/// Returns `true` if the integer at the beginning of `token` is in range for `ty`. If this is unsigned, there can't be
/// a minus.
fn integer_fits(ty: crate::kind::Type, token: &[u8]) -> bool {
    use crate::kind::Type;
    let number = whole(token);
    let unsigned = !token.starts_with(b"-");
    match ty {
        Type::I8 => i8::try_from(number).is_ok(),
        Type::I16 => i16::try_from(number).is_ok(),
        Type::I32 => i32::try_from(number).is_ok(),
        Type::I64 => i64::try_from(number).is_ok(),
        Type::U8 => unsigned && u8::try_from(number).is_ok(),
        Type::U16 => unsigned && u16::try_from(number).is_ok(),
        Type::U32 => unsigned && u32::try_from(number).is_ok(),
        _ => unsigned && u64::try_from(number).is_ok(),
    }
}

fn reading_of_float(ty: crate::kind::Type, token: &[u8]) -> Reading {
    use crate::kind::Type;
    let word = token.strip_prefix(b"-").unwrap_or(token);
    let usual = [b"inf".as_slice(), b"infinity", b"nan"];
    if usual.iter().any(|usual| usual.eq_ignore_ascii_case(word)) {
        return Reading::Exact;
    }
    match special(token) {
        Some(Special::Nan(_, Some(_))) => return Reading::Payload,
        Some(_) => return Reading::Prefix(3),
        None => {}
    }
    // An f64 has a larger range than an f32.
    let length = match fast_float2::parse_partial::<f64, _>(unsigned_start(token)) {
        Ok((_, length)) => length,
        Err(_) => return Reading::Prefix(0),
    };
    let lost = |is_zero_or_infinite: bool| is_zero_or_infinite && !is_zero(token);
    let out_of_range = match ty {
        Type::F64 => lost(double(token) == 0.0),
        Type::F32 => lost(float(token) == 0.0),
        _ => lost(float(token) == 0.0) || crate::half::to_f32(crate::half::from_f32(float(token))).is_infinite(),
    };
    if out_of_range {
        Reading::OutOfRange
    } else if length == token.len() {
        Reading::Exact
    } else {
        Reading::Prefix(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn plain_numbers_are_what_rust_makes_of_them() {
        let mut state = 1_u64;
        for round in 0..200_000_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let whole = state >> (round % 60 + 4);
            let digits = format!("{}", state.rotate_left(17) >> (round % 50));
            let text = format!("{}{whole}.{digits}", if round % 2 == 0 { "-" } else { "" });
            assert_eq!(float(text.as_bytes()).to_bits(), text.parse::<f32>().unwrap().to_bits(), "{text}");
            assert_eq!(double(text.as_bytes()).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
    }

    #[test]
    fn short_numbers_are_the_same_as_any() {
        let behind = "                ";
        for (whole, fraction) in (0..12).flat_map(|whole| (0..15).map(move |fraction| (whole, fraction))) {
            for (sign, point) in [("", "."), ("-", "."), ("", ""), ("-", "x")] {
                let digits = "1071234567890123456789012345";
                let text = format!("{sign}{}{point}{},{behind}", &digits[..whole], &digits[whole..][..fraction]);
                let short = short_float(text.as_bytes().first_chunk().unwrap(), b',');
                let expected = plain_float(text.as_bytes()).filter(|(_, length)| text.as_bytes()[*length] == b',');
                let bits = |(number, length): (f32, usize)| (number.to_bits(), length);
                // The point is among the first eight characters, or there is none.
                let is_short = text.find(',').unwrap() < 16 && (sign.len() + whole < 8 || point.is_empty());
                assert_eq!(short.map(bits), expected.map(bits).filter(|_| is_short), "{text}");
            }
        }
        for text in
            ["", "-", ".", "-.", "e", "--1", " 1", "1 ", "1e5", "1..2", "1.2.3", "1-", "1.-2", "/", ":", "\u{7f}", "é"]
        {
            assert!(
                short_float(format!("{text},{behind}").as_bytes().first_chunk().unwrap(), b',').is_none(),
                "{text}"
            );
        }
        assert_eq!(short_integer(b"-1234567,"), Some((-1_234_567, 8)));
        assert!(short_integer(b"12345678,").is_none() && short_integer(b"-,1234567").is_none());
    }

    #[test]
    fn short_numbers_are_what_rust_makes_of_them() {
        let (mut state, mut taken) = (1_u64, 0);
        for round in 0..400_000_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = (state >> 32) as u32;
            // Close to one, and anything between 2⁻²⁴ and 2²³; and the middle between that and the next.
            let number = f32::from_bits(bits & 0x807f_ffff | (127 - 24 + round % 47) << 23);
            let middle = (f64::from(number) + f64::from(f32::from_bits(number.to_bits() + 1))) / 2.0;
            for text in [format!("{number}"), format!("{number:.4}"), format!("{middle}"), format!("{middle:.12}")] {
                let padded = format!("{text},                ");
                if let Some((found, length)) = short_float(padded.as_bytes().first_chunk().unwrap(), b',') {
                    let expected: f32 = text.parse().unwrap();
                    assert_eq!((found.to_bits(), length), (expected.to_bits(), text.len()), "{text}");
                    taken += 1;
                }
            }
        }
        assert!(taken > 500_000, "{taken}");
    }

    #[test]
    fn digits_end_anywhere() {
        for end in ["", ",", "/", ":", "\u{7f}", "é", " 12345678", "e"] {
            for count in 0..20 {
                let text = format!("{}{end}", &"12345678901234567890"[..count]);
                let mut number = 0;
                let rest = take_digits(text.as_bytes(), &mut number);
                assert_eq!((rest, number), (end.as_bytes(), text[..count].parse().unwrap_or(0)), "{text}");
            }
        }
    }
}
