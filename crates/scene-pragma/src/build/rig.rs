//! Nodes as bones.

use std::collections::{BTreeSet, HashMap, HashSet};

use asset_geometry::Hierarchy;
use asset_geometry::glam::{Affine3A, Mat4, Vec3};
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
    /// Where each bone is while meshes are as the model has them.
    references: Vec<Affine3A>,
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
        let references = nodes.iter().map(|node| globals.get(*node).copied().unwrap_or_default()).collect();
        let mut rig = Self { names, hierarchy, nodes, bone_of, parents, rest, globals, references, units };
        rig.bind(scene);
        rig
    }

    /// Puts the bones of skins to where they were when their meshes were bound, which need not be where they are at rest. Of all of a skin,
    /// its first joint is where it is at rest.
    fn bind(&mut self, scene: &Scene<'_>) {
        let mut bound = HashSet::new();
        for skin in &scene.skins {
            let inverse = |place: usize| {
                let columns = skin.inverse_bind.get(place)?;
                let inverse = Affine3A::from_mat4(Mat4::from_cols_array(columns));
                (inverse.is_finite() && inverse.matrix3.determinant().abs() > f32::MIN_POSITIVE).then_some(inverse)
            };
            let Some((first, own)) = skin.joints.first().zip(inverse(0)) else { continue };
            let mesh = self.global(*first) * own;
            for (place, node) in skin.joints.iter().enumerate() {
                let Some((bone, inverse)) = self.bone(*node).zip(inverse(place)) else { continue };
                let reference = mesh * inverse.inverse();
                if let Some(place) =
                    self.references.get_mut(bone).filter(|_| reference.is_finite() && bound.insert(bone))
                {
                    *place = reference;
                }
            }
        }
    }

    /// Where a bone is while meshes are as the model has them.
    pub(super) fn reference(&self, bone: usize) -> Affine3A {
        self.references.get(bone).copied().unwrap_or_default()
    }

    /// Where a node is while meshes are as the model has them: as far from its bone as at rest.
    pub(super) fn place(&self, node: usize) -> Affine3A {
        let Some(bone) = self.bone(node) else { return self.global(node) };
        let holder = self.nodes.get(bone).map(|holder| self.global(*holder)).unwrap_or_default();
        let place = self.reference(bone) * holder.inverse() * self.global(node);
        if place.is_finite() { place } else { self.global(node) }
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
        let poses = (0..self.len()).map(|bone| self.in_model(bone, self.reference(bone)));
        let all = self.names.iter().cloned().zip(self.parents.iter().copied()).zip(poses);
        all.map(|((name, parent), pose)| (name, parent, pose)).collect()
    }

    /// The poses of all bones as seen from their parents, while nodes stand at `locals`.
    pub(super) fn poses(&self, locals: &[Local]) -> Vec<Pose> {
        let locals: Vec<Affine3A> = locals.iter().map(affine).collect();
        let globals = self.hierarchy.global_transforms(&locals).unwrap_or_default();
        let places = self.nodes.iter().map(|node| globals.get(*node).copied().unwrap_or_default());
        let poses: Vec<Pose> = places.enumerate().map(|(bone, place)| self.in_model(bone, place)).collect();
        let seen = |(pose, parent): (&Pose, &Option<usize>)| match parent.and_then(|parent| poses.get(parent)) {
            Some(parent) => crate::pragma::skin::upright(pose.relative_to(*parent)),
            None => *pose,
        };
        poses.iter().zip(&self.parents).map(seen).collect()
    }

    /// A bone in the model's space: in units, and scaled by as much as it is larger than its reference.
    fn in_model(&self, bone: usize, place: Affine3A) -> Pose {
        let (scale, rotation, origin) = place.to_scale_rotation_translation();
        let (reference, ..) = self.reference(bone).to_scale_rotation_translation();
        let ratio = |now: f32, reference: f32| if reference == 0.0 { 1.0 } else { now / reference };
        let scale = Vec3::new(ratio(scale.x, reference.x), ratio(scale.y, reference.y), ratio(scale.z, reference.z));
        crate::pragma::skin::upright(Pose { origin: origin * self.units, rotation, scale })
    }
}
