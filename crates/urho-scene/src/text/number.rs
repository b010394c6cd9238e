//! Writes numbers as the engines do.

use urho_core::{FloatPrecision, HashAlgorithm, Variant, VariantKind, general_number, general_number_with};

/// The engine to imitate, and the precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberStyle {
    pub(crate) encoding: NumberForm,
    pub(crate) digits: FloatPrecision,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberForm {
    /// Urho3D and U3D: `%g` in C, but `%.15g` for doubles.
    Urho,
    /// The legacy encodings of rbfx.
    RbfxPlain,
    /// The archives of rbfx.
    RbfxArchive,
}

/// How to format a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// `%.*g` in C.
    General(usize),
    /// `%f` in C.
    Fixed,
    /// `%.*g` in EASTL. Here the number of digits is that after the point, and zero has no minus.
    Eastl(usize),
}

impl NumberStyle {
    /// Returns the value as a single string.
    ///
    /// # Errors
    /// Fails if text can't store the value.
    pub(crate) fn text(self, value: &Variant<'_>, hashes: HashAlgorithm) -> Result<Vec<u8>, urho_core::Error> {
        let format = self.encoding.of(value.kind());
        let numbers: Vec<f64> = match (value.floats(), value.doubles()) {
            (Some(floats), _) => floats.iter().map(|value| f64::from(*value)).collect(),
            (None, Some(doubles)) => doubles.to_vec(),
            (None, None) => return value.to_text(hashes),
        };
        let is_float = value.floats().is_some();
        let mut text = Vec::new();
        for number in numbers {
            if !text.is_empty() {
                text.push(b' ');
            }
            if let Some(integer) = format.whole(number) {
                text.extend_from_slice(integer.to_string().as_bytes());
                continue;
            }
            let engine = format.text(number);
            if self.digits == FloatPrecision::Engine || reads_as(&engine, number, is_float) {
                text.extend_from_slice(engine.as_bytes());
            } else if is_float {
                text.extend_from_slice(&Variant::Float(number as f32).to_text(hashes)?);
            } else {
                text.extend_from_slice(&Variant::Double(number).to_text(hashes)?);
            }
        }
        Ok(text)
    }
}

/// Returns whether the engine reads `text` as exactly this number, bit for bit.
fn reads_as(text: &str, number: f64, is_float: bool) -> bool {
    let Ok(read) = fast_float2::parse::<f64, _>(text) else { return false };
    if is_float { (read as f32).to_bits() == (number as f32).to_bits() } else { read.to_bits() == number.to_bits() }
}

impl NumberForm {
    fn of(self, kind: VariantKind) -> Format {
        use VariantKind as K;
        match (self, kind) {
            (Self::Urho, K::Double) => Format::General(15),
            (Self::Urho, _) => Format::General(6),
            (_, K::Float | K::Double) => Format::Fixed,
            (Self::RbfxArchive, K::DoubleVector2 | K::DoubleVector3) => Format::Eastl(15),
            (Self::RbfxArchive, _) | (_, K::Vector2 | K::Vector3 | K::DoubleVector2 | K::DoubleVector3) => {
                Format::Eastl(6)
            }
            (Self::RbfxPlain, _) => Format::General(6),
        }
    }
}

impl Format {
    /// Returns the number as an integer if it is written without a fraction and without an exponent. This makes the
    /// usual case fast, because most rotations and scales consist of 0 and 1.
    fn whole(self, value: f64) -> Option<i32> {
        let (Self::General(digits) | Self::Eastl(digits)) = self else { return None };
        let integer = value as i32;
        let is_whole = f64::from(integer).to_bits() == value.to_bits();
        let digits_before = integer.unsigned_abs().checked_ilog10().map_or(1, |last| last as usize + 1);
        (is_whole && digits_before <= digits).then_some(integer)
    }

    fn text(self, value: f64) -> String {
        if let Some(integer) = self.whole(value) {
            return integer.to_string();
        }
        match self {
            Self::Fixed if !value.is_finite() => general_number(value, 6),
            Self::Fixed => {
                let text = six_behind(value);
                if text == "-0.000000" { text[1..].to_owned() } else { text }
            }
            Self::General(digits) => general_number(value, digits),
            Self::Eastl(digits) => {
                let plain = |_| if digits == 6 { six_behind(value) } else { format!("{value:.digits$}") };
                let text = general_number_with(value, digits, plain);
                if text == "-0" { "0".to_owned() } else { text }
            }
        }
    }
}

/// Formats a number with six digits after the point. A half is rounded away from zero in EASTL, but to the even digit
/// in C.
fn six_behind(value: f64) -> String {
    const SCALE: f64 = 1e7;
    let scaled = value.abs() * SCALE;
    // A half is a number that seven digits represent exactly.
    let may_be_halfway = scaled < 9e15 && scaled.fract() == 0.0 && scaled % 10.0 == 5.0;
    if may_be_halfway && format!("{value:.60}").trim_end_matches('0').ends_with('5') {
        let millionths = (scaled as u64).div_ceil(10);
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    }
    format!("{value:.6}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_each_engine_writes_them() {
        for (value, c, eastl, fixed) in [
            (0.0_f32, "0", "0", "0.000000"),
            (-0.0, "-0", "0", "0.000000"),
            (0.1, "0.1", "0.1", "0.100000"),
            (1.0 / 3.0, "0.333333", "0.333333", "0.333333"),
            (1e-4, "0.0001", "0.0001", "0.000100"),
            (0.000_123_456_78, "0.000123457", "0.000123", "0.000123"),
            (1.5e-5, "1.5e-05", "1.5e-05", "0.000015"),
            (12_345.679, "12345.7", "12345.678711", "12345.678711"),
            (-123_456.79, "-123457", "-123456.789063", "-123456.789063"),
            (99_999.95, "100000", "99999.953125", "99999.953125"),
            (999_999.94, "1e+06", "1e+06", "999999.937500"),
            (16_777_216.0, "1.67772e+07", "1.67772e+07", "16777216.000000"),
            (-2.5, "-2.5", "-2.5", "-2.500000"),
            (-3.0, "-3", "-3", "-3.000000"),
            (-123_456.0, "-123456", "-123456", "-123456.000000"),
            (1_234_567.0, "1.23457e+06", "1.23457e+06", "1234567.000000"),
            (3.4e38, "3.4e+38", "3.4e+38", "339999995214436424907732413799364296704.000000"),
            (f32::INFINITY, "inf", "inf", "inf"),
            (f32::NEG_INFINITY, "-inf", "-inf", "-inf"),
        ] {
            let value = f64::from(value);
            assert_eq!(Format::General(6).text(value), c);
            assert_eq!(Format::Eastl(6).text(value), eastl);
            assert_eq!(Format::Fixed.text(value), fixed);
        }
    }

    #[test]
    fn exact_digits_are_the_engines_where_they_suffice() {
        let text = |digits, encoding, value| {
            let text = NumberStyle { encoding, digits }.text(&Variant::Float(value), HashAlgorithm::Rbfx).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(text(FloatPrecision::Exact, NumberForm::RbfxArchive, 0.25), "0.250000");
        assert_eq!(text(FloatPrecision::Exact, NumberForm::RbfxArchive, 1e-7), "1e-07");
        assert_eq!(text(FloatPrecision::Engine, NumberForm::RbfxArchive, 1e-7), "0.000000");
        assert_eq!(text(FloatPrecision::Exact, NumberForm::Urho, 1.0 / 3.0), "0.33333334");
        assert_eq!(text(FloatPrecision::Engine, NumberForm::Urho, 1.0 / 3.0), "0.333333");
        let text = |digits| {
            NumberStyle { encoding: NumberForm::Urho, digits }.text(&Variant::Double(1.0 / 3.0), HashAlgorithm::Urho18)
        };
        assert_eq!(text(FloatPrecision::Exact).unwrap(), b"0.3333333333333333");
        assert_eq!(text(FloatPrecision::Engine).unwrap(), b"0.333333333333333");
    }
}
