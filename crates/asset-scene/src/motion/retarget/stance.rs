//! How two rest poses differ: lowered arms, turned hips, feet that point outwards.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use std::collections::HashMap;

use asset_geometry::glam::{DMat3, DQuat, DVec3};

use super::bones::{Direction, Plan, meaning};
use crate::motion::convention::{BodySide, Part};
use crate::world::World;
use crate::{Id, IdMap, Node, Scene};

/// How to turn the hips and the chest of the target, so that they match the source.
pub(super) struct Stance {
    hips: DQuat,
    chest: DQuat,
    /// The spine bones in the plan, with their position from the hips to the neck.
    spine: HashMap<usize, usize>,
}

/// The position of a bone in both rest poses.
#[derive(Clone, Copy)]
struct Places {
    target: DVec3,
    source: DVec3,
}

impl Stance {
    pub(super) fn of(plan: &Plan, target: &Scene<'_>, source: &Scene<'_>) -> Self {
        let across = |part: Part| {
            let side = |side: BodySide| {
                let is_it = |meaning: Option<(Part, Option<BodySide>)>| meaning == Some((part, Some(side)));
                let bone = plan.bones.iter().find(|bone| {
                    let own = meaning(target, bone.target);
                    is_it(own.or_else(|| meaning(source, bone.source)))
                })?;
                Some(places(plan, bone.target, bone.source))
            };
            let (left, right) = (side(BodySide::Left)?, side(BodySide::Right)?);
            let own = frame(left.target - right.target)?;
            let other = frame(left.source - right.source)?;
            Some((other * own.inverse()).normalize())
        };
        let hips = across(Part::Thigh).unwrap_or(DQuat::IDENTITY);
        let chest = across(Part::UpperArm).unwrap_or(hips);
        let is_spine = |number: &usize| plan.bones.get(*number).is_some_and(|bone| bone.part == Some(Part::Spine));
        Self { hips, chest, spine: (0..plan.bones.len()).filter(is_spine).zip(0..).collect() }
    }

    /// Returns how to turn a bone, as long as its direction is not known.
    fn turn(&self, number: usize, part: Option<Part>) -> DQuat {
        match part {
            Some(Part::Hips) => self.hips,
            Some(Part::Spine) => {
                let index = self.spine.get(&number).copied().unwrap_or(0);
                self.hips.slerp(self.chest, (index + 1) as f64 / self.spine.len().max(1) as f64)
            }
            Some(Part::Shoulder) => self.chest,
            _ => DQuat::IDENTITY,
        }
    }
}

/// Returns the axes of a body part (across, up, forward), given the direction from one side to the other.
fn frame(across: DVec3) -> Option<DQuat> {
    let across = across.try_normalize()?;
    let forward = across.cross(DVec3::Y).try_normalize()?;
    Some(DQuat::from_mat3(&DMat3::from_cols(across, forward.cross(across), forward)))
}

fn places(plan: &Plan, target: Id<Node>, source: Id<Node>) -> Places {
    Places { target: plan.target_rest[target].translation, source: plan.rest_place(source) }
}

impl Plan {
    /// Computes the direction of a bone, and the rotation from its rest pose to the source's rest pose.
    pub(super) fn align(&mut self, number: usize, stance: &Stance) {
        let Some(bone) = self.bones.get(number).cloned() else { return };
        let turn = stance.turn(number, bone.part);
        let (align, direction) = match bone.part {
            // They keep their pose relative to the arm or the foot.
            Some(Part::Hand | Part::Thumb | Part::Index | Part::Middle | Part::Ring | Part::Pinky | Part::Toe) => {
                let above = bone.above.and_then(|above| self.bones.get(above));
                (above.map_or(DQuat::IDENTITY, |above| above.align), None)
            }
            Some(Part::Foot) => (self.heading(number), None),
            _ => match self.end(number).map(|end| places(self, end.0, end.1)) {
                Some(end) => {
                    let start = places(self, bone.target, bone.source);
                    let own = (end.target - start.target).try_normalize();
                    let other = (end.source - start.source).try_normalize();
                    match own.zip(other) {
                        Some((own, other)) => (DQuat::from_rotation_arc(turn * own, other) * turn, Some(own)),
                        None => (turn, None),
                    }
                }
                None => (turn, None),
            },
        };
        let end = direction.and_then(|target_direction| {
            let source_end = self.end(number)?.1;
            Some(Direction { target: target_direction, source_end })
        });
        if let Some(bone) = self.bones.get_mut(number) {
            bone.align = align.normalize();
            bone.direction = end;
        }
    }

    /// Returns the bone at the end of a bone, in the target and in the source.
    fn end(&self, number: usize) -> Option<(Id<Node>, Id<Node>)> {
        let end = self.bones.get(self.bones.get(number)?.end?)?;
        Some((end.target, end.source))
    }

    /// Finds the next bone above each bone, and the bone at its end.
    pub(super) fn link(&mut self, world: &World) {
        let mut above: IdMap<Node, Option<usize>> = IdMap::filled(None, self.bone_of.as_slice().len());
        for node in world.depth_first() {
            let parent = world.parent(node);
            above[node] = parent.and_then(|parent| self.bone_of[parent].or(above[parent]));
        }
        for number in 0..self.bones.len() {
            let Some(bone) = self.bones.get(number).cloned() else { continue };
            let parent = above[bone.target];
            if let Some(bone) = self.bones.get_mut(number) {
                bone.above = parent;
            }
            let Some(parent) = parent.and_then(|parent| self.bones.get_mut(parent)) else { continue };
            let is_end =
                bone.part.is_some_and(|part| ends(parent.part).contains(&part)) && bone.source != parent.source;
            if is_end && parent.end.is_none() {
                parent.end = Some(number);
            }
        }
    }

    /// Returns the rotation about the vertical axis that makes a foot point in the same direction as the source's foot.
    fn heading(&self, number: usize) -> DQuat {
        let turn = || {
            let bone = self.bones.get(number)?;
            let (toe, other) = self.end(number)?;
            let (start, end) = (places(self, bone.target, bone.source), places(self, toe, other));
            let angle = |way: DVec3| (way.x.hypot(way.z) > way.length() * 0.2).then(|| libm::atan2(way.x, way.z));
            let (own, other) = (angle(end.target - start.target)?, angle(end.source - start.source)?);
            Some(DQuat::from_rotation_y(other - own))
        };
        turn().unwrap_or(DQuat::IDENTITY)
    }
}

/// The body parts to which a body part can point.
fn ends(part: Option<Part>) -> &'static [Part] {
    match part {
        Some(Part::Spine) => &[Part::Spine, Part::Neck, Part::Head],
        Some(Part::Neck) => &[Part::Neck, Part::Head],
        Some(Part::UpperArm) => &[Part::Forearm],
        Some(Part::Forearm) => &[Part::Hand],
        Some(Part::Thigh) => &[Part::Shin],
        Some(Part::Shin) => &[Part::Foot],
        Some(Part::Foot) => &[Part::Toe],
        _ => &[],
    }
}
