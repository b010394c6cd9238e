//! The visible meshes in a scene, with their levels of detail.

use asset_geometry::glam::DAffine3;
use binio::Findings;

use crate::kinds;
use crate::world::World;
use crate::{Id, IdMap, LodLevel, Mesh, Node, Primitive, Scene, Semantic, Skin};

/// A mesh somewhere in the scene, with its coarser levels of detail.
#[derive(Clone, Debug)]
pub struct Appearance {
    /// The levels of detail, starting with the finest. There is at least one.
    pub levels: Vec<Level>,
}

/// One level of detail.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The distance from which to use this level, in the scene's unit.
    pub distance: Option<f32>,
    /// The node with the mesh, or `None` if the mesh has no node.
    pub node: Option<Id<Node>>,
    /// The mesh to draw at this level.
    pub mesh: Id<Mesh>,
    /// The skin, if the mesh is bound to it.
    pub skin: Option<Id<Skin>>,
    /// The transform from mesh space to scene space, in the rest pose.
    pub world: DAffine3,
}

/// Lists the visible meshes, depth first. You must [check](Scene::check) the scene before you call this.
///
/// If no node has a mesh, every mesh is listed once. The exception is a scene with a [source](Scene::source): its nodes
/// had meshes, so somebody has removed them.
///
/// A node that is a level of detail is not listed by itself, but with the node that it replaces. If there is a mesh
/// below such a node, this function skips it and reports a finding.
pub fn appearances(scene: &Scene<'_>, world: &World, findings: &mut Findings) -> Vec<Appearance> {
    let targets = scene.lod_nodes();
    let hidden = hidden(scene, world);
    let mut lost = 0_usize;
    let mut all = Vec::new();
    for number in world.depth_first() {
        let node = &scene[number];
        if hidden[number] {
            lost = lost.saturating_add(usize::from(node.mesh.is_some() && !targets[number]));
            continue;
        }
        let mut levels: Vec<Level> = level(scene, number, node, None, world.world(number)).into_iter().collect();
        for LodLevel { node: target, distance } in &node.lods {
            let target = &scene[*target];
            #[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
            let world_transform = world.parent_world(number) * target.transform.to_affine();
            levels.extend(level(scene, number, target, *distance, world_transform));
        }
        if node.mesh.is_none() && !levels.is_empty() {
            findings.loss(
                kinds::LODS_WITHOUT_MESH,
                [("node", number.index())],
                "levels of detail of a node without a mesh are left out",
            );
        } else if !levels.is_empty() {
            all.push(Appearance { levels });
        }
    }
    if lost > 0 {
        findings.loss(
            kinds::MESHES_UNDER_LODS,
            "nodes",
            format!("meshes below nodes that are levels of detail are left out: {lost}"),
        );
    }
    // A file of an asset shows its meshes, so if none is shown, somebody took them away.
    if all.is_empty() && !scene.meshes.is_empty() && scene.source.is_none() {
        findings.note(kinds::NO_NODE_SHOWS_MESH, "nodes", "no node shows a mesh: each mesh is taken once, where it is");
        let top = world.root_transform();
        let lone = |mesh| Level { distance: None, node: None, mesh, skin: None, world: top };
        all = scene.meshes.ids().map(|mesh| Appearance { levels: vec![lone(mesh)] }).collect();
    }
    all
}

/// Marks the coarser levels of detail, and everything below them.
pub fn hidden(scene: &Scene<'_>, world: &World) -> IdMap<Node, bool> {
    let mut hidden = scene.lod_nodes();
    world.mark_below(&mut hidden);
    hidden
}

/// Marks the nodes that can't be seen: coarser levels of detail, [hidden](Node::hidden) nodes, and everything below
/// them.
pub fn unseen(scene: &Scene<'_>, world: &World) -> IdMap<Node, bool> {
    let mut unseen = scene.lod_nodes();
    scene.nodes.enumerate().filter(|(_, node)| node.hidden).for_each(|(id, _)| unseen[id] = true);
    world.mark_below(&mut unseen);
    unseen
}

fn level(scene: &Scene<'_>, number: Id<Node>, node: &Node, distance: Option<f32>, world: DAffine3) -> Option<Level> {
    let mesh = node.mesh?;
    let bound =
        |skin: &Id<Skin>| !scene[*skin].joints.is_empty() && scene[mesh].primitives.iter().any(Primitive::is_bound);
    Some(Level { distance, node: Some(number), mesh, skin: node.skin.filter(bound), world })
}

impl Scene<'_> {
    /// Iterates over all nodes with a mesh. This skips coarser levels of detail, hidden nodes, and everything below
    /// them.
    ///
    /// # Panics
    /// Panics if the scene fails the [check](Scene::check).
    pub fn mesh_nodes(&self) -> impl Iterator<Item = (Id<Node>, Id<Mesh>)> {
        let mut hidden = self.lod_nodes();
        if hidden.as_slice().contains(&true) || self.nodes.iter().any(|node| node.hidden) {
            hidden = unseen(self, &World::new(self));
        }
        self.nodes.enumerate().filter(move |(id, _)| !hidden[*id]).filter_map(|(id, node)| Some((id, node.mesh?)))
    }
}

impl Primitive {
    /// Returns whether the vertices have joints and weights (set 0).
    pub fn is_bound(&self) -> bool {
        self.attribute(&Semantic::Joints(0)).is_some() && self.attribute(&Semantic::Weights(0)).is_some()
    }
}
