//! Writes values to JSON.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use binio::{Limits, Name};
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use udm::{Array, Document, Element, Struct, StructLayout, Type, Value};

use super::{HEADER, ROOT, TRAILING, type_name};

/// An array with more items than this is refused if they have no bytes.
const MOST_EMPTY: usize = 1 << 22;

/// Writes a value as plain JSON. Elements and structs become objects, arrays and vectors become lists, text becomes a
/// string, and bytes become base64. Packed data will be unpacked, up to the default [`Limits`]. Note that this does not
/// keep the types.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'d>(pub &'d Value<'d>);

/// Writes a value as tagged JSON, which contains the types and is lossless.
#[derive(Clone, Copy, Debug)]
pub struct Tagged<'d>(pub &'d Value<'d>);

/// Returns the document for use with serde. This is lossless except for the layout of a text. To read it back, use
/// [`from_tagged`](super::from_tagged), or [`TaggedValue`](super::TaggedValue) to read only its `root`.
pub fn tagged<'d>(document: &'d Document<'_>) -> impl Serialize + 'd {
    TaggedDocument(document)
}

struct TaggedDocument<'d>(&'d Document<'d>);

impl Serialize for TaggedDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Document { header_version, root, trailing, .. } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(HEADER, header_version)?;
        map.serialize_entry(ROOT, &Children(root))?;
        if !trailing.is_empty() {
            map.serialize_entry(TRAILING, &base64(trailing))?;
        }
        map.end()
    }
}

impl Serialize for Tagged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(type_name(self.0.ty()), &Content(self.0))?;
        map.end()
    }
}

/// Writes the content of a value whose type is known.
struct Content<'d>(&'d Value<'d>);

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Element(element) => Children(element).serialize(serializer),
            Value::Array(array) => tagged_array(array, serializer),
            other => leaf(other, serializer),
        }
    }
}

/// Writes a value that contains neither elements nor arrays. A function without recursion must not be inlined here,
/// because its variables would take stack on every level of a deep document.
#[inline(never)]
fn leaf<S: Serializer>(value: &Value<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Value::Bool(byte @ (0 | 1)) => serializer.serialize_bool(*byte == 1),
        Value::String(text) | Value::Ref(text) => Text(text).serialize(serializer),
        Value::Utf8(text) => Text(text).serialize(serializer),
        Value::Blob(bytes) => serializer.serialize_str(&base64(bytes)),
        Value::Lz4(packed) => {
            let mut map = serializer.serialize_map(Some(2))?;
            map.serialize_entry("unpacked", &Whole(i128::from(packed.unpacked_len)))?;
            map.serialize_entry("base64", &base64(&packed.data))?;
            map.end()
        }
        Value::Struct(structure) => {
            let mut map = serializer.serialize_map(Some(2))?;
            map.serialize_entry("fields", &Fields(structure.layout()))?;
            map.serialize_entry("values", &Values(structure))?;
            map.end()
        }
        other => number(other, serializer),
    }
}

/// Writes numbers and lists of numbers.
fn number<S: Serializer>(value: &Value<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Value::Nil => serializer.serialize_unit(),
        Value::F32(number) => float(*number, serializer),
        Value::F64(number) if number.is_finite() => serializer.serialize_f64(*number),
        Value::F64(number) => serializer.serialize_str(&format!("nonfinite:0x{:016x}", number.to_bits())),
        Value::Half(bits) => match udm::half::to_f32(*bits) {
            number if number.is_finite() => float(number, serializer),
            _ => serializer.serialize_str(&format!("nonfinite:0x{bits:04x}")),
        },
        Value::Fixed(fixed) => {
            let floats = fixed.as_f32s().unwrap_or_default().iter().map(|number| Value::F32(number.get()));
            let wholes = fixed.as_i32s().unwrap_or_default().iter().map(|number| Value::I32(number.get()));
            let shorts = fixed.as_u16s().unwrap_or_default().iter().map(|number| Value::U16(number.get()));
            let bytes = fixed.as_u8s().unwrap_or_default().iter().map(|number| Value::U8(*number));
            // Only one of them has any.
            let numbers: Vec<Value<'_>> = floats.chain(wholes).chain(shorts).chain(bytes).collect();
            serializer.collect_seq(numbers.iter().map(Content))
        }
        // As a number where it is neither true nor false.
        Value::Bool(byte) => serializer.serialize_u8(*byte),
        other => Whole(other.as_i128().unwrap_or(0)).serialize(serializer),
    }
}

/// Writes a float with as few digits as possible, so that it can be read back by way of a double.
fn float<S: Serializer>(number: f32, serializer: S) -> Result<S::Ok, S::Error> {
    if !number.is_finite() {
        return serializer.serialize_str(&format!("nonfinite:0x{:08x}", number.to_bits()));
    }
    let short: f64 = fast_float2::parse(format!("{number}")).unwrap_or(f64::NAN);
    #[expect(clippy::cast_possible_truncation, reason = "the comparison detects rounding")]
    if (short as f32).to_bits() == number.to_bits() {
        serializer.serialize_f64(short)
    } else {
        serializer.serialize_f64(f64::from(number))
    }
}

/// An integer. Beyond 2⁵³, it is written as a string, because other programs would round it.
struct Whole(i128);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(number) if number.unsigned_abs() <= 1 << 53 => serializer.serialize_i64(number),
            _ => serializer.serialize_str(&format!("{}", self.0)),
        }
    }
}

/// Text, or bytes if it is not UTF-8.
struct Text<'d>(&'d [u8]);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match core::str::from_utf8(self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("base64", &base64(self.0))?;
                map.end()
            }
        }
    }
}

/// Keys and values, written as an object. If an object cannot store them, they will be written as a list of pairs.
struct Children<'d>(&'d Element<'d>);

impl Serialize for Children<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if has_plain_keys(self.0) {
            return serializer.collect_map(self.0.iter().map(|(key, value)| (key.to_text(), Tagged(value))));
        }
        serializer.collect_seq(self.0.iter().map(|(key, value)| (Text(key), Tagged(value))))
    }
}

/// Returns `true` if each key is text and unique.
#[inline(never)]
fn has_plain_keys(element: &Element<'_>) -> bool {
    let mut seen = BTreeSet::new();
    element.iter().all(|(key, _)| key.as_str().is_some() && seen.insert(key.as_bytes()))
}

/// The field values of a struct.
struct Values<'d>(&'d Struct<'d>);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: Vec<Value<'_>> = self.0.fields().map(|(_, value)| value).collect();
        serializer.collect_seq(values.iter().map(Content))
    }
}

/// The type and the name of every field.
struct Fields<'d>(&'d StructLayout<'d>);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.fields().iter().map(|(ty, name)| (type_name(*ty), Text(name))))
    }
}

fn tagged_array<S: Serializer>(array: &Array<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    array_head(array, &mut map)?;
    if !matches!(array, Array::Packed(_)) && !is_empty_items(array) {
        map.serialize_entry("items", &Items(array, true))?;
    }
    map.end()
}

/// Writes the item type, the fields and the counts of an array, and for a packed array also its bytes.
#[inline(never)]
fn array_head<M: SerializeMap>(array: &Array<'_>, map: &mut M) -> Result<(), M::Error> {
    map.serialize_entry("item", type_name(array.item_type()))?;
    let layout = match array {
        Array::Structs(structs) => Some(structs.layout()),
        Array::Packed(packed) => packed.layout(),
        _ => None,
    };
    if let Some(layout) = layout {
        map.serialize_entry("fields", &Fields(layout))?;
    }
    if let Array::Packed(packed) = array {
        map.serialize_entry("count", &packed.len())?;
        map.serialize_entry("unpacked", &Whole(i128::from(packed.unpacked_len())))?;
        map.serialize_entry("base64", &base64(packed.as_bytes()))?;
    } else if is_empty_items(array) {
        // Values without bytes are only counted.
        map.serialize_entry("count", &array.len())?;
    }
    Ok(())
}

/// Returns `true` if the items have no bytes.
fn is_empty_items(array: &Array<'_>) -> bool {
    match array {
        Array::Plain(plain) => plain.item_type() == Type::NIL,
        Array::Structs(structs) => structs.layout().size() == 0,
        _ => false,
    }
}

/// The items of an array, which must be unpacked. They can be written tagged or plain.
struct Items<'d>(&'d Array<'d>, bool);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(array, tagged) = self;
        if is_empty_items(array) && array.len() > MOST_EMPTY {
            return Err(S::Error::custom("more than 4 194 304 items without bytes"));
        }
        let mut list = serializer.serialize_seq(Some(array.len()))?;
        let mut put = |value: &Value<'_>| match (tagged, value) {
            (true, Value::Struct(structure)) => list.serialize_element(&Values(structure)),
            (true, value) => list.serialize_element(&Content(value)),
            (false, value) => list.serialize_element(&Plain(value)),
        };
        match array {
            Array::Strings(strings) => {
                for text in strings.iter() {
                    put(&Value::String(Name::from(text)))?;
                }
            }
            _ => {
                for index in 0..array.len() {
                    if let Some(item) = array.item(index) {
                        put(&item)?;
                    }
                }
            }
        }
        list.end()
    }
}

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::String(_) | Value::Ref(_) | Value::Utf8(_) => match self.0.as_str() {
                Some(text) => serializer.serialize_str(text),
                None => serializer.serialize_str(&base64(self.0.as_text().unwrap_or_default())),
            },
            Value::Lz4(packed) => {
                let bytes = packed.unpack(&mut Limits::default().budget()).map_err(S::Error::custom)?;
                serializer.serialize_str(&base64(&bytes))
            }
            Value::Element(element) => {
                // Of duplicate keys, the last.
                let mut seen = BTreeSet::new();
                let last = element.iter().rev().filter(|(key, _)| seen.insert(key.as_bytes()));
                let last: Vec<_> = last.map(|(key, value)| (key.to_text(), Plain(value))).collect();
                serializer.collect_map(last.into_iter().rev())
            }
            Value::Array(array) => {
                let array = array.unpack(&mut Limits::default().budget()).map_err(S::Error::custom)?;
                Items(&array, false).serialize(serializer)
            }
            Value::Struct(structure) => {
                let fields: Vec<_> = structure.fields().collect();
                serializer.collect_map(fields.iter().map(|(name, value)| (name.to_text(), Plain(value))))
            }
            other => Content(other).serialize(serializer),
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    udm::base64::encode(bytes, &mut out);
    String::from_utf8(out).unwrap_or_default()
}
