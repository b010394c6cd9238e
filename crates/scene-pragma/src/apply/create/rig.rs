//! Converts nodes to bones.

use std::collections::{BTreeSet, HashSet};

use asset_geometry::glam::{DAffine3, DMat3, DQuat, DVec3};
use asset_scene::trs::Chain;
use asset_scene::world::{World, inverse};
use asset_scene::{Error, Id, IdMap, Node, Property, Scene, Skin};
use binio::{Budget, Findings, Path};
use pragma_asset::{Frames, Pose};
use scene_adapter::unique_names::Names;

use super::text;
use crate::bones::{normalized, turned};
use crate::fault::spend;
use crate::kinds;

/// The bones of a scene, and the world transforms of all nodes.
pub(crate) struct Rig {
    world: World,
    bones: IdMap<Bone, Bone>,
    /// For each node, the bone that it becomes or is attached to.
    holders: IdMap<Node, Option<Id<Bone>>>,
    bound: IdMap<Skin, Bound>,
    /// Units of the engine per unit of the scene.
    units: f64,
}

/// A bone, which is a joint or a node that moves.
pub(crate) struct Bone {
    node: Id<Node>,
    parent: Option<Id<Bone>>,
    name: String,
    /// The transform in the scene, when each mesh is as stored in the model.
    reference: DAffine3,
    /// The rotation in the reference pose. The engine ignores the scale here, so it is not stored.
    rotation: DQuat,
    /// The matrix from the scene to the bone's space in the reference pose. This is `None` if the bone is flat.
    back: Option<DAffine3>,
}

/// A skin, after it is bound to bones.
pub(crate) struct Bound {
    /// The matrix from mesh space to where the mesh is in the model.
    pub(crate) place: DAffine3,
    /// The bones for the joints.
    pub(crate) bones: Vec<Id<Bone>>,
}

/// The largest number of bind poses of a node to compare, in order to find a shared bind pose.
const COMPARED: usize = 8;
/// A bone that is off its rest pose by less than this doesn't move: as a share of the skeleton's size, as a share of a
/// scale, or as half of an angle in radians.
const STILL: f32 = 1e-4;
/// A bone is sheared if the off-diagonal part of a stretch is larger than this, as a share of its size.
const SHEAR: f64 = 1e-4;

/// Subtracts the memory for bones and skins from the budget.
pub(crate) fn spend_all(scene: &Scene<'_>, budget: &mut Budget) -> Result<(), Error> {
    let joints = scene.skins.iter().map(|skin| skin.joints.len()).fold(0, usize::saturating_add);
    let count = joints.saturating_add(scene.nodes.len());
    spend(budget, count, size_of::<Bone>().saturating_add(size_of::<Pose>()), Path::from("bones"))
}

impl Rig {
    /// Creates the bones: all joints, and all nodes that move.
    pub(crate) fn new(scene: &Scene<'_>, world: World, units: f64, findings: &mut Findings) -> Self {
        let mut binding = Binding { references: IdMap::filled(Vec::new(), scene.nodes.len()), world: &world, findings };
        let skins: Vec<(DAffine3, Vec<Joint>)> =
            scene.skins.enumerate().map(|(number, skin)| binding.bind(number, skin)).collect();
        let Binding { mut references, .. } = binding;
        let moving = scene.animations.iter().flat_map(|animation| &animation.channels);
        for channel in moving.filter(|channel| channel.property != Property::MorphWeights) {
            let references = &mut references[channel.node];
            if references.is_empty() {
                references.push(world.world(channel.node));
            }
        }
        // One bone of each node, in the nodes' order; then the additional bones of nodes with several bind poses.
        let all = || scene.nodes.ids().flat_map(|node| (0..references[node].len()).map(move |place| (node, place)));
        let order: Vec<(Id<Node>, usize)> =
            all().filter(|(_, place)| *place == 0).chain(all().filter(|(_, place)| *place > 0)).collect();
        let mut ids: IdMap<Node, Vec<Id<Bone>>> = IdMap::filled(Vec::new(), scene.nodes.len());
        (0..).zip(&order).for_each(|(bone, (node, _))| ids[*node].push(Id::new(bone)));
        let mut holders: IdMap<Node, Option<Id<Bone>>> = IdMap::filled(None, scene.nodes.len());
        for node in world.depth_first() {
            let above = world.parent(node).and_then(|parent| holders[parent]);
            holders[node] = ids[node].first().copied().or(above);
        }
        let mut names = Names::default();
        let bones = order.iter().filter_map(|(node, place)| {
            let reference = *references[*node].get(*place)?;
            let path = Path::from([("node", node.index())]);
            let name = text(&names.take(&scene[*node].name, &format!("bone{node}"), path, findings));
            let parent = world.parent(*node).and_then(|parent| holders[parent]);
            let rotation = Parts::of(reference.matrix3).rotation;
            Some(Bone { node: *node, parent, name, reference, rotation, back: inverse(reference) })
        });
        let bones = IdMap::new(bones.collect());
        let bound = skins.into_iter().map(|(place, joints)| {
            let bones = joints.into_iter().filter_map(|(node, place)| ids[node].get(place).copied());
            Bound { place, bones: bones.collect() }
        });
        Self { bones, holders, bound: IdMap::new(bound.collect()), world, units }
    }

    /// Returns a skin after it is bound to bones.
    pub(crate) fn bound(&self, skin: Id<Skin>) -> &Bound {
        &self.bound[skin]
    }

    /// Returns the bone that a node becomes or is attached to.
    pub(crate) fn holder(&self, node: Id<Node>) -> Option<Id<Bone>> {
        self.holders[node]
    }

    /// Returns the matrix from node space to where the node is in the model. Its distance to the bone is the same as in
    /// the rest pose.
    pub(crate) fn place(&self, node: Id<Node>) -> DAffine3 {
        let global = self.world.world(node);
        let Some(bone) = self.holder(node).map(|bone| &self.bones[bone]) else { return global };
        let rest = self.world.world(bone.node);
        if rest == bone.reference {
            return global;
        }
        let place = inverse(rest).map(|back| bone.reference * back * global);
        place.filter(DAffine3::is_finite).unwrap_or(global)
    }

    pub(crate) fn len(&self) -> usize {
        self.bones.as_slice().len()
    }

    /// Returns the units of the engine per unit of the scene.
    pub(crate) fn units(&self) -> f64 {
        self.units
    }

    pub(crate) fn name(&self, bone: Id<Bone>) -> &str {
        &self.bones[bone].name
    }

    /// Returns the names, the parents, and the reference poses in model space.
    pub(crate) fn bones(&self) -> impl Iterator<Item = (&str, Option<usize>, Pose)> {
        self.bones.as_slice().iter().map(|bone| {
            let pose = self.pose(bone.reference.translation, bone.rotation, DVec3::ONE);
            (bone.name.as_str(), bone.parent.map(Id::index), pose)
        })
    }

    /// Returns the poses of all bones relative to their parents, given the transforms of all nodes relative to their
    /// parents. If a bone would have to shear, this adds it to `bent`.
    pub(crate) fn poses(&self, locals: Vec<DAffine3>, bent: &mut BTreeSet<Id<Bone>>) -> Vec<Pose> {
        let globals = self.world.worlds_of(locals);
        let poses: IdMap<Bone, Pose> = IdMap::new(
            self.bones
                .enumerate()
                .map(|(id, bone)| {
                    let place = globals[bone.node];
                    let (parts, is_right) = bone.parts(place);
                    if !is_right {
                        bent.insert(id);
                    }
                    self.pose(place.translation, parts.rotation, parts.scale)
                })
                .collect(),
        );
        let relative = |(id, pose): (Id<Bone>, &Pose)| match self.bones[id].parent {
            Some(parent) => normalized(pose.relative_to(poses[parent])),
            None => *pose,
        };
        poses.enumerate().map(relative).collect()
    }

    /// Returns the bones that move. These have channels, or they leave their reference pose, which can happen because
    /// of a parent's scale or other bind poses. If a property doesn't move, this sets the exact value of the reference
    /// pose.
    pub(crate) fn moved(&self, frames: &mut Frames, channels: &HashSet<(Id<Node>, Property)>) -> BTreeSet<u32> {
        let size = self.bones.as_slice().iter().map(|bone| bone.reference.translation.length()).fold(0.0, f64::max);
        let still = Still { origin: (size * self.units) as f32 * STILL };
        let reference: IdMap<Bone, Pose> = IdMap::new(self.bones().map(|(.., pose)| pose).collect());
        let mut moved = BTreeSet::new();
        for (id, bone) in self.bones.enumerate() {
            let rest =
                bone.parent.map_or(reference[id], |parent| normalized(reference[id].relative_to(reference[parent])));
            for property in [Property::Translation, Property::Rotation, Property::Scale] {
                let width = self.len().max(1);
                let mut poses = frames.poses.iter().skip(id.index()).step_by(width);
                if channels.contains(&(bone.node, property)) || poses.any(|pose| !still.is_in(pose, &rest, property)) {
                    moved.insert(id.index() as u32);
                    continue;
                }
                let poses = frames.poses.iter_mut().skip(id.index()).step_by(width);
                poses.for_each(|pose| put(pose, &rest, property));
            }
        }
        moved
    }

    fn pose(&self, origin: DVec3, rotation: DQuat, scale: DVec3) -> Pose {
        let origin = (origin * self.units).as_vec3();
        normalized(Pose { origin, rotation: rotation.as_quat(), scale: scale.as_vec3() })
    }
}

/// How far a bone can be from its rest pose without being considered to move.
struct Still {
    /// In units of the engine.
    origin: f32,
}

impl Still {
    fn is_in(&self, pose: &Pose, rest: &Pose, property: Property) -> bool {
        match property {
            Property::Translation => (pose.origin - rest.origin).abs().max_element() <= self.origin,
            Property::Scale => (pose.scale - rest.scale).abs().max_element() <= STILL,
            _ => turned(pose.rotation, rest.rotation) <= STILL,
        }
    }
}

/// Copies one property of a pose.
fn put(pose: &mut Pose, from: &Pose, property: Property) {
    match property {
        Property::Translation => pose.origin = from.origin,
        Property::Scale => pose.scale = from.scale,
        _ => pose.rotation = from.rotation,
    }
}

impl Bone {
    /// Returns the rotation and scale that a bone needs to move vertices from the reference pose to `place`. Also
    /// returns whether this is possible without shear.
    fn parts(&self, place: DAffine3) -> (Parts, bool) {
        if let Some(back) = self.back {
            let moved = Parts::of(place.matrix3 * back.matrix3 * DMat3::from_quat(self.rotation));
            return (moved, moved.shear <= SHEAR);
        }
        // Flat bones stay flat: only their rotation and their scale along the other axes change.
        let (now, then) = (Parts::of(place.matrix3), Parts::of(self.reference.matrix3));
        let is_flat = then.scale.abs().cmplt(DVec3::splat(f64::MIN_POSITIVE));
        let scale = DVec3::select(is_flat, DVec3::ONE, now.scale / then.scale);
        let grows = DVec3::select(is_flat, now.scale, DVec3::ZERO) != DVec3::ZERO;
        (Parts { scale, ..now }, !grows && now.shear <= SHEAR && then.shear <= SHEAR)
    }
}

/// A matrix, given by the nearest rotation and the scale to apply before it.
#[derive(Clone, Copy)]
struct Parts {
    rotation: DQuat,
    scale: DVec3,
    /// The shear that can't be stored in these, as a fraction of the scale.
    shear: f64,
}

impl Parts {
    fn of(matrix: DMat3) -> Self {
        let Chain { first, second } = Chain::of(DAffine3::from_mat3(matrix));
        let Some(turn) = second else { return Self { rotation: first.rotation, scale: first.scale, shear: 0.0 } };
        let turned = DMat3::from_quat(turn);
        let stretch = turned.transpose() * DMat3::from_diagonal(first.scale) * turned;
        let scale = DVec3::new(stretch.x_axis.x, stretch.y_axis.y, stretch.z_axis.z);
        let off = stretch.x_axis.y.abs().max(stretch.x_axis.z.abs()).max(stretch.y_axis.z.abs());
        let size = first.scale.abs().max_element();
        Self { rotation: first.rotation * turn, scale, shear: if size > 0.0 { off / size } else { 0.0 } }
    }
}

/// A joint: its node, and the index of the node's reference at which it was bound.
type Joint = (Id<Node>, usize);

/// Where nodes were when meshes were bound to them.
struct Binding<'b> {
    references: IdMap<Node, Vec<DAffine3>>,
    world: &'b World,
    findings: &'b mut Findings,
}

impl Binding<'_> {
    /// Binds a skin. Returns where its meshes are in the model, and for each joint, the node and the index of the
    /// reference.
    fn bind(&mut self, number: Id<Skin>, skin: &Skin) -> (DAffine3, Vec<Joint>) {
        let joints: Vec<(Id<Node>, DAffine3, Option<DAffine3>)> = (0..skin.joints.len())
            .map_while(|joint| skin.joint(joint))
            .map(|(node, bind)| (node, bind, inverse(bind)))
            .collect();
        let anchor = joints.iter().find(|(node, _, back)| back.is_some() && inverse(self.world.world(*node)).is_some());
        // Without a joint that has a size, as it was bound.
        let place = anchor.map_or(DAffine3::IDENTITY, |(node, bind, _)| self.world.world(*node) * *bind);
        let lost = joints.iter().filter(|(.., back)| back.is_none()).count();
        let path = || Path::from([("skin", number.index())]);
        if lost > 0 {
            self.findings.warning(
                kinds::INVERSE_BIND_SINGULAR,
                path(),
                format!("inverse bind matrices that have no inverse, taken as at rest: {lost}"),
            );
        }
        let mut away = 0_usize;
        let bound = joints.iter().map(|(node, _, back)| {
            let rest = self.world.world(*node);
            let reference = back.map(|back| place * back).filter(DAffine3::is_finite).unwrap_or(rest);
            let reference = if near(reference, rest) { rest } else { reference };
            away = away.saturating_add(usize::from(reference != rest));
            (*node, find(&mut self.references[*node], reference))
        });
        let bound = bound.collect();
        if away > 0 {
            self.findings.note(kinds::BIND_POSE_DIFFERS, path(), format!("joints that were bound elsewhere than they are at rest: {away}; without an animation the model shows them as bound"));
        }
        (place, bound)
    }
}

/// Returns the index of a reference. If the reference is new, this adds it.
fn find(references: &mut Vec<DAffine3>, reference: DAffine3) -> usize {
    let known = references.iter().take(COMPARED).position(|known| near(*known, reference));
    known.unwrap_or_else(|| {
        references.push(reference);
        references.len().saturating_sub(1)
    })
}

/// Returns whether two transforms are the same, apart from rounding to 32 bits.
fn near(a: DAffine3, b: DAffine3) -> bool {
    let size = |matrix: DMat3| matrix.x_axis.length().max(matrix.y_axis.length()).max(matrix.z_axis.length());
    let apart = size(a.matrix3 - b.matrix3);
    let far = a.translation.distance(b.translation);
    apart <= 1e-5 * size(a.matrix3) && far <= 1e-5 * (size(a.matrix3) + a.translation.length())
}
