//! Nodes and materials that lost the information about their file: other programs drop extras, but keep names.

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_scene::{Id, Node, Scene};
use scene_adapter::{ResourceReader, ShowOptions};
use urho_scene::Engine;

use crate::level::export::to_scene;
use crate::level::options::CreateLevelOptions;
use crate::level::parts::{self, stem};
use crate::level::stored::{NodeLayout, SceneLayout};

/// Endings of scene nodes that show a component of a node.
const VIEWS: [&str; 2] = ["_Light", "_Camera"];

/// Returns the scene with the information that its file gives to the nodes and materials of these names; `None` if nothing lost it. A name counts if one part
/// of the scene has it, and one part of the file that no other part of the scene is.
pub(super) fn recall<'s>(scene: &'s Scene<'s>, options: &CreateLevelOptions<'_>, engine: Engine) -> Option<Scene<'s>> {
    let lods = scene.lod_nodes();
    let bare = scene.nodes.enumerate().filter(|(id, node)| node.source.is_none() && !lods[*id]);
    let nodes = Names::of(bare.map(|(id, node)| (node.name.as_str(), id)));
    let bare = scene.materials.enumerate().filter(|(_, material)| material.source.is_none());
    let materials = Names::of(bare.map(|(id, material)| (material.name.as_str(), id)));
    if nodes.is_empty() && materials.is_empty() {
        return None;
    }
    let document = SceneLayout::original(scene, engine)?;
    let level = document.scene();
    let shows_view = |name: &str| VIEWS.iter().any(|view| nodes.get(&format!("{name}{view}")).is_some());
    let is_node = |name: &str| nodes.get(name).is_some() || shows_view(name);
    let names = |of: &'static str| parts::named(&level, of).into_iter().map(|(_, name)| name);
    // Skinned meshes and second models are called like their model.
    let has_nodes = level.nodes.iter().any(|node| is_node(&parts::name(node)))
        || names("Model").any(|name| nodes.get(stem(&name)).is_some());
    let has_materials = names("Material").any(|name| materials.get(stem(&name)).is_some());
    if !has_nodes && !has_materials {
        return None;
    }
    let nowhere = BTreeMap::new();
    let project = options.files.project.unwrap_or(&nowhere);
    let mut resources = ResourceReader::new(project, options.files.limits);
    let mut how = ShowOptions::default();
    (how.materials, how.limits) = (has_materials, options.files.limits);
    let (shown, _) = to_scene(&document, &scene.name, &mut resources, &how).ok()?;
    let mut own = scene.borrowed();
    let claimed: HashSet<String> = scene.nodes.iter().filter_map(key).collect();
    let free = shown.nodes.enumerate().filter(|(_, node)| key(node).is_some_and(|key| !claimed.contains(&key)));
    for (name, there) in Names::of(free.map(|(id, node)| (node.name.as_str(), id))).once() {
        if let Some(here) = nodes.get(name) {
            own[here].source.clone_from(&shown[there].source);
        }
    }
    for (name, there) in Names::of(shown.materials.enumerate().map(|(id, one)| (one.name.as_str(), id))).once() {
        if let Some(here) = materials.get(name) {
            own[here].source.clone_from(&shown[there].source);
        }
    }
    Some(own)
}

/// What a node shows of its file: a node there, or a part of a component. Nothing else tells two of them apart.
fn key(node: &Node) -> Option<String> {
    let own = NodeLayout::of(node).filter(|own| own.place.is_some() || own.view.is_some())?;
    Some(format!("{:?} {:?} {:?} {:?}", own.made, own.place, own.component, own.view))
}

/// Parts by their names; `None` for names of several.
struct Names<'n, T>(HashMap<&'n str, Option<Id<T>>>);

impl<'n, T> Names<'n, T> {
    fn of(parts: impl Iterator<Item = (&'n str, Id<T>)>) -> Self {
        let mut names = HashMap::new();
        for (name, id) in parts.filter(|(name, _)| !name.is_empty()) {
            names.entry(name).and_modify(|known| *known = None).or_insert(Some(id));
        }
        Self(names)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn get(&self, name: &str) -> Option<Id<T>> {
        self.0.get(name).copied().flatten()
    }

    fn once(self) -> impl Iterator<Item = (&'n str, Id<T>)> {
        self.0.into_iter().filter_map(|(name, id)| Some((name, id?)))
    }
}
