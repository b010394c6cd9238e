//! Pairs of bones, and how their rest poses differ.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use std::collections::{HashMap, HashSet};

use asset_geometry::glam::{DAffine3, DQuat, DVec3};

use super::RetargetReport;
use super::stance::Stance;
use crate::motion::bone_map::{BoneMap, Named};
use crate::motion::convention::{BodySide, Part, role};
use crate::motion::keys::Keys;
use crate::motion::sampled::{Sampled, rotation};
use crate::trs::Trs;
use crate::world::World;
use crate::{Id, IdMap, Node, Property, Scene};

/// A bone of the target, with the source bone that it follows.
#[derive(Clone, Debug)]
pub(super) struct Bone {
    pub(super) target: Id<Node>,
    pub(super) source: Id<Node>,
    pub(super) part: Option<Part>,
    /// The rotation from the target's rest pose to the source's rest pose.
    pub(super) align: DQuat,
    pub(super) direction: Option<Direction>,
    /// The number of the next bone above.
    pub(super) above: Option<usize>,
    /// The number of the bone at the end of this bone, which is the next one in its limb.
    pub(super) end: Option<usize>,
    /// Whether it gets rotations.
    pub(super) turns: bool,
    /// Whether it gets translations. Only the hips and the bones above them do.
    pub(super) moves: bool,
}

/// The direction in which a bone points, to the next bone in its limb.
#[derive(Clone, Debug)]
pub(super) struct Direction {
    /// The direction in the target's rest pose, with unit length.
    pub(super) target: DVec3,
    /// The source bone to which it points.
    pub(super) source_end: Id<Node>,
}

/// Everything that is the same for all poses.
pub(super) struct Plan {
    /// The bones, with parents first.
    pub(super) bones: Vec<Bone>,
    /// For each node of the target, its bone in `bones`.
    pub(super) bone_of: IdMap<Node, Option<usize>>,
    pub(super) rests: IdMap<Node, Trs>,
    /// For a matrix that shears, the inner rotation.
    pub(super) below: IdMap<Node, DQuat>,
    pub(super) target_rest: IdMap<Node, DAffine3>,
    /// The rotations of the source in its rest pose.
    pub(super) source_rest: IdMap<Node, DQuat>,
    places: IdMap<Node, DVec3>,
    /// Turns the source so that it faces the same way as the target.
    pub(super) facing: DQuat,
    /// The height of the target's hips, divided by the height of the source's hips.
    pub(super) ratio: f64,
    /// The height of the target's hips.
    pub(super) height: f64,
    pub(super) source_feet: Vec<Id<Node>>,
    pub(super) target_feet: Vec<Id<Node>>,
}

impl Plan {
    pub(super) fn of(source: &Scene<'_>, target: &Scene<'_>, map: &BoneMap, sampled: &Sampled) -> Self {
        let world = World::new(target);
        let pairs = pairs(source, target, map);
        let target_rest = IdMap::new(target.nodes.ids().map(|node| world.world(node)).collect());
        let source_rest = IdMap::new(sampled.rest.as_slice().iter().map(|rest| rotation(*rest)).collect());
        let places = IdMap::new(sampled.rest.as_slice().iter().map(|rest| rest.translation).collect());
        let chains: Vec<_> = target.nodes.iter().map(|node| node.transform.split()).collect();
        let mut plan = Self {
            bones: Vec::new(),
            bone_of: IdMap::filled(None, target.nodes.len()),
            rests: IdMap::new(chains.iter().map(|chain| chain.first).collect()),
            below: IdMap::new(chains.iter().map(|chain| chain.second.unwrap_or(DQuat::IDENTITY)).collect()),
            target_rest,
            source_rest,
            places,
            facing: DQuat::IDENTITY,
            ratio: 1.0,
            height: 1.0,
            source_feet: Vec::new(),
            target_feet: Vec::new(),
        };
        plan.measure(source, &pairs, target);
        plan.pair(source, target, &pairs, &world);
        plan
    }

    /// Turns a position of the source, so that it faces the same way as the target.
    pub(super) fn turned(&self, vector: DVec3) -> DVec3 {
        self.facing * vector
    }

    /// Returns the rest position of a source bone, after the source is turned.
    pub(super) fn rest_place(&self, bone: Id<Node>) -> DVec3 {
        self.turned(self.places[bone])
    }

    /// Finds the feet, the ratio of the heights, and the directions that both figures face.
    fn measure(&mut self, source: &Scene<'_>, pairs: &HashMap<Id<Node>, Id<Node>>, target: &Scene<'_>) {
        let by_part = |part: Part, side: Option<BodySide>| {
            let of_part = pairs.iter().filter(|(target_bone, source_bone)| {
                let meaning = meaning(target, **target_bone).or_else(|| meaning(source, **source_bone));
                meaning.is_some_and(|meaning| meaning.0 == part && meaning.1 == side)
            });
            of_part.map(|(target, source)| (*target, *source)).min()
        };
        let (left, right) = (Some(BodySide::Left), Some(BodySide::Right));
        let feet = [(Part::Foot, left), (Part::Foot, right), (Part::Toe, left), (Part::Toe, right)];
        for (target, source) in feet.into_iter().filter_map(|(part, side)| by_part(part, side)) {
            self.target_feet.push(target);
            self.source_feet.push(source);
        }
        let position = |target: Id<Node>| self.target_rest[target].translation;
        if let Some((hips, other)) = by_part(Part::Hips, None) {
            let low = self.target_feet.iter().map(|foot| position(*foot).y).fold(f64::INFINITY, f64::min);
            let other_low = self.source_feet.iter().map(|foot| self.places[*foot].y).fold(f64::INFINITY, f64::min);
            let (low, other_low) = if low.is_finite() { (low, other_low) } else { (0.0, 0.0) };
            let (height, other) = (position(hips).y - low, self.places[other].y - other_low);
            let ratio = height / other;
            if height > 0.0 && ratio.is_finite() && ratio > 0.0 {
                (self.ratio, self.height) = (ratio, height);
            }
        }
        if let (Some(left), Some(right)) = (by_part(Part::Thigh, left), by_part(Part::Thigh, right)) {
            let across = position(right.0) - position(left.0);
            let other = self.places[right.1] - self.places[left.1];
            let angle = libm::atan2(other.z, other.x) - libm::atan2(across.z, across.x);
            let is_flat = across.y.abs() < across.length() * 0.5 && other.y.abs() < other.length() * 0.5;
            // Figures face along an axis: small differences come from the stance.
            let quarter = (angle / std::f64::consts::FRAC_PI_2).round() * std::f64::consts::FRAC_PI_2;
            let angle = if (angle - quarter).abs() < SMALL { quarter } else { angle };
            if is_flat && (angle.cos() < 1.0 - 1e-9) {
                self.facing = DQuat::from_rotation_y(angle);
            }
        }
    }

    /// Creates the bones, with parents first.
    fn pair(&mut self, source: &Scene<'_>, target: &Scene<'_>, pairs: &HashMap<Id<Node>, Id<Node>>, world: &World) {
        let hips =
            pairs.keys().copied().filter(|bone| part(target, source, (*bone, pairs[bone])) == Some(Part::Hips)).min();
        let above: HashSet<Id<Node>> = std::iter::successors(hips, |node| world.parent(*node)).collect();
        for node in world.depth_first() {
            let Some(other) = pairs.get(&node) else { continue };
            let part = part(target, source, (node, *other));
            // Without known hips the first bone moves.
            let moves = if hips.is_some() { above.contains(&node) } else { self.bones.is_empty() };
            let bone = Bone {
                target: node,
                source: *other,
                part,
                align: DQuat::IDENTITY,
                direction: None,
                above: None,
                end: None,
                turns: true,
                moves,
            };
            self.bone_of[node] = Some(self.bones.len());
            self.bones.push(bone);
        }
        self.link(world);
        let stance = Stance::of(self, target, source);
        for number in 0..self.bones.len() {
            self.align(number, &stance);
        }
    }

    /// Reports which bones match.
    pub(super) fn report(&self, source: &Scene<'_>, target: &Scene<'_>, sampled: &Sampled) -> RetargetReport {
        let followed: HashSet<Id<Node>> = self.bones.iter().map(|bone| bone.source).collect();
        let moved: Vec<Id<Node>> =
            sampled.keys.iter().map(|keys| keys.node).filter(|node| !followed.contains(node)).collect();
        let names = |scene: &Scene<'_>, nodes: &mut dyn Iterator<Item = Id<Node>>| {
            let nodes: std::collections::BTreeSet<Id<Node>> = nodes.collect();
            nodes.into_iter().map(|node| scene[node].name.clone()).collect()
        };
        let joints = target.skins.iter().flat_map(|skin| skin.joints.iter().copied());
        // Exporters write constant scales too.
        let is_far = |(a, b): (&f32, &f32)| (a - b).abs() > 1e-3;
        let changes =
            |keys: &Keys| (1..keys.times.len()).any(|key| keys.value(key).iter().zip(keys.value(0)).any(is_far));
        let is_left_out =
            |keys: &&Keys| matches!(keys.property, Property::Scale | Property::MorphWeights) && changes(keys);
        RetargetReport {
            matched: self.bones.len(),
            unmatched_source: names(source, &mut moved.into_iter()),
            unmatched_target: names(target, &mut joints.filter(|joint| self.bone_of[*joint].is_none())),
            ratio: self.ratio,
            slide: 0.0,
            left_out: sampled.keys.iter().filter(is_left_out).count(),
        }
    }
}

/// The stance may turn the hips by this angle at most, in radians.
const SMALL: f64 = 0.35;

/// Finds the source bone for each target bone.
fn pairs(source: &Scene<'_>, target: &Scene<'_>, map: &BoneMap) -> HashMap<Id<Node>, Id<Node>> {
    let (from, to) = (Named::of(source), Named::of(target));
    let mapped = map.pairs().iter().filter_map(|(source, target)| Some((to.find(target)?, from.find(source)?)));
    mapped.filter(|(bone, _)| target[*bone].transform.split().second.is_none()).collect()
}

pub(super) fn meaning(scene: &Scene<'_>, bone: Id<Node>) -> Option<(Part, Option<BodySide>)> {
    let role = role(&scene[bone].name)?;
    Some((role.part, role.side))
}

/// Returns the body part, given the name of the target bone, or else the name of the source bone.
fn part(target: &Scene<'_>, source: &Scene<'_>, (bone, other): (Id<Node>, Id<Node>)) -> Option<Part> {
    meaning(target, bone).or_else(|| meaning(source, other)).map(|(part, _)| part)
}
