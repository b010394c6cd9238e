//! Number lists, read without creating a value for every number.

use core::marker::PhantomData;
use serde::de::{self, DeserializeSeed, IntoDeserializer, SeqAccess, Visitor};

use crate::half;
use crate::kind::Type;
use crate::serde_error::SerdeError;

/// Visits consecutive numbers. If the type is not a single number, this passes the visitor to `others`.
pub(super) fn visit<'de, V: Visitor<'de>>(
    item: Type,
    bytes: &[u8],
    visitor: V,
    others: impl FnOnce(V) -> Result<V::Value, SerdeError>,
) -> Result<V::Value, SerdeError> {
    match item {
        Type::BOOL => list(bytes, |[byte]| byte != 0, visitor),
        Type::I8 => list(bytes, i8::from_le_bytes, visitor),
        Type::U8 => list(bytes, u8::from_le_bytes, visitor),
        Type::I16 => list(bytes, i16::from_le_bytes, visitor),
        Type::U16 => list(bytes, u16::from_le_bytes, visitor),
        Type::I32 => list(bytes, i32::from_le_bytes, visitor),
        Type::U32 => list(bytes, u32::from_le_bytes, visitor),
        Type::I64 => list(bytes, i64::from_le_bytes, visitor),
        Type::U64 => list(bytes, u64::from_le_bytes, visitor),
        Type::F32 => list(bytes, f32::from_le_bytes, visitor),
        Type::F64 => list(bytes, f64::from_le_bytes, visitor),
        Type::HALF => list(bytes, |bits| half::to_f32(u16::from_le_bytes(bits)), visitor),
        _ => others(visitor),
    }
}

fn list<'de, const N: usize, T: IntoDeserializer<'de, SerdeError>, V: Visitor<'de>>(
    bytes: &[u8],
    read: impl Fn([u8; N]) -> T,
    visitor: V,
) -> Result<V::Value, SerdeError> {
    visitor.visit_seq(Numbers { left: bytes, all: bytes.len(), read, of: PhantomData })
}

/// The numbers in a list that weren't read yet, with `N` bytes each.
struct Numbers<'d, const N: usize, T, R> {
    left: &'d [u8],
    all: usize,
    read: R,
    of: PhantomData<T>,
}

impl<'de, const N: usize, T: IntoDeserializer<'de, SerdeError>, R: Fn([u8; N]) -> T> SeqAccess<'de>
    for Numbers<'_, N, T, R>
{
    type Error = SerdeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, SerdeError> {
        let Some((number, rest)) = self.left.split_first_chunk::<N>() else { return Ok(None) };
        self.left = rest;
        let read = seed.deserialize(Number((self.read)(*number)));
        read.map(Some).map_err(|error| {
            let taken = self.all.saturating_sub(self.left.len());
            error.within_index(taken.div_ceil(N).saturating_sub(1))
        })
    }

    fn size_hint(&self) -> Option<usize> {
        self.left.len().checked_div(N)
    }
}

/// A single number.
struct Number<T>(T);

impl<'de, T: IntoDeserializer<'de, SerdeError>> de::Deserializer<'de> for Number<T> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.0.into_deserializer().deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}
