//! Compares a scene with what its file shows: nodes with lights, cameras, meshes and materials.

use std::collections::HashMap;

use asset_scene::world::World;
use asset_scene::{Id, Material, Mesh, Node, Scene};
use scene_adapter::same::{self, Drawn, Match, SkinOf};

use scene_adapter::originals::PartKey;

use super::stored::{Made, NodeKey};

/// A scene, with the information that is stored in its nodes.
pub(super) struct Side<'s> {
    pub(super) scene: &'s Scene<'s>,
    pub(super) layouts: Vec<Option<NodeKey>>,
    pub(super) world: World,
    /// Skinned nodes that have no parent, by the first joint of their skin.
    pub(super) bound: HashMap<Id<Node>, Vec<Id<Node>>>,
}

impl<'s> Side<'s> {
    pub(super) fn new(scene: &'s Scene<'s>) -> Self {
        let mut bound: HashMap<Id<Node>, Vec<Id<Node>>> = HashMap::new();
        for (id, node) in scene.nodes.enumerate().filter(|(_, node)| node.parent.is_none()) {
            let first = node.skin.and_then(|skin| scene[skin].joints.first().copied());
            if let Some(first) = first {
                bound.entry(first).or_default().push(id);
            }
        }
        Self { scene, layouts: scene.nodes.iter().map(NodeKey::of).collect(), world: World::new(scene), bound }
    }

    pub(super) fn layout(&self, node: Id<Node>) -> Option<&NodeKey> {
        self.layouts.get(node.index())?.as_ref()
    }

    pub(super) fn is_of_prefab(&self, node: Id<Node>) -> bool {
        self.layout(node).is_some_and(|layout| layout.made == Some(Made::Prefab))
    }

    /// Returns the children of a node that belong to a prefab.
    pub(super) fn of_prefab(&self, node: Id<Node>) -> Vec<Id<Node>> {
        self.world.children(node).filter(|node| self.is_of_prefab(*node)).collect()
    }
}

/// A node in a scene.
pub(super) type At<'s> = (&'s Side<'s>, Id<Node>);

/// Returns whether two nodes have the same transform. This ignores the transform of a mesh with a skin, because it
/// follows its joints.
pub(super) fn is_placed((own, node): At<'_>, (other, now): At<'_>) -> bool {
    let (a, b) = (&own.scene[node], &other.scene[now]);
    a.skin.is_some() && b.skin.is_some() || same::transforms(a.transform.to_affine(), b.transform.to_affine())
}

/// Returns whether two nodes show the same, wherever they are.
pub(super) fn is_content((own, node): At<'_>, (other, now): At<'_>) -> bool {
    let (a, b) = (&own.scene[node], &other.scene[now]);
    let lights = (
        a.light.and_then(|light| own.scene.lights.get(light)),
        b.light.and_then(|light| other.scene.lights.get(light)),
    );
    let cameras = (
        a.camera.and_then(|camera| own.scene.cameras.get(camera)),
        b.camera.and_then(|camera| other.scene.cameras.get(camera)),
    );
    let skins =
        a.skin.zip(b.skin).is_none_or(|(a, b)| same::skins(SkinOf::new(own.scene, a), SkinOf::new(other.scene, b)));
    skins && both(lights, same::lights) && both(cameras, same::cameras) && is_mesh((own, node), (other, now))
}

/// Returns whether both are missing, or both exist and are the same.
fn both<T>(pair: (Option<&T>, Option<&T>), is_same: impl Fn(&T, &T) -> bool) -> bool {
    match pair {
        (Some(a), Some(b)) => is_same(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// Returns whether two nodes draw the same with the same materials. Some programs don't know levels of detail, so
/// coarser levels may be missing.
pub(super) fn is_mesh((own, node): At<'_>, (other, now): At<'_>) -> bool {
    let (a, b) = (&own.scene[node], &other.scene[now]);
    let level = |side: &Side<'_>, level: &asset_scene::LodLevel| side.scene[level.node].mesh;
    let is_drawn = |(a, b): (Option<Id<Mesh>>, Option<Id<Mesh>>)| match (a, b) {
        (Some(a), Some(b)) => is_drawn((own, node, a), (other, now, b)),
        (None, None) => true,
        _ => false,
    };
    let has_levels = a.lods.is_empty() || a.lods.len() == b.lods.len();
    let levels = a.lods.iter().zip(&b.lods).map(|(a, b)| (level(own, a), level(other, b)));
    is_drawn((a.mesh, b.mesh)) && has_levels && levels.into_iter().all(is_drawn)
}

/// A mesh, as a node shows it.
type MeshAt<'s> = (&'s Side<'s>, Id<Node>, Id<Mesh>);

fn is_drawn((own, node, mesh): MeshAt<'_>, (other, now, there): MeshAt<'_>) -> bool {
    let ours = Drawn::of_mesh(own.scene, mesh, own.scene[node].skin, true);
    let skins = own.scene[node].skin.zip(other.scene[now].skin);
    let space = skins
        .and_then(|(own_skin, skin)| same::space(SkinOf::new(other.scene, skin), SkinOf::new(own.scene, own_skin)));
    let theirs = Drawn::of_mesh_in(space, other.scene, there, other.scene[now].skin, true);
    let is_alike = |(drawn, place): (&Drawn, usize)| {
        let now = theirs.get(place).and_then(|drawn| material(other, there, drawn));
        is_named_alike(material(own, mesh, drawn), now)
    };
    match same::drawn(&ours, &theirs) {
        None => false,
        Some(Match::Together) => true,
        Some(Match::Primitives(places)) => ours.iter().zip(places).all(is_alike),
    }
}

fn material<'s>(side: &Side<'s>, mesh: Id<Mesh>, drawn: &Drawn) -> Option<&'s Material> {
    let material = side.scene[mesh].primitives.get(drawn.primitive)?.material?;
    side.scene.materials.get(material)
}

/// Returns whether a node shows the material of a file. The content of the material is compared elsewhere, because this
/// is only needed once per material.
fn is_named_alike(own: Option<&Material>, other: Option<&Material>) -> bool {
    let is_it =
        |(own, other): (&Material, &Material)| own.name == other.name || same::is_numbered(&own.name, &other.name);
    own.zip(other).is_none_or(is_it)
}
