//! Removes attributes, components and nodes from files.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use urho_core::tree::{Edits, Element, JsonKind, JsonValue, Span};

use super::not_there;
use super::text::{Editor, Part};
use crate::document::{Content, Document};
use crate::error::Error;
use crate::place::Place;
use crate::scene::Scene;

impl Document<'_> {
    /// Removes an attribute and all its duplicates, to let the engine use the default value. Returns `false` when there
    /// is no such attribute.
    ///
    /// # Errors
    /// This function will return an error when the node or component does not exist.
    pub fn remove_attribute(&mut self, place: Place, name: &str) -> Result<bool, Error> {
        self.remove_attributes(&[(place, name)]).map(|removed| removed > 0)
    }

    /// Removes many attributes at once, and returns how many there were. Text only has to be parsed once.
    ///
    /// # Errors
    /// This function will return an error when a node or component does not exist. Nothing is changed after an error.
    pub fn remove_attributes(&mut self, attributes: &[(Place, &str)]) -> Result<usize, Error> {
        let mut by_place: BTreeMap<(usize, Option<usize>), HashSet<&str>> = BTreeMap::new();
        for (place, name) in attributes {
            by_place.entry((place.node, place.component)).or_default().insert(name);
        }
        let mut removed = 0;
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            for (node, component) in by_place.keys() {
                scene.attributes_mut(Place { node: *node, component: *component })?;
            }
            for ((node, component), names) in by_place {
                let attributes = scene.attributes_mut(Place { node, component })?;
                removed += names.into_iter().filter(|name| attributes.remove(name)).count();
            }
            return Ok(removed);
        }
        self.edit_text(|editor, edits| {
            removed = editor.remove_attributes(edits, &by_place)?;
            Ok(())
        })?;
        Ok(removed)
    }

    /// Removes a component, or a node with all its descendants.
    ///
    /// # Errors
    /// This function will return an error if the node or component does not exist, or if this is the outermost node.
    pub fn remove(&mut self, place: Place) -> Result<(), Error> {
        self.remove_all(&[place])
    }

    /// Removes many components and nodes at once. Text only has to be parsed once.
    ///
    /// # Errors
    /// See [`remove`](Self::remove). Nothing is changed after an error.
    pub fn remove_all(&mut self, places: &[Place]) -> Result<(), Error> {
        let scene = self.scene();
        for place in places {
            if *place == Place::node(0) {
                return Err(not_there("scene without its outermost node", *place));
            }
            let node = scene.nodes.get(place.node);
            if node.is_none_or(|node| place.component.is_some_and(|number| number >= node.components.len())) {
                return Err(not_there("such node or component", *place));
            }
        }
        let topmost = scene.topmost(places);
        let scene = scene.into_owned();
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            scene.remove_places(&topmost);
            return Ok(());
        }
        self.edit_text(|editor, edits| editor.remove_all(edits, &scene, &topmost))
    }
}

impl<'d> Editor<'d> {
    fn remove_attributes(
        &self,
        edits: &mut Edits,
        by_place: &BTreeMap<(usize, Option<usize>), HashSet<&str>>,
    ) -> Result<usize, Error> {
        let nodes = self.nodes(by_place.keys().map(|(node, _)| *node).max().unwrap_or(0));
        let mut components = (usize::MAX, Vec::new());
        let mut removed = 0;
        for ((node, component), names) in by_place {
            let place = Place { node: *node, component: *component };
            removed += match self.part_among(&nodes, place, &mut components)? {
                Part::Xml(element) => {
                    let is_meant = |child: &Element<'_, '_>| {
                        child.name() == *"attribute"
                            && child.attribute("name").is_some_and(|name| names.contains(&*name.to_text()))
                    };
                    self.remove_elements(edits, (element, "attributes"), is_meant)
                }
                Part::Json(object) => {
                    let (count, emptied) = self.remove_values(edits, (object, "attributes"), |name, item| match name {
                        Some(name) => names.contains(name),
                        None => {
                            item.get("name").and_then(|name| name.as_str()).is_some_and(|name| names.contains(&*name))
                        }
                    });
                    remove_members(edits, object, emptied.as_slice());
                    count
                }
            };
        }
        Ok(removed)
    }

    /// Removes components, and nodes with their descendants. The `scene` must be the content of the file, and no place
    /// can be inside another.
    pub(super) fn remove_all(&self, edits: &mut Edits, scene: &Scene<'_>, places: &[Place]) -> Result<(), Error> {
        let nodes = self.nodes(places.iter().map(|place| place.node).max().unwrap_or(0));
        // Removed items by their list: the node that has it, and whether the items are nodes.
        let mut lists: BTreeMap<usize, BTreeMap<bool, BTreeSet<usize>>> = BTreeMap::new();
        let numbers = numbers(scene);
        for place in places {
            let parent = scene.nodes.get(place.node).and_then(|node| node.parent);
            let item = match place.component {
                Some(component) => Some((place.node, false, component)),
                None => parent.zip(numbers.get(place.node)).map(|(parent, number)| (parent as usize, true, *number)),
            };
            let (holder, is_node, index) = item.ok_or_else(|| not_there("such node", *place))?;
            lists.entry(holder).or_default().entry(is_node).or_default().insert(index);
        }
        for (holder, lists) in lists {
            let part = nodes.get(holder).copied().ok_or_else(|| not_there("such node", Place::node(holder)))?;
            let emptied =
                lists.iter().filter_map(|(is_node, removed)| self.remove_items(edits, part, *is_node, removed));
            let emptied: Vec<&str> = emptied.collect();
            if let Part::Json(object) = part {
                remove_members(edits, object, &emptied);
            }
        }
        Ok(())
    }

    /// Removes items from a list of a node. If a JSON list will be gone afterwards, returns its name.
    fn remove_items(
        &self,
        edits: &mut Edits,
        part: Part<'d>,
        is_node: bool,
        removed: &BTreeSet<usize>,
    ) -> Option<&'static str> {
        let list = match (is_node, self.is_archive(), &part) {
            (false, ..) => "components",
            (true, false, Part::Json(_)) => "children",
            (true, ..) => "nodes",
        };
        // Items are counted as they are met.
        let mut number = 0..;
        let mut is_next = || number.next().is_some_and(|number| removed.contains(&number));
        match part {
            Part::Xml(element) => {
                let item = if is_node { "node" } else { "component" };
                let is_any = self.is_archive();
                self.remove_elements(edits, (element, list), |child| (is_any || child.name() == *item) && is_next());
                None
            }
            Part::Json(object) => self.remove_values(edits, (object, list), |_, _| is_next()).1,
        }
    }

    /// Removes child elements, in an archive from the list. As in the engines, an element without content will be
    /// empty, and a list in an archive will be gone.
    fn remove_elements(
        &self,
        edits: &mut Edits,
        (element, list): (Element<'d, 'd>, &str),
        mut is_removed: impl FnMut(&Element<'d, 'd>) -> bool,
    ) -> usize {
        let list = if self.is_archive() { element.child(list) } else { Some(element) };
        let Some(holder) = list else { return 0 };
        let all: Vec<_> = holder.children().collect();
        let removed: Vec<_> = all.iter().filter(|child| is_removed(child)).collect();
        let becomes_empty = !removed.is_empty() && removed.len() == all.len() && has_only(holder, &all);
        if !becomes_empty {
            removed.iter().for_each(|child| child.remove(edits));
        } else if !self.is_archive() {
            empty(holder, edits);
        } else if element.children().count() == 1 && has_only(element, &[holder]) {
            empty(element, edits);
        } else {
            holder.remove(edits);
        }
        removed.len()
    }

    /// Removes members, or items from a list in an object, and returns how many were removed. An empty list is written as the
    /// engines do. In an archive it will be gone, and its name is returned.
    fn remove_values(
        &self,
        edits: &mut Edits,
        (object, name): (JsonValue<'d, 'd>, &'static str),
        mut is_removed: impl FnMut(Option<&str>, JsonValue<'d, 'd>) -> bool,
    ) -> (usize, Option<&'static str>) {
        let Some(list) = object.get(name) else { return (0, None) };
        let items = list.items().map(|item| (None, item));
        let members = list.members().map(|member| (Some(member.name()), member.value));
        let flags: Vec<bool> = items.chain(members).map(|(name, item)| is_removed(name.as_deref(), item)).collect();
        let removed = flags.iter().filter(|is_removed| **is_removed).count();
        if removed == 0 || removed < flags.len() {
            return (list.remove_where(|index| flags.get(index) == Some(&true), edits), None);
        }
        if !self.is_archive() {
            edits.replace(list.span(), if list.kind() == JsonKind::Array { &b"[]"[..] } else { b"null" });
        }
        (removed, self.is_archive().then_some(name))
    }
}

/// Removes members from an object. An object without content will be `{}`.
fn remove_members(edits: &mut Edits, object: JsonValue<'_, '_>, names: &[&str]) {
    if names.is_empty() {
        return;
    }
    let is_meant: Vec<bool> = object.members().map(|member| names.contains(&&*member.name())).collect();
    if is_meant.iter().all(|is_meant| *is_meant) && has_only_members(object) {
        edits.replace(object.span(), *b"{}");
    } else {
        object.remove_where(|index| is_meant.get(index) == Some(&true), edits);
    }
}

/// Whether an object contains nothing but members, white space and commas.
fn has_only_members(object: JsonValue<'_, '_>) -> bool {
    let (whole, text) = (object.span(), object.raw());
    let is_blank = |start: u32, end: u32| {
        let span = Span { start: start.saturating_sub(whole.start), end: end.saturating_sub(whole.start) };
        span.of(text).iter().all(|byte| byte.is_ascii_whitespace() || *byte == b',')
    };
    let mut at = whole.start.saturating_add(1);
    for member in object.members() {
        if !is_blank(at, member.key.span().start) {
            return false;
        }
        at = member.value.span().end;
    }
    is_blank(at, whole.end.saturating_sub(1))
}

/// Returns the position of each node among its siblings.
fn numbers(scene: &Scene<'_>) -> Vec<usize> {
    let mut counts = vec![0; scene.nodes.len()];
    let number = |node: &crate::Node<'_>| {
        let count = node.parent.and_then(|parent| counts.get_mut(parent as usize));
        count.map_or(0, |count| std::mem::replace(count, *count + 1))
    };
    scene.nodes.iter().map(number).collect()
}

/// Whether an element contains nothing but these children and white space.
fn has_only(element: Element<'_, '_>, children: &[Element<'_, '_>]) -> bool {
    let Some(content) = element.content_span() else { return false };
    let whole = element.span();
    let text = element.raw();
    let blank = |start: u32, end: u32| {
        let span = Span { start: start.saturating_sub(whole.start), end: end.saturating_sub(whole.start) };
        span.of(text).iter().all(u8::is_ascii_whitespace)
    };
    let mut at = content.start;
    for child in children {
        if !blank(at, child.span().start) {
            return false;
        }
        at = child.span().end;
    }
    blank(at, content.end)
}

/// Removes the content and the end tag of an element.
fn empty(element: Element<'_, '_>, edits: &mut Edits) {
    if let Some(content) = element.content_span() {
        edits.replace(Span { start: content.start.saturating_sub(1), end: element.span().end }, *b" />");
    }
}
