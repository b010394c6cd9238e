//! JSON to values.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use binio::{Bytes, Name, Segment};
use serde::de::{Deserialize, Deserializer, Error as _};

use super::tree::Json;
use super::{HEADER, ROOT, TRAILING};
use crate::array::{Array, Items, Plain, Strings};
use crate::document::{CURRENT_VERSION, Document};
use crate::element::Element;
use crate::error::{Error, ErrorKind, no_place};
use crate::fixed::{Component, Fixed, Shape};
use crate::kind::Type;
use crate::layout::{Struct, StructLayout, Structs};
use crate::packed::Packed;
use crate::packed_array::{PackedArray, PackedItem};
use crate::source::Source;
use crate::text::base64_decode;
use crate::value::Value;

/// A value out of JSON: out of [`Tagged`](super::Tagged) the same value.
#[derive(Clone, Debug, PartialEq)]
pub struct TaggedValue(pub Value<'static>);

impl<'de> Deserialize<'de> for TaggedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Json::deserialize(deserializer)?;
        tagged(&json).map(Self).map_err(D::Error::custom)
    }
}

fn refuse<T>(message: String) -> Result<T, Error> {
    Err(no_place(ErrorKind::BadNumber(message.into())))
}

fn expected<T>(what: &str, found: &Json) -> Result<T, Error> {
    refuse(format!("expected {what}, found {}", found.kind()))
}

impl Document<'_> {
    /// Reads what [`tagged`](Self::tagged) gave, out of any format of serde.
    ///
    /// # Errors
    /// What the format says, or where the content is no document.
    pub fn from_tagged<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Document<'static>, D::Error> {
        let json = Json::deserialize(deserializer)?;
        document(&json).map_err(D::Error::custom)
    }

    /// Reads plain data out of any format of serde: objects are elements, lists arrays of one type, whole numbers int32 or
    /// the smallest type that holds them, other numbers float, or double if that holds more of their digits.
    ///
    /// # Errors
    /// What the format says; lists of several types; anything but an object on the outside.
    pub fn from_plain<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Document<'static>, D::Error> {
        let json = Json::deserialize(deserializer)?;
        plain(&json).and_then(Document::from_data).map_err(D::Error::custom)
    }
}

fn document(json: &Json) -> Result<Document<'static>, Error> {
    let root = json.get(ROOT).ok_or_else(|| no_place(ErrorKind::NoHeader("the key \"root\"")))?;
    let header_version = match json.get(HEADER) {
        Some(Json::Whole(version)) => u32::try_from(*version).unwrap_or(0),
        _ => CURRENT_VERSION,
    };
    let trailing = match json.get(TRAILING) {
        Some(bytes) => base64(bytes)?,
        None => Vec::new(),
    };
    let root = element(root)?;
    crate::document::check_root(&root).map_err(no_place)?;
    Ok(Document { header_version, root, trailing: Bytes::from(trailing), source: Source::BINARY })
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
    match json.as_text().map(|text| base64_decode(text.as_bytes())) {
        Some(Some(bytes)) => Ok(bytes),
        _ => expected("base64", json),
    }
}

/// Text, or bytes that aren't UTF-8.
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

/// The bits of a float that is no number.
fn nonfinite(json: &Json) -> Option<u64> {
    u64::from_str_radix(json.as_text()?.strip_prefix("nonfinite:0x")?, 16).ok()
}

fn float(json: &Json) -> Result<f64, Error> {
    match json {
        Json::Float(number) => Ok(*number),
        #[expect(clippy::cast_precision_loss, reason = "a float is what is wanted")]
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
            Value::from(Struct::new(layout, data)?)
        }
        _ => number(ty, json)?,
    })
}

fn number(ty: Type, json: &Json) -> Result<Value<'static>, Error> {
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is wanted, of bits the lower ones")]
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
            Some(bits) => Value::F32(f32::from_bits(bits as u32)),
            None => Value::F32(float(json)? as f32),
        },
        Type::F64 => match nonfinite(json) {
            Some(bits) => Value::F64(f64::from_bits(bits)),
            None => Value::F64(float(json)?),
        },
        Type::HALF => match nonfinite(json) {
            Some(bits) => Value::Half(bits as u16),
            None => Value::Half(crate::half::from_f32(float(json)? as f32)),
        },
        _ => Value::Fixed(fixed(ty, json)?),
    })
}

fn fixed(ty: Type, json: &Json) -> Result<Fixed<'static>, Error> {
    let (Some(shape), Some(list)) = (Shape::of(ty), json.as_list()) else { return expected("a list of numbers", json) };
    let component = match shape.component {
        Component::F32 => Type::F32,
        Component::I32 => Type::I32,
        Component::U16 => Type::U16,
        Component::U8 => Type::U8,
    };
    let mut data = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let value = number(component, item).map_err(|error| error.within(Segment::Index(index as u64)))?;
        let _ = value.with_trivial(|bytes| data.extend_from_slice(bytes));
    }
    match Fixed::copied(ty, &data) {
        Some(fixed) => Ok(fixed),
        None => refuse(format!("expected {} numbers for {ty}, found {}", shape.count(), list.len())),
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
    StructLayout::new(fields)
}

/// The fields of one struct.
fn row(layout: &StructLayout<'_>, json: &Json, data: &mut Vec<u8>) -> Result<(), Error> {
    let Some(values) = json.as_list().filter(|values| values.len() == layout.fields().len()) else {
        return expected("as many values as fields", json);
    };
    for ((ty, name), value) in layout.fields().iter().zip(values) {
        let value = content(*ty, value).map_err(|error| within(error, name))?;
        let _ = value.with_trivial(|bytes| data.extend_from_slice(bytes));
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
            Some(layout) => Array::Structs(Box::new(Structs::new(layout, count, Vec::new())?)),
            None => Array::Plain(Plain::new(item, count, Vec::new())?),
        });
    }
    let Some(items) = json.get("items").and_then(Json::as_list) else { return expected("items", json) };
    let count = u32::try_from(items.len()).map_err(|_| no_place(binio::Fault::Limit("items")))?;
    let at = |index: usize| move |error: Error| error.within(Segment::Index(index as u64));
    if let Some(layout) = structs {
        let mut data = Vec::new();
        for (index, item) in items.iter().enumerate() {
            row(&layout, item, &mut data).map_err(at(index))?;
        }
        return Ok(Array::Structs(Box::new(Structs::new(layout, count, data)?)));
    }
    let mut values = Vec::new();
    for (index, json) in items.iter().enumerate() {
        values.push(content(item, json).map_err(at(index))?);
    }
    of_values(item, values)
}

/// An array of values of one type.
pub(crate) fn of_values(item: Type, values: Vec<Value<'static>>) -> Result<Array<'static>, Error> {
    if matches!(item, Type::STRING | Type::REF) {
        return Ok(Array::Strings(Strings::new(item, values.iter().filter_map(Value::as_text))?));
    }
    if Items::holds(item) {
        return Ok(Array::Items(Items::new(item, values)?));
    }
    let mut data = Vec::new();
    for value in &values {
        let _ = value.with_trivial(|bytes| data.extend_from_slice(bytes));
    }
    let count = u32::try_from(values.len()).map_err(|_| no_place(binio::Fault::Limit("items")))?;
    Ok(Array::Plain(Plain::new(item, count, data)?))
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
        _ if item.is_trivial() => PackedItem::Plain(item),
        _ => return Err(no_place(ErrorKind::wrong_type(crate::packed_array::PACKABLE, item))),
    };
    Ok(PackedArray::checked(item, fits(count, Type::U32)?, base64(bytes)?))
}

/// A value out of JSON without types.
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
            #[expect(clippy::cast_possible_truncation, reason = "whether anything is lost is what is asked")]
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

/// An array of one type: of numbers the one that holds them all.
fn plain_list(items: &[Json]) -> Result<Value<'static>, Error> {
    let mut values = Vec::new();
    for (index, item) in items.iter().enumerate() {
        values.push(plain(item).map_err(|error| error.within(Segment::Index(index as u64)))?);
    }
    let wider = [Type::I32, Type::I64, Type::U64, Type::F32, Type::F64];
    let rank = |value: &Value<'_>| wider.iter().position(|ty| *ty == value.ty());
    let ty = if values.iter().all(|value| rank(value).is_some()) {
        let widest = values.iter().filter_map(rank).max();
        widest.and_then(|rank| wider.get(rank)).copied().unwrap_or(Type::NIL)
    } else {
        values.first().map_or(Type::NIL, Value::ty)
    };
    let mut same = Vec::new();
    for (index, (value, json)) in values.into_iter().zip(items).enumerate() {
        let at = |error: Error| error.within(Segment::Index(index as u64));
        let value = match value {
            value if value.ty() == ty => value,
            value if rank(&value).is_some() && wider.contains(&ty) => number(ty, json).map_err(at)?,
            value => return Err(at(no_place(ErrorKind::wrong_type(ty.word(), value.ty())))),
        };
        same.push(value);
    }
    Ok(Value::Array(of_values(ty, same)?))
}
