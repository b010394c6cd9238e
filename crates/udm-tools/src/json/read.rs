//! Reads values from JSON.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use binio::{Bytes, Fault, Segment};
use serde::de::{Deserialize, Deserializer, Error as _};
use udm::{
    Array, CURRENT_VERSION, Document, Element, Fixed, Name, Packed, PackedArray, PackedItem, Plain, Struct,
    StructLayout, Structs, Type, Value, base64 as encoding,
};

use super::tree::Json;
use super::{HEADER, ROOT, TRAILING, type_name};
use crate::error::{Error, ErrorKind, no_place, of_document};

/// A value read from JSON. If the JSON was written by [`Tagged`](super::Tagged), you will get the same value back.
#[derive(Clone, Debug, PartialEq)]
pub struct TaggedValue(pub Value<'static>);

impl<'de> Deserialize<'de> for TaggedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Json::deserialize(deserializer)?;
        tagged(&json).map(Self).map_err(D::Error::custom)
    }
}

fn refuse<T>(message: String) -> Result<T, Error> {
    Err(no_place(ErrorKind::BadJson(message.into())))
}

fn expected<T>(what: &str, found: &Json) -> Result<T, Error> {
    refuse(format!("expected {what}, found {}", found.kind()))
}

/// Reads a document that was written by [`tagged`](super::tagged). This works with any serde format.
///
/// # Errors
/// Returns any error of the format, and an error for content that is not a document.
pub fn from_tagged<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Document<'static>, D::Error> {
    let json = Json::deserialize(deserializer)?;
    document(&json).map_err(D::Error::custom)
}

/// Reads plain data from any serde format to a document. The asset type will be `nil`. Objects become elements, and
/// lists become arrays. An integer becomes an int32, or the smallest type that can hold it. Any other number becomes a
/// float, or a double if this keeps more digits.
///
/// # Errors
/// Returns any error of the format, and an error for a list of several types or an outermost value that is not an
/// object.
pub fn from_plain<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Document<'static>, D::Error> {
    let json = Json::deserialize(deserializer)?;
    plain(&json).and_then(from_value).map_err(D::Error::custom)
}

/// Creates a document from its data, which must be an element. The asset type will be `nil`.
///
/// # Errors
/// Returns [`udm::ErrorKind::WrongType`] for anything but an element.
pub fn from_value(data: Value<'static>) -> Result<Document<'static>, Error> {
    match data {
        Value::Element(data) => Ok(Document::from_data(data)),
        other => Err(wrong_type("an element", other.ty())),
    }
}

#[cold]
fn wrong_type(expected: &'static str, found: Type) -> Error {
    no_place(udm::ErrorKind::WrongType { expected, found })
}

fn document(json: &Json) -> Result<Document<'static>, Error> {
    let root = json.get(ROOT).ok_or_else(|| no_place(udm::ErrorKind::NoHeader("the key \"root\"")))?;
    let header_version = match json.get(HEADER) {
        Some(Json::Whole(version)) => u32::try_from(*version).unwrap_or(0),
        _ => CURRENT_VERSION,
    };
    let trailing = match json.get(TRAILING) {
        Some(bytes) => base64(bytes)?,
        None => Vec::new(),
    };
    let document = Document::from_root(element(root)?).map_err(of_document)?;
    Ok(Document { header_version, trailing: Bytes::from(trailing), ..document })
}

fn tagged(json: &Json) -> Result<Value<'static>, Error> {
    match json {
        Json::Map(entries) => match entries.as_slice() {
            [(name, json)] => match Type::from_name(name.as_bytes()) {
                Some(ty) => content(ty, json),
                None => refuse(format!("expected the name of a type, found \"{name}\"")),
            },
            _ => refuse(format!("expected an object with one key, found {}", entries.len())),
        },
        other => expected("an object with one key, a type", other),
    }
}

fn base64(json: &Json) -> Result<Vec<u8>, Error> {
    match json.as_text().map(|text| encoding::decode(text.as_bytes())) {
        Some(Some(bytes)) => Ok(bytes),
        _ => expected("base64", json),
    }
}

/// Reads text. If it is not UTF-8, it must be stored as bytes.
fn text(json: &Json) -> Result<Vec<u8>, Error> {
    match (json.as_text(), json.get("base64")) {
        (Some(text), _) => Ok(text.as_bytes().to_vec()),
        (None, Some(bytes)) => base64(bytes),
        _ => expected("a string", json),
    }
}

fn whole(json: &Json) -> Result<i128, Error> {
    match json {
        Json::Whole(number) => Ok(*number),
        Json::Text(text) => text.parse().or_else(|_| refuse(format!("expected a whole number, found \"{text}\""))),
        other => expected("a whole number", other),
    }
}

fn fits<T: TryFrom<i128>>(json: &Json, ty: Type) -> Result<T, Error> {
    let number = whole(json)?;
    T::try_from(number).or_else(|_| refuse(format!("expected {ty}, found {number}, which is out of its range")))
}

/// Returns the bits of an infinity or a NaN. Returns `None` for a number, and for more bits than the float has.
fn nonfinite<T: TryFrom<u64>>(json: &Json) -> Option<T> {
    let bits = u64::from_str_radix(json.as_text()?.strip_prefix("nonfinite:0x")?, 16).ok()?;
    T::try_from(bits).ok()
}

fn float(json: &Json) -> Result<f64, Error> {
    match json {
        Json::Float(number) => Ok(*number),
        #[expect(clippy::cast_precision_loss, reason = "a float is intended")]
        Json::Whole(number) => Ok(*number as f64),
        other => expected("a number", other),
    }
}

fn content(ty: Type, json: &Json) -> Result<Value<'static>, Error> {
    Ok(match ty {
        Type::NIL => Value::Nil,
        Type::STRING => Value::String(Name::from(text(json)?)),
        Type::REF => Value::Ref(Name::from(text(json)?)),
        Type::UTF8 => Value::Utf8(Bytes::from(text(json)?)),
        Type::BLOB => Value::Blob(Bytes::from(base64(json)?)),
        Type::LZ4 => {
            let (Some(unpacked), Some(bytes)) = (json.get("unpacked"), json.get("base64")) else {
                return expected("unpacked and base64", json);
            };
            Value::Lz4(Packed { unpacked_len: fits(unpacked, Type::U64)?, data: Bytes::from(base64(bytes)?) })
        }
        Type::ELEMENT => Value::Element(element(json)?),
        Type::ARRAY => Value::Array(array(json)?),
        Type::ARRAY_LZ4 => Value::Array(Array::Packed(Box::new(packed_array(json)?))),
        Type::STRUCT => {
            let layout = layout(json)?;
            let mut data = Vec::new();
            row(&layout, json.get("values").unwrap_or(json), &mut data)?;
            Value::from(Struct::new(layout, data).map_err(of_document)?)
        }
        _ => number(ty, json)?,
    })
}

fn number(ty: Type, json: &Json) -> Result<Value<'static>, Error> {
    #[expect(clippy::cast_possible_truncation, reason = "rounding is intended: the lower bits are dropped")]
    Ok(match ty {
        Type::BOOL => match json {
            Json::Bool(value) => Value::from(*value),
            other => Value::Bool(fits(other, ty)?),
        },
        Type::I8 => Value::I8(fits(json, ty)?),
        Type::U8 => Value::U8(fits(json, ty)?),
        Type::I16 => Value::I16(fits(json, ty)?),
        Type::U16 => Value::U16(fits(json, ty)?),
        Type::I32 => Value::I32(fits(json, ty)?),
        Type::U32 => Value::U32(fits(json, ty)?),
        Type::I64 => Value::I64(fits(json, ty)?),
        Type::U64 => Value::U64(fits(json, ty)?),
        Type::F32 => match nonfinite(json) {
            Some(bits) => Value::F32(f32::from_bits(bits)),
            None => Value::F32(float(json)? as f32),
        },
        Type::F64 => match nonfinite(json) {
            Some(bits) => Value::F64(f64::from_bits(bits)),
            None => Value::F64(float(json)?),
        },
        Type::HALF => match nonfinite(json) {
            Some(bits) => Value::Half(bits),
            None => Value::Half(udm::half::from_f32(float(json)? as f32)),
        },
        _ => Value::Fixed(fixed(ty, json)?),
    })
}

fn fixed(ty: Type, json: &Json) -> Result<Fixed<'static>, Error> {
    let (Some((component, count)), Some(list)) = (ty.components(), json.as_list()) else {
        return expected("a list of numbers", json);
    };
    let mut data = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let value = number(component, item).map_err(|error| error.within(Segment::Index(index as u64)))?;
        value.append_bytes(&mut data);
    }
    match Fixed::new(ty, &data) {
        Some(fixed) => Ok(fixed.into_owned()),
        None => refuse(format!("expected {} numbers for {ty}, found {}", count, list.len())),
    }
}

fn within(error: Error, key: &[u8]) -> Error {
    error.within(Segment::Name(Name::from(key.to_vec())))
}

fn element(json: &Json) -> Result<Element<'static>, Error> {
    let mut element = Element::new();
    match json {
        Json::Map(entries) => {
            for (key, value) in entries {
                element.push(key.clone(), tagged(value).map_err(|error| within(error, key.as_bytes()))?);
            }
        }
        Json::List(pairs) => {
            for pair in pairs {
                let Some([key, value]) = pair.as_list() else { return expected("a key and a value", pair) };
                let key = text(key)?;
                let value = tagged(value).map_err(|error| within(error, &key))?;
                element.push(Name::from(key), value);
            }
        }
        other => return expected("an object", other),
    }
    Ok(element)
}

fn layout(json: &Json) -> Result<StructLayout<'static>, Error> {
    let Some(list) = json.get("fields").and_then(Json::as_list) else { return expected("fields", json) };
    let mut fields = Vec::new();
    for field in list {
        let Some([ty, name]) = field.as_list() else { return expected("the type and name of a field", field) };
        let Some(ty) = ty.as_text().and_then(|name| Type::from_name(name.as_bytes())) else {
            return expected("the name of a type", ty);
        };
        fields.push((ty, Name::from(text(name)?)));
    }
    StructLayout::new(fields).map_err(of_document)
}

/// Reads the fields of a single struct.
fn row(layout: &StructLayout<'_>, json: &Json, data: &mut Vec<u8>) -> Result<(), Error> {
    let Some(values) = json.as_list().filter(|values| values.len() == layout.fields().len()) else {
        return expected("as many values as fields", json);
    };
    for ((ty, name), value) in layout.fields().iter().zip(values) {
        let value = content(*ty, value).map_err(|error| within(error, name))?;
        value.append_bytes(data);
    }
    Ok(())
}

fn item_type(json: &Json) -> Result<Type, Error> {
    match json.get("item").and_then(Json::as_text).and_then(|name| Type::from_name(name.as_bytes())) {
        Some(ty) => Ok(ty),
        None => expected("item, the type of the items", json),
    }
}

fn array(json: &Json) -> Result<Array<'static>, Error> {
    let item = item_type(json)?;
    let structs = if item == Type::STRUCT { Some(layout(json)?) } else { None };
    if let Some(count) = json.get("count") {
        let count = fits(count, Type::U32)?;
        return Ok(match structs {
            Some(layout) => Array::Structs(Box::new(Structs::new(layout, count, Vec::new()).map_err(of_document)?)),
            None => Array::Plain(Plain::new(item, count, Vec::new()).map_err(of_document)?),
        });
    }
    let Some(items) = json.get("items").and_then(Json::as_list) else { return expected("items", json) };
    let count = u32::try_from(items.len()).map_err(|_| no_place(Fault::Limit("items")))?;
    let at = |index: usize| move |error: Error| error.within(Segment::Index(index as u64));
    if let Some(layout) = structs {
        let mut data = Vec::new();
        for (index, item) in items.iter().enumerate() {
            row(&layout, item, &mut data).map_err(at(index))?;
        }
        return Ok(Array::Structs(Box::new(Structs::new(layout, count, data).map_err(of_document)?)));
    }
    let mut values = Vec::new();
    for (index, json) in items.iter().enumerate() {
        values.push(content(item, json).map_err(at(index))?);
    }
    Array::from_items(item, values).map_err(of_document)
}

fn packed_array(json: &Json) -> Result<PackedArray<'static>, Error> {
    let item = item_type(json)?;
    let (Some(count), Some(unpacked), Some(bytes)) = (json.get("count"), json.get("unpacked"), json.get("base64"))
    else {
        return expected("count, unpacked and base64", json);
    };
    let item = match item {
        Type::STRUCT => PackedItem::Structs(layout(json)?),
        Type::ELEMENT | Type::STRING => PackedItem::Sized(item, fits(unpacked, Type::U64)?),
        _ => PackedItem::Plain(item),
    };
    PackedArray::new(item, fits(count, Type::U32)?, base64(bytes)?).map_err(of_document)
}

/// Reads a value from JSON without types.
fn plain(json: &Json) -> Result<Value<'static>, Error> {
    Ok(match json {
        Json::Null => Value::Nil,
        Json::Bool(value) => Value::from(*value),
        Json::Text(text) => Value::from(text.clone()),
        Json::Whole(number) => match (i32::try_from(*number), i64::try_from(*number)) {
            (Ok(number), _) => Value::I32(number),
            (_, Ok(number)) => Value::I64(number),
            _ => Value::U64(fits(json, Type::U64)?),
        },
        Json::Float(number) => {
            #[expect(clippy::cast_possible_truncation, reason = "the comparison detects loss")]
            let narrow = *number as f32;
            let same = fast_float2::parse(format!("{narrow}")) == Ok(*number);
            if same { Value::F32(narrow) } else { Value::F64(*number) }
        }
        Json::Map(entries) => {
            let mut element = Element::new();
            for (key, value) in entries {
                element.push(key.clone(), plain(value).map_err(|error| within(error, key.as_bytes()))?);
            }
            Value::Element(element)
        }
        Json::List(items) => plain_list(items)?,
    })
}

/// Returns `true` if a 32-bit float can represent this integer.
fn is_exact_float(json: &Json) -> bool {
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "the comparison detects loss")]
    let same = |number: i128| (number as f32) as i128 == number;
    if let Json::Whole(number) = json { same(*number) } else { true }
}

/// Reads an array. Numbers get the smallest type that can hold them all.
fn plain_list(items: &[Json]) -> Result<Value<'static>, Error> {
    let mut values = Vec::new();
    for (index, item) in items.iter().enumerate() {
        values.push(plain(item).map_err(|error| error.within(Segment::Index(index as u64)))?);
    }
    let wider = [Type::I32, Type::I64, Type::U64, Type::F32, Type::F64];
    let rank = |value: &Value<'_>| wider.iter().position(|ty| *ty == value.ty());
    let ty = if values.iter().all(|value| rank(value).is_some()) {
        let widest = values.iter().filter_map(rank).max();
        match widest.and_then(|rank| wider.get(rank)).copied().unwrap_or(Type::NIL) {
            Type::F32 if !items.iter().all(is_exact_float) => Type::F64,
            ty => ty,
        }
    } else {
        values.first().map_or(Type::NIL, Value::ty)
    };
    let mut same = Vec::new();
    for (index, (value, json)) in values.into_iter().zip(items).enumerate() {
        let at = |error: Error| error.within(Segment::Index(index as u64));
        let value = match value {
            value if value.ty() == ty => value,
            value if rank(&value).is_some() && wider.contains(&ty) => number(ty, json).map_err(at)?,
            value => return Err(at(wrong_type(type_name(ty), value.ty()))),
        };
        same.push(value);
    }
    Ok(Value::Array(Array::from_items(ty, same).map_err(of_document)?))
}
