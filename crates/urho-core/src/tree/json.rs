//! JSON documents as byte ranges.

mod edit;
mod parse;
mod write;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use binio::Limits;

use super::Span;
use crate::error::Error;

pub use write::JsonWriter;

/// The type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// The value `null`.
    Null,
    /// Either `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string in quotes.
    String,
    /// An array, `[…]`.
    Array,
    /// An object, `{…}`.
    Object,
}

/// A JSON file as byte ranges. Use [`root`](Self::root) to read its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonTree {
    /// In file order: a value comes before its descendants, and in an object a key comes before its value.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    kind: JsonKind,
    span: Span,
    /// The node that follows this one and all its descendants.
    next: u32,
}

impl JsonTree {
    /// Checks a JSON file and remembers where its parts are. You have to pass the same text again to read a value.
    ///
    /// # Errors
    /// This function will return an error with the byte offset when the JSON is not well-formed, when it is not UTF-8,
    /// or when it is nested deeper than [`binio::MAX_DEPTH`]. Comments and trailing commas are allowed.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::parse_with(text, &Limits::default())
    }

    /// Parses a file using another limit for the nesting.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(text: &[u8], limits: &Limits) -> Result<Self, Error> {
        Ok(Self { nodes: parse::json(text, limits)? })
    }

    /// Returns the outermost value. The text must be the one that this tree was parsed from; with any other text,
    /// values will be wrong or empty.
    pub fn root<'a, 't>(&'t self, text: &'a [u8]) -> JsonValue<'a, 't> {
        JsonValue { nodes: &self.nodes, text, index: 0 }
    }

    /// Returns the number of values and keys.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always returns false, because every file contains a value.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// A value in a JSON file, with everything in it. It is cheap to copy.
#[derive(Clone, Copy)]
pub struct JsonValue<'a, 't> {
    nodes: &'t [Node],
    text: &'a [u8],
    index: u32,
}

impl core::fmt::Debug for JsonValue<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("JsonValue").field("kind", &self.kind()).field("span", &self.span()).finish_non_exhaustive()
    }
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub struct JsonMember<'a, 't> {
    /// The key, which is a string.
    pub key: JsonValue<'a, 't>,
    /// The value of this member.
    pub value: JsonValue<'a, 't>,
}

impl<'a> JsonMember<'a, '_> {
    /// Returns the name of the member, which is its key.
    pub fn name(&self) -> Cow<'a, str> {
        self.key.as_str().unwrap_or_default()
    }
}

impl<'a, 't> JsonValue<'a, 't> {
    fn node(&self) -> Node {
        let none = Node { kind: JsonKind::Null, span: Span::default(), next: u32::MAX };
        self.nodes.get(self.index as usize).copied().unwrap_or(none)
    }

    /// Returns the type of the value.
    pub fn kind(&self) -> JsonKind {
        self.node().kind
    }

    /// Returns the range of the value, including brackets or quotes.
    pub fn span(&self) -> Span {
        self.node().span
    }

    /// Returns the offset of the first byte, which you need for findings.
    pub fn offset(&self) -> u64 {
        u64::from(self.span().start)
    }

    /// Returns the bytes of the value, exactly as they are in the file.
    pub fn raw(&self) -> &'a [u8] {
        self.text.get(self.span().range()).unwrap_or_default()
    }

    /// Returns whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// Returns the string without quotes and escapes, or `None` if this is not a string.
    pub fn as_str(&self) -> Option<Cow<'a, str>> {
        let raw = (self.kind() == JsonKind::String).then(|| self.raw())?;
        if raw.contains(&b'\\') {
            return serde_json::from_slice::<String>(raw).ok().map(Cow::Owned);
        }
        let inner = raw.get(1..raw.len().saturating_sub(1))?;
        core::str::from_utf8(inner).ok().map(Cow::Borrowed)
    }

    /// Returns the boolean, or `None` if this is not a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        (self.kind() == JsonKind::Bool).then(|| self.raw() == b"true")
    }

    /// Returns the number as the nearest double, or `None` if this is not a number. If the number is too large, the
    /// result is infinite.
    pub fn as_f64(&self) -> Option<f64> {
        fast_float2::parse((self.kind() == JsonKind::Number).then(|| self.raw())?).ok()
    }

    /// Returns the number if it is written as an integer and fits in `i64`.
    pub fn as_i64(&self) -> Option<i64> {
        self.number()
    }

    /// Returns the number if it is written as an integer that is not negative and fits in `u64`.
    pub fn as_u64(&self) -> Option<u64> {
        self.number()
    }

    fn number<T: core::str::FromStr>(&self) -> Option<T> {
        let raw = (self.kind() == JsonKind::Number).then(|| self.raw())?;
        core::str::from_utf8(raw).ok()?.parse().ok()
    }

    /// Iterates over the items in an array. If this is not an array, there are none.
    pub fn items(&self) -> impl Iterator<Item = JsonValue<'a, 't>> + use<'a, 't> {
        let is_array = self.kind() == JsonKind::Array;
        Inside { value: *self, at: self.index.saturating_add(1), end: if is_array { self.node().next } else { 0 } }
    }

    /// Iterates over the members of an object in file order. If this is not an object, there are none.
    pub fn members(&self) -> impl Iterator<Item = JsonMember<'a, 't>> + use<'a, 't> {
        let is_object = self.kind() == JsonKind::Object;
        let end = if is_object { self.node().next } else { 0 };
        let mut inside = Inside { value: *self, at: self.index.saturating_add(1), end };
        core::iter::from_fn(move || Some(JsonMember { key: inside.next()?, value: inside.next()? }))
    }

    /// Returns the value of the member with this name. For duplicates, this is the last, as in the engine.
    pub fn get(&self, name: &str) -> Option<JsonValue<'a, 't>> {
        self.members().filter(|member| member.key.is_text(name)).last().map(|member| member.value)
    }

    /// Whether this is a string and equal to `text`.
    fn is_text(&self, text: &str) -> bool {
        let raw = self.raw();
        match raw.get(1..raw.len().saturating_sub(1)) {
            Some(inner) if !inner.contains(&b'\\') => inner == text.as_bytes(),
            _ => self.as_str().is_some_and(|own| own == text),
        }
    }
}

/// The children of a value, including keys.
struct Inside<'a, 't> {
    value: JsonValue<'a, 't>,
    at: u32,
    end: u32,
}

impl<'a, 't> Iterator for Inside<'a, 't> {
    type Item = JsonValue<'a, 't>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.at;
        let node = self.value.nodes.get(index as usize).filter(|_| index < self.end)?;
        self.at = node.next;
        Some(JsonValue { index, ..self.value })
    }
}
