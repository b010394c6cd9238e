//! Use these wrappers to choose the UDM type for a serde value (feature `serde`). Vectors, rotations, colours, halves,
//! bytes, arrays of structs and packed arrays will then keep their type through [`to_vec`](crate::to_vec) and
//! [`from_slice`](crate::from_slice).
//!
//! For every type there is a wrapper, and also a module that you can use in `#[serde(with = "…")]`. The module works
//! for any field that serialises to consecutive numbers: arrays, tuples, and the vectors in `glam`. If you put such
//! values in a list, you get an array with this type. Other serde formats only see the wrapped value.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use udm::typed;
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Vertex { #[serde(with = "typed::vec3")] pos: [f32; 3], bone: u8 }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Light {
//!     #[serde(with = "typed::srgba")]
//!     color: [u8; 4],
//!     at: typed::Transform<[f32; 7]>,
//!     #[serde(with = "typed::half")]
//!     curve: Vec<f32>,
//!     vertices: typed::Packed<typed::Structs<Vec<Vertex>>>,
//! }
//! let light = Light {
//!     color: [255, 240, 200, 255],
//!     at: typed::Transform([1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]),
//!     curve: vec![0.5, 1.0],
//!     vertices: typed::Packed(typed::Structs(vec![Vertex { pos: [0.0, 1.0, 2.0], bone: 7 }])),
//! };
//! let text = udm::to_text(&light, "LIGHT", 1, udm::Style::Compact)?;
//! assert!(text.windows(32).any(|part| part == b"$srgba color[255,240,200,255] $t"));
//! assert_eq!(udm::from_slice::<Light>(&text)?, light);
//! assert_eq!(udm::Document::parse(&text)?.get("curve").unwrap().as_array().unwrap().item_type(), udm::Type::HALF);
//! # Ok::<(), udm::SerdeError>(())
//! ```
//!
//! | module | wrapper | type | made of |
//! |---|---|---|---|
//! | `vec2` `vec3` `vec4` `quat` `ang` `mat4` `mat3x4` | `Vec2` … | the same | floats in the order that binary files use: a quat is x, y, z, w |
//! | `transform` `stransform` | `Transform` `STransform` | the same | 7 or 10 floats: origin, x, y, z, w, scale |
//! | `srgba` `hdr` | `Srgba` `Hdr` | the same | 4 u8, 3 u16 |
//! | `vec2i` `vec3i` `vec4i` | `Vec2i` … | the same | i32 |
//! | `half` | `Half` | half | a float |
//! | `bools` `i8s` `u8s` … `u64s` `f32s` `f64s` `strings` `elements` | `Bools` … | an array with this type, even if it is empty | a list |
//! | `blob` `utf8` `reference` | `Blob` `Utf8` `Reference` | blob, utf8, ref | bytes; text |
//! | `structure` `structs` | `Structure` `Structs` | struct, array of structs | a struct with numbers and vectors; a list of such structs |
//! | `packed` | `Packed` | arrayLz4 | a list of numbers, vectors, structs, elements or strings |

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use binio::{Bytes, Name};

use crate::array::{Array, Items, Plain};
use crate::element::Element;
use crate::fixed::{Component, Fixed, Shape};
use crate::kind::Type;
use crate::layout::{Struct, StructLayout, Structs as StructList};
use crate::packed_array::PackedArray;
use crate::serde_error::SerdeError;
use crate::value::Value;

/// The serializer recognises the wrappers by this prefix in their name.
const MARK: &str = "$udm::";

macro_rules! typed {
    ($($module:ident $wrapper:ident $name:literal $text:literal;)*) => {$(
        #[doc = concat!("A value that is written as `", $text, "`.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $wrapper<T>(pub T);

        impl<T: serde::Serialize> serde::Serialize for $wrapper<T> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(concat!("$udm::", $name), &self.0)
            }
        }

        impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for $wrapper<T> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                T::deserialize(deserializer).map($wrapper)
            }
        }

        #[doc = concat!("For `#[serde(with = \"udm::typed::", stringify!($module), "\")]`: written as `", $text, "`.")]
        pub mod $module {
            /// Writes the value.
            ///
            /// # Errors
            /// Returns any error from the serializer.
            pub fn serialize<T: serde::Serialize, S: serde::Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(concat!("$udm::", $name), value)
            }

            /// Reads the value.
            ///
            /// # Errors
            /// Returns any error from the deserializer.
            pub fn deserialize<'de, T: serde::Deserialize<'de>, D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<T, D::Error> {
                T::deserialize(deserializer)
            }
        }
    )*};
}

typed!(
    vec2 Vec2 "vec2" "vec2"; vec3 Vec3 "vec3" "vec3"; vec4 Vec4 "vec4" "vec4"; quat Quat "quat" "quat";
    ang Ang "ang" "ang"; srgba Srgba "srgba" "srgba"; hdr Hdr "hdr" "hdr"; transform Transform "transform" "transform";
    stransform STransform "stransform" "stransform"; mat4 Mat4 "mat4" "mat4"; mat3x4 Mat3x4 "mat3x4" "mat3x4";
    vec2i Vec2i "vec2i" "vec2i"; vec3i Vec3i "vec3i" "vec3i"; vec4i Vec4i "vec4i" "vec4i"; half Half "half" "half";
    blob Blob "blob" "blob"; utf8 Utf8 "utf8" "utf8"; reference Reference "ref" "ref";
    bools Bools "list bool" "array of bool"; i8s I8s "list int8" "array of int8"; u8s U8s "list uint8" "array of uint8";
    i16s I16s "list int16" "array of int16"; u16s U16s "list uint16" "array of uint16"; i32s I32s "list int32" "array of int32";
    u32s U32s "list uint32" "array of uint32"; i64s I64s "list int64" "array of int64"; u64s U64s "list uint64" "array of uint64";
    f32s F32s "list float" "array of float"; f64s F64s "list double" "array of double";
    strings Strings "list string" "array of string"; elements Elements "list element" "array of element";
    structure Structure "struct" "struct"; structs Structs "structs" "array of structs"; packed Packed "arrayLz4" "arrayLz4";
);

/// Converts a value into the type that the wrapper `name` stands for. If this is not the name of a wrapper, the value
/// is not changed.
pub(crate) fn marked(name: &str, value: Value<'static>) -> Result<Value<'static>, SerdeError> {
    let Some(name) = name.strip_prefix(MARK) else { return Ok(value) };
    if name == "structs" {
        return as_structs(value);
    }
    if let Some(item) = name.strip_prefix("list ").and_then(|name| Type::from_name(name.as_bytes())) {
        return as_list(item, value);
    }
    match Type::from_name(name.as_bytes()) {
        Some(Type::HALF) => as_half(value),
        Some(Type::BLOB) => as_blob(value),
        Some(ty @ (Type::UTF8 | Type::REF)) => as_text(ty, value),
        Some(Type::STRUCT) => as_struct(value).map(Value::from),
        Some(Type::ARRAY_LZ4) => match value {
            Value::Array(array) => Ok(Value::from(PackedArray::compress(&array)?)),
            other => mismatch("a list", &other),
        },
        Some(ty) => as_fixed(ty, value),
        None => Ok(value),
    }
}

fn mismatch<T>(expected: &str, actual: &Value<'_>) -> Result<T, SerdeError> {
    Err(SerdeError::mismatch(format!("expected {expected}, found {}", actual.ty())))
}

/// Returns the bytes for a value with the fixed type `ty`, given its numbers.
fn fixed_of(ty: Type, shape: Shape, value: &Value<'_>) -> Result<Fixed<'static>, SerdeError> {
    let numbers: Vec<Value<'_>> = match value {
        Value::Fixed(fixed) if fixed.ty() == ty => return Ok(fixed.clone().into_owned()),
        Value::Array(Array::Plain(plain)) => (0..plain.len() as usize).filter_map(|index| plain.get(index)).collect(),
        Value::Element(element) => element.iter().map(|(_, value)| value.clone()).collect(),
        other => return mismatch(&format!("{} numbers for {ty}", shape.count()), other),
    };
    let mut data = Vec::new();
    for number in &numbers {
        let whole = number.as_i128();
        let bytes: Option<Vec<u8>> = match (shape.component, number) {
            (Component::F32, Value::F32(number)) => Some(number.to_le_bytes().to_vec()),
            #[expect(clippy::cast_possible_truncation, reason = "rounding is intended")]
            (Component::F32, number) => number.as_f64().map(|number| (number as f32).to_le_bytes().to_vec()),
            (Component::I32, _) => whole.and_then(|n| i32::try_from(n).ok()).map(|n| n.to_le_bytes().to_vec()),
            (Component::U16, _) => whole.and_then(|n| u16::try_from(n).ok()).map(|n| n.to_le_bytes().to_vec()),
            (Component::U8, _) => whole.and_then(|n| u8::try_from(n).ok()).map(|n| alloc::vec![n]),
        };
        match bytes {
            Some(bytes) => data.extend(bytes),
            None => return mismatch(&format!("a number in the range of {ty}"), number),
        }
    }
    match Fixed::copied(ty, &data) {
        Some(fixed) => Ok(fixed),
        None => {
            let (count, stored) = (shape.count(), numbers.len());
            Err(SerdeError::mismatch(format!("expected {count} numbers for {ty}, found {stored}")))
        }
    }
}

fn as_fixed(ty: Type, value: Value<'static>) -> Result<Value<'static>, SerdeError> {
    let Some(shape) = Shape::of(ty) else { return Ok(value) };
    let list: Vec<&Value<'static>> = match &value {
        Value::Array(Array::Items(items)) => items.iter().collect(),
        Value::Array(Array::Plain(plain)) if plain.is_empty() || plain.item_type() == ty => {
            let (count, data) = (plain.len(), plain.as_bytes().to_vec());
            return Ok(Value::Array(Array::Plain(Plain::new(ty, count, data)?)));
        }
        single => return fixed_of(ty, shape, single).map(Value::Fixed),
    };
    let mut data = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let fixed = fixed_of(ty, shape, item).map_err(|error| error.within_index(index))?;
        data.extend_from_slice(fixed.as_bytes());
    }
    Ok(Value::Array(Array::Plain(Plain::new(ty, count(list.len())?, data)?)))
}

fn count(items: usize) -> Result<u32, SerdeError> {
    u32::try_from(items).map_err(|_| SerdeError::mismatch(format!("expected fewer than 2³² items, found {items}")))
}

fn as_half(value: Value<'static>) -> Result<Value<'static>, SerdeError> {
    #[expect(clippy::cast_possible_truncation, reason = "rounding is intended")]
    let half = |value: &Value<'_>| match value {
        Value::F32(number) => Some(crate::half::from_f32(*number)),
        other => other.as_f64().map(|number| crate::half::from_f32(number as f32)),
    };
    if let Some(bits) = half(&value) {
        return Ok(Value::Half(bits));
    }
    let Value::Array(Array::Plain(plain)) = &value else { return mismatch("a number", &value) };
    let halves: Option<Vec<[u8; 2]>> =
        (0..plain.len() as usize).map(|index| half(&plain.get(index)?).map(u16::to_le_bytes)).collect();
    match halves {
        Some(halves) => {
            Ok(Value::Array(Array::Plain(Plain::new(Type::HALF, plain.len(), halves.as_flattened().to_vec())?)))
        }
        None => mismatch("a list of numbers", &value),
    }
}

/// Converts a list into an array with the given item type. This is used because an empty list has no type.
fn as_list(item: Type, value: Value<'static>) -> Result<Value<'static>, SerdeError> {
    match value {
        Value::Array(array) if array.is_empty() => Ok(Value::Array(Array::from_items(item, Vec::new())?)),
        Value::Array(array) if array.item_type() == item => Ok(Value::Array(array)),
        other => mismatch(&format!("a list of {item}"), &other),
    }
}

fn as_blob(value: Value<'static>) -> Result<Value<'static>, SerdeError> {
    match value {
        Value::Blob(bytes) => Ok(Value::Blob(bytes)),
        Value::Array(Array::Plain(plain)) if plain.is_empty() || plain.item_type() == Type::U8 => {
            Ok(Value::Blob(Bytes::from(plain.as_bytes().to_vec())))
        }
        other => mismatch("bytes", &other),
    }
}

fn as_text(ty: Type, value: Value<'static>) -> Result<Value<'static>, SerdeError> {
    match value {
        Value::String(text) if ty == Type::REF => Ok(Value::Ref(text)),
        // By convention it ends in a NUL.
        Value::String(text) => Ok(Value::Utf8(Bytes::from([text.as_bytes(), &[0]].concat()))),
        other => mismatch("text", &other),
    }
}

/// Converts an element into a struct. Its values must have a fixed size.
fn as_struct(value: Value<'static>) -> Result<Struct<'static>, SerdeError> {
    let Value::Element(element) = &value else { return mismatch("a struct", &value) };
    let layout = layout_of(element)?;
    let mut data = Vec::new();
    row(&layout, element, &mut data)?;
    Ok(Struct::new(layout, data)?)
}

fn layout_of(element: &Element<'_>) -> Result<StructLayout<'static>, SerdeError> {
    let fields = element.iter().map(|(name, value)| (value.ty(), name.clone().into_owned()));
    Ok(StructLayout::new(fields.collect::<Vec<(Type, Name<'static>)>>())?)
}

fn row(layout: &StructLayout<'_>, element: &Element<'_>, data: &mut Vec<u8>) -> Result<(), SerdeError> {
    let same = element.iter().map(|(name, value)| (value.ty(), name));
    if !same.eq(layout.fields().iter().map(|(ty, name)| (*ty, name))) {
        return Err(SerdeError::mismatch("expected the same fields in every struct, found others".into()));
    }
    for (_, value) in element.iter() {
        value.append_bytes(data);
    }
    Ok(())
}

fn as_structs(value: Value<'static>) -> Result<Value<'static>, SerdeError> {
    let items: Items<'static> = match value {
        Value::Array(Array::Items(items)) if items.item_type() == Type::ELEMENT => items,
        Value::Array(array) if array.is_empty() => Items::from_elements([]),
        other => return mismatch("a list of structs", &other),
    };
    let elements = items.iter().filter_map(Value::as_element);
    let layout = match elements.clone().next() {
        Some(first) => layout_of(first)?,
        None => StructLayout::default(),
    };
    let mut data = Vec::new();
    for (index, element) in elements.enumerate() {
        row(&layout, element, &mut data).map_err(|error| error.within_index(index))?;
    }
    let structs = StructList::new(layout, count(items.len())?, data)?;
    Ok(Value::Array(Array::Structs(Box::new(structs))))
}
