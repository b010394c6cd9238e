//! Floats and bytes as JSON, to be used in the layouts that adapters store in [`Source`](asset_scene::Source).

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A float that keeps all its bits. In JSON, this is a number, or a text like `"nonfinite:0x7fc00000"`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Real(
    /// The float, which can have any bits.
    pub f32,
);

impl PartialEq for Real {
    /// Compares the bits.
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

/// The prefix for infinity and NaN.
const NONFINITE: &str = "nonfinite:0x";

impl Serialize for Real {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f32(self.0)
        } else {
            serializer.collect_str(&format_args!("{NONFINITE}{:08x}", self.0.to_bits()))
        }
    }
}

impl<'de> Deserialize<'de> for Real {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RealVisitor)
    }
}

struct RealVisitor;

impl Visitor<'_> for RealVisitor {
    type Value = Real;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number or \"{NONFINITE}...\"")
    }

    fn visit_f64<E>(self, number: f64) -> Result<Real, E> {
        Ok(Real(number as f32))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Real, E> {
        Ok(Real(number as f32))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Real, E> {
        Ok(Real(number as f32))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Real, E> {
        let bits = text.strip_prefix(NONFINITE).and_then(|bits| u32::from_str_radix(bits, 16).ok());
        bits.map(|bits| Real(f32::from_bits(bits))).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Returns the wrapped floats.
pub fn floats<const N: usize>(reals: [Real; N]) -> [f32; N] {
    reals.map(|real| real.0)
}

/// Bytes that are serialised as Base64 (standard alphabet, with padding).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Base64(
    /// The bytes, not encoded.
    pub Vec<u8>,
);

impl Base64 {
    /// Returns whether there are no bytes. Use this to skip an empty field.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&base64_simd::STANDARD.encode_to_string(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        base64_simd::STANDARD.decode_to_vec(text).map(Self).map_err(de::Error::custom)
    }
}

/// Returns whether a field has its default value. Use this to skip the field.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn all_bits_of_a_float_come_back_through_text() {
        let odd = [0.0, -0.0, 1.0, 0.1, f32::MIN_POSITIVE, 1e-45, f32::MAX, f32::INFINITY, f32::NEG_INFINITY];
        let nans = [0x7fa0_0001, 0xffc0_0000_u32].map(f32::from_bits);
        for number in odd.into_iter().chain(nans) {
            let text = serde_json::to_value(Real(number)).unwrap().to_string();
            let back: Real = serde_json::from_str(&text).unwrap();
            assert_eq!(back.0.to_bits(), number.to_bits(), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        assert!(serde_json::from_str::<Real>("\"nonfinite:0xzz\"").is_err());
        assert!(serde_json::from_str::<Base64>("\"%\"").is_err());
    }
}
