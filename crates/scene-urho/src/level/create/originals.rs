//! The files that the nodes of a scene come from.

use std::collections::HashMap;

use asset_scene::sum;
use asset_scene::{Id, Node, Scene, Source};
use binio::Findings;
use urho_core::StringHash;
use urho_scene::{Classes, Component, Document, Engine, Kind};

use crate::kinds;
use crate::level::prefab::has_own_node;
use crate::level::stored::{NodeKey, SceneKey};

/// The file that is edited, and other files whose nodes people have copied into the scene.
#[derive(Default)]
pub(super) struct Originals {
    /// The file that is edited. `None` if the scene is new.
    pub(super) original: Option<Document<'static>>,
    /// The nodes of the original for the engine that is written, followed by those of the other files.
    nodes: Vec<urho_scene::Node<'static>>,
    /// Whether the outermost node of the original isn't a node in the scene.
    has_outermost: bool,
    /// Nodes of files that aren't at hand.
    unknown: Vec<Id<Node>>,
}

/// How the keys of a file become keys of [`Originals`].
enum Keys {
    /// The file is the original.
    Original,
    /// The file is a former version of the original: for each node, its place in the original.
    Former(Vec<Place>),
    /// The nodes of another file begin here.
    Other(usize),
}

/// What became of a node in a newer version of its file.
#[derive(Clone, Copy)]
enum Place {
    At(usize),
    /// It was removed. This is where its former version is kept.
    Removed(usize),
    /// Its components were changed, so their numbers mean nothing.
    Unknown,
}

impl Originals {
    /// Reads the files of a scene for an engine. Returns them together with the scene, if the keys of its nodes had to
    /// be changed: they refer to [`Originals`] then.
    pub(super) fn of<'s>(scene: &'s Scene<'s>, engine: Engine, findings: &mut Findings) -> (Self, Option<Scene<'s>>) {
        let mut originals = Self::default();
        let mut keys = HashMap::new();
        let mut former = None;
        if let Some(source) = &scene.source
            && let Some((document, bytes)) = SceneKey::document(source)
        {
            let level = document.scene().into_owned();
            originals.has_outermost = !has_own_node(&level);
            originals.nodes = for_engine(level, engine, findings);
            originals.original = Some(document);
            former = SceneKey::former(source);
            keys.insert(sum(bytes), Keys::Original);
        }
        for source in &scene.other_sources {
            originals.add(source, (engine, former.as_deref()), &mut keys, findings);
        }
        let changed = originals.change_keys(scene, &keys);
        (originals, changed)
    }

    /// Adds the nodes of another file.
    fn add(
        &mut self,
        source: &Source<'_>,
        (engine, former): (Engine, Option<&str>),
        keys: &mut HashMap<String, Keys>,
        findings: &mut Findings,
    ) {
        let Some((document, bytes)) = SceneKey::document(source) else { return };
        let id = sum(bytes);
        if keys.contains_key(&id) {
            return;
        }
        let others = for_engine(document.scene().into_owned(), engine, findings);
        let first = self.nodes.len();
        let is_former = former == Some(id.as_str());
        let others_keys = if is_former { Keys::Former(newer_places(&others, &self.nodes)) } else { Keys::Other(first) };
        keys.insert(id, others_keys);
        // Ids belong to the file.
        self.nodes.extend(others.into_iter().map(|node| urho_scene::Node {
            id: 0,
            components: node.components.into_iter().map(|component| Component { id: 0, ..component }).collect(),
            ..node
        }));
    }

    /// Makes the keys of all nodes refer to these files. Nodes whose file isn't here lose their keys. Returns `None` if
    /// all nodes come from the original.
    fn change_keys<'s>(&mut self, scene: &'s Scene<'s>, keys: &HashMap<String, Keys>) -> Option<Scene<'s>> {
        let mut changed: Option<Scene<'s>> = None;
        for (id, node) in scene.nodes.enumerate() {
            let Some(key) = NodeKey::of(node).filter(|key| key.document.is_some()) else { continue };
            let key = match key.document.as_ref().and_then(|document| keys.get(document)) {
                Some(Keys::Original) => continue,
                Some(keys) => keys.change(key),
                None => None,
            };
            if key.is_none() {
                self.unknown.push(id);
            }
            let changed = changed.get_or_insert_with(|| scene.borrowed());
            changed[id].source = key.map(|key| key.source());
        }
        changed
    }

    /// Returns the node of a file that a scene node shows.
    pub(super) fn node(&self, key: &NodeKey) -> Option<&urho_scene::Node<'static>> {
        self.nodes.get(key.place.filter(|_| key.made.is_none())?)
    }

    /// Returns the outermost node of the original, if it isn't a node in the scene.
    pub(super) fn outermost(&self) -> Option<&urho_scene::Node<'static>> {
        self.nodes.first().filter(|_| self.has_outermost)
    }

    /// Reports nodes whose file isn't at hand, unless they were found in the original by name.
    pub(super) fn tell_unknown(&self, scene: &Scene<'_>, findings: &mut Findings) {
        let names = self.unknown.iter().map(|id| &scene[*id]).filter(|node| node.source.is_none());
        let names: Vec<&str> = names.map(|node| node.name.as_str()).collect();
        // A scene without its original has no other content at all.
        if let Some(first) = names.first().filter(|_| self.original.is_some()) {
            let message = format!(
                "come from a file that isn't at hand, so what the scene doesn't show of them is lost: {}, the first is {first:?}; the option into names the file",
                names.len()
            );
            findings.loss(kinds::PART_NOT_WRITTEN, "nodes", message);
        }
    }
}

impl Keys {
    /// Returns the key of a node in [`Originals`]. Returns `None` if the node can only be found by its name.
    fn change(&self, key: NodeKey) -> Option<NodeKey> {
        let new = |place: usize| match self {
            Self::Original => Some(place),
            Self::Former(places) => match places.get(place)? {
                Place::At(place) | Place::Removed(place) => Some(*place),
                Place::Unknown => None,
            },
            Self::Other(first) => first.checked_add(place),
        };
        let mut key = NodeKey { document: None, ..key };
        if let Some(place) = &mut key.place {
            *place = new(*place)?;
        }
        if let Some(view) = &mut key.view {
            view.owner = new(view.owner)?;
        }
        Some(key)
    }
}

/// Returns the nodes of a file, as the engine that will read them has them.
fn for_engine(
    mut level: urho_scene::Scene<'static>,
    engine: Engine,
    findings: &mut Findings,
) -> Vec<urho_scene::Node<'static>> {
    if level.engine != engine {
        // As a scene, it gets no further nodes.
        level.kind = Kind::Scene;
        let (transferred, changed) = level.to_engine(Classes::of(level.engine), Classes::of(engine));
        findings.extend(changed);
        level = transferred;
    }
    level.nodes
}

/// Returns where the nodes of a former version of a file are now. Ids belong to a node as long as it exists. Nodes that
/// were removed stay where they are: behind the newer version.
fn newer_places(former: &[urho_scene::Node<'static>], newer: &[urho_scene::Node<'static>]) -> Vec<Place> {
    let mut by_id: HashMap<u32, usize> = HashMap::new();
    for (place, node) in newer.iter().enumerate() {
        by_id.entry(node.id).or_insert(place);
    }
    let classes = |node: &urho_scene::Node<'_>| -> Vec<StringHash> {
        node.components.iter().map(|component| component.class.hash).collect()
    };
    let newer_place = |(place, node): (usize, &urho_scene::Node<'_>)| {
        // Archives of rbfx needn't have ids.
        let found = if node.id == 0 { newer.get(place).map(|_| place) } else { by_id.get(&node.id).copied() };
        match found.and_then(|place| Some((place, newer.get(place)?))) {
            None => Place::Removed(newer.len().saturating_add(place)),
            Some((place, now)) if classes(now).starts_with(&classes(node)) => Place::At(place),
            Some(_) => Place::Unknown,
        }
    };
    former.iter().enumerate().map(newer_place).collect()
}
