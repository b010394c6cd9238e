//! Documents to your own types (feature `serde`).

mod list;
mod map;
mod numbers;

use alloc::format;
use binio::{Limits, Name};
use core::cell::RefCell;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, EnumAccess, VariantAccess, Visitor};

use crate::array::Array;
use crate::document::Document;
use crate::element::Element;
use crate::error::{ErrorKind, no_place};
use crate::kind::Type;
use crate::serde_error::SerdeError;
use crate::value::Value;
use list::{Fields, List, Row, Seq};
use map::{Entries, Map};

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
    let left = left.ok_or_else(|| no_place(ErrorKind::Depth(binio::MAX_DEPTH)))?;
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
        nested(self.context, || match List::of(&unpacked)? {
            List::Numbers(item, _, bytes) => self.numbers(item, bytes, visitor),
            list => visitor.visit_seq(Seq::of(list, self.context)),
        })
    }

    /// Visits values of a fixed size, one behind the other.
    fn numbers<V: Visitor<'de>>(self, item: Type, bytes: &[u8], visitor: V) -> Result<V::Value, SerdeError> {
        numbers::visit(item, bytes, visitor)
            .unwrap_or_else(|visitor| visitor.visit_seq(Seq::of(List::numbers(item, bytes), self.context)))
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
                let item = fixed.ty().components().map_or(Type::U8, |(item, _)| item);
                self.numbers(item, fixed.as_bytes(), visitor)
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
                let found = other.ty();
                Err(SerdeError::mismatch(format!(
                    "expected a string or an element with one key for an enum, found {found}"
                )))
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_unit()
    }

    /// Bytes are a list too.
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

    /// A list of uint8 is bytes too.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.value {
            Value::Array(Array::Plain(plain)) if plain.item_type() == Type::U8 => visitor.visit_bytes(plain.as_bytes()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, SerdeError> {
        self.deserialize_seq(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string unit unit_struct
        tuple_struct map struct identifier
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
        self.0.ok_or_else(|| SerdeError::mismatch("expected a variant with content, found a string".into()))
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
