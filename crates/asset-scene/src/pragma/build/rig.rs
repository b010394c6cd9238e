//! Nodes as bones.

use std::collections::{BTreeSet, HashMap, HashSet};

use asset_geometry::Hierarchy;
use asset_geometry::glam::{Affine3A, Vec3};
use pragma_asset::Pose;

use super::{Local, affine, local};
use crate::{Property, Scene};

/// The bones of a scene and where all nodes stand.
pub(super) struct Rig {
    hierarchy: Hierarchy,
    names: Vec<String>,
    /// The nodes that are bones, in their order.
    nodes: Vec<usize>,
    bone_of: HashMap<usize, usize>,
    parents: Vec<Option<usize>>,
    rest: Vec<Local>,
    globals: Vec<Affine3A>,
    units: f32,
}

impl Rig {
    /// Joints and nodes that move are bones.
    pub(super) fn new(scene: &Scene<'_>, units: f32) -> Self {
        let moving = scene.animations.iter().flat_map(|animation| &animation.channels);
        let moving = moving.filter(|channel| channel.property != Property::MorphWeights).map(|channel| channel.node);
        let joints = scene.skins.iter().flat_map(|skin| skin.joints.iter().copied());
        let all: BTreeSet<usize> = joints.chain(moving).collect();
        let nodes: Vec<usize> = all.into_iter().collect();
        let bone_of: HashMap<usize, usize> = nodes.iter().enumerate().map(|(bone, node)| (*node, bone)).collect();
        let hierarchy = scene.hierarchy();
        let rest: Vec<Local> = scene.nodes.iter().map(|node| local(&node.transform)).collect();
        let locals: Vec<Affine3A> = rest.iter().map(affine).collect();
        let globals = hierarchy.global_transforms(&locals).unwrap_or_default();
        // The bone that each node hangs on, itself included.
        let mut holders: Vec<Option<usize>> = vec![None; scene.nodes.len()];
        for &node in hierarchy.depth_first() {
            let above = hierarchy.parent(node).and_then(|parent| holders.get(parent).copied().flatten());
            if let Some(place) = holders.get_mut(node) {
                *place = bone_of.get(&node).copied().or(above);
            }
        }
        let above = |node: &usize| hierarchy.parent(*node).and_then(|parent| holders.get(parent).copied().flatten());
        let parents = nodes.iter().map(above).collect();
        let bone_of = (0..).zip(&holders).filter_map(|(node, bone)| Some((node, (*bone)?))).collect();
        let mut taken = HashSet::new();
        let mut name = |node: &usize| {
            let own = scene.nodes.get(*node).map(|node| node.name.as_str()).filter(|name| !name.is_empty());
            let own = own.map_or_else(|| format!("bone{node}"), str::to_owned);
            super::free(own, &mut taken)
        };
        let names = nodes.iter().map(&mut name).collect();
        Self { names, hierarchy, nodes, bone_of, parents, rest, globals, units }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The bone that a node is or hangs on.
    pub(super) fn bone(&self, node: usize) -> Option<usize> {
        self.bone_of.get(&node).copied()
    }

    /// Where a node stands at rest.
    pub(super) fn global(&self, node: usize) -> Affine3A {
        self.globals.get(node).copied().unwrap_or_default()
    }

    pub(super) fn rest(&self) -> &[Local] {
        &self.rest
    }

    pub(super) fn units(&self) -> f32 {
        self.units
    }

    /// Names, parents, and poses in the model's space.
    pub(super) fn bones(&self) -> Vec<(String, Option<usize>, Pose)> {
        let poses = self.in_model(&self.globals);
        let all = self.names.iter().cloned().zip(self.parents.iter().copied()).zip(poses);
        all.map(|((name, parent), pose)| (name, parent, pose)).collect()
    }

    /// The poses of all bones as seen from their parents, while nodes stand at `locals`.
    pub(super) fn poses(&self, locals: &[Local]) -> Vec<Pose> {
        let locals: Vec<Affine3A> = locals.iter().map(affine).collect();
        let poses = self.in_model(&self.hierarchy.global_transforms(&locals).unwrap_or_default());
        let seen = |(pose, parent): (&Pose, &Option<usize>)| match parent.and_then(|parent| poses.get(parent)) {
            Some(parent) => crate::pragma::skin::upright(pose.relative_to(*parent)),
            None => *pose,
        };
        poses.iter().zip(&self.parents).map(seen).collect()
    }

    /// Bones in the model's space: in units, and scaled by as much as they are larger than at rest.
    fn in_model(&self, globals: &[Affine3A]) -> Vec<Pose> {
        let pose = |node: &usize| {
            let parts = |global: Affine3A| global.to_scale_rotation_translation();
            let (scale, rotation, origin) = parts(globals.get(*node).copied().unwrap_or_default());
            let (rest, ..) = parts(self.global(*node));
            let ratio = |now: f32, rest: f32| if rest == 0.0 { 1.0 } else { now / rest };
            let scale = Vec3::new(ratio(scale.x, rest.x), ratio(scale.y, rest.y), ratio(scale.z, rest.z));
            crate::pragma::skin::upright(Pose { origin: origin * self.units, rotation, scale })
        };
        self.nodes.iter().map(pose).collect()
    }
}
