//! Integers, which can be written in different ways.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A whole number that is not negative. It can be written as `3.0`, because JSON does not distinguish this from `3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Integer(pub(crate) u64);

impl Integer {
    /// Returns the number as an index. If it is too large for this host, the result is larger than the length of any
    /// list.
    pub(crate) fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl From<usize> for Integer {
    fn from(index: usize) -> Self {
        Self(index as u64)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(IntegerVisitor)
    }
}

struct IntegerVisitor;

impl Visitor<'_> for IntegerVisitor {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number that isn't negative")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Integer, E> {
        Ok(Integer(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Integer, E> {
        u64::try_from(number).map(Integer).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Integer, E> {
        // Floats are whole without a gap below 2^53.
        if number.fract() == 0.0 && (0.0..9.0e15).contains(&number) {
            Ok(Integer(number as u64))
        } else {
            Err(E::invalid_value(Unexpected::Float(number), &self))
        }
    }
}
