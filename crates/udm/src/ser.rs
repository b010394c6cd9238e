//! Writes your types to documents (feature `serde`).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::Bytes;
use core::cell::Cell;
use serde::ser::{self, Serialize};

use crate::array::Array;
use crate::document::Document;
use crate::element::Element;
use crate::kind::Type;
use crate::serde_error::SerdeError;
use crate::text::Style;
use crate::value::Value;

/// Writes your type to a binary document with the given asset type and version.
///
/// Structs and maps become elements, and `None` becomes nil. Sequences become arrays, so all their items must have the
/// same type. An enum variant becomes a string, or if it has content, an element with a single key.
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// struct Light { range: f32, corners: Vec<(f32, f32)>, kind: Option<String> }
/// let light = Light { range: 5.0, corners: vec![(1.0, 2.0)], kind: None };
/// let bytes = udm::to_vec(&light, "LIGHT", 1)?;
/// assert_eq!(udm::from_slice::<Light>(&bytes)?, light);
/// # Ok::<(), udm::SerdeError>(())
/// ```
///
/// # Errors
/// Returns a [`SerdeError`] if a value has no UDM form.
pub fn to_vec<T: Serialize + ?Sized>(data: &T, asset_type: &str, asset_version: u32) -> Result<Vec<u8>, SerdeError> {
    Ok(to_document(data, asset_type, asset_version)?.to_binary()?)
}

/// Writes your type to a text document with the given asset type and version. If you pass `"nil"` and 1, the text will
/// have no header.
///
/// # Errors
/// Fails when [`to_vec`] does.
pub fn to_text<T: Serialize + ?Sized>(
    data: &T,
    asset_type: &str,
    asset_version: u32,
    style: Style,
) -> Result<Vec<u8>, SerdeError> {
    Ok(to_document(data, asset_type, asset_version)?.to_text(style)?)
}

/// Converts your type into a document with the given asset type and version.
///
/// # Errors
/// Fails when [`to_vec`] does.
pub fn to_document<'a, T: Serialize + ?Sized>(
    data: &T,
    asset_type: &'a str,
    asset_version: u32,
) -> Result<Document<'a>, SerdeError> {
    let mut document = Document::new(asset_type, asset_version);
    match to_value(data)? {
        Value::Element(element) => *document.data_mut() = element,
        other => {
            return Err(SerdeError::mismatch(alloc::format!(
                "expected a struct or map for a document, found {}",
                other.ty()
            )));
        }
    }
    Ok(document)
}

/// Converts your type into a value, like [`to_vec`].
///
/// # Errors
/// Returns a [`SerdeError`] if a value has no UDM form.
pub fn to_value<T: Serialize + ?Sized>(data: &T) -> Result<Value<'static>, SerdeError> {
    data.serialize(Serializer::PLAIN)
}

/// Serializes a single value.
#[derive(Clone, Copy)]
struct Serializer<'c> {
    /// This will be set to `true` if the value is a variant without content.
    unit: Option<&'c Cell<bool>>,
}

impl Serializer<'_> {
    /// To be used when it does not matter if the value is a variant.
    const PLAIN: Serializer<'static> = Serializer { unit: None };
}

type Made = Result<Value<'static>, SerdeError>;

/// Creates an element with a single key.
fn variant(name: &str, value: Value<'static>) -> Value<'static> {
    Value::Element([(name.to_string(), value)].into_iter().collect())
}

impl ser::Serializer for Serializer<'_> {
    type Ok = Value<'static>;
    type Error = SerdeError;
    type SerializeSeq = Sequence;
    type SerializeTuple = Sequence;
    type SerializeTupleStruct = Sequence;
    type SerializeTupleVariant = Sequence;
    type SerializeMap = Mapping;
    type SerializeStruct = Mapping;
    type SerializeStructVariant = Mapping;

    fn serialize_bool(self, value: bool) -> Made {
        Ok(value.into())
    }
    fn serialize_i8(self, value: i8) -> Made {
        Ok(value.into())
    }
    fn serialize_i16(self, value: i16) -> Made {
        Ok(value.into())
    }
    fn serialize_i32(self, value: i32) -> Made {
        Ok(value.into())
    }
    fn serialize_i64(self, value: i64) -> Made {
        Ok(value.into())
    }
    fn serialize_u8(self, value: u8) -> Made {
        Ok(value.into())
    }
    fn serialize_u16(self, value: u16) -> Made {
        Ok(value.into())
    }
    fn serialize_u32(self, value: u32) -> Made {
        Ok(value.into())
    }
    fn serialize_u64(self, value: u64) -> Made {
        Ok(value.into())
    }
    fn serialize_f32(self, value: f32) -> Made {
        Ok(value.into())
    }
    fn serialize_f64(self, value: f64) -> Made {
        Ok(value.into())
    }
    fn serialize_char(self, value: char) -> Made {
        Ok(value.to_string().into())
    }
    fn serialize_str(self, value: &str) -> Made {
        Ok(value.to_string().into())
    }
    fn serialize_bytes(self, value: &[u8]) -> Made {
        Ok(Value::Blob(Bytes::from(value.to_vec())))
    }
    fn serialize_none(self) -> Made {
        Ok(Value::Nil)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Made {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Made {
        Ok(Value::Nil)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Made {
        Ok(Value::Nil)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Made {
        if let Some(unit) = self.unit {
            unit.set(true);
        }
        Ok(name.into())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Made {
        crate::typed::marked(name, value.serialize(self)?)
    }
    fn serialize_newtype_variant<T>(self, _: &'static str, _: u32, name: &'static str, value: &T) -> Made
    where
        T: Serialize + ?Sized,
    {
        Ok(variant(name, value.serialize(self)?))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Sequence, SerdeError> {
        Ok(Sequence::default())
    }
    fn serialize_tuple(self, _: usize) -> Result<Sequence, SerdeError> {
        Ok(Sequence { is_tuple: true, ..Sequence::default() })
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Sequence, SerdeError> {
        Ok(Sequence { is_tuple: true, ..Sequence::default() })
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Sequence, SerdeError> {
        Ok(Sequence { is_tuple: true, variant: Some(name), ..Sequence::default() })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Mapping, SerdeError> {
        Ok(Mapping::default())
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Mapping, SerdeError> {
        Ok(Mapping::default())
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Mapping, SerdeError> {
        Ok(Mapping { variant: Some(name), ..Mapping::default() })
    }
}

/// Items to be stored in an array, or for a tuple of several types, in an element with numeric keys.
#[derive(Default)]
struct Sequence {
    items: Vec<Value<'static>>,
    /// Marks items that are variants without content. They have to be stored as elements if any other variant is.
    units: Vec<bool>,
    is_tuple: bool,
    variant: Option<&'static str>,
}

impl Sequence {
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), SerdeError> {
        let (index, unit) = (self.items.len(), Cell::new(false));
        let item = item.serialize(Serializer { unit: Some(&unit) }).map_err(|error| error.within_index(index))?;
        if let Some(first) = self.items.first().filter(|first| first.ty() != item.ty()) {
            let is_variant = |value: &Value<'_>, unit: bool| unit || value.ty() == Type::ELEMENT;
            let first_is_unit = self.units.first() == Some(&true);
            let fits = is_variant(first, first_is_unit) && is_variant(&item, unit.get());
            if !self.is_tuple && !fits {
                let message = alloc::format!(
                    "expected an item of type {}, as the first, found {}; an array holds values of one type",
                    first.ty(),
                    item.ty()
                );
                return Err(SerdeError::mismatch(message).within_index(index));
            }
        }
        self.items.push(item);
        self.units.push(unit.get());
        Ok(())
    }

    fn finish(self) -> Made {
        let item = self.items.first().map_or(Type::NIL, Value::ty);
        let is_mixed = self.items.iter().any(|value| value.ty() != item);
        let value = if is_mixed && self.is_tuple {
            let entries = self.items.into_iter().enumerate();
            Value::Element(entries.map(|(index, value)| (index.to_string(), value)).collect())
        } else if is_mixed {
            let elements = self.items.into_iter().map(|value| match value {
                Value::String(name) => Value::Element([(name, Value::Nil)].into_iter().collect()),
                element => element,
            });
            Value::Array(Array::from_items(Type::ELEMENT, elements.collect())?)
        } else {
            Value::Array(Array::from_items(item, self.items)?)
        };
        Ok(match self.variant {
            Some(name) => variant(name, value),
            None => value,
        })
    }
}

impl ser::SerializeSeq for Sequence {
    type Ok = Value<'static>;
    type Error = SerdeError;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        self.push(value)
    }
    fn end(self) -> Made {
        self.finish()
    }
}

impl ser::SerializeTuple for Sequence {
    type Ok = Value<'static>;
    type Error = SerdeError;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        self.push(value)
    }
    fn end(self) -> Made {
        self.finish()
    }
}

impl ser::SerializeTupleStruct for Sequence {
    type Ok = Value<'static>;
    type Error = SerdeError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        self.push(value)
    }
    fn end(self) -> Made {
        self.finish()
    }
}

impl ser::SerializeTupleVariant for Sequence {
    type Ok = Value<'static>;
    type Error = SerdeError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        self.push(value)
    }
    fn end(self) -> Made {
        self.finish()
    }
}

/// Keys and values to be stored in an element.
#[derive(Default)]
struct Mapping {
    element: Element<'static>,
    key: Option<String>,
    variant: Option<&'static str>,
}

impl Mapping {
    fn finish(self) -> Made {
        let element = Value::Element(self.element);
        Ok(match self.variant {
            Some(name) => variant(name, element),
            None => element,
        })
    }
}

impl ser::SerializeMap for Mapping {
    type Ok = Value<'static>;
    type Error = SerdeError;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerdeError> {
        let key = key.serialize(Serializer::PLAIN)?;
        let text = key.as_str().map(ToString::to_string).or_else(|| key.as_i128().map(|number| number.to_string()));
        let wrong =
            || SerdeError::mismatch(alloc::format!("expected a string or whole number for a key, found {}", key.ty()));
        self.key = Some(text.ok_or_else(wrong)?);
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        let key = self.key.take().unwrap_or_default();
        let value = value.serialize(Serializer::PLAIN).map_err(|error| error.within_key(key.as_bytes()))?;
        self.element.push(key, value);
        Ok(())
    }
    fn end(self) -> Made {
        self.finish()
    }
}

impl ser::SerializeStruct for Mapping {
    type Ok = Value<'static>;
    type Error = SerdeError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), SerdeError> {
        let value = value.serialize(Serializer::PLAIN).map_err(|error| error.within_key(key.as_bytes()))?;
        self.element.push(key, value);
        Ok(())
    }
    fn end(self) -> Made {
        self.finish()
    }
}

impl ser::SerializeStructVariant for Mapping {
    type Ok = Value<'static>;
    type Error = SerdeError;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), SerdeError> {
        let value = value.serialize(Serializer::PLAIN).map_err(|error| error.within_key(key.as_bytes()))?;
        self.element.push(key, value);
        Ok(())
    }
    fn end(self) -> Made {
        self.finish()
    }
}
