//! Plays animations on another skeleton.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

mod bones;
mod feet;
mod stance;

use asset_geometry::glam::{DAffine3, DQuat, DVec3};
use binio::Budget;

use super::bone_map::BoneMap;
use super::convention::Part;
use super::sampled::{Sampled, Track, rotation};
use crate::trs::Trs;
use crate::world::World;
use crate::{Animation, AnimationId, Error, ErrorKind, IdMap, Node, Pose, Property, Scene};
use bones::{Bone, Plan};
use feet::Feet;

/// The result of [`retarget`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RetargetReport {
    /// The number of bones in the target that follow a bone of the source.
    pub matched: usize,
    /// Animated bones of the source that could not be used, because no bone of the target follows them.
    pub unmatched_source: Vec<String>,
    /// Joints of the target that don't follow any bone. They stay in their rest pose.
    pub unmatched_target: Vec<String>,
    /// The height of the target's hips, divided by the height of the source's hips. Motion over the ground is
    /// multiplied by this.
    pub ratio: f64,
    /// The greatest distance that a foot of the target slides while the source's foot stands, in metres, or 0 if the
    /// figure has no feet.
    pub slide: f64,
    /// The number of channels that were skipped, because they animate a scale or morph weights.
    pub left_out: usize,
}

/// Copies an animation to another scene, whose skeleton may have other bones, other proportions or another rest pose.
/// Returns the id of the new animation.
///
/// Each bone of the target turns away from its rest pose in the same way as the source bone does, seen in the scene's
/// space. Arms, legs, spine and neck get the same directions as in the source, so it doesn't matter if, for example,
/// one of the rest poses has lowered arms. The motion of the hips is scaled by the ratio of both heights, and the
/// lowest foot will be as high above the ground as in the source. This doesn't change any other translations of the
/// target. If the figures face different ways, the motion is turned.
///
/// The animation gets keys at the same times as the source, and 60 per second between them. After this, it removes keys
/// that a linear interpolation doesn't need.
///
/// # Errors
/// Fails if a scene fails the [check](Scene::check), the animation or its times are invalid, no bone matches, or the
/// budget is too small.
pub fn retarget(
    source: &Scene<'_>,
    id: AnimationId,
    target: &mut Scene<'_>,
    map: &BoneMap,
    budget: &mut Budget,
) -> Result<(AnimationId, RetargetReport), Error> {
    target.check()?;
    let sampled = Sampled::of(source, id, target.nodes.len(), true, budget)?;
    let plan = Plan::of(source, target, map, &sampled);
    if plan.bones.is_empty() {
        let message = "no bone of the animation matches a bone of the target; name the pairs in a bone map";
        return Err(Error::new(ErrorKind::Unsupported(message.into()), binio::Path::from([("animation", id.index())])));
    }
    let world = World::new(target);
    let mut work = Work { target, world, plan: &plan, feet: Feet::of(&plan), tracks: Vec::new(), moves: Vec::new() };
    work.begin(&sampled);
    for time in &sampled.times {
        work.pose(&sampled.player.sample(*time), *time);
    }
    let Work { world, tracks, moves, feet, .. } = work;
    let mut channels = Vec::new();
    for track in tracks.into_iter().flatten().chain(moves.into_iter().flatten()) {
        let unit = world.parent_world(track.node).matrix3.x_axis.length();
        channels.push(track.write(target, &sampled.times, unit, plan.height));
    }
    let name = source[id].name.clone();
    let report = RetargetReport { slide: feet.slide(), ..plan.report(source, target, &sampled) };
    let added = target.animations.push(Animation { name, channels, source: None });
    Ok((added, report))
}

/// The state while an animation is copied, pose by pose.
struct Work<'w, 't> {
    target: &'w Scene<'t>,
    world: World,
    plan: &'w Plan,
    feet: Feet,
    /// The rotations, one track per bone in the plan.
    tracks: Vec<Option<Track>>,
    /// The translations, one track per bone in the plan that moves.
    moves: Vec<Option<Track>>,
}

impl Work<'_, '_> {
    fn begin(&mut self, sampled: &Sampled) {
        let track = |node, property| Track { node, property, values: Vec::with_capacity(sampled.times.len()) };
        let turns = |bone: &Bone| bone.turns.then(|| track(bone.target, Property::Rotation));
        let moves = |bone: &Bone| bone.moves.then(|| track(bone.target, Property::Translation));
        self.tracks = self.plan.bones.iter().map(turns).collect();
        self.moves = self.plan.bones.iter().map(moves).collect();
    }

    /// Adds the keys for one pose of the source.
    fn pose(&mut self, pose: &Pose, time: f32) {
        let plan = self.plan;
        let mut locals: IdMap<Node, Trs> = plan.rests.clone();
        let mut globals = self.globals(pose, &mut locals, 0.0);
        let lift = self.feet.lift(plan, pose, &globals);
        if lift != 0.0 {
            locals = plan.rests.clone();
            globals = self.globals(pose, &mut locals, lift);
        }
        self.feet.stand(plan, pose, &globals, time);
        for (bone, (turn, shift)) in plan.bones.iter().zip(self.tracks.iter_mut().zip(&mut self.moves)) {
            let local = locals[bone.target];
            turn.iter_mut().for_each(|track| track.push_rotation(local.rotation));
            shift.iter_mut().for_each(|track| track.push(local.translation));
        }
    }

    /// Computes the transforms of all nodes in the target. `lift` is added to the height of the hips.
    fn globals(&self, pose: &Pose, locals: &mut IdMap<Node, Trs>, lift: f64) -> IdMap<Node, DAffine3> {
        let plan = self.plan;
        let mut globals: IdMap<Node, DAffine3> = IdMap::filled(DAffine3::IDENTITY, self.target.nodes.len());
        for node in self.world.depth_first() {
            let parent = self.world.parent(node).map_or(DAffine3::IDENTITY, |parent| globals[parent]);
            if let Some(bone) = plan.bone_of[node].and_then(|bone| plan.bones.get(bone)) {
                let local = &mut locals[node];
                if bone.turns {
                    local.rotation = (rotation(parent).inverse() * self.wanted(bone, pose)).normalize();
                }
                if bone.moves {
                    let lift = if bone.part == Some(Part::Hips) { lift } else { 0.0 };
                    let way = plan.turned(pose.global(bone.source).translation) - plan.rest_place(bone.source);
                    let position = plan.target_rest[node].translation + way * plan.ratio + DVec3::Y * lift;
                    let moved = parent.inverse().transform_point3(position);
                    if moved.is_finite() {
                        local.translation = moved;
                    }
                }
            }
            let below = plan.below[node];
            globals[node] = parent * locals[node].to_affine() * DAffine3::from_quat(below);
        }
        globals
    }

    /// Returns the rotation that a target bone should have in the scene's space.
    fn wanted(&self, bone: &Bone, pose: &Pose) -> DQuat {
        let plan = self.plan;
        let turn = plan.facing
            * rotation(pose.global(bone.source))
            * plan.source_rest[bone.source].inverse()
            * plan.facing.inverse();
        let wanted = turn * bone.align * rotation(plan.target_rest[bone.target]);
        let Some(direction) = &bone.direction else { return wanted };
        // Bones of the source between both may turn too.
        let is = turn * bone.align * direction.target;
        let from = plan.turned(pose.global(bone.source).translation);
        let to = plan.turned(pose.global(direction.source_end).translation);
        match (to - from).try_normalize() {
            Some(direction) => DQuat::from_rotation_arc(is, direction) * wanted,
            None => wanted,
        }
    }
}
