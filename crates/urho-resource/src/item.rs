//! A common view of XML elements and JSON objects.

use binio::Name;
use urho_core::tree::{Attribute, Element, JsonKind, JsonMember, JsonValue, Span};

/// An XML element or a JSON object.
#[derive(Clone, Copy, Debug)]
pub enum Item<'d> {
    Xml(Element<'d, 'd>),
    Json(JsonValue<'d, 'd>),
}

/// A simple value: an attribute, the text of an element, or a member that is not an object.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'d> {
    /// The name. For the text of an element, this is empty.
    pub(crate) name: Name<'d>,
    pub(crate) source: Source<'d>,
}

/// Where a simple value is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'d> {
    Attribute(Attribute<'d>),
    Text(Element<'d, 'd>),
    Json(JsonValue<'d, 'd>),
}

impl<'d> Entry<'d> {
    /// Returns the value as the engine reads it. If this is a JSON number, an array or anything else, it is its text.
    pub(crate) fn text(&self) -> Name<'d> {
        match self.source {
            Source::Attribute(attribute) => attribute.value(),
            Source::Text(element) => element.text(),
            Source::Json(value) => match value.as_str() {
                Some(text) => Name::from(text.into_owned()),
                None => Name::from(value.raw()),
            },
        }
    }

    /// Returns where the value is in the file. In XML this does not include the quotes, but in JSON it does.
    pub(crate) fn span(&self) -> Span {
        match self.source {
            Source::Attribute(attribute) => attribute.value_span,
            Source::Text(element) => element.content_span().unwrap_or(element.span()),
            Source::Json(value) => value.span(),
        }
    }

    /// Returns the type of a JSON value.
    pub(crate) fn json_kind(&self) -> Option<JsonKind> {
        match self.source {
            Source::Json(value) => Some(value.kind()),
            _ => None,
        }
    }
}

impl<'d> Item<'d> {
    /// Returns the offset of the first byte.
    pub(crate) fn offset(&self) -> u64 {
        match self {
            Self::Xml(element) => element.offset(),
            Self::Json(value) => value.offset(),
        }
    }

    /// Returns the attribute with this name. For duplicates, this is the first in XML and the last in JSON, as in the
    /// engines.
    pub(crate) fn entry(&self, name: &str) -> Option<Entry<'d>> {
        match self {
            Self::Xml(element) => element.attribute_of(name).map(attribute),
            Self::Json(value) => value
                .get(name)
                .filter(|value| !is_child(value))
                .map(|value| Entry { name: Name::from(name.to_owned()), source: Source::Json(value) }),
        }
    }

    /// Returns the attribute with this name as text.
    pub(crate) fn attribute(&self, name: &str) -> Option<Name<'d>> {
        self.entry(name).map(|entry| entry.text())
    }

    /// Returns all attributes in file order.
    pub(crate) fn entries(&self) -> Vec<Entry<'d>> {
        match self {
            Self::Xml(element) => element.attributes().map(attribute).collect(),
            Self::Json(value) => value
                .members()
                .filter(|member| !is_child(&member.value))
                .map(|member| Entry {
                    name: Name::from(member.name().into_owned()),
                    source: Source::Json(member.value),
                })
                .collect(),
        }
    }

    /// Returns the attributes in file order, without duplicates that the engine ignores. It uses the first in XML and
    /// the last in JSON.
    pub(crate) fn counted_entries(&self) -> Vec<Entry<'d>> {
        match self {
            Self::Xml(_) => {
                let mut seen = std::collections::HashSet::new();
                let mut entries = self.entries();
                entries.retain(|entry| seen.insert(entry.name.clone()));
                entries
            }
            Self::Json(value) => {
                let members = counted(value).into_iter().filter(|(_, member)| !is_child(&member.value));
                members.map(|(name, member)| Entry { name, source: Source::Json(member.value) }).collect()
            }
        }
    }

    /// Returns the text between the tags.
    pub(crate) fn content(&self) -> Option<Entry<'d>> {
        match self {
            Self::Xml(element) => Some(Entry { name: Name::default(), source: Source::Text(*element) }),
            Self::Json(_) => None,
        }
    }

    /// Returns all child elements in file order. If a JSON array contains objects, each of them is a child.
    pub(crate) fn children(&self) -> Vec<(Name<'d>, Item<'d>)> {
        match self {
            Self::Xml(element) => element.children().map(|child| (child.name(), Self::Xml(child))).collect(),
            Self::Json(value) => {
                let mut children = Vec::new();
                for (name, member) in counted(value).into_iter().filter(|(_, member)| is_child(&member.value)) {
                    match member.value.kind() {
                        JsonKind::Array => {
                            children.extend(member.value.items().map(|item| (name.clone(), Self::Json(item))));
                        }
                        _ => children.push((name, Self::Json(member.value))),
                    }
                }
                children
            }
        }
    }

    /// Returns the child elements with this name.
    pub(crate) fn children_named(&self, name: &str) -> Vec<Item<'d>> {
        let children = self.children().into_iter();
        children.filter(|(key, _)| *key == *name).map(|(_, child)| child).collect()
    }

    /// Returns the first child element with this name.
    pub(crate) fn child(&self, name: &str) -> Option<Item<'d>> {
        match self {
            Self::Xml(element) => element.child(name).map(Self::Xml),
            Self::Json(_) => self.children_named(name).first().copied(),
        }
    }
}

fn attribute<'d>(attribute: Attribute<'d>) -> Entry<'d> {
    Entry { name: Name::from(attribute.name), source: Source::Attribute(attribute) }
}

/// Returns the members of an object, without duplicates. The last with each name is kept.
fn counted<'d>(value: &JsonValue<'d, 'd>) -> Vec<(Name<'d>, JsonMember<'d, 'd>)> {
    let members = value.members().map(|member| (Name::from(member.name().into_owned()), member));
    let mut members: Vec<_> = members.collect();
    let mut seen = std::collections::HashSet::new();
    members.reverse();
    members.retain(|(name, _)| seen.insert(name.clone()));
    members.reverse();
    members
}

/// Whether a member is an element, because it is an object or an array of objects.
pub(crate) fn is_child(value: &JsonValue<'_, '_>) -> bool {
    match value.kind() {
        JsonKind::Object => true,
        JsonKind::Array => {
            let mut items = value.items().peekable();
            items.peek().is_some() && items.all(|item| item.kind() == JsonKind::Object)
        }
        _ => false,
    }
}
