//! Edits to text files. Each edit names the bytes that it changes.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use binio::Findings;
use urho_core::tree::{Edits, Element, JsonKind, JsonValue, XmlWriter};
use urho_core::{Engine, FloatPrecision, HashedName, hash_of};

use super::put::{Names, Put, set_among_elements, set_among_items, set_among_members};
use super::{AttributeChange, not_there};
use crate::attributes::Attributes;
use crate::class::{AttributeInfo, Class};
use crate::document::{Content, Document};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::references::class_of;
use crate::scene::Scene;
use crate::text::{NumberForm, NumberStyle, Writing, Written};
use crate::value::Value;

/// Edits a text file.
pub(crate) struct Editor<'d> {
    pub(crate) document: &'d Document<'d>,
}

/// A node or component in a text file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'d> {
    Xml(Element<'d, 'd>),
    Json(JsonValue<'d, 'd>),
}

impl<'d> Editor<'d> {
    pub(crate) fn is_archive(&self) -> bool {
        self.document.encoding().is_archive()
    }

    pub(super) fn writing(&self) -> Writing<'d> {
        let encoding = match (self.document.engine(), self.is_archive()) {
            (Engine::Rbfx, true) => NumberForm::RbfxArchive,
            (Engine::Rbfx, false) => NumberForm::RbfxPlain,
            (Engine::Urho3d | Engine::U3d, _) => NumberForm::Urho,
        };
        Writing {
            classes: self.document.classes(),
            style: NumberStyle { encoding, digits: FloatPrecision::Exact },
            omit_defaults: false,
            one_line: false,
            findings: Findings::new(),
        }
    }

    /// Returns the nodes in the file up to index `last`, in the order in which they are read.
    pub(crate) fn nodes(&self, last: usize) -> Vec<Part<'d>> {
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

    /// Returns the items in the list `list`. Plain XML has no lists, so these are the child elements with the name
    /// `item`.
    pub(crate) fn items(&self, part: Part<'d>, list: &str, item: &str) -> Vec<Part<'d>> {
        match part {
            Part::Xml(element) if self.is_archive() => {
                element.child(list).into_iter().flat_map(|list| list.children()).map(Part::Xml).collect()
            }
            Part::Xml(element) => element.children_named(item).map(Part::Xml).collect(),
            Part::Json(object) => object.get(list).into_iter().flat_map(|list| list.items()).map(Part::Json).collect(),
        }
    }

    /// Returns the class of a node or component.
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

    /// Sets attributes. A new attribute is inserted where its class registers it, because the engine applies attributes
    /// in file order.
    pub(super) fn set(&self, edits: &mut Edits, changes: &[AttributeChange<'_>]) -> Result<(), Error> {
        let nodes = self.nodes(changes.iter().map(|change| change.place.node).max().unwrap_or(0));
        // Only the items of a list or map can be changed one by one.
        let scene = changes.iter().any(|change| has_items(&change.value)).then(|| self.document.scene());
        let mut by_place: BTreeMap<(usize, Option<usize>), Vec<&AttributeChange<'_>>> = BTreeMap::new();
        for change in changes {
            by_place.entry((change.place.node, change.place.component)).or_default().push(change);
        }
        let mut components = (usize::MAX, Vec::new());
        for changes in by_place.values() {
            let Some(place) = changes.first().map(|change| change.place) else { continue };
            let part = self.part_among(&nodes, place, &mut components)?;
            let before = scene.as_ref().map(|scene| values_at(scene, place)).unwrap_or_default();
            self.set_part(edits, part, changes, &before)?;
        }
        Ok(())
    }

    /// Returns a node or component. To be fast, this remembers the `components` of the last node, which is nearly
    /// always the same.
    pub(super) fn part_among(
        &self,
        nodes: &[Part<'d>],
        place: Place,
        components: &mut (usize, Vec<Part<'d>>),
    ) -> Result<Part<'d>, Error> {
        let node = nodes.get(place.node).copied().ok_or_else(|| not_there("such node or component", place))?;
        let Some(number) = place.component else { return Ok(node) };
        if components.0 != place.node {
            *components = (place.node, self.items(node, "components", "component"));
        }
        components.1.get(number).copied().ok_or_else(|| not_there("such node or component", place))
    }

    /// Sets the attributes of a single node or component.
    fn set_part(
        &self,
        edits: &mut Edits,
        part: Part<'d>,
        changes: &[&AttributeChange<'_>],
        before: &HashMap<Vec<u8>, Value<'_>>,
    ) -> Result<(), Error> {
        let mut puts: Vec<Put<'_>> = changes.iter().map(|change| self.put(&part, change, before)).collect();
        puts.sort_by_key(|put| put.rank(&put.new.name));
        let Some(place) = puts.first().map(|put| put.place) else { return Ok(()) };
        let done = match part {
            Part::Xml(element) => self.set_xml(edits, element, &puts),
            Part::Json(object) => self.set_json(edits, object, &puts),
        };
        puts.iter().try_for_each(|put| put.result.replace(Ok(())))?;
        done.map_err(|error| place.of(error.map_kind(ErrorKind::Text)))
    }

    fn put<'s>(
        &self,
        part: &Part<'d>,
        change: &'s AttributeChange<'_>,
        before: &'s HashMap<Vec<u8>, Value<'_>>,
    ) -> Put<'s>
    where
        'd: 's,
    {
        let (engine, class) = (self.document.engine(), self.class(part, change.place));
        let info = class.and_then(|class| class.attribute(change.name.as_bytes()));
        Put {
            writing: self.writing(),
            is_archive: self.is_archive(),
            class,
            before: before.get(change.name.as_bytes()).map(|old| written(engine, change.name, info, old)),
            new: written(engine, change.name, info, &change.value),
            spelling: change.spelling,
            place: change.place,
            result: RefCell::new(Ok(())),
        }
    }

    fn set_xml(&self, edits: &mut Edits, element: Element<'_, '_>, puts: &[Put<'_>]) -> Result<(), urho_core::Error> {
        let is_archive = self.is_archive();
        let holder = if is_archive { element.child("attributes") } else { Some(element) };
        let attributes: Vec<_> = holder.iter().flat_map(|holder| holder.children_named("attribute")).collect();
        if !attributes.is_empty() {
            let names = Names::of(attributes.iter().map(|one| one.attribute("name").unwrap_or_default().to_vec()));
            return puts.iter().try_for_each(|put| set_among_elements(edits, (&attributes, &names), put));
        }
        fn all<'w>(puts: &[Put<'_>], xml: &'w mut XmlWriter) -> &'w mut XmlWriter {
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

    fn set_json(&self, edits: &mut Edits, object: JsonValue<'_, '_>, puts: &[Put<'_>]) -> Result<(), urho_core::Error> {
        let list = object.get("attributes").filter(|list| !list.is_null());
        let is_list = list.map_or(self.is_archive(), |list| list.kind() == JsonKind::Array);
        let filled = list.filter(|list| list.items().next().is_some() || list.members().next().is_some());
        match (filled, is_list) {
            (Some(list), true) => set_among_items(edits, list, puts),
            (Some(list), false) => set_among_members(edits, list, puts),
            (None, true) => object.set_member("attributes", edits, |json| {
                puts.iter().fold(json.array(), |json, put| put.item(json)).end()
            }),
            (None, false) => object.set_member("attributes", edits, |json| {
                puts.iter().fold(json.object(), |json, put| put.member(json.member(&put.name()))).end()
            }),
        }
    }
}

/// Whether a value consists of items that can be changed one by one.
fn has_items(value: &Value<'_>) -> bool {
    use urho_core::VariantKind as K;
    matches!(value.kind(), Some(K::VariantVector | K::VariantMap | K::StringVariantMap | K::StringVector))
}

/// Returns the values of a node or component that consist of items, by name.
fn values_at<'s>(scene: &'s Scene<'_>, place: Place) -> HashMap<Vec<u8>, Value<'s>> {
    let node = scene.nodes.get(place.node);
    let attributes = match place.component {
        None => node.map(|node| &node.attributes),
        Some(number) => node.and_then(|node| node.components.get(number)).map(|component| &component.attributes),
    };
    let all = attributes.into_iter().flat_map(Attributes::iter);
    let with_items = all.filter(|(_, value)| has_items(value));
    with_items.map(|(name, value)| (name.name.to_vec(), value.into_owned().into_owned())).collect()
}

fn written<'s>(engine: Engine, name: &'s str, info: Option<&'s AttributeInfo>, value: &'s Value<'s>) -> Written<'s> {
    Written {
        name: Cow::Borrowed(name.as_bytes()),
        hash: hash_of(engine.hashes(), name.as_bytes()),
        info,
        value: Cow::Borrowed(value),
    }
}
