//! Splits JSON documents into items.

use std::borrow::Cow;

use urho_core::tree::{JsonKind, JsonTree, JsonValue};

use super::item::{Body, Id, Item, Role};

/// The members that can distinguish the entries in a list. The first of these that an entry has is used.
const NAMES: &[&str] = &["id", "_id", "key", "name", "unit"];

/// What a value means in a scene, given its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Node,
    Nodes,
    Component,
    Components,
    /// A list or object that contains attributes.
    Attributes,
    /// An attribute in a list, with a name and a value.
    Attribute,
    /// A value that can only be changed as a whole.
    Whole,
    /// Any other value, and all values in other documents.
    Other,
}

impl Place {
    /// Returns the place of a member inside this value.
    fn member(self, name: &str) -> Self {
        match (self, name) {
            (Self::Node, "nodes" | "children") => Self::Nodes,
            (Self::Node, "components") => Self::Components,
            (Self::Node | Self::Component, "attributes") => Self::Attributes,
            (Self::Attributes, _) | (Self::Attribute, "value") => Self::Whole,
            _ => Self::Other,
        }
    }

    /// Returns the place of an entry inside this value.
    fn entry(self) -> Self {
        match self {
            Self::Nodes => Self::Node,
            Self::Components => Self::Component,
            Self::Attributes => Self::Attribute,
            other => other,
        }
    }
}

/// Reads a document: the value, with everything before and after it.
pub(super) fn document<'a>(text: &'a [u8], tree: &JsonTree, is_scene: bool) -> Item<'a> {
    let root = tree.root(text);
    let span = root.span().range();
    let place = if is_scene { Place::Node } else { Place::Other };
    let mut item = Reader { text }.value(&root, place, Role::Entry, span.start);
    item.lead = text.get(..span.start).unwrap_or_default();
    // There is only one.
    item.kind = Cow::Borrowed(b"");
    item.name = None;
    let mut document = Item::leaf(Role::Content, Cow::Borrowed(b""), text);
    document.body = Some(Body { open: b"", items: vec![item], tail: text.get(span.end..).unwrap_or_default() });
    document
}

struct Reader<'a> {
    text: &'a [u8],
}

impl<'a> Reader<'a> {
    fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Reads a value that begins at `start`. If it is a member, this includes the key.
    fn value(&self, value: &JsonValue<'a, '_>, place: Place, role: Role, start: usize) -> Item<'a> {
        let span = value.span().range();
        let mut item = Item::leaf(role, Cow::Borrowed(b""), self.slice(start, span.end));
        item.id = id(value, place);
        item.is_node = place == Place::Node;
        item.name = name(value, place).or_else(|| if place == Place::Node { named(value) } else { None });
        item.can_be_renamed = item.name.is_some() && name(value, place).is_none();
        let class = value.get("type").or_else(|| value.get("_typeName"));
        if let Some(class) = class.as_ref().filter(|_| item.name.is_none()).and_then(scalar) {
            // Entries of different types aren't versions of each other.
            item.kind = class;
        }
        item.label = label(value, place, &item);
        item.time = value.get("time").and_then(|time| time.as_f64());
        let items = match value.kind() {
            _ if place == Place::Whole => None,
            JsonKind::Object => Some(self.members(value, place)),
            JsonKind::Array if value.items().all(|item| item.kind() == JsonKind::Object) => {
                Some(self.entries(value, place))
            }
            _ => None,
        };
        item.body = items.map(|(items, end)| Body {
            open: self.slice(start, span.start + 1),
            items,
            tail: self.slice(end, span.end),
        });
        item
    }

    /// Returns the members of an object, and the offset after the last one.
    fn members(&self, value: &JsonValue<'a, '_>, place: Place) -> (Vec<Item<'a>>, usize) {
        let mut at = value.span().range().start + 1;
        let mut items: Vec<Item<'a>> = Vec::new();
        for member in value.members() {
            let start = member.key.span().range().start;
            let name = member.name();
            let mut item = self.value(&member.value, place.member(&name), Role::Member, start);
            item.kind = Cow::Owned(name.as_bytes().to_vec());
            item.name = None;
            item.label = match &*name {
                "attributes" | "components" | "nodes" | "children" | "value" => Cow::Borrowed(b""),
                _ => item.kind.clone(),
            };
            self.push(&mut items, item, &mut at, start, member.value.span().range().end);
        }
        (items, at)
    }

    fn entries(&self, value: &JsonValue<'a, '_>, place: Place) -> (Vec<Item<'a>>, usize) {
        let mut at = value.span().range().start + 1;
        let mut items: Vec<Item<'a>> = Vec::new();
        for entry in value.items() {
            let span = entry.span().range();
            let item = self.value(&entry, place.entry(), Role::Entry, span.start);
            self.push(&mut items, item, &mut at, span.start, span.end);
        }
        (items, at)
    }

    /// Adds an item from `start` to `end`. Everything before its comma is added to the previous item.
    fn push(&self, items: &mut Vec<Item<'a>>, mut item: Item<'a>, at: &mut usize, start: usize, end: usize) {
        let between = self.slice(*at, start);
        match items.last_mut() {
            Some(last) => {
                let comma = comma(between);
                let last_start = *at - last.text.len();
                last.text = self.slice(last_start, *at + comma);
                if let Some(body) = &mut last.body {
                    body.tail = self.slice(*at - body.tail.len(), *at + comma);
                }
                item.lead = between.get(comma + 1..).unwrap_or_default();
            }
            None => item.lead = between,
        }
        *at = end;
        items.push(item);
    }
}

/// Returns the offset of the comma between two items, which must not be inside a comment.
fn comma(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        match rest {
            [] | [b',', ..] => return at,
            [b'/', b'/', ..] => at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', body @ ..] => {
                at += super::item::memchr_of(body, b"*/").map_or(rest.len(), |end| end + 4);
            }
            _ => at += 1,
        }
    }
    text.len()
}

fn id(value: &JsonValue<'_, '_>, place: Place) -> Option<Id> {
    let id = match place {
        Place::Node => Id::Node,
        Place::Component => Id::Component,
        _ => return None,
    };
    let number = value.get("id").or_else(|| value.get("_id"))?.as_u64()?;
    u32::try_from(number).ok().filter(|number| *number != 0).map(id)
}

/// Returns a scalar as text.
fn scalar<'a>(value: &JsonValue<'a, '_>) -> Option<Cow<'a, [u8]>> {
    match value.kind() {
        JsonKind::String => Some(Cow::Owned(value.as_str()?.as_bytes().to_vec())),
        JsonKind::Number => Some(Cow::Borrowed(value.raw())),
        _ => None,
    }
}

fn name<'a>(value: &JsonValue<'a, '_>, place: Place) -> Option<Cow<'a, [u8]>> {
    let member = |name: &&str| scalar(&value.get(name)?);
    match place {
        Place::Node => member(&"id").or_else(|| member(&"_id")),
        _ => NAMES.iter().find_map(member),
    }
}

/// Returns the attribute `Name` of a node. The attributes can be an object or a list.
fn named<'a>(node: &JsonValue<'a, '_>) -> Option<Cow<'a, [u8]>> {
    let attributes = node.get("attributes")?;
    let is_name =
        |entry: &JsonValue<'a, '_>| entry.get("name").and_then(|name| name.as_str()).as_deref() == Some("Name");
    let value = match attributes.kind() {
        JsonKind::Array => attributes.items().find(is_name)?.get("value")?,
        _ => attributes.get("Name")?,
    };
    scalar(&value)
}

fn label<'a>(value: &JsonValue<'a, '_>, place: Place, item: &Item<'a>) -> Cow<'a, [u8]> {
    match place {
        Place::Node => named(value).unwrap_or_default(),
        Place::Component => {
            let class = value.get("type").or_else(|| value.get("_typeName"));
            class.as_ref().and_then(scalar).unwrap_or(Cow::Borrowed(b"component"))
        }
        _ => item.name.clone().unwrap_or_default(),
    }
}
