//! Documents to your own types (feature `serde`).

use alloc::format;
use alloc::string::{String, ToString};
use binio::{Limits, Name};
use core::cell::RefCell;
use core::fmt;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::array::Array;
use crate::document::Document;
use crate::element::Element;
use crate::error::{Error, ErrorKind, no_place};
use crate::fixed::{Component, Shape};
use crate::kind::Type;
use crate::layout::StructLayout;
use crate::value::Value;

/// What goes wrong between documents and your own types.
#[derive(Debug)]
#[non_exhaustive]
pub enum SerdeError {
    /// The document itself can't be read, unpacked or written.
    Document(Error),
    /// The document and the type don't fit.
    Mismatch {
        /// Where, as [`Document::get`] takes it; empty for the whole.
        path: String,
        /// What was expected and found.
        message: String,
    },
}

impl SerdeError {
    #[cold]
    pub(crate) fn mismatch(message: String) -> Self {
        Self::Mismatch { path: String::new(), message }
    }

    /// The same error, known to be about what is in the value of `key`.
    #[cold]
    pub(crate) fn within_key(self, key: &[u8]) -> Self {
        self.within(crate::path::escape_key(key), binio::Segment::Name(Name::from(key).into_owned()))
    }

    /// The same error, known to be about what is in the `index`-th item.
    #[cold]
    pub(crate) fn within_index(self, index: usize) -> Self {
        self.within(format!("[{index}]"), binio::Segment::Index(index as u64))
    }

    fn within(self, outer: String, segment: binio::Segment) -> Self {
        match self {
            Self::Document(error) => Self::Document(error.within(segment)),
            Self::Mismatch { path, message } => {
                let slash = if path.is_empty() || path.starts_with('[') { "" } else { "/" };
                Self::Mismatch { path: format!("{outer}{slash}{path}"), message }
            }
        }
    }
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::Mismatch { path, message } if path.is_empty() => f.write_str(message),
            Self::Mismatch { path, message } => write!(f, "{path}: {message}"),
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
        Self::mismatch(message.to_string())
    }
}

impl serde::ser::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::mismatch(message.to_string())
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
        nested(self.context, || visitor.visit_seq(Seq { list: List::of(&unpacked)?, index: 0, context: self.context }))
    }

    /// Numbers one behind the other.
    fn numbers<V: Visitor<'de>>(self, item: Type, bytes: &[u8], visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_seq(Seq { list: List::numbers(item, bytes), index: 0, context: self.context })
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
            Value::Fixed(fixed) => self.numbers(component(fixed.ty()), fixed.as_bytes(), visitor),
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

/// The type of the numbers of a vector, colour or transform.
fn component(ty: Type) -> Type {
    match Shape::of(ty).map(|shape| shape.component) {
        Some(Component::I32) => Type::I32,
        Some(Component::U16) => Type::U16,
        Some(Component::U8) => Type::U8,
        _ => Type::F32,
    }
}

/// Items without bytes of their own, beyond which a list is refused: nothing in a file bounds how many there are.
const MOST_EMPTY: usize = 1 << 22;

/// What remains of the items of an array.
enum List<'d> {
    /// Values of a fixed size: their type, their size and their bytes.
    Numbers(Type, usize, &'d [u8]),
    /// So many values without bytes.
    Nils(usize),
    Strings(&'d [u8]),
    Rows(&'d StructLayout<'d>, usize, &'d [u8]),
    Values(core::slice::Iter<'d, Value<'d>>),
}

impl<'d> List<'d> {
    fn numbers(item: Type, bytes: &'d [u8]) -> Self {
        Self::Numbers(item, item.size().unwrap_or(1).max(1), bytes)
    }

    fn of(array: &'d Array<'_>) -> Result<Self, SerdeError> {
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

struct Seq<'d> {
    list: List<'d>,
    index: usize,
    context: &'d RefCell<Context>,
}

impl<'de> SeqAccess<'de> for Seq<'_> {
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

/// One struct of many.
struct RowNode<'d> {
    layout: &'d StructLayout<'d>,
    row: &'d [u8],
    context: &'d RefCell<Context>,
}

impl<'de> de::Deserializer<'de> for RowNode<'_> {
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

/// The fields of a struct, one after the other.
struct Fields<'d> {
    layout: &'d StructLayout<'d>,
    row: &'d [u8],
    index: usize,
    offset: usize,
}

struct Row<'d> {
    fields: Fields<'d>,
    context: &'d RefCell<Context>,
}

impl<'de> MapAccess<'de> for Row<'_> {
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

/// The keys of an element, of those that are there twice the last.
struct Entries<'d> {
    entries: core::slice::Iter<'d, (Name<'d>, Value<'d>)>,
    /// Which entries are passed over, if any are, from the last one on.
    hidden: Option<alloc::collections::BTreeSet<usize>>,
    length: usize,
    current: Option<&'d (Name<'d>, Value<'d>)>,
}

impl<'d> Entries<'d> {
    fn of(element: &'d Element<'_>) -> Self {
        let entries = element.entries();
        Self { entries: entries.iter(), hidden: hidden(entries), length: entries.len(), current: None }
    }

    fn next(&mut self) -> Option<&'d (Name<'d>, Value<'d>)> {
        loop {
            let index = self.length.saturating_sub(self.entries.len());
            let entry = self.entries.next()?;
            if self.hidden.as_ref().is_none_or(|hidden| !hidden.contains(&index)) {
                return Some(entry);
            }
        }
    }
}

/// The entries whose key stands again behind them; `None` if no key does.
fn hidden(entries: &[(Name<'_>, Value<'_>)]) -> Option<alloc::collections::BTreeSet<usize>> {
    /// Up to so many keys comparing all is faster than sorting.
    const FEW: usize = 12;
    if entries.len() <= FEW {
        let again = |(index, (key, _)): (usize, &(Name<'_>, _))| {
            entries.iter().skip(index.saturating_add(1)).any(|(other, _)| key == other)
        };
        if !entries.iter().enumerate().any(again) {
            return None;
        }
    }
    let mut seen = alloc::collections::BTreeSet::new();
    let twice = entries.iter().enumerate().rev().filter(|(_, (key, _))| !seen.insert(key.as_bytes()));
    let twice: alloc::collections::BTreeSet<usize> = twice.map(|(index, _)| index).collect();
    (!twice.is_empty()).then_some(twice)
}

struct Map<'d> {
    entries: Entries<'d>,
    context: &'d RefCell<Context>,
}

impl<'de> MapAccess<'de> for Map<'_> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, SerdeError> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        self.entries.current = Some(entry);
        seed.deserialize(StrDeserializer::<SerdeError>::new(&entry.0.to_text())).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, SerdeError> {
        let Some((key, value)) = self.entries.current.take() else {
            return Err(SerdeError::mismatch("expected a key before a value".into()));
        };
        seed.deserialize(Node { value, context: self.context }).map_err(|error| error.within_key(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.length.min(1 << 16))
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
