//! Array items and struct fields.

use binio::Name;
use core::cell::RefCell;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::{Context, Node};
use crate::array::Array;
use crate::error::no_place;
use crate::kind::Type;
use crate::layout::StructLayout;
use crate::serde_error::SerdeError;
use crate::value::Value;

/// A list with more items is refused if they have no bytes, because nothing in the file bounds how many there may be.
const MOST_EMPTY: usize = 1 << 22;

/// The array items that weren't read yet.
pub(super) enum List<'d> {
    /// Values with a fixed size: type, size and bytes.
    Numbers(Type, usize, &'d [u8]),
    /// Values without bytes, with their count.
    Nils(usize),
    Strings(&'d [u8]),
    Rows(&'d StructLayout<'d>, usize, &'d [u8]),
    Values(core::slice::Iter<'d, Value<'d>>),
}

impl<'d> List<'d> {
    pub(super) fn numbers(item: Type, bytes: &'d [u8]) -> Self {
        Self::Numbers(item, item.size().unwrap_or(1).max(1), bytes)
    }

    pub(super) fn of(array: &'d Array<'_>) -> Result<Self, SerdeError> {
        let list = match array {
            Array::Plain(plain) if plain.item_type() == Type::NIL => Self::Nils(plain.len() as usize),
            Array::Plain(plain) => Self::numbers(plain.item_type(), plain.as_bytes()),
            Array::Strings(strings) => Self::Strings(strings.as_bytes()),
            Array::Structs(structs) => Self::Rows(structs.layout(), structs.len(), structs.as_bytes()),
            Array::Items(items) => Self::Values(items.values().iter()),
            // It has been unpacked.
            Array::Packed(_) => Self::Nils(0),
        };
        match list {
            Self::Nils(count) if count > MOST_EMPTY => Err(no_place(binio::Fault::Limit("items without bytes")).into()),
            Self::Rows(layout, count, _) if layout.size() == 0 && count > MOST_EMPTY => {
                Err(no_place(binio::Fault::Limit("items without bytes")).into())
            }
            list => Ok(list),
        }
    }

    fn len(&self) -> Option<usize> {
        match self {
            Self::Numbers(_, size, bytes) => bytes.len().checked_div(*size),
            Self::Nils(count) | Self::Rows(_, count, _) => Some(*count),
            Self::Strings(_) => None,
            Self::Values(values) => Some(values.len()),
        }
    }
}

pub(super) struct Seq<'d, 'de> {
    list: List<'d>,
    index: usize,
    context: &'d RefCell<Context<'de>>,
}

impl<'d, 'de> Seq<'d, 'de> {
    pub(super) fn of(list: List<'d>, context: &'d RefCell<Context<'de>>) -> Self {
        Self { list, index: 0, context }
    }
}

impl<'de> SeqAccess<'de> for Seq<'_, 'de> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, SerdeError> {
        let (index, context) = (self.index, self.context);
        self.index = index.saturating_add(1);
        let within = |error: SerdeError| error.within_index(index);
        let value = match &mut self.list {
            List::Numbers(item, size, bytes) => {
                let Some((number, rest)) = bytes.split_at_checked(*size).filter(|_| !bytes.is_empty()) else {
                    return Ok(None);
                };
                *bytes = rest;
                Value::from_trivial(*item, number).unwrap_or(Value::Nil)
            }
            List::Nils(count) => {
                let Some(left) = count.checked_sub(1) else { return Ok(None) };
                *count = left;
                Value::Nil
            }
            List::Strings(block) => {
                let Some((text, rest)) = crate::string::split(block) else { return Ok(None) };
                *block = rest;
                Value::String(Name::from(text))
            }
            List::Rows(layout, count, bytes) => {
                let Some(left) = count.checked_sub(1) else { return Ok(None) };
                let (row, rest) = bytes.split_at_checked(layout.size()).unwrap_or_default();
                (*count, *bytes) = (left, rest);
                return seed.deserialize(RowNode { layout, row, context }).map(Some).map_err(within);
            }
            List::Values(values) => {
                let Some(value) = values.next() else { return Ok(None) };
                return seed.deserialize(Node { value, context }).map(Some).map_err(within);
            }
        };
        seed.deserialize(Node { value: &value, context }).map(Some).map_err(within)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len()?.min(1 << 16))
    }
}

/// A single struct from an array of structs.
struct RowNode<'d, 'de> {
    layout: &'d StructLayout<'d>,
    row: &'d [u8],
    context: &'d RefCell<Context<'de>>,
}

impl<'de> de::Deserializer<'de> for RowNode<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        let fields = Fields { layout: self.layout, row: self.row, index: 0, offset: 0 };
        visitor.visit_map(Row { fields, context: self.context })
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

/// The fields in a struct, read in order.
pub(super) struct Fields<'d> {
    pub(super) layout: &'d StructLayout<'d>,
    pub(super) row: &'d [u8],
    pub(super) index: usize,
    pub(super) offset: usize,
}

pub(super) struct Row<'d, 'de> {
    pub(super) fields: Fields<'d>,
    pub(super) context: &'d RefCell<Context<'de>>,
}

impl<'de> MapAccess<'de> for Row<'_, 'de> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, SerdeError> {
        let Some((_, name)) = self.fields.layout.fields().get(self.fields.index) else { return Ok(None) };
        seed.deserialize(StrDeserializer::<SerdeError>::new(&name.to_text())).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, SerdeError> {
        let Fields { layout, row, index, offset } = &mut self.fields;
        let Some((ty, name)) = layout.fields().get(*index) else {
            return Err(SerdeError::mismatch("expected a key before a value".into()));
        };
        let end = offset.saturating_add(ty.size().unwrap_or(0));
        let value = row.get(*offset..end).and_then(|bytes| Value::from_trivial(*ty, bytes)).unwrap_or(Value::Nil);
        (*index, *offset) = (index.saturating_add(1), end);
        seed.deserialize(Node { value: &value, context: self.context }).map_err(|error| error.within_key(name))
    }
}
