//! Changes a file to match a scene, with as few edits as possible.

use std::collections::{HashMap, HashSet};

use binio::{Fault, Findings};
use urho_core::Variant;
use urho_core::tree::Edits;

use super::insert::New;
use super::text::Editor;
use crate::attributes::Attributes;
use crate::class::{AttributeInfo, Class};
use crate::document::Document;
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::references::class_of;
use crate::scene::{Component, Node, Scene};
use crate::value::Value;

/// How a file must change to match a scene.
#[derive(Debug, Default)]
struct Difference {
    /// Attributes to set in the file.
    set: Vec<(Place, String, Value<'static>)>,
    /// Components that only the file has, and nodes with their descendants.
    removed: Vec<Place>,
    /// Components that only the scene has: the node in the file, the node in the scene, and the component indices
    /// there.
    components: Vec<(usize, usize, Vec<usize>)>,
    /// Nodes that only the scene has, by their parent in the file. If a whole branch is new, this is its topmost node.
    nodes: Vec<(usize, Vec<usize>)>,
}

impl Difference {
    fn is_empty(&self) -> bool {
        self.set.is_empty() && self.removed.is_empty() && self.components.is_empty() && self.nodes.is_empty()
    }
}

impl Document<'_> {
    /// Changes the file to match a scene, for example after the scene was edited in another program. The bytes of
    /// everything that is equal do not change.
    ///
    /// Nodes and components are matched by id, or by name and class when they have no id. When an attribute is missing
    /// in the scene, the file keeps its value. When it has the default value and is not in the file, it is not added. A
    /// node that has moved to another parent is written anew. The engine and the kind of the file do not change.
    ///
    /// The findings tell you what the encoding can't store.
    ///
    /// # Errors
    /// This function will return an error when the encoding can't store the scene at all. Nothing is changed after an
    /// error.
    ///
    /// ```
    /// use urho_scene::{Document, Variant};
    /// let file = b"<scene id=\"1\"> <!-- dark -->\n\t<node id=\"2\">\n\t\t<attribute name=\"Name\" value=\"Lamp\"/>\n\t</node>\n</scene>";
    /// let mut document = Document::parse(file)?;
    /// let mut scene = document.scene().into_owned();
    /// document.update(&scene)?;
    /// assert_eq!(document.to_bytes()?, file);
    /// scene.nodes[1].attributes.set(scene.engine, "Name", Variant::String("Torch".into()));
    /// document.update(&scene)?;
    /// assert_eq!(document.to_bytes()?, String::from_utf8_lossy(file).replace("Lamp", "Torch").as_bytes());
    /// # Ok::<(), urho_scene::Error>(())
    /// ```
    pub fn update(&mut self, scene: &Scene<'_>) -> Result<Findings, Error> {
        if scene.depth() > usize::from(binio::MAX_DEPTH) {
            return Err(Error::new(Fault::Limit("nesting of nodes"), binio::Path::new()));
        }
        if let Err(node) = scene.check_order() {
            return Err(Error::new(ErrorKind::Shape("a node whose parent doesn't precede it"), [("node", node)]));
        }
        if !self.encoding().is_text() {
            return self.update_packed(scene);
        }
        let mut changed = self.clone().into_owned();
        let findings = changed.update_text(scene)?;
        self.content = changed.content;
        Ok(findings)
    }

    /// Returns the index of the matching node in the file for each node in `scene`, using the same rules as
    /// [`update`](Self::update). This is `None` if the file does not have the node, or has it below another parent.
    pub fn matching_nodes(&self, scene: &Scene<'_>) -> Vec<Option<usize>> {
        Pairs::of(&self.scene(), scene).nodes
    }

    /// Sets attributes, then removes, then adds. Each step must use the text from the step before, because an edit
    /// moves everything that follows.
    fn update_text(&mut self, scene: &Scene<'_>) -> Result<Findings, Error> {
        let Difference { set, removed, mut components, mut nodes } = self.difference(scene);
        if !set.is_empty() {
            self.set_attributes(set.iter().map(|(place, name, value)| (*place, name.as_str(), value.clone())))?;
        }
        if !removed.is_empty() {
            let own = self.scene().into_owned();
            self.edit_text(|editor, edits| editor.remove_all(edits, &own, &removed))?;
            // The nodes after removed ones have other places now.
            Difference { components, nodes, .. } = self.difference(scene);
        }
        let mut findings = Findings::new();
        self.add(components.iter().map(|(at, node, new)| (*at, New::Components(scene, *node, new))), &mut findings)?;
        let children = scene.children();
        self.add(nodes.iter().map(|(at, new)| (*at, New::Nodes(scene, &children, new))), &mut findings)?;
        Ok(findings)
    }

    fn add<'n>(&mut self, new: impl Iterator<Item = (usize, New<'n>)>, findings: &mut Findings) -> Result<(), Error> {
        let new: Vec<(usize, New<'n>)> = new.collect();
        if new.is_empty() {
            return Ok(());
        }
        self.edit_text(|editor: &Editor<'_>, edits: &mut Edits| {
            findings.extend(editor.add(edits, &new)?);
            Ok(())
        })
    }

    /// Copies to the scene what only the file has, and packs it anew.
    fn update_packed(&mut self, scene: &Scene<'_>) -> Result<Findings, Error> {
        if self.difference(scene).is_empty() {
            return Ok(Findings::new());
        }
        let own = self.scene();
        let pairs = Pairs::of(&own, scene);
        let mut merged = scene.clone().into_owned();
        for (index, node) in merged.nodes.iter_mut().enumerate() {
            let Some(before) = pairs.nodes.get(index).copied().flatten().and_then(|place| own.nodes.get(place)) else {
                continue;
            };
            node.id = before.id;
            merge(&mut node.attributes, &before.attributes, scene);
            let numbers = components_of(before, node);
            for (component, number) in node.components.iter_mut().zip(numbers) {
                if let Some(before) = number.and_then(|number| before.components.get(number)) {
                    merge(&mut component.attributes, &before.attributes, scene);
                }
            }
        }
        drop(own);
        self.repack(merged)
    }

    fn difference(&self, scene: &Scene<'_>) -> Difference {
        let own = self.scene();
        let pairs = Pairs::of(&own, scene);
        let mut difference = Difference::default();
        let mut kept = vec![false; own.nodes.len()];
        let mut nodes: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, (node, pair)) in scene.nodes.iter().zip(&pairs.nodes).enumerate() {
            let parent = || node.parent.and_then(|parent| pairs.nodes.get(parent as usize).copied().flatten());
            match *pair {
                Some(place) => {
                    if let Some(kept) = kept.get_mut(place) {
                        *kept = true;
                    }
                    if let Some(before) = own.nodes.get(place) {
                        self.node_difference((before, place), (node, index), &mut difference);
                    }
                }
                // Descendants of new nodes come with them.
                None => {
                    if let Some(parent) = parent() {
                        nodes.entry(parent).or_default().push(index);
                    }
                }
            }
        }
        for (place, node) in own.nodes.iter().enumerate() {
            let parent_stays = node.parent.and_then(|parent| kept.get(parent as usize)) == Some(&true);
            if kept.get(place) == Some(&false) && parent_stays {
                difference.removed.push(Place::node(place));
            }
        }
        difference.nodes = nodes.into_iter().collect();
        difference.nodes.sort_unstable();
        difference
    }

    fn node_difference(
        &self,
        (before, place): (&Node<'_>, usize),
        (node, index): (&Node<'_>, usize),
        difference: &mut Difference,
    ) {
        let at = Place::node(place);
        let class = class_of(&self.classes, self.kind, at, None);
        attributes_set(&before.attributes, &node.attributes, (class, at), &mut difference.set);
        let numbers = components_of(before, node);
        let mut kept: HashSet<usize> = HashSet::new();
        let mut new = Vec::new();
        for (number, (component, pair)) in node.components.iter().zip(numbers).enumerate() {
            let Some((old, own)) = pair.and_then(|old| Some((old, before.components.get(old)?))) else {
                new.push(number);
                continue;
            };
            kept.insert(old);
            let at = at.component(old);
            let class = class_of(&self.classes, self.kind, at, Some(&own.class));
            attributes_set(&own.attributes, &component.attributes, (class, at), &mut difference.set);
        }
        let gone = (0..before.components.len()).filter(|number| !kept.contains(number));
        difference.removed.extend(gone.map(|number| at.component(number)));
        if !new.is_empty() {
            difference.components.push((place, index, new));
        }
    }
}

/// The matching node in the file for each node in a scene.
struct Pairs {
    nodes: Vec<Option<usize>>,
}

impl Pairs {
    fn of(own: &Scene<'_>, scene: &Scene<'_>) -> Self {
        let mut ids: HashMap<u32, usize> = HashMap::new();
        let mut names: HashMap<(usize, Vec<u8>), Vec<usize>> = HashMap::new();
        for (place, node) in own.nodes.iter().enumerate().rev() {
            match node.parent {
                Some(parent) if node.id == 0 => {
                    names.entry((parent as usize, node.name().to_vec())).or_default().push(place);
                }
                Some(_) => drop(ids.insert(node.id, place)),
                None => {}
            }
        }
        let mut taken = vec![false; own.nodes.len()];
        let mut nodes: Vec<Option<usize>> = Vec::with_capacity(scene.nodes.len());
        for (index, node) in scene.nodes.iter().enumerate() {
            let parent = node.parent.and_then(|parent| nodes.get(parent as usize).copied().flatten());
            let place = match parent {
                None if index == 0 && !own.nodes.is_empty() => Some(0),
                None => None,
                Some(parent) => {
                    let named = ids.get(&node.id).copied().filter(|place| {
                        let before = own.nodes.get(*place);
                        let is_there = |before: &Node<'_>| before.parent == u32::try_from(parent).ok();
                        before.is_some_and(|before| is_there(before) && before.animations == node.animations)
                    });
                    // A node that has no id in the file may have been given one.
                    named.or_else(|| names.get_mut(&(parent, node.name().to_vec())).and_then(Vec::pop))
                }
            };
            let place = place.filter(|place| taken.get(*place) == Some(&false));
            if let Some(taken) = place.and_then(|place| taken.get_mut(place)) {
                *taken = true;
            }
            nodes.push(place);
        }
        Self { nodes }
    }
}

/// Returns the index of the old component for each new component. They are matched by id and class, or only by class if
/// the old component has no id.
fn components_of(before: &Node<'_>, now: &Node<'_>) -> Vec<Option<usize>> {
    let mut taken: HashSet<usize> = HashSet::new();
    let mut pair = |new: &Component<'_>, id: u32| {
        let is_it =
            |old: &Component<'_>| old.id == id && old.class.hash == new.class.hash && old.animations == new.animations;
        let found = before.components.iter().enumerate().find(|(number, old)| is_it(old) && !taken.contains(number));
        let number = found.map(|(number, _)| number);
        taken.extend(number);
        number
    };
    let by_id: Vec<Option<usize>> = now.components.iter().map(|new| pair(new, new.id)).collect();
    now.components.iter().zip(by_id).map(|(new, found)| found.or_else(|| pair(new, 0))).collect()
}

/// Adds the attributes that are different.
fn attributes_set(
    before: &Attributes<'_>,
    now: &Attributes<'_>,
    (class, place): (Option<&Class>, Place),
    set: &mut Vec<(Place, String, Value<'static>)>,
) {
    if let (Attributes::Opaque(_), _) | (_, Attributes::Opaque(_)) = (before, now) {
        return;
    }
    if before == now {
        return;
    }
    let mut seen: HashMap<Vec<u8>, usize> = HashMap::new();
    for (name, value) in now.iter() {
        let text = name.name.to_text();
        let is_same = match before.get(&text) {
            Some(old) => is_same(&old, &value),
            None => {
                let usual =
                    class.and_then(|class| class.attribute(&name.name)).and_then(AttributeInfo::value_if_absent);
                usual.is_some_and(|usual| value.variant() == Some(&usual))
            }
        };
        if is_same {
            continue;
        }
        let new = (place, text.into_owned(), value.into_owned().into_owned());
        // The engine uses the last of several.
        match seen.get(name.name.as_bytes()).and_then(|known| set.get_mut(*known)) {
            Some(known) => *known = new,
            None => {
                seen.insert(name.name.to_vec(), set.len());
                set.push(new);
            }
        }
    }
}

/// Whether two values are the same. The order in a map has no meaning; for example, rbfx sorts it in JSON.
fn is_same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Variant(a), Value::Variant(b)) => is_same_variant(a, b),
        _ => a == b,
    }
}

fn is_same_variant(a: &Variant<'_>, b: &Variant<'_>) -> bool {
    match (a, b) {
        (Variant::VariantVector(a), Variant::VariantVector(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_variant(a, b))
        }
        (Variant::VariantMap(a), Variant::VariantMap(b)) => {
            is_same_map(&by_key(a, |(key, value)| (key.hash.0, value)), &by_key(b, |(key, value)| (key.hash.0, value)))
        }
        (Variant::StringVariantMap(a), Variant::StringVariantMap(b)) => {
            is_same_map(&by_key(a, |(key, value)| (key, value)), &by_key(b, |(key, value)| (key, value)))
        }
        _ => a == b,
    }
}

/// Returns the entries of a map, sorted by key. Entries with the same key keep their order.
fn by_key<'m, T, K: Ord, V>(map: &'m [T], entry: impl Fn(&'m T) -> (K, &'m V)) -> Vec<(K, &'m V)> {
    let mut entries: Vec<(K, &V)> = map.iter().map(entry).collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    entries
}

fn is_same_map<K: PartialEq>(a: &[(K, &Variant<'_>)], b: &[(K, &Variant<'_>)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|((a, x), (b, y))| a == b && is_same_variant(x, y))
}

/// Copies the attributes that only the file has.
fn merge(now: &mut Attributes<'static>, before: &Attributes<'_>, scene: &Scene<'_>) {
    if let Attributes::Opaque(_) = before {
        *now = before.clone().into_owned();
        return;
    }
    let mut merged = before.clone().into_owned();
    for (name, value) in now.iter() {
        let text = name.name.to_text();
        if merged.get(&text).is_none_or(|old| !is_same(&old, &value)) {
            merged.set(scene.engine, &text, value.into_owned().into_owned());
        }
    }
    *now = merged;
}
