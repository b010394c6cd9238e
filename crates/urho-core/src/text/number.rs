//! Numbers as the C library reads and writes them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads numbers like `strtod` and `strtol`: it skips leading blanks and ends at the first other character. If there is
/// no number, the value is 0 and nothing is consumed.
pub(super) struct Numbers<'t> {
    text: &'t [u8],
    rest: &'t [u8],
    odd: bool,
}

impl<'t> Numbers<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, rest: text, odd: false }
    }

    /// Returns whether the text contained exactly the numbers that were requested. Additional spaces do not matter to
    /// any reader.
    pub(super) fn is_clean(&self) -> bool {
        !self.odd && self.rest.iter().all(|byte| *byte == b' ')
    }

    /// Returns `N` floats, or `None` if there are fewer parts between spaces.
    pub(super) fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        self.enough(N).then(|| [(); N].map(|()| self.float()))
    }

    pub(super) fn doubles<const N: usize>(&mut self) -> Option<[f64; N]> {
        self.enough(N).then(|| [(); N].map(|()| self.double()))
    }

    pub(super) fn ints<const N: usize>(&mut self) -> Option<[i32; N]> {
        self.enough(N).then(|| [(); N].map(|()| self.int()))
    }

    fn enough(&self, count: usize) -> bool {
        self.text.split(|byte| *byte == b' ').filter(|piece| !piece.is_empty()).take(count).count() == count
    }

    pub(super) fn float(&mut self) -> f32 {
        narrow(self.double())
    }

    pub(super) fn double(&mut self) -> f64 {
        let (negative, unsigned) = self.signed();
        if let Some((value, length)) = hexadecimal(unsigned) {
            let rest = unsigned.get(length..).unwrap_or_default();
            return self.take(Some(if negative { -value } else { value }), rest).unwrap_or_default();
        }
        let length = decimal_len(unsigned);
        let (number, rest) = unsigned.split_at(length);
        let value = fast_float2::parse::<f64, _>(number).ok();
        self.take(value.map(f64::abs).map(|value| if negative { -value } else { value }), rest).unwrap_or_default()
    }

    pub(super) fn long(&mut self) -> i64 {
        let (negative, unsigned) = self.signed();
        let length = unsigned.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = unsigned.split_at(length);
        let exact = digits.iter().try_fold(0_i64, |value, digit| {
            let digit = i64::from(digit - b'0');
            value.checked_mul(10)?.checked_add(if negative { -digit } else { digit })
        });
        self.odd |= exact.is_none() || matches!(digits, [b'0', _, ..]);
        // The library returns the outermost value for numbers out of range.
        let value = exact.unwrap_or(if negative { i64::MIN } else { i64::MAX });
        self.take((length > 0).then_some(value), rest).unwrap_or_default()
    }

    pub(super) fn int(&mut self) -> i32 {
        let long = self.long();
        let int = long as i32;
        self.odd |= i64::from(int) != long;
        int
    }

    /// Returns whether the number at this position is negative, and the text after its sign.
    fn signed(&mut self) -> (bool, &'t [u8]) {
        let blanks = self.rest.iter().take_while(|byte| matches!(byte, b' ' | 9..=13)).count();
        let number = self.rest.get(blanks..).unwrap_or_default();
        // The engine counts pieces between spaces, and tabs and line ends don't separate them.
        let is_first = self.rest.len() == self.text.len();
        self.odd |= !is_first && blanks == 0 || self.rest.iter().take(blanks).any(|byte| *byte != b' ');
        match number {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, number),
        }
    }

    /// Moves past the number, if there is one.
    fn take<T>(&mut self, value: Option<T>, rest: &'t [u8]) -> Option<T> {
        match value {
            Some(_) => self.rest = rest,
            None => self.odd = true,
        }
        value
    }
}

/// Reads the hexadecimal number at the start of `text`, for example `0x10` or `0x1.8p3`, and returns its length too.
/// Digits beyond 64 bits are dropped.
fn hexadecimal(text: &[u8]) -> Option<(f64, usize)> {
    let [b'0', b'x' | b'X', digits @ ..] = text else { return None };
    let (mut mantissa, mut exponent, mut length, mut count, mut point) = (0_u64, 0_i32, 2, 0_usize, false);
    for byte in digits {
        match (*byte as char).to_digit(16) {
            Some(digit) => {
                count += 1;
                let fits = mantissa >> 60 == 0;
                mantissa = if fits { mantissa << 4 | u64::from(digit) } else { mantissa };
                exponent = exponent.saturating_add(4 * (i32::from(!fits) - i32::from(point)));
            }
            None if *byte == b'.' && !point => point = true,
            None => break,
        }
        length += 1;
    }
    if count == 0 {
        return None;
    }
    if let Some([b'p' | b'P', power @ ..]) = text.get(length..) {
        let sign = usize::from(matches!(power.first(), Some(b'+' | b'-')));
        let digits = power.iter().skip(sign).take_while(|byte| byte.is_ascii_digit()).count();
        let number = power.get(..sign + digits).and_then(|number| core::str::from_utf8(number).ok());
        if digits > 0 {
            // Only an exponent beyond 32 bits isn't parsed.
            let outermost = if power.first() == Some(&b'-') { i32::MIN } else { i32::MAX };
            exponent = exponent.saturating_add(number.and_then(|number| number.parse().ok()).unwrap_or(outermost));
            length += 1 + sign + digits;
        }
    }
    // Above this it is 0 or infinite anyway.
    let factor = if exponent < 0 { 0.5 } else { 2.0 };
    let value = (0..exponent.unsigned_abs().min(2200)).fold(mantissa as f64, |value, _| value * factor);
    Some((value, length))
}

/// Returns the length of the unsigned decimal number at the start of `text`.
fn decimal_len(text: &[u8]) -> usize {
    for word in ["infinity", "inf", "nan"] {
        if text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes())) {
            return word.len();
        }
    }
    let digits = |from: usize| text.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(0);
    let fraction = if text.get(whole) == Some(&b'.') { digits(whole + 1) } else { 0 };
    if whole + fraction == 0 {
        return 0;
    }
    let mantissa = if text.get(whole) == Some(&b'.') { whole + 1 + fraction } else { whole };
    if !matches!(text.get(mantissa), Some(b'e' | b'E')) {
        return mantissa;
    }
    let sign = usize::from(matches!(text.get(mantissa + 1), Some(b'+' | b'-')));
    match digits(mantissa + 1 + sign) {
        0 => mantissa,
        exponent => mantissa + 1 + sign + exponent,
    }
}

/// Returns the float that is nearest to a double. For a NaN, this is the quiet NaN with the same sign.
fn narrow(value: f64) -> f32 {
    if value.is_nan() { f32::NAN.copysign(if value.is_sign_negative() { -1.0 } else { 1.0 }) } else { value as f32 }
}

/// Returns whether the engine reads `text` as true.
pub(super) fn is_true(text: &[u8]) -> bool {
    let first = text.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(first, Some(b't' | b'T' | b'y' | b'Y' | b'1'))
}

/// Returns whether `text` is a word for true or false. The engine only looks at the first letter.
pub(super) fn is_bool(text: &[u8]) -> bool {
    const WORDS: [&str; 10] = ["true", "false", "yes", "no", "1", "0", "t", "f", "y", "n"];
    WORDS.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(text))
}

/// Reads decimal bytes that are separated by spaces. Also returns whether the text contains nothing else.
pub(super) fn buffer(text: &[u8]) -> (Vec<u8>, bool) {
    let pieces = || text.split(|byte| *byte == b' ').filter(|piece| !piece.is_empty());
    let mut clean = true;
    let bytes = pieces().map(|piece| {
        let value = piece.iter().fold(0_u32, |value, byte| {
            clean &= byte.is_ascii_digit();
            value.wrapping_mul(10).wrapping_add(u32::from(*byte)).wrapping_sub(u32::from(b'0'))
        });
        clean &= value <= 255 && piece.len() <= 3;
        value as u8
    });
    let bytes = bytes.collect();
    (bytes, clean)
}

/// Writes a float so that it can be read back unchanged.
pub(super) fn float_text(value: f32) -> Result<String, &'static str> {
    if value.is_nan() {
        return nan_text(u64::from(value.to_bits()), u64::from(f32::NAN.to_bits()), 1 << 31);
    }
    let short = number_text(&format!("{value:e}"), 6);
    // It is read as a double first. In rare cases that rounds to another float, so the double has to be written in full.
    let same = Numbers::new(short.as_bytes()).float().to_bits() == value.to_bits();
    Ok(if same { short } else { number_text(&format!("{:e}", f64::from(value)), 6) })
}

/// Writes a double so that it can be read back unchanged.
pub(super) fn double_text(value: f64) -> Result<String, &'static str> {
    if value.is_nan() {
        return nan_text(value.to_bits(), f64::NAN.to_bits(), 1 << 63);
    }
    Ok(number_text(&format!("{value:e}"), 15))
}

fn nan_text(bits: u64, quiet: u64, sign: u64) -> Result<String, &'static str> {
    match bits {
        _ if bits == quiet => Ok(String::from("nan")),
        _ if bits == quiet | sign => Ok(String::from("-nan")),
        _ => Err("a NaN with bits of its own"),
    }
}

/// Formats a number as `%.*g` in C does: with this many digits, but without zeros at the end. There is an exponent below
/// 10⁻⁴, and from 10 to the power of the number of digits on. The engines write numbers in text files like this.
///
/// ```
/// assert_eq!(urho_core::general_number(1.0 / 3.0, 6), "0.333333");
/// assert_eq!(urho_core::general_number(1_234_567.0, 6), "1.23457e+06");
/// ```
pub fn general_number(value: f64, digits: usize) -> String {
    general_number_with(value, digits, |exponent| {
        let last = i64::try_from(digits).unwrap_or(i64::MAX).saturating_sub(1);
        let behind = usize::try_from(last.saturating_sub(i64::from(exponent))).unwrap_or(0);
        format!("{value:.behind$}")
    })
}

/// Like [`general_number`], but numbers without an exponent are formatted by `plain`, which gets the power of 10 of the
/// first digit. Zeros at the end of the fraction are removed afterwards.
pub fn general_number_with(value: f64, digits: usize, plain: impl FnOnce(i32) -> String) -> String {
    if !value.is_finite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        return format!("{sign}{}", if value.is_nan() { "nan" } else { "inf" });
    }
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent = exponent.parse::<i32>().unwrap_or(0);
    if exponent < -4 || usize::try_from(exponent).is_ok_and(|exponent| exponent >= digits) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.unsigned_abs());
    }
    String::from(without_zeros(&plain(exponent)))
}

/// Removes zeros from the end of a fraction.
fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Formats a number like `%g`, but without losing digits. The shortest digits must be in `scientific`. There will be an
/// exponent below 10⁻⁴, and from 10 to the power of the number of digits on, where this number is at least `precision`.
fn number_text(scientific: &str, precision: usize) -> String {
    let (sign, number) = scientific.strip_prefix('-').map_or(("", scientific), |number| ("-", number));
    let Some((mantissa, exponent)) = number.split_once('e') else {
        return String::from(scientific); // inf
    };
    let exponent = exponent.parse::<i32>().unwrap_or_default();
    let digits: String = mantissa.chars().filter(|digit| *digit != '.').collect();
    let precision = i32::try_from(precision.max(digits.len())).unwrap_or(i32::MAX);
    if exponent < -4 || exponent >= precision {
        let mark = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{mantissa}e{mark}{:02}", exponent.unsigned_abs());
    }
    match usize::try_from(exponent) {
        Ok(before) if before + 1 >= digits.len() => format!("{sign}{digits:0<width$}", width = before + 1),
        Ok(before) => format!("{sign}{}.{}", &digits[..=before], &digits[before + 1..]),
        Err(_) => format!("{sign}0.{}{digits}", "0".repeat(exponent.unsigned_abs() as usize - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn six_digits_are_those_of_c() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.333333"),
            (123_456.7, "123457"),
            (1_234_567.0, "1.23457e+06"),
            (0.0001, "0.0001"),
            (0.000_012_34, "1.234e-05"),
            (100.0, "100"),
            (1e-7, "1e-07"),
            (999_999.5, "1e+06"),
            (2.598_08, "2.59808"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(general_number(value, 6), text);
        }
        assert_eq!(general_number(1.0 / 3.0, 15), "0.333333333333333");
    }

    #[test]
    fn hexadecimal_numbers_are_read_as_the_library_does() {
        for (text, value, is_clean) in [
            ("0x10", 16.0, true),
            ("-0X1.8p3", -12.0, true),
            ("0x.8", 0.5, true),
            ("0xffffffffffffffffff", 4_722_366_482_869_645_213_696.0, true),
            ("0x1p-99999", 0.0, true),
            ("0x1p", 1.0, false),
            ("0x", 0.0, false),
            ("0x1p99999", f64::INFINITY, true),
            ("0x1p99999999999", f64::INFINITY, true),
            ("0x1p-99999999999", 0.0, true),
        ] {
            let mut numbers = Numbers::new(text.as_bytes());
            assert_eq!(numbers.double(), value, "{text}");
            assert_eq!(numbers.is_clean(), is_clean, "{text}");
        }
    }

    #[test]
    fn numbers_look_as_the_engine_writes_them() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (1.5, "1.5"),
            (-123.456, "-123.456"),
            (100_000.0, "100000"),
            (1e6, "1e+06"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (2.5e-7, "2.5e-07"),
            (16_777_216.0, "16777216"),
            (f32::INFINITY, "inf"),
            (f32::NEG_INFINITY, "-inf"),
            (f32::NAN, "nan"),
            (f32::MAX, "3.4028235e+38"),
        ] {
            assert_eq!(float_text(value).as_deref(), Ok(text));
        }
        assert_eq!(double_text(1e15).as_deref(), Ok("1e+15"));
        assert_eq!(double_text(123_456_789.0).as_deref(), Ok("123456789"));
        assert_eq!(float_text(f32::from_bits(0x7f80_0001)), Err("a NaN with bits of its own"));
        assert_eq!(double_text(f64::NAN).as_deref(), Ok("nan"));
        assert_eq!(double_text(-f64::NAN).as_deref(), Ok("-nan"));
        assert_eq!(double_text(f64::from_bits(0x7ff8_0000_0000_0001)), Err("a NaN with bits of its own"));
    }

    #[test]
    fn numbers_are_read_as_the_c_library_reads_them() {
        for (text, value, clean) in [
            ("", 0.0, false),
            ("x", 0.0, false),
            ("1e", 1.0, false),
            ("1e+", 1.0, false),
            (".5", 0.5, true),
            (".", 0.0, false),
            ("5.", 5.0, true),
            ("+2", 2.0, true),
            ("--2", 0.0, false),
            (" 3 ", 3.0, true),
            ("\t3", 3.0, false),
            ("1e999", f64::INFINITY, true),
            ("-Infinity", f64::NEG_INFINITY, true),
            ("0y10", 0.0, false),
        ] {
            let mut numbers = Numbers::new(text.as_bytes());
            assert_eq!((numbers.double(), numbers.is_clean()), (value, clean), "{text}");
        }
        for (text, value, clean) in [
            ("-7", -7, true),
            ("2147483648", i32::MIN, false),
            ("99999999999999999999", -1, false),
            ("7.5", 7, false),
            ("-2147483648", i32::MIN, true),
        ] {
            let mut numbers = Numbers::new(text.as_bytes());
            assert_eq!((numbers.int(), numbers.is_clean()), (value, clean), "{text}");
        }
        for (text, value, clean) in [
            ("9223372036854775807", i64::MAX, true),
            ("9223372036854775808", i64::MAX, false),
            ("-9223372036854775808", i64::MIN, true),
            ("-9223372036854775809", i64::MIN, false),
            ("0", 0, true),
            ("007", 7, false),
        ] {
            let mut numbers = Numbers::new(text.as_bytes());
            assert_eq!((numbers.long(), numbers.is_clean()), (value, clean), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_float_comes_back(bits: u32) {
            let value = f32::from_bits(bits);
            if let Ok(text) = float_text(value) {
                let mut numbers = Numbers::new(text.as_bytes());
                prop_assert_eq!(numbers.float().to_bits(), bits, "{}", text);
                prop_assert!(numbers.is_clean());
            } else {
                prop_assert!(value.is_nan());
            }
        }

        #[test]
        fn every_double_comes_back(bits: u64) {
            let value = f64::from_bits(bits);
            if let Ok(text) = double_text(value) {
                prop_assert_eq!(Numbers::new(text.as_bytes()).double().to_bits(), bits, "{}", text);
            } else {
                prop_assert!(value.is_nan());
            }
        }
    }
}
