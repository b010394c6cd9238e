//! Edits of files. In text each only changes the named value.

use std::borrow::Cow;
use std::cell::RefCell;

use binio::{Bytes, Findings, Name};
use urho_core::tree::{Edits, Element, JsonKind, JsonTree, JsonValue, JsonWriter, XmlTree, XmlWriter};
use urho_core::{HashedName, hash_of};

use crate::class::{AttributeInfo, Class, Engine};
use crate::document::{Content, Document};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::references::class_of;
use crate::scene::{Component, Scene};
use crate::text::{
    Digits, NumberForm, NumberStyle, Writing, Written, write_archive_json, write_archive_xml, write_json, write_xml,
};
use crate::value::Value;

impl Document<'_> {
    /// Sets an attribute of a node or component, or adds it.
    ///
    /// # Errors
    /// A missing place, a value that the encoding can't store, attributes of an unknown class.
    ///
    /// ```
    /// use urho_scene::{Document, Place, Variant};
    /// let file = b"<scene id='1'> <!-- dark -->\n\t<node id=\"2\">\n\t\t<attribute name=\"Scale\" value=\"1 1 1\"/>\n\t</node>\n</scene>";
    /// let mut document = Document::parse(file)?;
    /// document.set_attribute(Place::node(1), "Scale", Variant::Vector3([2.0; 3]))?;
    /// let changed = String::from_utf8(document.to_bytes()?).unwrap();
    /// assert_eq!(changed, String::from_utf8_lossy(file).replace("1 1 1", "2 2 2"));
    /// # Ok::<(), urho_scene::Error>(())
    /// ```
    pub fn set_attribute<'v>(&mut self, place: Place, name: &str, value: impl Into<Value<'v>>) -> Result<(), Error> {
        self.set_attributes([(place, name, value.into())])
    }

    /// As [`set_attribute`](Self::set_attribute), for many attributes at once: text is parsed once.
    ///
    /// # Errors
    /// As [`set_attribute`](Self::set_attribute), and a duplicate attribute name; nothing is changed then.
    pub fn set_attributes<'v, 'n>(
        &mut self,
        changes: impl IntoIterator<Item = (Place, &'n str, Value<'v>)>,
    ) -> Result<(), Error> {
        let changes: Vec<_> = changes.into_iter().collect();
        let scene_of = |content: &Content<'_>| match content {
            Content::Binary { scene, .. } | Content::Archive { scene, .. } => Some(scene.clone().into_owned()),
            _ => None,
        };
        if let Some(mut scene) = scene_of(&self.content) {
            for (place, name, value) in changes {
                self.set_packed(&mut scene, place, name, value)?;
            }
            if let Content::Binary { scene: old, .. } | Content::Archive { scene: old, .. } = &mut self.content {
                *old = scene;
            }
            return Ok(());
        }
        self.edit_text(|editor, edits| {
            changes.iter().try_for_each(|(place, name, value)| editor.set(edits, *place, name, value))
        })
    }

    fn set_packed(&self, scene: &mut Scene<'static>, place: Place, name: &str, value: Value<'_>) -> Result<(), Error> {
        let engine = scene.engine;
        let attributes = match (scene.nodes.get_mut(place.node), place.component) {
            (Some(node), None) => &mut node.attributes,
            (Some(node), Some(component)) => match node.components.get_mut(component) {
                Some(component) => &mut component.attributes,
                None => return Err(not_there("such component", place)),
            },
            (None, _) => return Err(not_there("such node", place)),
        };
        match attributes.set(engine, name, value.into_owned()) {
            true => Ok(()),
            false => Err(not_there("class that explains the attributes", place)),
        }
    }

    /// Removes an attribute, so that the engine uses its default value. Returns false if it doesn't exist.
    ///
    /// # Errors
    /// A missing place.
    pub fn remove_attribute(&mut self, place: Place, name: &str) -> Result<bool, Error> {
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            let node = scene.nodes.get_mut(place.node).ok_or_else(|| not_there("such node", place))?;
            let attributes = match place.component {
                None => &mut node.attributes,
                Some(number) => {
                    &mut node.components.get_mut(number).ok_or_else(|| not_there("such component", place))?.attributes
                }
            };
            return Ok(attributes.remove(name));
        }
        let mut removed = false;
        self.edit_text(|editor, edits| {
            removed = editor.remove_attribute(edits, place, name)?;
            Ok(())
        })?;
        Ok(removed)
    }

    /// Removes a component, or a node with its descendants.
    ///
    /// # Errors
    /// A missing place, the outermost node.
    pub fn remove(&mut self, place: Place) -> Result<(), Error> {
        if place.node == 0 && place.component.is_none() {
            return Err(not_there("scene without its outermost node", place));
        }
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            return match scene.remove(place) {
                true => Ok(()),
                false => Err(not_there("such node or component", place)),
            };
        }
        self.edit_text(|editor, edits| editor.remove(edits, place))
    }

    /// Edits text, which is then parsed again.
    fn edit_text(&mut self, change: impl FnOnce(&Editor<'_>, &mut Edits) -> Result<(), Error>) -> Result<(), Error> {
        let mut edits = Edits::new();
        let text = match &self.content {
            Content::Xml { text, .. } | Content::Json { text, .. } => text,
            Content::Binary { .. } | Content::Archive { .. } => return Ok(()),
        };
        change(&Editor { document: self }, &mut edits)?;
        let of_text = |error: urho_core::Error| error.map_kind(ErrorKind::Text);
        let changed = Bytes::from(edits.apply(text).map_err(of_text)?);
        match &mut self.content {
            Content::Xml { text, tree, .. } => {
                *tree = XmlTree::parse(&changed).map_err(of_text)?;
                *text = changed;
            }
            Content::Json { text, tree, .. } => {
                *tree = JsonTree::parse(&changed).map_err(of_text)?;
                *text = changed;
            }
            Content::Binary { .. } | Content::Archive { .. } => {}
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// Removes a component, or a node with its descendants. Returns false if it doesn't exist, and for the outermost node.
    pub fn remove(&mut self, place: Place) -> bool {
        if let Some(number) = place.component {
            let components = self.nodes.get_mut(place.node).map(|node| &mut node.components);
            return components.filter(|all| number < all.len()).map(|all| all.remove(number)).is_some();
        }
        if place.node == 0 || place.node >= self.nodes.len() {
            return false;
        }
        // New index of each node; `None` for removed nodes.
        let mut moved: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let parent_goes = node.parent.is_some_and(|parent| moved.get(parent as usize).is_some_and(Option::is_none));
            let goes = index == place.node || parent_goes;
            moved.push((!goes).then_some(kept));
            kept += u32::from(!goes);
        }
        let mut stays = moved.iter().map(Option::is_some);
        self.nodes.retain(|_| stays.next().unwrap_or(true));
        for node in &mut self.nodes {
            node.parent = node.parent.and_then(|parent| moved.get(parent as usize).copied().flatten());
        }
        true
    }
}

#[cold]
fn not_there(what: &'static str, place: Place) -> Error {
    Error::new(ErrorKind::NotThere(what), place.path())
}

/// Edits of a text file.
struct Editor<'d> {
    document: &'d Document<'d>,
}

/// A node or component in a file in text.
enum Part<'d> {
    Xml(Element<'d, 'd>),
    Json(JsonValue<'d, 'd>),
}

impl<'d> Editor<'d> {
    fn is_archive(&self) -> bool {
        self.document.form().is_archive()
    }

    fn writing(&self) -> Writing<'d> {
        let form = match (self.document.engine(), self.is_archive()) {
            (Engine::Rbfx, true) => NumberForm::RbfxArchive,
            (Engine::Rbfx, false) => NumberForm::RbfxPlain,
            (Engine::Urho3d | Engine::U3d, _) => NumberForm::Urho,
        };
        Writing {
            classes: self.document.classes(),
            style: NumberStyle { form, digits: Digits::Exact },
            omit_defaults: false,
            findings: Findings::new(),
        }
    }

    /// Returns a node or component; nodes are indexed in file order.
    fn part(&self, place: Place) -> Result<Part<'d>, Error> {
        match &self.document.content {
            Content::Xml { text, tree, .. } => self.xml(tree.root(text), place).map(Part::Xml),
            Content::Json { text, tree, .. } => self.json(tree.root(text), place).map(Part::Json),
            _ => None,
        }
        .ok_or_else(|| not_there("such node or component", place))
    }

    fn xml(&self, root: Element<'d, 'd>, place: Place) -> Option<Element<'d, 'd>> {
        let children = |element: &Element<'d, 'd>, list: &str, item: &str| -> Vec<Element<'d, 'd>> {
            match self.is_archive() {
                true => element.child(list).into_iter().flat_map(|list| list.children()).collect(),
                false => element.children_named(item).collect(),
            }
        };
        let node = nth(root, place.node, |element| children(element, "nodes", "node"))?;
        match place.component {
            None => Some(node),
            Some(number) => children(&node, "components", "component").get(number).copied(),
        }
    }

    fn json(&self, root: JsonValue<'d, 'd>, place: Place) -> Option<JsonValue<'d, 'd>> {
        let nodes = if self.is_archive() { "nodes" } else { "children" };
        let items = |object: &JsonValue<'d, 'd>, name: &str| -> Vec<JsonValue<'d, 'd>> {
            object.get(name).into_iter().flat_map(|list| list.items()).collect()
        };
        let node = nth(root, place.node, |object| items(object, nodes))?;
        match place.component {
            None => Some(node),
            Some(number) => items(&node, "components").get(number).copied(),
        }
    }

    /// Returns the class of a node or component of the file.
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

    fn set(&self, edits: &mut Edits, place: Place, name: &str, value: &Value<'_>) -> Result<(), Error> {
        let part = self.part(place)?;
        let info = self.class(&part, place).and_then(|class| class.attribute(name.as_bytes()));
        let new = written(self.document.engine(), name, info, value);
        let put =
            Put { writing: self.writing(), is_archive: self.is_archive(), new, place, result: RefCell::new(Ok(())) };
        let done = match part {
            Part::Xml(element) => self.set_xml(edits, element, &put),
            Part::Json(object) => self.set_json(edits, object, &put),
        };
        put.result.into_inner()?;
        done.map_err(|error| place.of(error.map_kind(ErrorKind::Text)))
    }

    fn set_xml(&self, edits: &mut Edits, element: Element<'_, '_>, put: &Put<'_>) -> Result<(), urho_core::Error> {
        let is_archive = self.is_archive();
        let holder = if is_archive { element.child("attributes") } else { Some(element) };
        let attributes = || holder.iter().flat_map(|holder| holder.children_named("attribute"));
        let is_it =
            |attribute: &Element<'_, '_>| attribute.attribute("name").is_some_and(|name| *name == *put.new.name);
        let there = attributes().filter(is_it).last();
        match (there, attributes().last(), element.children().next(), holder) {
            (Some(old), ..) => replace_xml(edits, old, put),
            (None, Some(last), ..) => last.insert_after(edits, |xml| put.xml(xml)),
            (None, None, Some(first), None) => {
                first.insert_before(edits, |xml| put.xml(xml.open("attributes")).close())
            }
            (None, None, None, None) => element.append(edits, |xml| put.xml(xml.open("attributes")).close()),
            (None, None, _, Some(holder)) if is_archive => holder.append(edits, |xml| put.xml(xml)),
            (None, None, Some(first), _) => first.insert_before(edits, |xml| put.xml(xml)),
            (None, None, None, _) => element.append(edits, |xml| put.xml(xml)),
        }
    }

    fn set_json(&self, edits: &mut Edits, object: JsonValue<'_, '_>, put: &Put<'_>) -> Result<(), urho_core::Error> {
        let name = String::from_utf8_lossy(&put.new.name).into_owned();
        let list = object.get("attributes").filter(|list| !list.is_null());
        let is_list = list.map_or(self.is_archive(), |list| list.kind() == JsonKind::Array);
        let there = list.into_iter().flat_map(|list| list.items());
        let is_it =
            |item: &JsonValue<'_, '_>| item.get("name").and_then(|item| item.as_str()).is_some_and(|item| item == name);
        let there = there.filter(is_it).last();
        match (list, is_list, there) {
            (Some(_), true, Some(old)) => old.replace(edits, |json| put.item(json)),
            (Some(list), true, None) => list.push_item(edits, |json| put.item(json)),
            (Some(list), false, _) => list.set_member(&name, edits, |json| put.member(json)),
            (None, true, _) => object.set_member("attributes", edits, |json| put.item(json.array()).end()),
            (None, false, _) => {
                object.set_member("attributes", edits, |json| put.member(json.object().member(&name)).end())
            }
        }
    }

    fn remove_attribute(&self, edits: &mut Edits, place: Place, name: &str) -> Result<bool, Error> {
        let removed = match self.part(place)? {
            Part::Xml(element) => {
                let holder = if self.is_archive() { element.child("attributes") } else { Some(element) };
                let mut all = holder.iter().flat_map(|holder| holder.children_named("attribute"));
                let found = all.find(|attribute| attribute.attribute("name").is_some_and(|found| found == *name));
                found.map(|attribute| attribute.remove(edits)).is_some()
            }
            Part::Json(object) => object.get("attributes").is_some_and(|list| {
                let of_item = |item: JsonValue<'_, '_>| {
                    item.get("name").and_then(|found| found.as_str().map(|found| found == name))
                };
                let item = list.items().position(|item| of_item(item) == Some(true));
                let member = list.members().position(|member| member.name() == name);
                item.or(member).is_some_and(|index| list.remove_at(index, edits))
            }),
        };
        Ok(removed)
    }

    fn remove(&self, edits: &mut Edits, place: Place) -> Result<(), Error> {
        let part = self.part(place)?;
        let Part::Json(object) = part else {
            if let Part::Xml(element) = part {
                element.remove(edits);
            }
            return Ok(());
        };
        let Content::Json { text, tree, .. } = &self.document.content else { return Ok(()) };
        // List that contains it.
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

/// Returns the `index`-th node of the tree `root`, depth first.
fn nth<T>(root: T, index: usize, children: impl Fn(&T) -> Vec<T>) -> Option<T> {
    let mut open = vec![root];
    let mut at = 0;
    while let Some(node) = open.pop() {
        if at == index {
            return Some(node);
        }
        at += 1;
        open.extend(children(&node).into_iter().rev());
    }
    None
}

/// An attribute to write into a file.
struct Put<'s> {
    writing: Writing<'s>,
    is_archive: bool,
    new: Written<'s>,
    place: Place,
    /// First error: writers of trees can't return it.
    result: RefCell<Result<(), Error>>,
}

impl Put<'_> {
    fn keep(&self, result: Result<(), Error>) {
        let mut kept = self.result.borrow_mut();
        if kept.is_ok() {
            *kept = result;
        }
    }

    /// Writes the element of the attribute.
    fn xml<'w>(&self, xml: &'w mut XmlWriter) -> &'w mut XmlWriter {
        self.keep(match self.is_archive {
            true => write_archive_xml::attribute(&self.writing, xml, &self.new, self.place),
            false => write_xml::attribute(&self.writing, xml, &self.new, self.place),
        });
        xml
    }

    /// Writes the attribute as an item of a list.
    fn item<'w>(&self, json: &'w mut JsonWriter) -> &'w mut JsonWriter {
        self.keep(match self.is_archive {
            true => write_archive_json::attribute(&self.writing, json, &self.new, self.place),
            false => write_json::unknown_attribute(&self.writing, json, &self.new, self.place),
        });
        json
    }

    /// Writes the value of the attribute, whose name is a key.
    fn member<'w>(&self, json: &'w mut JsonWriter) -> &'w mut JsonWriter {
        self.keep(write_json::value(&self.writing, json, &self.new, self.place));
        json
    }
}

/// Replaces an attribute: only the value, if the element contains nothing else.
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
    old.insert_after(edits, |xml| put.xml(xml))?;
    old.remove(edits);
    Ok(())
}

fn written<'s>(engine: Engine, name: &'s str, info: Option<&'s AttributeInfo>, value: &'s Value<'s>) -> Written<'s> {
    Written {
        name: Cow::Borrowed(name.as_bytes()),
        hash: hash_of(engine.hashes(), name.as_bytes()),
        info,
        value: Cow::Borrowed(value),
    }
}

impl<'a> Component<'a> {
    /// Sets an attribute, or adds it. Returns false if the attributes are opaque.
    pub fn set(&mut self, engine: Engine, name: &str, value: impl Into<Value<'a>>) -> bool {
        self.attributes.set(engine, name, value)
    }

    /// Returns the class name; for an unknown class with only a hash, `#` and the hash.
    pub fn class_name(&self, classes: &crate::Classes) -> String {
        let (_, name) = crate::text::class_of(classes, &self.class);
        Name::from(name).to_string()
    }
}
