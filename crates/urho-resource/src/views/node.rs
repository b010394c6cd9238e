//! The elements for a view, and the edits that are needed to change a document to match them.

use binio::Path;
use urho_core::tree::{Edits, Element, JsonKind, JsonValue, JsonWriter, XmlWriter};

use super::field::Scalar;
use super::tiles::{self, Tile};
use crate::error::{Error, ErrorKind, of_text};
use crate::item::Item;

/// An element as a view wants it to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub(super) name: &'static str,
    /// The attributes, or `None` for an attribute that should be missing.
    pub(super) attributes: Vec<(&'static str, Option<Scalar>)>,
    pub(super) children: Vec<Node>,
    /// The tiles in the text between the tags, if the view has them.
    pub(super) tiles: Option<Vec<Tile>>,
    /// Whether `value` stands for both `min` and `max`.
    pub(super) is_range: bool,
}

impl Node {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    pub(super) fn with(mut self, attributes: impl IntoIterator<Item = (&'static str, Option<Scalar>)>) -> Self {
        self.attributes.extend(attributes);
        self
    }

    fn named<'n>(&'n self, name: &'n str) -> Vec<&'n Node> {
        self.children.iter().filter(|child| child.name == name).collect()
    }
}

/// Returns the edits that change the values of an element. If several elements must be inserted, only the first is
/// done.
pub(super) fn edits(item: &Item<'_>, stored: &Node, wanted: &Node) -> Result<Edits, Error> {
    let mut writer = Writer { edits: Edits::new(), has_inserted: false };
    writer.element(item, stored, wanted)?;
    Ok(writer.edits)
}

struct Writer {
    edits: Edits,
    has_inserted: bool,
}

impl Writer {
    fn element(&mut self, item: &Item<'_>, stored: &Node, wanted: &Node) -> Result<(), Error> {
        if wanted.is_range {
            self.range(item, stored, wanted)?;
        } else {
            for (name, value) in &wanted.attributes {
                let old = stored.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value);
                if old != Some(value) {
                    self.attribute(item, name, value.as_ref())?;
                }
            }
        }
        if let Some(tiles) = wanted.tiles.as_ref().filter(|_| stored.tiles != wanted.tiles) {
            tiles::replace(item, tiles, &mut self.edits)?;
        }
        let mut names: Vec<&'static str> = Vec::new();
        for child in stored.children.iter().chain(&wanted.children) {
            if !names.contains(&child.name) {
                names.push(child.name);
            }
        }
        for name in names {
            self.children(item, name, &stored.named(name), &wanted.named(name))?;
        }
        Ok(())
    }

    /// Changes the children with the same name. Those that are equal at both ends stay. The others are changed in
    /// order, and what is left over is removed or inserted.
    fn children(&mut self, item: &Item<'_>, name: &str, stored: &[&Node], wanted: &[&Node]) -> Result<(), Error> {
        let items = item.children_named(name);
        let same = |pair: &(&&Node, &&Node)| pair.0 == pair.1;
        let first = stored.iter().zip(wanted).take_while(same).count();
        let shortest = stored.len().min(wanted.len()) - first;
        let last = stored.iter().rev().zip(wanted.iter().rev()).take(shortest).take_while(same).count();
        let (old, new) = (stored.len() - last, wanted.len() - last);
        for at in first..old.min(new) {
            let (Some(stored), Some(wanted)) = (stored.get(at), wanted.get(at)) else { continue };
            match items.get(at) {
                Some(child) => self.element(child, stored, wanted)?,
                // The view has the default values of an element that the file lacks.
                None => self.insert(item, None, wanted)?,
            }
        }
        for child in items.get(new.max(first)..old).unwrap_or_default() {
            self.remove(item, name, child);
        }
        if let Some(added) = wanted.get(old..new).and_then(|added| added.first()) {
            self.insert(item, items.get(old), added)?;
        }
        Ok(())
    }

    fn range(&mut self, item: &Item<'_>, stored: &Node, wanted: &Node) -> Result<(), Error> {
        let of = |node: &Node, name: &str| {
            node.attributes.iter().find(|(key, _)| *key == name).and_then(|one| one.1.clone())
        };
        let [min, max] = ["min", "max"].map(|name| of(wanted, name));
        if [&min, &max] == [&of(stored, "min"), &of(stored, "max")] {
            return Ok(());
        }
        let has = |name: &str| item.attribute(name).is_some_and(|text| !text.is_empty());
        let has_both = has("min") && has("max");
        if !has_both && min == max {
            return self.attribute(item, "value", min.as_ref());
        }
        for (name, value) in [("min", min), ("max", max)] {
            if !has_both || value != of(stored, name) {
                self.attribute(item, name, value.as_ref())?;
            }
        }
        Ok(())
    }

    fn attribute(&mut self, item: &Item<'_>, name: &str, value: Option<&Scalar>) -> Result<(), Error> {
        match (item, value) {
            (Item::Xml(element), Some(value)) => {
                element.set_attribute(name, value.text.as_bytes(), &mut self.edits).map_err(of_text)
            }
            (Item::Xml(element), None) => {
                element.remove_attribute(name, &mut self.edits);
                Ok(())
            }
            (Item::Json(object), Some(value)) => {
                object.set_member(name, &mut self.edits, |writer| scalar(writer, value)).map_err(of_text)
            }
            (Item::Json(object), None) => {
                let is_meant: Vec<bool> = object.members().map(|member| member.name() == name).collect();
                object.remove_where(|index| is_meant.get(index) == Some(&true), &mut self.edits);
                Ok(())
            }
        }
    }

    fn remove(&mut self, around: &Item<'_>, name: &str, child: &Item<'_>) {
        match (around, child) {
            (_, Item::Xml(element)) => element.remove(&mut self.edits),
            (Item::Json(object), Item::Json(value)) => {
                let Some(list) = object.get(name).filter(|list| list.kind() == JsonKind::Array) else { return };
                let index = list.items().position(|item| item.offset() == value.offset());
                if let Some(index) = index {
                    list.remove_at(index, &mut self.edits);
                }
            }
            (Item::Xml(_), Item::Json(_)) => {}
        }
    }

    /// Inserts an element before another with the same name, or after the last.
    fn insert(&mut self, around: &Item<'_>, before: Option<&Item<'_>>, node: &Node) -> Result<(), Error> {
        if std::mem::replace(&mut self.has_inserted, true) {
            return Ok(());
        }
        match around {
            Item::Xml(element) => self.insert_xml(element, before, node),
            Item::Json(object) => self.insert_json(object, before, node),
        }
    }

    fn insert_xml(&mut self, around: &Element<'_, '_>, before: Option<&Item<'_>>, node: &Node) -> Result<(), Error> {
        let last: Option<Element<'_, '_>> = around.children_named(node.name).last();
        let done = match (before, last) {
            (Some(Item::Xml(next)), _) => next.insert_before(&mut self.edits, |writer| xml(writer, node)),
            (_, Some(last)) => last.insert_after(&mut self.edits, |writer| xml(writer, node)),
            (_, None) => around.append(&mut self.edits, |writer| xml(writer, node)),
        };
        done.map_err(of_text)
    }

    fn insert_json(&mut self, around: &JsonValue<'_, '_>, before: Option<&Item<'_>>, node: &Node) -> Result<(), Error> {
        let Some(list) = around.get(node.name) else {
            return around
                .set_member(node.name, &mut self.edits, |writer| json(writer.array(), node).end())
                .map_err(of_text);
        };
        if list.kind() != JsonKind::Array {
            return Err(Error::new(ErrorKind::NotConvertible("a member that should be an array"), Path::new()));
        }
        let index = match before {
            Some(Item::Json(next)) => list.items().position(|item| item.offset() == next.offset()),
            _ => None,
        };
        let done = match index {
            Some(index) => list.insert_item(index, &mut self.edits, |writer| json(writer, node)),
            None => list.push_item(&mut self.edits, |writer| json(writer, node)),
        };
        done.map_err(of_text)
    }
}

fn scalar<'w>(writer: &'w mut JsonWriter, value: &Scalar) -> &'w mut JsonWriter {
    if value.is_text { writer.string(&value.text) } else { writer.raw(&value.text) }
}

fn json<'w>(writer: &'w mut JsonWriter, node: &Node) -> &'w mut JsonWriter {
    writer.object();
    for (name, value) in &node.attributes {
        if let Some(value) = value {
            scalar(writer.member(name), value);
        }
    }
    writer.end()
}

fn xml<'w>(writer: &'w mut XmlWriter, node: &Node) -> &'w mut XmlWriter {
    writer.open(node.name);
    let (min, is_one) = match &*node.attributes {
        [(_, min), (_, max)] if node.is_range => (min.as_ref(), min == max),
        _ => (None, false),
    };
    if let Some(value) = min.filter(|_| is_one) {
        writer.attribute("value", value.text.as_bytes());
    } else {
        for (name, value) in &node.attributes {
            if let Some(value) = value {
                writer.attribute(name, value.text.as_bytes());
            }
        }
    }
    if let Some(tiles) = &node.tiles {
        let encoding = node.attributes.iter().find(|(name, _)| *name == "encoding").and_then(|one| one.1.as_ref());
        let text = encoding.and_then(|encoding| tiles::text(&encoding.text, tiles)).unwrap_or_default();
        writer.text(text.as_bytes());
    }
    for child in &node.children {
        xml(writer, child);
    }
    writer.close()
}
