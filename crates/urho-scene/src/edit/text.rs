//! Changes to files in text: each names the bytes that change.

use std::borrow::Cow;
use std::cell::RefCell;

use binio::Findings;
use urho_core::tree::{Edits, Element, JsonKind, JsonValue, JsonWriter, XmlTree, XmlWriter};
use urho_core::{FloatPrecision, HashedName, StringHash, hash_of};

use super::not_there;
use crate::class::{AttributeInfo, Class, Engine};
use crate::document::{Content, Document};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::references::class_of;
use crate::text::{
    NumberForm, NumberStyle, Writing, Written, write_archive_json, write_archive_xml, write_json, write_xml,
};
use crate::value::Value;

/// Changes to a file in text.
pub(super) struct Editor<'d> {
    pub(super) document: &'d Document<'d>,
}

/// A node or component in a file in text.
#[derive(Clone, Copy)]
pub(super) enum Part<'d> {
    Xml(Element<'d, 'd>),
    Json(JsonValue<'d, 'd>),
}

impl<'d> Editor<'d> {
    pub(super) fn is_archive(&self) -> bool {
        self.document.form().is_archive()
    }

    pub(super) fn writing(&self) -> Writing<'d> {
        let form = match (self.document.engine(), self.is_archive()) {
            (Engine::Rbfx, true) => NumberForm::RbfxArchive,
            (Engine::Rbfx, false) => NumberForm::RbfxPlain,
            (Engine::Urho3d | Engine::U3d, _) => NumberForm::Urho,
        };
        Writing {
            classes: self.document.classes(),
            style: NumberStyle { form, digits: FloatPrecision::Exact },
            omit_defaults: false,
            one_line: false,
            findings: Findings::new(),
        }
    }

    /// Returns a node or component.
    fn part(&self, place: Place) -> Result<Part<'d>, Error> {
        self.part_of(&self.nodes(place.node), place)
    }

    /// Returns a node of `nodes`, or a component of it.
    fn part_of(&self, nodes: &[Part<'d>], place: Place) -> Result<Part<'d>, Error> {
        let node = nodes.get(place.node).copied();
        let part = match place.component {
            None => node,
            Some(number) => node.and_then(|node| self.items(node, "components", "component").get(number).copied()),
        };
        part.ok_or_else(|| not_there("such node or component", place))
    }

    /// Returns the nodes of the file up to number `last`, in the order in which they are read.
    pub(super) fn nodes(&self, last: usize) -> Vec<Part<'d>> {
        let (root, list) = match &self.document.content {
            Content::Xml { text, tree, .. } => (Part::Xml(tree.root(text)), "nodes"),
            Content::Json { text, tree, .. } if self.is_archive() => (Part::Json(tree.root(text)), "nodes"),
            Content::Json { text, tree, .. } => (Part::Json(tree.root(text)), "children"),
            _ => return Vec::new(),
        };
        let mut nodes = Vec::new();
        let mut open = vec![root];
        while let Some(node) = open.pop().filter(|_| nodes.len() <= last) {
            open.extend(self.items(node, list, "node").into_iter().rev());
            nodes.push(node);
        }
        nodes
    }

    /// Returns the items of the list `list`. Plain XML has no lists: the items are the child elements named `item`.
    pub(super) fn items(&self, part: Part<'d>, list: &str, item: &str) -> Vec<Part<'d>> {
        match part {
            Part::Xml(element) if self.is_archive() => {
                element.child(list).into_iter().flat_map(|list| list.children()).map(Part::Xml).collect()
            }
            Part::Xml(element) => element.children_named(item).map(Part::Xml).collect(),
            Part::Json(object) => object.get(list).into_iter().flat_map(|list| list.items()).map(Part::Json).collect(),
        }
    }

    /// The class of a node or component of the file.
    fn class(&self, part: &Part<'d>, place: Place) -> Option<&'d Class> {
        let field = if self.is_archive() { "_typeName" } else { "type" };
        let name = place.component.and_then(|_| match part {
            Part::Xml(element) => element.attribute(field).map(|name| name.to_text().into_owned()),
            Part::Json(object) => object.get(field).and_then(|name| name.as_str().map(Cow::into_owned)),
        });
        let name = name.map(|name| HashedName::of(self.document.engine().hashes(), name));
        match (place.component, name) {
            (Some(_), None) => None,
            (_, name) => class_of(self.document.classes(), self.document.kind(), place, name.as_ref()),
        }
    }

    /// Sets attributes. New ones go where their class registers them, since the engine applies attributes in the order of the file.
    pub(super) fn set(&self, edits: &mut Edits, changes: &[(Place, &str, Value<'_>)]) -> Result<(), Error> {
        let nodes = self.nodes(changes.iter().map(|(place, ..)| place.node).max().unwrap_or(0));
        let found = changes.iter().map(|(place, name, value)| {
            let part = self.part_of(&nodes, *place)?;
            let class = self.class(&part, *place);
            let info = class.and_then(|class| class.attribute(name.as_bytes()));
            let new = written(self.document.engine(), name, info, value);
            let (writing, is_archive) = (self.writing(), self.is_archive());
            Ok((part, Put { writing, is_archive, class, new, place: *place, result: RefCell::new(Ok(())) }))
        });
        let mut found = found.collect::<Result<Vec<_>, Error>>()?;
        let order = |put: &Put<'_>| (put.place.node, put.place.component, put.rank(&put.new.name));
        found.sort_by_key(|(_, put)| order(put));
        for puts in found.chunk_by(|(_, a), (_, b)| a.place == b.place) {
            let Some((part, put)) = puts.first() else { continue };
            let puts: Vec<&Put<'_>> = puts.iter().map(|(_, put)| put).collect();
            let done = match part {
                Part::Xml(element) => self.set_xml(edits, *element, &puts),
                Part::Json(object) => self.set_json(edits, *object, &puts),
            };
            puts.iter().try_for_each(|put| put.result.replace(Ok(())))?;
            done.map_err(|error| put.place.of(error.map_kind(ErrorKind::Text)))?;
        }
        Ok(())
    }

    fn set_xml(&self, edits: &mut Edits, element: Element<'_, '_>, puts: &[&Put<'_>]) -> Result<(), urho_core::Error> {
        let is_archive = self.is_archive();
        let holder = if is_archive { element.child("attributes") } else { Some(element) };
        let attributes: Vec<_> = holder.iter().flat_map(|holder| holder.children_named("attribute")).collect();
        if !attributes.is_empty() {
            return puts.iter().try_for_each(|put| set_among_elements(edits, &attributes, put));
        }
        fn all<'w>(puts: &[&Put<'_>], xml: &'w mut XmlWriter) -> &'w mut XmlWriter {
            puts.iter().fold(xml, |xml, put| put.xml(xml))
        }
        match (element.children().next(), holder) {
            (Some(first), None) => first.insert_before(edits, |xml| all(puts, xml.open("attributes")).close()),
            (None, None) => element.append(edits, |xml| all(puts, xml.open("attributes")).close()),
            (_, Some(holder)) if is_archive => holder.append(edits, |xml| all(puts, xml)),
            (Some(first), _) => first.insert_before(edits, |xml| all(puts, xml)),
            (None, _) => element.append(edits, |xml| all(puts, xml)),
        }
    }

    fn set_json(
        &self,
        edits: &mut Edits,
        object: JsonValue<'_, '_>,
        puts: &[&Put<'_>],
    ) -> Result<(), urho_core::Error> {
        let list = object.get("attributes").filter(|list| !list.is_null());
        let is_list = list.map_or(self.is_archive(), |list| list.kind() == JsonKind::Array);
        let filled = list.filter(|list| list.items().next().is_some() || list.members().next().is_some());
        match (filled, is_list) {
            (Some(list), true) => puts.iter().try_for_each(|put| set_among_items(edits, list, put)),
            (Some(list), false) => puts.iter().try_for_each(|put| set_among_members(edits, list, put)),
            (None, true) => object.set_member("attributes", edits, |json| {
                puts.iter().fold(json.array(), |json, put| put.item(json)).end()
            }),
            (None, false) => object.set_member("attributes", edits, |json| {
                puts.iter().fold(json.object(), |json, put| put.member(json.member(&put.name()))).end()
            }),
        }
    }

    pub(super) fn remove_attribute(&self, edits: &mut Edits, place: Place, name: &str) -> Result<bool, Error> {
        let removed = match self.part(place)? {
            Part::Xml(element) => {
                let holder = if self.is_archive() { element.child("attributes") } else { Some(element) };
                let all = holder.iter().flat_map(|holder| holder.children_named("attribute"));
                let is_named =
                    |attribute: &Element<'_, '_>| attribute.attribute("name").is_some_and(|found| found == *name);
                let found: Vec<_> = all.filter(is_named).collect();
                found.iter().for_each(|attribute| attribute.remove(edits));
                !found.is_empty()
            }
            Part::Json(object) => object.get("attributes").is_some_and(|list| {
                let is_named = |item: JsonValue<'_, '_>| {
                    item.get("name").is_some_and(|found| found.as_str().is_some_and(|found| found == name))
                };
                let items = list.items().map(is_named);
                let members = list.members().map(|member| member.name() == name);
                let is_meant: Vec<bool> = items.chain(members).collect();
                list.remove_where(|index| is_meant.get(index) == Some(&true), edits) > 0
            }),
        };
        Ok(removed)
    }

    pub(super) fn remove(&self, edits: &mut Edits, place: Place) -> Result<(), Error> {
        let object = match self.part(place)? {
            Part::Xml(element) => {
                element.remove(edits);
                return Ok(());
            }
            Part::Json(object) => object,
        };
        let Content::Json { text, tree, .. } = &self.document.content else { return Ok(()) };
        // The list that it is an item of.
        let mut open = vec![tree.root(text)];
        while let Some(holder) = open.pop() {
            let lists = ["nodes", "children", "components"].iter().filter_map(|name| holder.get(name));
            for list in lists {
                if let Some(index) = list.items().position(|item| item.span() == object.span()) {
                    list.remove_at(index, edits);
                    return Ok(());
                }
                open.extend(list.items());
            }
        }
        Err(not_there("such node or component", place))
    }
}

/// An attribute to be written into a file.
struct Put<'s> {
    writing: Writing<'s>,
    is_archive: bool,
    class: Option<&'s Class>,
    new: Written<'s>,
    place: Place,
    /// The first thing that went wrong: writers into trees can't say it.
    result: RefCell<Result<(), Error>>,
}

impl Put<'_> {
    fn name(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.new.name)
    }

    fn rank(&self, name: &[u8]) -> usize {
        self.class.map_or(usize::MAX, |class| class.rank(name, StringHash::default()))
    }

    /// Returns the index of the new attribute among attributes with these names: after the last attribute that its class registers before it.
    fn index<N: std::ops::Deref<Target = [u8]>>(&self, names: impl Iterator<Item = N>) -> usize {
        let rank = self.rank(&self.new.name);
        let before = names.enumerate().filter(|(_, name)| self.rank(name) <= rank).last();
        before.map_or(0, |(index, _)| index + 1)
    }

    fn keep(&self, result: Result<(), Error>) {
        let mut kept = self.result.borrow_mut();
        if kept.is_ok() {
            *kept = result;
        }
    }

    /// The element of the attribute.
    fn xml<'w>(&self, xml: &'w mut XmlWriter) -> &'w mut XmlWriter {
        self.keep(match self.is_archive {
            true => write_archive_xml::attribute(&self.writing, xml, &self.new, self.place),
            false => write_xml::attribute(&self.writing, xml, &self.new, self.place),
        });
        xml
    }

    /// The attribute as an item of a list.
    fn item<'w>(&self, json: &'w mut JsonWriter) -> &'w mut JsonWriter {
        self.keep(match self.is_archive {
            true => write_archive_json::attribute(&self.writing, json, &self.new, self.place),
            false => write_json::unknown_attribute(&self.writing, json, &self.new, self.place),
        });
        json
    }

    /// The value of the attribute, whose name is a key.
    fn member<'w>(&self, json: &'w mut JsonWriter) -> &'w mut JsonWriter {
        self.keep(write_json::value(&self.writing, json, &self.new, self.place));
        json
    }
}

/// Sets an attribute where there are elements of others.
fn set_among_elements(
    edits: &mut Edits,
    attributes: &[Element<'_, '_>],
    put: &Put<'_>,
) -> Result<(), urho_core::Error> {
    let names = || attributes.iter().map(|attribute| attribute.attribute("name").unwrap_or_default());
    if let Some((old, _)) = attributes.iter().zip(names()).filter(|(_, name)| **name == *put.new.name).last() {
        return replace_xml(edits, *old, put);
    }
    match put.index(names()).checked_sub(1).and_then(|index| attributes.get(index)) {
        Some(before) => before.insert_after(edits, |xml| put.xml(xml)),
        None => attributes.first().map_or(Ok(()), |first| first.insert_before(edits, |xml| put.xml(xml))),
    }
}

/// Sets an attribute in a list of others, each with its name.
fn set_among_items(edits: &mut Edits, list: JsonValue<'_, '_>, put: &Put<'_>) -> Result<(), urho_core::Error> {
    let items: Vec<_> = list.items().collect();
    let names = || items.iter().map(|item| item.get("name").and_then(|item| item.as_str()).unwrap_or_default());
    match items.iter().zip(names()).filter(|(_, name)| name.as_bytes() == &*put.new.name).last() {
        Some((old, _)) => old.replace(edits, |json| put.item(json)),
        None => {
            let index = put.index(names().map(|name| name.into_owned().into_bytes()));
            list.insert_item(index, edits, |json| put.item(json))
        }
    }
}

/// Sets an attribute in an object whose keys are the names of others.
fn set_among_members(edits: &mut Edits, list: JsonValue<'_, '_>, put: &Put<'_>) -> Result<(), urho_core::Error> {
    let name = put.name();
    if list.get(&name).is_some() {
        return list.set_member(&name, edits, |json| put.member(json));
    }
    let index = put.index(list.members().map(|member| member.name().into_owned().into_bytes()));
    list.insert_member(index, &name, edits, |json| put.member(json))
}

/// Puts an attribute in the place of another: only the value, if the old attribute has no other content.
fn replace_xml(edits: &mut Edits, old: Element<'_, '_>, put: &Put<'_>) -> Result<(), urho_core::Error> {
    let mut xml = XmlWriter::fragment(b"\n", b"\t", b"");
    put.xml(&mut xml);
    let text = xml.finish()?;
    let tree = XmlTree::parse(&text)?;
    let new = tree.root(&text);
    let is_plain =
        |element: &Element<'_, '_>| element.children().next().is_none() && element.attribute("value").is_some();
    if is_plain(&old) && is_plain(&new) {
        for name in ["type", "value"] {
            if let Some(value) = new.attribute(name).filter(|value| old.attribute(name).as_ref() != Some(value)) {
                old.set_attribute(name, &value, edits)?;
            }
        }
        return Ok(());
    }
    old.replace(edits, |xml| put.xml(xml))
}

fn written<'s>(engine: Engine, name: &'s str, info: Option<&'s AttributeInfo>, value: &'s Value<'s>) -> Written<'s> {
    Written {
        name: Cow::Borrowed(name.as_bytes()),
        hash: hash_of(engine.hashes(), name.as_bytes()),
        info,
        value: Cow::Borrowed(value),
    }
}
