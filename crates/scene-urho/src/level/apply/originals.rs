//! The files that the nodes of a scene come from.

use std::collections::{HashMap, HashSet};

use asset_scene::{Scene, Source, sum};
use binio::Findings;
use scene_adapter::originals::{Numbers, Renumbering};
use urho_core::StringHash;
use urho_scene::{Classes, Component, Document, Engine, Kind};

use crate::level::prefab::has_own_node;
use crate::level::stored::{NodeKey, SceneKey};

/// The file that is edited, and other files whose nodes people have copied into the scene.
#[derive(Default)]
pub(super) struct Originals {
    /// The file that is edited. `None` if the scene is new.
    pub(super) edited: Option<Document<'static>>,
    /// The nodes of the edited file for the engine that is written, followed by those of the other files.
    nodes: Vec<urho_scene::Node<'static>>,
    /// Whether the outermost node of the edited file isn't a node in the scene.
    has_outermost: bool,
    /// Components that the edited file has got since the version that the scene shows: node and number.
    newer: HashSet<(usize, usize)>,
    numbers: Renumbering,
}

impl Originals {
    /// Reads the files of a scene for an engine. Returns them together with the scene, if the keys of its nodes had to
    /// be changed: they are numbers of nodes in all files then.
    pub(super) fn of<'s>(scene: &'s Scene<'s>, engine: Engine, findings: &mut Findings) -> (Self, Option<Scene<'s>>) {
        let mut originals = Self::default();
        let mut former = None;
        let edited = scene.source.as_ref().and_then(|source| Some((source, SceneKey::document(source)?)));
        if let Some((source, (document, bytes))) = edited {
            let level = document.scene().into_owned();
            originals.has_outermost = !has_own_node(&level);
            originals.nodes = for_engine(level, engine, findings);
            originals.edited = Some(document);
            originals.numbers.add(sum(bytes), Numbers::Edited);
            former = SceneKey::former(source);
        }
        for source in &scene.other_sources {
            originals.add(source, (engine, former.as_deref()), findings);
        }
        let changed = originals.numbers.apply::<NodeKey>(scene);
        (originals, changed)
    }

    /// Adds the nodes of another file.
    fn add(&mut self, source: &Source<'_>, (engine, former): (Engine, Option<&str>), findings: &mut Findings) {
        let Some((document, bytes)) = SceneKey::document(source) else { return };
        let id = sum(bytes);
        if self.numbers.has(&id) {
            return;
        }
        let others = for_engine(document.scene().into_owned(), engine, findings);
        let is_former = former == Some(id.as_str());
        let numbers = if is_former {
            self.newer = newer_components(&others, &self.nodes);
            Numbers::Former(newer_places(&others, &self.nodes))
        } else {
            Numbers::From(self.nodes.len())
        };
        self.numbers.add(id, numbers);
        // Ids belong to the file.
        self.nodes.extend(others.into_iter().map(|node| urho_scene::Node {
            id: 0,
            components: node.components.into_iter().map(|component| Component { id: 0, ..component }).collect(),
            ..node
        }));
    }

    /// Returns the node of a file that a scene node shows.
    pub(super) fn node(&self, key: &NodeKey) -> Option<&urho_scene::Node<'static>> {
        self.nodes.get(key.place.filter(|_| key.made.is_none())?)
    }

    /// Changes the keys of nodes that were identified by name: what the scene has never shown wasn't deleted.
    pub(super) fn forget_newer(&self, keys: &mut [Option<NodeKey>]) {
        for key in keys.iter_mut().flatten().filter(|_| !self.newer.is_empty()) {
            let Some(place) = key.place.filter(|_| key.made.is_none()) else { continue };
            let is_newer = |component: &usize| self.newer.contains(&(place, *component));
            key.views.retain(|(component, _)| !is_newer(component));
            key.mesh = key.mesh.filter(|component| !is_newer(component));
            key.light = key.light.filter(|component| !is_newer(component));
        }
    }

    /// Returns the outermost node of the edited file, if it isn't a node in the scene.
    pub(super) fn outermost(&self) -> Option<&urho_scene::Node<'static>> {
        self.nodes.first().filter(|_| self.has_outermost)
    }

    /// Reports nodes if their file is missing. A node that was matched by name with the edited file isn't reported.
    pub(super) fn tell_unknown(&self, scene: &Scene<'_>, findings: &mut Findings) {
        // If the file that the scene names isn't at hand, this is reported for the whole scene.
        if self.edited.is_some() || scene.source.is_none() {
            self.numbers.tell_unknown(scene, findings);
        }
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
/// were removed stay where they are: behind the newer version. Nodes with other components have no place, because the
/// numbers of their components mean nothing.
fn newer_places(former: &[urho_scene::Node<'static>], newer: &[urho_scene::Node<'static>]) -> Vec<Option<usize>> {
    let mut by_id: HashMap<u32, usize> = HashMap::new();
    for (place, node) in newer.iter().enumerate() {
        by_id.entry(node.id).or_insert(place);
    }
    let classes = |node: &urho_scene::Node<'_>| -> Vec<StringHash> {
        node.components.iter().map(|component| component.class.hash).collect()
    };
    let newer_place = |(place, node): (usize, &urho_scene::Node<'_>)| {
        // Archives of rbfx needn't have ids.
        let now = if node.id == 0 { Some(place) } else { by_id.get(&node.id).copied() };
        match now.and_then(|now| Some((now, newer.get(now)?))) {
            None => newer.len().checked_add(place),
            Some((now, node_now)) => classes(node_now).starts_with(&classes(node)).then_some(now),
        }
    };
    former.iter().enumerate().map(newer_place).collect()
}

/// Returns the components in the newer version of a file that the former doesn't have.
fn newer_components(
    former: &[urho_scene::Node<'static>],
    newer: &[urho_scene::Node<'static>],
) -> HashSet<(usize, usize)> {
    let identity = |component: &Component<'_>| (component.class.hash, component.id);
    let known: HashSet<_> = former.iter().flat_map(|node| &node.components).map(identity).collect();
    let all = newer.iter().enumerate().flat_map(|(place, node)| {
        node.components.iter().enumerate().map(move |(number, component)| ((place, number), component))
    });
    all.filter(|(_, component)| !known.contains(&identity(component))).map(|(at, _)| at).collect()
}
