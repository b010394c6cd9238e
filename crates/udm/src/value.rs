//! The values in a document.

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

/// A value with any of the 36 types. It never takes more than 40 bytes.
///
/// Single numbers have their own variants, and a value of several numbers is stored in a [`Fixed`]. Values are compared
/// by their bits, so a NaN is equal to itself.
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
    /// No value, written `nil` in text.
    Nil,
    /// A byte that should be 0 or 1. Any other byte is kept too.
    Bool(u8),
    /// Signed 8-bit integer.
    I8(i8),
    /// Unsigned 8-bit integer.
    U8(u8),
    /// Signed 16-bit integer.
    I16(i16),
    /// Unsigned 16-bit integer.
    U16(u16),
    /// Signed 32-bit integer.
    I32(i32),
    /// Unsigned 32-bit integer.
    U32(u32),
    /// Signed 64-bit integer.
    I64(i64),
    /// Unsigned 64-bit integer.
    U64(u64),
    /// 32-bit float.
    F32(f32),
    /// 64-bit float.
    F64(f64),
    /// The bits of an IEEE binary16. Use [`Value::as_f64`] to get the number.
    Half(u16),
    /// A vector, rotation, colour, transform or matrix.
    Fixed(Fixed<'a>),
    /// Text, which is usually UTF-8. This is not guaranteed.
    String(Name<'a>),
    /// The path to another value, which starts at the asset data. To follow it, use
    /// [`Document::resolve`](crate::Document::resolve).
    Ref(Name<'a>),
    /// Text of any length. By convention it ends in a NUL, which is kept.
    Utf8(Bytes<'a>),
    /// Bytes of any length.
    Blob(Bytes<'a>),
    /// Bytes that were packed with LZ4. They stay packed until you need them.
    Lz4(Packed<'a>),
    /// Keys and their values.
    Element(Element<'a>),
    /// Values which all have the same type. This is also used for `arrayLz4`, which stays packed until you need it.
    Array(Array<'a>),
    /// Fields with a fixed size, and their layout.
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

    /// Prints a value that does not contain other values.
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

    /// Creates a value from its bytes, given a trivial type. If they do not have the right size, this is `None`.
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

    /// Calls `take` with the bytes of the value. If its type is not trivial, this is `None`.
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

    /// Appends the bytes the way binary files store them. For structs, and for any value that has no fixed size, this
    /// returns `false` and nothing is appended.
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

    /// Returns the value if it is an integer of any width or a bool.
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

    /// Returns the value if it is an integer or a bool, and fits. Otherwise, this is `None`.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_i128()?.try_into().ok()
    }

    /// Returns the value if it is an integer or a bool, and fits. Otherwise, this is `None`.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128()?.try_into().ok()
    }

    /// Returns the value if it is a number. Large integers will be rounded.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::F32(value) => Some(f64::from(*value)),
            Self::F64(value) => Some(*value),
            Self::Half(value) => Some(f64::from(crate::half::to_f32(*value))),
            #[allow(clippy::cast_precision_loss)]
            _ => self.as_i128().map(|value| value as f64),
        }
    }

    /// Returns the value if it is a bool. This also works for an integer, where any number except 0 is `true`.
    pub fn as_bool(&self) -> Option<bool> {
        self.as_i128().map(|value| value != 0)
    }

    /// Returns the text if this is a string, a reference or utf8. It does not include the NUL at the end.
    pub fn as_text(&self) -> Option<&[u8]> {
        match self {
            Self::String(text) | Self::Ref(text) => Some(text),
            Self::Utf8(text) => Some(text.strip_suffix(&[0]).unwrap_or(text)),
            _ => None,
        }
    }

    /// Returns the same text as [`as_text`](Self::as_text), if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(self.as_text()?).ok()
    }

    /// Returns the value if it is a vector, rotation, colour, transform or matrix.
    pub fn as_fixed(&self) -> Option<&Fixed<'a>> {
        if let Self::Fixed(fixed) = self { Some(fixed) } else { None }
    }

    /// Returns the element. For any other type, this is `None`.
    pub fn as_element(&self) -> Option<&Element<'a>> {
        if let Self::Element(element) = self { Some(element) } else { None }
    }

    /// Returns the element, so that you can change it.
    pub fn as_element_mut(&mut self) -> Option<&mut Element<'a>> {
        if let Self::Element(element) = self { Some(element) } else { None }
    }

    /// Returns the array, even if it is packed.
    pub fn as_array(&self) -> Option<&Array<'a>> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// Returns the array, so that you can change it.
    pub fn as_array_mut(&mut self) -> Option<&mut Array<'a>> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// Returns the struct. For any other type, this is `None`.
    pub fn as_struct(&self) -> Option<&Struct<'a>> {
        if let Self::Struct(value) = self { Some(value) } else { None }
    }

    /// Copies borrowed data, so that the value can outlive the file.
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
    /// Creates a blob.
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
