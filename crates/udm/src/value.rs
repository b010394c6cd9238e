//! Values.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use binio::{Bytes, Name};

use crate::array::Array;
use crate::element::Element;
use crate::fixed::Fixed;
use crate::kind::Type;
use crate::layout::Struct;
use crate::packed::Packed;

/// A value: one of the 36 types of the format, in at most 40 bytes.
///
/// Single numbers have variants of their own; values of several numbers are a [`Fixed`]. Equality is by bits: a NaN equals itself.
///
/// | variant | name in text | variant | name in text |
/// |---|---|---|---|
/// | `Nil` | `nil` | `F32` | `float` |
/// | `Bool` | `bool` | `F64` | `double` |
/// | `I8` `U8` | `int8` `uint8` | `Half` | `half` |
/// | `I16` `U16` | `int16` `uint16` | `String` | `string` |
/// | `I32` `U32` | `int32` `uint32` | `Ref` | `ref` |
/// | `I64` `U64` | `int64` `uint64` | `Utf8` | `utf8` |
/// | `Blob` | `blob` | `Lz4` | `lz4` |
/// | `Element` | `element`, or a block | `Struct` | `struct` |
/// | `Array(Array::Packed)` | `arrayLz4` | `Array`, any other | `array` |
/// | `Fixed` | `vec2` `vec3` `vec4` `vec2i` `vec3i` `vec4i` `quat` `ang` `srgba` `hdr` | `Fixed` | `transform` `stransform` `mat4` `mat3x4` |
#[derive(Clone)]
#[non_exhaustive]
pub enum Value<'a> {
    /// No value, `nil` in text.
    Nil,
    /// A byte that is 0 or 1; others are kept.
    Bool(u8),
    /// A signed byte.
    I8(i8),
    /// Unsigned integer of 8 bits.
    U8(u8),
    /// 16 bits, signed.
    I16(i16),
    /// Unsigned integer of 16 bits.
    U16(u16),
    /// 32 bits, signed.
    I32(i32),
    /// Unsigned integer of 32 bits.
    U32(u32),
    /// 64 bits, signed.
    I64(i64),
    /// Unsigned integer of 64 bits.
    U64(u64),
    /// Float of 32 bits.
    F32(f32),
    /// Float of 64 bits.
    F64(f64),
    /// The bits of an IEEE binary16; [`Value::as_f64`] gives the number.
    Half(u16),
    /// A vector, rotation, colour, transform or matrix.
    Fixed(Fixed<'a>),
    /// Text, UTF-8 unless the file says otherwise.
    String(Name<'a>),
    /// The path of another value, relative to the asset data ([`Document::resolve`](crate::Document::resolve)).
    Ref(Name<'a>),
    /// Text of any length; by convention with a NUL at its end, which is kept.
    Utf8(Bytes<'a>),
    /// Bytes of any number.
    Blob(Bytes<'a>),
    /// Bytes packed with LZ4; they stay packed.
    Lz4(Packed<'a>),
    /// Keys and their values.
    Element(Element<'a>),
    /// Values of one type; an `arrayLz4` too, which stays packed.
    Array(Array<'a>),
    /// Fields of fixed size and their layout.
    Struct(Box<Struct<'a>>),
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nil, Self::Nil) => true,
            (Self::Bool(a), Self::Bool(b)) | (Self::U8(a), Self::U8(b)) => a == b,
            (Self::I8(a), Self::I8(b)) => a == b,
            (Self::I16(a), Self::I16(b)) => a == b,
            (Self::U16(a), Self::U16(b)) | (Self::Half(a), Self::Half(b)) => a == b,
            (Self::I32(a), Self::I32(b)) => a == b,
            (Self::U32(a), Self::U32(b)) => a == b,
            (Self::I64(a), Self::I64(b)) => a == b,
            (Self::U64(a), Self::U64(b)) => a == b,
            (Self::F32(a), Self::F32(b)) => a.to_bits() == b.to_bits(),
            (Self::F64(a), Self::F64(b)) => a.to_bits() == b.to_bits(),
            (Self::Fixed(a), Self::Fixed(b)) => a == b,
            (Self::String(a), Self::String(b)) | (Self::Ref(a), Self::Ref(b)) => a == b,
            (Self::Utf8(a), Self::Utf8(b)) | (Self::Blob(a), Self::Blob(b)) => a == b,
            (Self::Lz4(a), Self::Lz4(b)) => a == b,
            (Self::Element(a), Self::Element(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Struct(a), Self::Struct(b)) => a == b,
            _ => false,
        }
    }
}

impl<'a> Value<'a> {
    /// Returns the value type.
    pub fn ty(&self) -> Type {
        match self {
            Self::Nil => Type::NIL,
            Self::Bool(_) => Type::BOOL,
            Self::I8(_) => Type::I8,
            Self::U8(_) => Type::U8,
            Self::I16(_) => Type::I16,
            Self::U16(_) => Type::U16,
            Self::I32(_) => Type::I32,
            Self::U32(_) => Type::U32,
            Self::I64(_) => Type::I64,
            Self::U64(_) => Type::U64,
            Self::F32(_) => Type::F32,
            Self::F64(_) => Type::F64,
            Self::Half(_) => Type::HALF,
            Self::Fixed(fixed) => fixed.ty(),
            Self::String(_) => Type::STRING,
            Self::Ref(_) => Type::REF,
            Self::Utf8(_) => Type::UTF8,
            Self::Blob(_) => Type::BLOB,
            Self::Lz4(_) => Type::LZ4,
            Self::Element(_) => Type::ELEMENT,
            Self::Array(array) => array.ty(),
            Self::Struct(_) => Type::STRUCT,
        }
    }

    /// `Debug` of a value that holds no others.
    pub(crate) fn fmt_plain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, content): (_, &dyn fmt::Debug) = match self {
            Self::Nil => return f.write_str("Nil"),
            Self::Bool(value) => ("Bool", value),
            Self::I8(value) => ("I8", value),
            Self::U8(value) => ("U8", value),
            Self::I16(value) => ("I16", value),
            Self::U16(value) => ("U16", value),
            Self::I32(value) => ("I32", value),
            Self::U32(value) => ("U32", value),
            Self::I64(value) => ("I64", value),
            Self::U64(value) => ("U64", value),
            Self::F32(value) => ("F32", value),
            Self::F64(value) => ("F64", value),
            Self::Half(value) => ("Half", value),
            Self::Fixed(value) => ("Fixed", value),
            Self::String(value) => ("String", value),
            Self::Ref(value) => ("Ref", value),
            Self::Utf8(value) => ("Utf8", value),
            Self::Blob(value) => ("Blob", value),
            Self::Lz4(value) => ("Lz4", value),
            Self::Element(value) => ("Element", value),
            Self::Array(value) => ("Array", value),
            Self::Struct(value) => ("Struct", value),
        };
        f.debug_tuple(name).field(content).finish()
    }

    /// A value of the trivial type `ty` out of its bytes. `None` if they aren't as many as the type has.
    pub(crate) fn from_trivial(ty: Type, bytes: &'a [u8]) -> Option<Self> {
        let one = || bytes.first().copied();
        let two = || bytes.try_into().ok();
        let four = || bytes.try_into().ok();
        let eight = || bytes.try_into().ok();
        if ty.size()? != bytes.len() {
            return None;
        }
        Some(match ty {
            Type::NIL => Self::Nil,
            Type::BOOL => Self::Bool(one()?),
            Type::I8 => Self::I8(i8::from_le_bytes([one()?])),
            Type::U8 => Self::U8(one()?),
            Type::I16 => Self::I16(i16::from_le_bytes(two()?)),
            Type::U16 => Self::U16(u16::from_le_bytes(two()?)),
            Type::HALF => Self::Half(u16::from_le_bytes(two()?)),
            Type::I32 => Self::I32(i32::from_le_bytes(four()?)),
            Type::U32 => Self::U32(u32::from_le_bytes(four()?)),
            Type::F32 => Self::F32(f32::from_le_bytes(four()?)),
            Type::I64 => Self::I64(i64::from_le_bytes(eight()?)),
            Type::U64 => Self::U64(u64::from_le_bytes(eight()?)),
            Type::F64 => Self::F64(f64::from_le_bytes(eight()?)),
            _ => Self::Fixed(Fixed::new(ty, bytes)?),
        })
    }

    /// The bytes of a value of trivial type, handed to `take`; `None` for any other.
    pub(crate) fn with_trivial<T>(&self, take: impl FnOnce(&[u8]) -> T) -> Option<T> {
        Some(match self {
            Self::Nil => take(&[]),
            Self::Bool(value) | Self::U8(value) => take(&[*value]),
            Self::I8(value) => take(&value.to_le_bytes()),
            Self::I16(value) => take(&value.to_le_bytes()),
            Self::U16(value) | Self::Half(value) => take(&value.to_le_bytes()),
            Self::I32(value) => take(&value.to_le_bytes()),
            Self::U32(value) => take(&value.to_le_bytes()),
            Self::I64(value) => take(&value.to_le_bytes()),
            Self::U64(value) => take(&value.to_le_bytes()),
            Self::F32(value) => take(&value.to_le_bytes()),
            Self::F64(value) => take(&value.to_le_bytes()),
            Self::Fixed(fixed) => take(fixed.as_bytes()),
            _ => return None,
        })
    }

    /// Appends the bytes of a value of fixed size, as in binary files. Returns `false`, and appends nothing, for other
    /// values and for structs.
    ///
    /// ```
    /// let mut bytes = Vec::new();
    /// assert!(udm::Value::U16(258).append_bytes(&mut bytes));
    /// assert!(!udm::Value::from("text").append_bytes(&mut bytes));
    /// assert_eq!(bytes, [2, 1]);
    /// ```
    pub fn append_bytes(&self, out: &mut Vec<u8>) -> bool {
        self.with_trivial(|bytes| out.extend_from_slice(bytes)).is_some()
    }

    /// The value as a whole number, if it is one of any width or a bool.
    pub fn as_i128(&self) -> Option<i128> {
        Some(match self {
            Self::Bool(value) => i128::from(*value != 0),
            Self::I8(value) => i128::from(*value),
            Self::U8(value) => i128::from(*value),
            Self::I16(value) => i128::from(*value),
            Self::U16(value) => i128::from(*value),
            Self::I32(value) => i128::from(*value),
            Self::U32(value) => i128::from(*value),
            Self::I64(value) => i128::from(*value),
            Self::U64(value) => i128::from(*value),
            _ => return None,
        })
    }

    /// Returns the value as an integer, or `None` if it is no integer or doesn't fit.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_i128()?.try_into().ok()
    }

    /// Returns the value as an integer, or `None` if it is no integer or doesn't fit.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128()?.try_into().ok()
    }

    /// The value as a float, if it is a number; large integers are rounded.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::F32(value) => Some(f64::from(*value)),
            Self::F64(value) => Some(*value),
            Self::Half(value) => Some(f64::from(crate::half::to_f32(*value))),
            #[allow(clippy::cast_precision_loss)]
            _ => self.as_i128().map(|value| value as f64),
        }
    }

    /// A bool, or a whole number as one.
    pub fn as_bool(&self) -> Option<bool> {
        self.as_i128().map(|value| value != 0)
    }

    /// The text of a string, reference or utf8 (without the NUL at its end).
    pub fn as_text(&self) -> Option<&[u8]> {
        match self {
            Self::String(text) | Self::Ref(text) => Some(text),
            Self::Utf8(text) => Some(text.strip_suffix(&[0]).unwrap_or(text)),
            _ => None,
        }
    }

    /// The text as [`as_text`](Self::as_text), if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(self.as_text()?).ok()
    }

    /// The vector, colour, transform or matrix.
    pub fn as_fixed(&self) -> Option<&Fixed<'a>> {
        if let Self::Fixed(fixed) = self { Some(fixed) } else { None }
    }

    /// Returns the element; `None` for any other type.
    pub fn as_element(&self) -> Option<&Element<'a>> {
        if let Self::Element(element) = self { Some(element) } else { None }
    }

    /// The element, to change it.
    pub fn as_element_mut(&mut self) -> Option<&mut Element<'a>> {
        if let Self::Element(element) = self { Some(element) } else { None }
    }

    /// The array, packed or not.
    pub fn as_array(&self) -> Option<&Array<'a>> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// The array, to change it.
    pub fn as_array_mut(&mut self) -> Option<&mut Array<'a>> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// Returns the struct; `None` for any other type.
    pub fn as_struct(&self) -> Option<&Struct<'a>> {
        if let Self::Struct(value) = self { Some(value) } else { None }
    }

    /// Returns the same value with owned data.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Nil => Value::Nil,
            Self::Bool(value) => Value::Bool(value),
            Self::I8(value) => Value::I8(value),
            Self::U8(value) => Value::U8(value),
            Self::I16(value) => Value::I16(value),
            Self::U16(value) => Value::U16(value),
            Self::I32(value) => Value::I32(value),
            Self::U32(value) => Value::U32(value),
            Self::I64(value) => Value::I64(value),
            Self::U64(value) => Value::U64(value),
            Self::F32(value) => Value::F32(value),
            Self::F64(value) => Value::F64(value),
            Self::Half(value) => Value::Half(value),
            Self::Fixed(value) => Value::Fixed(value.into_owned()),
            Self::String(value) => Value::String(value.into_owned()),
            Self::Ref(value) => Value::Ref(value.into_owned()),
            Self::Utf8(value) => Value::Utf8(value.into_owned()),
            Self::Blob(value) => Value::Blob(value.into_owned()),
            Self::Lz4(value) => Value::Lz4(value.into_owned()),
            Self::Element(value) => Value::Element(value.into_owned()),
            Self::Array(value) => Value::Array(value.into_owned()),
            Self::Struct(value) => Value::Struct(Box::new(value.into_owned())),
        }
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(u8::from(value))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::String(Name::from(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::String(Name::from(text))
    }
}

impl<'a> From<Name<'a>> for Value<'a> {
    fn from(text: Name<'a>) -> Self {
        Self::String(text)
    }
}

impl From<Vec<u8>> for Value<'_> {
    /// A blob.
    fn from(bytes: Vec<u8>) -> Self {
        Self::Blob(Bytes::from(bytes))
    }
}

impl<'a> From<Struct<'a>> for Value<'a> {
    fn from(value: Struct<'a>) -> Self {
        Self::Struct(Box::new(value))
    }
}

macro_rules! from {
    ($($from:ty => $variant:ident),*) => {$(
        impl<'a> From<$from> for Value<'a> {
            fn from(value: $from) -> Self {
                Self::$variant(value)
            }
        }
    )*};
}

from!(
    i8 => I8, u8 => U8, i16 => I16, u16 => U16, i32 => I32, u32 => U32, i64 => I64, u64 => U64, f32 => F32, f64 => F64,
    Fixed<'a> => Fixed, Packed<'a> => Lz4, Element<'a> => Element, Array<'a> => Array
);
