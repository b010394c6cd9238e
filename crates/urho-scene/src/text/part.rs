//! A common view of XML and JSON. The archives from rbfx have the same structure in both.

use std::borrow::Cow;

use binio::Name;
use urho_core::tree::{Element, JsonKind, JsonValue};

/// An XML element or a JSON value.
pub(crate) trait Part<'a>: Copy {
    /// Returns the offset of the first byte.
    fn offset(self) -> u64;

    /// Returns the field with this name as text, if it is a string, a number or a boolean.
    fn text(self, name: &str) -> Option<Name<'a>>;

    /// Returns the field with this name, if it has fields or items.
    fn part(self, name: &str) -> Option<Self>;

    /// Iterates over the items in a list.
    fn items(self) -> impl Iterator<Item = Self>;

    /// Iterates over the items in the list that is in the field with this name.
    fn list(self, name: &str) -> impl Iterator<Item = Self> {
        self.part(name).into_iter().flat_map(Self::items)
    }

    /// Returns the text of an item in a list of strings.
    fn item_text(self) -> Option<Name<'a>>;
}

impl<'a> Part<'a> for Element<'a, '_> {
    fn offset(self) -> u64 {
        Element::offset(&self)
    }

    fn text(self, name: &str) -> Option<Name<'a>> {
        self.attribute(name)
    }

    fn part(self, name: &str) -> Option<Self> {
        self.child(name)
    }

    fn items(self) -> impl Iterator<Item = Self> {
        self.children()
    }

    fn item_text(self) -> Option<Name<'a>> {
        self.attribute("value")
    }
}

impl<'a> Part<'a> for JsonValue<'a, '_> {
    fn offset(self) -> u64 {
        JsonValue::offset(&self)
    }

    fn text(self, name: &str) -> Option<Name<'a>> {
        self.get(name).and_then(json_text)
    }

    fn part(self, name: &str) -> Option<Self> {
        self.get(name).filter(|value| matches!(value.kind(), JsonKind::Array | JsonKind::Object))
    }

    fn items(self) -> impl Iterator<Item = Self> {
        JsonValue::items(&self)
    }

    fn item_text(self) -> Option<Name<'a>> {
        json_text(self)
    }
}

/// Returns a string, a number or a boolean as text. For any other value, this is `None`.
pub(crate) fn json_text<'a>(value: JsonValue<'a, '_>) -> Option<Name<'a>> {
    match value.kind() {
        JsonKind::String => value.as_str().map(name_of),
        JsonKind::Number | JsonKind::Bool => Some(Name::from(value.raw())),
        JsonKind::Null | JsonKind::Array | JsonKind::Object => None,
    }
}

/// Converts a JSON string to a name.
pub(crate) fn name_of(text: Cow<'_, str>) -> Name<'_> {
    match text {
        Cow::Borrowed(text) => Name::from(text),
        Cow::Owned(text) => Name::from(text),
    }
}
