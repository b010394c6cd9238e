//! New nodes and components in files in text, and removal of many at once.

use std::collections::{BTreeMap, BTreeSet};

use binio::Findings;
use urho_core::tree::{Edits, Element, JsonKind, JsonValue, JsonWriter, XmlWriter};

use super::not_there;
use super::text::{Editor, Part};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::{Children, Scene};
use crate::text::{Writing, write_archive_json, write_archive_xml, write_json, write_xml};

/// Items for one list of a node in the file.
#[derive(Clone, Copy)]
pub(super) enum New<'n> {
    /// Nodes of a scene, with their descendants.
    Nodes(&'n Scene<'n>, &'n Children, &'n [usize]),
    /// Components of a node of a scene.
    Components(&'n Scene<'n>, usize, &'n [usize]),
}

impl New<'_> {
    /// Iterates over the places of the new items.
    fn places(self) -> impl Iterator<Item = Place> {
        let (nodes, node, components) = match self {
            Self::Nodes(_, _, nodes) => (nodes, 0, &[][..]),
            Self::Components(_, node, components) => (&[][..], node, components),
        };
        let nodes = nodes.iter().map(|node| Place::node(*node));
        nodes.chain(components.iter().map(move |component| Place::node(node).component(*component)))
    }

    fn scene(&self) -> &Scene<'_> {
        match self {
            Self::Nodes(scene, ..) | Self::Components(scene, ..) => scene,
        }
    }

    /// Writes the item of a place as an element.
    fn xml(self, writing: &mut Writing<'_>, xml: &mut XmlWriter, place: Place, is_archive: bool) -> Result<(), Error> {
        if let Self::Nodes(scene, children, _) = self {
            return match is_archive {
                true => write_archive_xml::node(writing, xml, (scene, children), place.node),
                false => write_xml::node(writing, xml, (scene, children), (place.node, "node")),
            };
        }
        let Some(component) = component_of(self.scene(), place) else { return Ok(()) };
        match is_archive {
            true => write_archive_xml::component(writing, xml, component, place),
            false => write_xml::component(writing, xml, component, place),
        }
    }

    /// Writes the item of a place as an object.
    fn json(
        self,
        writing: &mut Writing<'_>,
        json: &mut JsonWriter,
        place: Place,
        is_archive: bool,
    ) -> Result<(), Error> {
        if let Self::Nodes(scene, children, _) = self {
            return match is_archive {
                true => write_archive_json::node(writing, json, (scene, children), place.node),
                false => write_json::node(writing, json, (scene, children), place.node),
            };
        }
        let Some(component) = component_of(self.scene(), place) else { return Ok(()) };
        match is_archive {
            true => write_archive_json::component(writing, json, component, place),
            false => write_json::component(writing, json, component, place),
        }
    }
}

fn component_of<'s, 'a>(scene: &'s Scene<'a>, place: Place) -> Option<&'s crate::Component<'a>> {
    scene.nodes.get(place.node)?.components.get(place.component?)
}

impl<'d> Editor<'d> {
    /// Adds items to nodes of the file. Returns findings about content that the file can't store.
    pub(super) fn add(&self, edits: &mut Edits, new: &[(usize, New<'_>)]) -> Result<Findings, Error> {
        let nodes = self.nodes(new.iter().map(|(node, _)| *node).max().unwrap_or(0));
        let mut writing = self.writing();
        for (node, new) in new {
            let part = nodes.get(*node).copied().ok_or_else(|| not_there("such node", Place::node(*node)))?;
            match part {
                Part::Xml(element) => self.add_xml(edits, element, *new, &mut writing)?,
                Part::Json(object) => self.add_json(edits, object, *new, &mut writing)?,
            }
        }
        Ok(writing.findings)
    }

    fn add_xml(
        &self,
        edits: &mut Edits,
        element: Element<'d, 'd>,
        new: New<'_>,
        writing: &mut Writing<'_>,
    ) -> Result<(), Error> {
        let is_archive = self.is_archive();
        let list = if let New::Nodes(..) = new { "nodes" } else { "components" };
        let mut written = Ok(());
        let mut all = |xml: &mut XmlWriter| {
            for place in new.places() {
                if written.is_ok() {
                    written = new.xml(writing, xml, place, is_archive);
                }
            }
        };
        let holder = if is_archive { element.child(list) } else { None };
        let done = match (is_archive, holder) {
            (true, Some(holder)) => holder.append(edits, |xml| {
                all(xml);
                xml
            }),
            (true, None) => insert(edits, element, self.before(element, new), |xml| {
                xml.open(list);
                all(xml);
                xml.close()
            }),
            (false, _) => insert(edits, element, self.before(element, new), |xml| {
                all(xml);
                xml
            }),
        };
        written?;
        done.map_err(|error| error.map_kind(ErrorKind::Text))
    }

    /// Returns the child that new items follow; `None` if they come last.
    fn before(&self, element: Element<'d, 'd>, new: New<'_>) -> Option<Element<'d, 'd>> {
        let names: &[&str] = match (self.is_archive(), new) {
            (true, New::Components(..)) => &["attributes"],
            (true, New::Nodes(..)) => &["components", "attributes"],
            (false, New::Components(..)) => &["component", "attribute"],
            (false, New::Nodes(..)) => &[],
        };
        names.iter().find_map(|name| element.children_named(name).last())
    }

    fn add_json(
        &self,
        edits: &mut Edits,
        object: JsonValue<'d, 'd>,
        new: New<'_>,
        writing: &mut Writing<'_>,
    ) -> Result<(), Error> {
        let is_archive = self.is_archive();
        let name = match new {
            New::Components(..) => "components",
            New::Nodes(..) if is_archive => "nodes",
            New::Nodes(..) => "children",
        };
        let mut written = Ok(());
        let mut one = |json: &mut JsonWriter, place: Place| {
            if written.is_ok() {
                written = new.json(writing, json, place, is_archive);
            }
        };
        let list = object.get(name).filter(|list| list.kind() == JsonKind::Array && list.items().next().is_some());
        let done = match list {
            Some(list) => new.places().try_for_each(|place| {
                list.push_item(edits, |json| {
                    one(json, place);
                    json
                })
            }),
            None => object.set_member(name, edits, |json| {
                json.array();
                new.places().for_each(|place| one(json, place));
                json.end()
            }),
        };
        written?;
        done.map_err(|error| error.map_kind(ErrorKind::Text))
    }

    /// Removes components, and nodes with their descendants. `scene` is the content of the file; no place is within another.
    pub(super) fn remove_all(&self, edits: &mut Edits, scene: &Scene<'_>, places: &[Place]) -> Result<(), Error> {
        let nodes = self.nodes(places.iter().map(|place| place.node).max().unwrap_or(0));
        let children = scene.children();
        // Removed items by their list: the node that has it, and whether the items are nodes.
        let mut lists: BTreeMap<(usize, bool), BTreeSet<usize>> = BTreeMap::new();
        for place in places {
            let item = match place.component {
                Some(component) => Some((place.node, false, component)),
                None => scene.nodes.get(place.node).and_then(|node| {
                    let parent = node.parent? as usize;
                    let index = children.of(parent).iter().position(|child| *child as usize == place.node)?;
                    Some((parent, true, index))
                }),
            };
            let (holder, is_node, index) = item.ok_or_else(|| not_there("such node", *place))?;
            lists.entry((holder, is_node)).or_default().insert(index);
        }
        for ((holder, is_node), removed) in lists {
            let part = nodes.get(holder).copied().ok_or_else(|| not_there("such node", Place::node(holder)))?;
            self.remove_items(edits, (part, is_node), &removed);
        }
        Ok(())
    }

    fn remove_items(&self, edits: &mut Edits, (part, is_node): (Part<'d>, bool), removed: &BTreeSet<usize>) {
        let list = match (is_node, self.is_archive(), &part) {
            (false, ..) => "components",
            (true, false, Part::Json(_)) => "children",
            (true, ..) => "nodes",
        };
        match part {
            Part::Xml(_) => {
                let items = self.items(part, list, if is_node { "node" } else { "component" });
                for (_, item) in items.iter().enumerate().filter(|(index, _)| removed.contains(index)) {
                    if let Part::Xml(element) = item {
                        element.remove(edits);
                    }
                }
            }
            Part::Json(object) => {
                if let Some(list) = object.get(list) {
                    list.remove_where(|index| removed.contains(&index), edits);
                }
            }
        }
    }
}

fn insert(
    edits: &mut Edits,
    element: Element<'_, '_>,
    before: Option<Element<'_, '_>>,
    new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter,
) -> Result<(), urho_core::Error> {
    match before {
        Some(before) => before.insert_after(edits, new),
        None => element.append(edits, new),
    }
}
