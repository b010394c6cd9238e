//! Adds nodes and components to files.

use binio::Findings;
use urho_core::tree::{Edits, Element, JsonKind, JsonValue, JsonWriter, XmlWriter};

use super::not_there;
use super::text::{Editor, Part};
use crate::document::{Content, Document};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::{Children, FIRST_LOCAL_ID, Kind, Node, Scene};
use crate::text::{Writing, write_archive, write_json, write_xml};

/// New items for one of the lists that a node has in the file.
#[derive(Clone, Copy)]
pub(super) enum New<'n> {
    /// Nodes from a scene, including their descendants.
    Nodes(&'n Scene<'n>, &'n Children, &'n [usize]),
    /// Components from a node in a scene.
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

    /// Writes an item as an XML element.
    fn xml(self, writing: &mut Writing<'_>, xml: &mut XmlWriter, place: Place, is_archive: bool) -> Result<(), Error> {
        if let Self::Nodes(scene, children, _) = self {
            return match is_archive {
                true => write_archive::node(writing, xml, (scene, children), place.node),
                false => write_xml::node(writing, xml, (scene, children), (place.node, "node")),
            };
        }
        let Some(component) = component_of(self.scene(), place) else { return Ok(()) };
        match is_archive {
            true => write_archive::component(writing, xml, component, place),
            false => write_xml::component(writing, xml, component, place),
        }
    }

    /// Writes an item as a JSON object.
    fn json(
        self,
        writing: &mut Writing<'_>,
        json: &mut JsonWriter,
        place: Place,
        is_archive: bool,
    ) -> Result<(), Error> {
        if let Self::Nodes(scene, children, _) = self {
            return match is_archive {
                true => write_archive::node(writing, json, (scene, children), place.node),
                false => write_json::node(writing, json, (scene, children), place.node),
            };
        }
        let Some(component) = component_of(self.scene(), place) else { return Ok(()) };
        match is_archive {
            true => write_archive::component(writing, json, component, place),
            false => write_json::component(writing, json, component, place),
        }
    }
}

fn component_of<'s, 'a>(scene: &'s Scene<'a>, place: Place) -> Option<&'s crate::Component<'a>> {
    scene.nodes.get(place.node)?.components.get(place.component?)
}

impl Document<'_> {
    /// Adds a child to a node, after all its other children. Returns its place, to be used for further edits. Its id
    /// will be one more than the largest id in the file, but in a prefab from rbfx it will have no id.
    ///
    /// # Errors
    /// This function will return an error when the parent does not exist.
    ///
    /// ```
    /// use urho_scene::{Document, Place};
    /// let file = b"<scene id=\"1\">\n\t<node id=\"2\" />\n</scene>\n";
    /// let mut document = Document::parse(file)?;
    /// let lamp = document.add_node(1, "Lamp")?;
    /// document.add_component(lamp.node, "Light")?;
    /// assert_eq!(document.scene().nodes[2].components[0].class.name, *"Light");
    /// document.remove(lamp)?;
    /// assert_eq!(document.to_bytes()?, file);
    /// # Ok::<(), urho_scene::Error>(())
    /// ```
    pub fn add_node(&mut self, parent: usize, name: &str) -> Result<Place, Error> {
        let scene = self.scene();
        let end = scene.end_of(parent).ok_or_else(|| not_there("such node", Place::node(parent)))?;
        let ids = scene.nodes.iter().map(|node| node.id);
        let mut new = Scene::new(self.engine(), self.kind());
        let Some(node) = new.add_node(0, name) else { return Err(not_there("such node", Place::node(parent))) };
        if let Some(node) = new.nodes.get_mut(node) {
            node.id = self.new_id(ids);
        }
        drop(scene);
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            if let Some(mut node) = new.nodes.pop() {
                node.parent = u32::try_from(parent).ok();
                scene.insert_node(end, node);
            }
            return Ok(Place::node(end));
        }
        let children = new.children();
        self.edit_text(|editor, edits| editor.add(edits, &[(parent, New::Nodes(&new, &children, &[node]))]).map(drop))?;
        Ok(Place::node(end))
    }

    /// Adds a component to a node, after all others. Returns its place, to be used to set its attributes.
    ///
    /// # Errors
    /// This function will return an error when the node does not exist. In a binary file, the class must be known.
    pub fn add_component(&mut self, node: usize, class: &str) -> Result<Place, Error> {
        let scene = self.scene();
        let number = scene.nodes.get(node).ok_or_else(|| not_there("such node", Place::node(node)))?.components.len();
        let ids = scene.nodes.iter().flat_map(|node| &node.components).map(|component| component.id);
        let id = self.new_id(ids);
        drop(scene);
        let mut new = Scene::new(self.engine(), self.kind());
        if let Some(component) = new.add_component(0, class.to_owned()) {
            component.id = id;
        }
        if !self.encoding().is_text() && self.classes.named(class).is_none() {
            return Err(Error::new(ErrorKind::UnknownClass(class.to_owned()), Place::node(node).path()));
        }
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            let added = new.nodes.pop().map(|node| node.components).unwrap_or_default();
            scene.nodes.get_mut(node).into_iter().for_each(|node| node.components.extend(added.clone()));
            return Ok(Place::node(node).component(number));
        }
        self.edit_text(|editor, edits| editor.add(edits, &[(node, New::Components(&new, 0, &[0]))]).map(drop))?;
        Ok(Place::node(node).component(number))
    }

    /// Returns an id for a new node or component.
    fn new_id(&self, ids: impl Iterator<Item = u32>) -> u32 {
        let ids: Vec<u32> = ids.collect();
        // In a prefab of rbfx only what is referenced has an id.
        if self.encoding().is_archive() && self.kind() == Kind::Prefab {
            return 0;
        }
        let largest = ids.iter().filter(|id| **id < FIRST_LOCAL_ID).max().copied().unwrap_or(0);
        largest.saturating_add(1)
    }
}

impl<'a> Scene<'a> {
    /// Returns the index after a node and all its descendants, or `None` if there is no such node.
    fn end_of(&self, node: usize) -> Option<usize> {
        self.nodes.get(node)?;
        let mut inside = vec![false; self.nodes.len()];
        let mut end = node + 1;
        for (index, one) in self.nodes.iter().enumerate().skip(node) {
            let is_inside =
                index == node || one.parent.is_some_and(|parent| inside.get(parent as usize) == Some(&true));
            if let Some(slot) = inside.get_mut(index).filter(|_| is_inside) {
                *slot = true;
                end = index + 1;
            }
        }
        Some(end)
    }

    /// Inserts a node, and adjusts the parent index of all nodes that move.
    fn insert_node(&mut self, index: usize, node: Node<'a>) {
        for parent in self.nodes.iter_mut().filter_map(|node| node.parent.as_mut()) {
            *parent += u32::from(*parent as usize >= index);
        }
        self.nodes.insert(index.min(self.nodes.len()), node);
    }
}

impl<'d> Editor<'d> {
    /// Adds items to nodes in the file. Returns findings about what the file can't store.
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

    /// Returns the child after which the new items go, or `None` if they go to the end.
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
