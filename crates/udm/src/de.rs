//! Reads documents into your types (feature `serde`).

mod list;
mod map;
mod numbers;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::{Limits, Name};
use core::cell::RefCell;
use serde::de::value::StrDeserializer;
use serde::de::{self, Deserialize, DeserializeOwned, DeserializeSeed, EnumAccess, VariantAccess, Visitor};

use crate::array::Array;
use crate::document::Document;
use crate::element::Element;
use crate::error::{ErrorKind, no_place};
use crate::kind::Type;
use crate::serde_error::SerdeError;
use crate::value::Value;
use list::{Fields, List, Row, Seq};
use map::{Entries, Map};

/// Reads a document, binary or text, into your type.
///
/// Elements and structs are read as maps, arrays and vectors as sequences, and references as their text. Packed values
/// will be unpacked. To read an enum, you can use a string or an element with a single key.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Light { range: f32, color: [u8; 4], name: Option<String> }
/// let light: Light = udm::from_slice(b"$float range 5 $srgba color [255,0,0,255]")?;
/// assert_eq!((light.range, light.color[0], light.name), (5.0, 255, None));
/// # Ok::<(), udm::SerdeError>(())
/// ```
///
/// If keys may be missing in a document, give your type default values:
///
/// ```
/// #[derive(Debug, PartialEq, serde::Deserialize)]
/// #[serde(default)]
/// struct Light { range: f32, shadows: bool }
/// impl Default for Light {
///     fn default() -> Self { Self { range: 10.0, shadows: true } }
/// }
/// #[derive(serde::Deserialize)]
/// struct Lamp { light: Light, #[serde(default)] tags: Vec<String> }
/// let lamp: Lamp = udm::from_slice(b"light { $float range 5 }")?;
/// assert_eq!(lamp.light, Light { range: 5.0, shadows: true });
/// assert!(lamp.tags.is_empty());
/// # Ok::<(), udm::SerdeError>(())
/// ```
///
/// # Errors
/// Returns a [`SerdeError`] if the document is broken, or if it does not fit your type.
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, SerdeError> {
    read(bytes, false)
}

/// Reads a document like [`from_slice`], with blobs and packed bytes encoded as base64. Use this function for a target
/// without bytes, for example `serde_json::Value`.
///
/// ```
/// let value: serde_json::Value = udm::from_slice_readable(b"$blob data [AQID] $uint8 count 3")?;
/// assert_eq!(value, serde_json::json!({ "data": "AQID", "count": 3 }));
/// # Ok::<(), udm::SerdeError>(())
/// ```
///
/// # Errors
/// Returns a [`SerdeError`] if the document is broken, or if it does not fit your type.
pub fn from_slice_readable<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, SerdeError> {
    read(bytes, true)
}

fn read<'de, T: Deserialize<'de>>(bytes: &'de [u8], is_readable: bool) -> Result<T, SerdeError> {
    let document = Document::parse(bytes)?;
    let limits = Limits::default();
    let context = Context { budget: limits.budget(), levels: limits.depth(), source: bytes, is_readable };
    deserialize(document.data(), context).map_err(|error| error.placed(&document, bytes))
}

/// Reads an element into your type, like [`from_slice`]. `limits` bound the unpacked size.
///
/// # Errors
/// Returns a [`SerdeError`] if the element does not fit your type or can't be unpacked.
pub fn from_element<T: DeserializeOwned>(element: &Element<'_>, limits: &Limits) -> Result<T, SerdeError> {
    let context = Context { budget: limits.budget(), levels: limits.depth(), source: &[], is_readable: false };
    deserialize(element, context)
}

fn deserialize<'de, T: Deserialize<'de>>(element: &Element<'_>, context: Context<'de>) -> Result<T, SerdeError> {
    let context = RefCell::new(context);
    T::deserialize(Map { entries: Entries::of(element), context: &context })
}

struct Context<'de> {
    budget: binio::Budget,
    levels: u16,
    /// The file, which values can borrow from.
    source: &'de [u8],
    /// Whether bytes are written in base64.
    is_readable: bool,
}

impl<'de> Context<'de> {
    /// Returns the same bytes in the source, or `None` for a copy.
    fn borrowed(&self, bytes: &[u8]) -> Option<&'de [u8]> {
        if bytes.is_empty() {
            return Some(&[]);
        }
        let begin = bytes.as_ptr().addr().checked_sub(self.source.as_ptr().addr())?;
        self.source.get(begin..begin.checked_add(bytes.len())?)
    }
}

/// Runs `read` one level deeper.
fn nested<T>(context: &RefCell<Context<'_>>, read: impl FnOnce() -> Result<T, SerdeError>) -> Result<T, SerdeError> {
    let left = context.borrow().levels.checked_sub(1);
    let left = left.ok_or_else(|| no_place(ErrorKind::Depth(binio::MAX_DEPTH)))?;
    context.borrow_mut().levels = left;
    let result = read();
    context.borrow_mut().levels = left.saturating_add(1);
    result
}

/// A value, and the state that is needed to read it.
#[derive(Clone, Copy)]
struct Node<'d, 'de> {
    value: &'d Value<'d>,
    context: &'d RefCell<Context<'de>>,
}

impl<'de> Node<'_, 'de> {
    fn text<V: Visitor<'de>>(self, text: &[u8], visitor: V) -> Result<V::Value, SerdeError> {
        let borrowed = self.context.borrow().borrowed(text);
        match (borrowed.map(core::str::from_utf8), core::str::from_utf8(text)) {
            (Some(Ok(text)), _) => visitor.visit_borrowed_str(text),
            (_, Ok(text)) => visitor.visit_str(text),
            _ => self.bytes(text, visitor),
        }
    }

    fn bytes<V: Visitor<'de>>(self, bytes: &[u8], visitor: V) -> Result<V::Value, SerdeError> {
        let borrowed = self.context.borrow().borrowed(bytes);
        match borrowed {
            Some(bytes) => visitor.visit_borrowed_bytes(bytes),
            None => visitor.visit_bytes(bytes),
        }
    }

    /// Passes bytes to a target that takes anything.
    fn any_bytes<V: Visitor<'de>>(self, bytes: &[u8], visitor: V) -> Result<V::Value, SerdeError> {
        if !self.context.borrow().is_readable {
            return self.bytes(bytes, visitor);
        }
        let mut text = Vec::new();
        crate::text::base64::encode(bytes, &mut text);
        visitor.visit_string(String::from_utf8(text).unwrap_or_default())
    }

    /// Reads a tuple of the given `length` from an element whose keys are the numbers 0, 1, 2 …, because a tuple of
    /// several types is written like this.
    fn tuple<V: Visitor<'de>>(self, element: &Element<'_>, length: usize, visitor: V) -> Result<V::Value, SerdeError> {
        let values = (0..length).map_while(|index| element.get(index.to_string()).cloned());
        let values: Vec<Value<'_>> = values.collect();
        nested(self.context, || visitor.visit_seq(Seq::of(List::Values(values.iter()), self.context)))
    }

    fn array<V: Visitor<'de>>(self, array: &Array<'_>, visitor: V) -> Result<V::Value, SerdeError> {
        let unpacked = array.unpack(&mut self.context.borrow_mut().budget)?;
        nested(self.context, || match List::of(&unpacked)? {
            List::Numbers(item, _, bytes) => self.numbers(item, bytes, visitor),
            list => visitor.visit_seq(Seq::of(list, self.context)),
        })
    }

    /// Visits consecutive values which have a fixed size.
    fn numbers<V: Visitor<'de>>(self, item: Type, bytes: &[u8], visitor: V) -> Result<V::Value, SerdeError> {
        let others = |visitor: V| visitor.visit_seq(Seq::of(List::numbers(item, bytes), self.context));
        numbers::visit(item, bytes, visitor, others)
    }
}

impl<'de> de::Deserializer<'de> for Node<'_, 'de> {
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
                let item = fixed.ty().components().map_or(Type::U8, |(item, _)| item);
                self.numbers(item, fixed.as_bytes(), visitor)
            }
            Value::String(text) | Value::Ref(text) => self.text(text, visitor),
            Value::Utf8(_) => self.text(self.value.as_text().unwrap_or_default(), visitor),
            Value::Blob(bytes) => self.any_bytes(bytes, visitor),
            Value::Lz4(packed) => {
                let bytes = packed.unpack(&mut self.context.borrow_mut().budget)?;
                if self.context.borrow().is_readable {
                    return self.any_bytes(&bytes, visitor);
                }
                visitor.visit_byte_buf(bytes)
            }
            Value::Element(element) => {
                nested(self.context, || visitor.visit_map(Map { entries: Entries::of(element), context: self.context }))
            }
            Value::Array(array) => self.array(array, visitor),
            Value::Struct(structure) => {
                let fields = Fields { layout: structure.layout(), row: structure.as_bytes(), index: 0, offset: 0 };
                visitor.visit_map(Row { fields, context: self.context })
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
                None => Err(SerdeError::mismatch("expected a variant, found an element without keys".into())),
            },
            Value::String(name) => visitor.visit_enum(Variant { name, node: None }),
            other => {
                let ty = other.ty();
                Err(SerdeError::mismatch(format!(
                    "expected a string or an element with one key for an enum, found {ty}"
                )))
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_unit()
    }

    /// A target can also read bytes as a list.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.value {
            Value::Blob(bytes) => self.numbers(Type::U8, bytes, visitor),
            Value::Lz4(packed) => {
                let bytes = packed.unpack(&mut self.context.borrow_mut().budget)?;
                self.numbers(Type::U8, &bytes, visitor)
            }
            _ => self.deserialize_any(visitor),
        }
    }

    /// A target can also read a uint8 list as bytes.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.value {
            Value::Array(Array::Plain(plain)) if plain.item_type() == Type::U8 => self.bytes(plain.as_bytes(), visitor),
            Value::Blob(bytes) => self.bytes(bytes, visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, SerdeError> {
        match self.value {
            Value::Element(element) => self.tuple(element, length, visitor),
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.deserialize_tuple(length, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string unit unit_struct
        map struct identifier
    }
}

struct Variant<'d, 'de> {
    name: &'d Name<'d>,
    node: Option<Node<'d, 'de>>,
}

impl<'de, 'd> EnumAccess<'de> for Variant<'d, 'de> {
    type Error = SerdeError;
    type Variant = Content<'d, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'d, 'de>), SerdeError> {
        let name = self.name.to_text();
        Ok((seed.deserialize(StrDeserializer::<SerdeError>::new(&name))?, Content(self.node)))
    }
}

struct Content<'d, 'de>(Option<Node<'d, 'de>>);

impl<'de> Content<'_, 'de> {
    fn node(&self) -> Result<Node<'_, 'de>, SerdeError> {
        self.0.ok_or_else(|| SerdeError::mismatch("expected a variant with content, found a string".into()))
    }
}

impl<'de> VariantAccess<'de> for Content<'_, 'de> {
    type Error = SerdeError;

    fn unit_variant(self) -> Result<(), SerdeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, SerdeError> {
        seed.deserialize(self.node()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, SerdeError> {
        de::Deserializer::deserialize_tuple(self.node()?, length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, SerdeError> {
        de::Deserializer::deserialize_any(self.node()?, visitor)
    }
}
