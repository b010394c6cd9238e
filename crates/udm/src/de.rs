//! Documents to your own types (feature `serde`).

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use binio::{Limits, Name};
use core::cell::RefCell;
use core::fmt;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::array::Array;
use crate::document::Document;
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::fixed::{Component, Shape};
use crate::kind::Type;
use crate::value::Value;

/// What goes wrong between documents and your own types.
#[derive(Debug)]
#[non_exhaustive]
pub enum SerdeError {
    /// The document itself can't be read, unpacked or written.
    Document(Error),
    /// The document and the type don't fit.
    Mismatch(String),
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::Mismatch(message) => f.write_str(message),
        }
    }
}

impl core::error::Error for SerdeError {}

impl From<Error> for SerdeError {
    fn from(error: Error) -> Self {
        Self::Document(error)
    }
}

impl de::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Mismatch(message.to_string())
    }
}

impl serde::ser::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Mismatch(message.to_string())
    }
}

/// The data of a document, binary or text, as your own type.
///
/// Elements and structs are maps, arrays and vectors sequences, packed values what they unpack to, references their text. A
/// string, or an element with one key, is a variant of an enum.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Light { range: f32, color: [u8; 4], name: Option<String> }
/// let light: Light = udm::from_slice(b"$float range 5 $srgba color [255,0,0,255]")?;
/// assert_eq!((light.range, light.color[0], light.name), (5.0, 255, None));
/// # Ok::<(), udm::SerdeError>(())
/// ```
///
/// # Errors
/// [`SerdeError`].
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, SerdeError> {
    from_element(Document::parse(bytes)?.data(), &Limits::default())
}

/// An element as your own type, as [`from_slice`]. What is unpacked costs at most what `limits` say.
///
/// # Errors
/// [`SerdeError`].
pub fn from_element<T: DeserializeOwned>(element: &Element<'_>, limits: &Limits) -> Result<T, SerdeError> {
    let context = RefCell::new(Context { budget: limits.budget(), levels: limits.depth() });
    T::deserialize(Map { entries: Entries::of(element), context: &context })
}

struct Context {
    budget: binio::Budget,
    levels: u16,
}

/// Runs `read` one level deeper.
fn nested<T>(context: &RefCell<Context>, read: impl FnOnce() -> Result<T, SerdeError>) -> Result<T, SerdeError> {
    let left = context.borrow().levels.checked_sub(1);
    let left = left.ok_or_else(|| crate::packed::no_place(ErrorKind::Depth(binio::MAX_DEPTH)))?;
    context.borrow_mut().levels = left;
    let result = read();
    context.borrow_mut().levels = left.saturating_add(1);
    result
}

#[derive(Clone, Copy)]
struct Node<'d> {
    value: &'d Value<'d>,
    context: &'d RefCell<Context>,
}

impl<'de> Node<'_> {
    fn text<V: Visitor<'de>>(text: &[u8], visitor: V) -> Result<V::Value, SerdeError> {
        match core::str::from_utf8(text) {
            Ok(text) => visitor.visit_str(text),
            Err(_) => visitor.visit_bytes(text),
        }
    }

    fn array<V: Visitor<'de>>(self, array: &Array<'_>, visitor: V) -> Result<V::Value, SerdeError> {
        let unpacked = array.unpack(&mut self.context.borrow_mut().budget)?;
        nested(self.context, || visitor.visit_seq(Seq { array: &unpacked, index: 0, context: self.context }))
    }
}

impl<'de> de::Deserializer<'de> for Node<'_> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.value {
            Value::Nil => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value != 0),
            Value::I8(value) => visitor.visit_i8(*value),
            Value::U8(value) => visitor.visit_u8(*value),
            Value::I16(value) => visitor.visit_i16(*value),
            Value::U16(value) => visitor.visit_u16(*value),
            Value::I32(value) => visitor.visit_i32(*value),
            Value::U32(value) => visitor.visit_u32(*value),
            Value::I64(value) => visitor.visit_i64(*value),
            Value::U64(value) => visitor.visit_u64(*value),
            Value::F32(value) => visitor.visit_f32(*value),
            Value::F64(value) => visitor.visit_f64(*value),
            Value::Half(value) => visitor.visit_f32(crate::half::to_f32(*value)),
            Value::Fixed(fixed) => {
                let array = as_array(fixed.ty(), fixed.as_bytes()).unwrap_or_else(|| Array::from_values::<u8>(&[]));
                self.array(&array, visitor)
            }
            Value::String(text) | Value::Ref(text) => Self::text(text, visitor),
            Value::Utf8(_) => Self::text(self.value.as_text().unwrap_or_default(), visitor),
            Value::Blob(bytes) => visitor.visit_bytes(bytes),
            Value::Lz4(packed) => {
                let bytes = packed.unpack(&mut self.context.borrow_mut().budget)?;
                visitor.visit_byte_buf(bytes)
            }
            Value::Element(element) => {
                nested(self.context, || visitor.visit_map(Map { entries: Entries::of(element), context: self.context }))
            }
            Value::Array(array) => self.array(array, visitor),
            Value::Struct(structure) => {
                let fields: Element<'_> = structure.fields().map(|(name, value)| (name.borrowed(), value)).collect();
                visitor.visit_map(Map { entries: Entries::of(&fields), context: self.context })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        if let Value::Nil = self.value { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match self.value {
            Value::Element(element) if element.len() == 1 => match element.iter().next() {
                Some((name, value)) => visitor.visit_enum(Variant { name, node: Some(Node { value, ..self }) }),
                None => Err(de::Error::custom("a variant expected")),
            },
            Value::String(name) => visitor.visit_enum(Variant { name, node: None }),
            _ => Err(de::Error::custom("a string or an element with one key expected for an enum")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

/// The numbers of a vector, colour or transform as an array.
fn as_array(ty: Type, bytes: &[u8]) -> Option<Array<'_>> {
    let item = match Shape::of(ty)?.component {
        Component::F32 => Type::F32,
        Component::I32 => Type::I32,
        Component::U16 => Type::U16,
        Component::U8 => Type::U8,
    };
    let count = u32::try_from(bytes.len() / item.size()?).ok()?;
    Some(Array::Plain(crate::array::Plain::new(item, count, bytes).ok()?))
}

struct Seq<'d> {
    array: &'d Array<'d>,
    index: usize,
    context: &'d RefCell<Context>,
}

impl<'de> SeqAccess<'de> for Seq<'_> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, SerdeError> {
        let Some(item) = self.array.item(self.index) else { return Ok(None) };
        self.index = self.index.saturating_add(1);
        let item: Cow<'_, Value<'_>> = item;
        seed.deserialize(Node { value: &item, context: self.context }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.array.len().saturating_sub(self.index).min(1 << 16))
    }
}

/// The keys of an element, of those that are there twice the last.
struct Entries<'d> {
    entries: alloc::vec::IntoIter<(&'d Name<'d>, &'d Value<'d>)>,
    value: Option<&'d Value<'d>>,
}

impl<'d> Entries<'d> {
    fn of(element: &'d Element<'_>) -> Self {
        let last: alloc::collections::BTreeMap<&[u8], usize> =
            element.iter().enumerate().map(|(index, (key, _))| (key.as_bytes(), index)).collect();
        let is_last = |index: usize, key: &Name<'_>| last.get(key.as_bytes()) == Some(&index);
        let entries = element.iter().enumerate().filter(|(index, (key, _))| is_last(*index, key));
        let entries: alloc::vec::Vec<(&'d Name<'d>, &'d Value<'d>)> = entries.map(|(_, entry)| entry).collect();
        Self { entries: entries.into_iter(), value: None }
    }
}

struct Map<'d> {
    entries: Entries<'d>,
    context: &'d RefCell<Context>,
}

impl<'de> MapAccess<'de> for Map<'_> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, SerdeError> {
        let Some((key, value)) = self.entries.entries.next() else { return Ok(None) };
        self.entries.value = Some(value);
        let key = key.to_text();
        seed.deserialize(StrDeserializer::<SerdeError>::new(&key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, SerdeError> {
        let value =
            self.entries.value.take().ok_or_else(|| <SerdeError as de::Error>::custom("a value without key"))?;
        seed.deserialize(Node { value, context: self.context })
    }
}

impl<'de> de::Deserializer<'de> for Map<'_> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_map(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Variant<'d> {
    name: &'d Name<'d>,
    node: Option<Node<'d>>,
}

impl<'de, 'd> EnumAccess<'de> for Variant<'d> {
    type Error = SerdeError;
    type Variant = Content<'d>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'d>), SerdeError> {
        let name = self.name.to_text();
        Ok((seed.deserialize(StrDeserializer::<SerdeError>::new(&name))?, Content(self.node)))
    }
}

struct Content<'d>(Option<Node<'d>>);

impl Content<'_> {
    fn node(&self) -> Result<Node<'_>, SerdeError> {
        self.0.ok_or_else(|| de::Error::custom("a variant with content expected"))
    }
}

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = SerdeError;

    fn unit_variant(self) -> Result<(), SerdeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, SerdeError> {
        seed.deserialize(self.node()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, SerdeError> {
        de::Deserializer::deserialize_any(self.node()?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, SerdeError> {
        de::Deserializer::deserialize_any(self.node()?, visitor)
    }
}
