//! Differences between two poses of rest: lowered arms, turned hips, feet that point outward.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::glam::{DMat3, DQuat, DVec3};

use super::bones::{Direction, Plan, meaning};
use crate::motion::convention::{BodySide, Part};
use crate::{Id, Node, Scene};

/// How hips and chest of the target are turned to those of the source.
pub(super) struct Stance {
    hips: DQuat,
    chest: DQuat,
    /// Spine bones of the plan, from the hips to the neck.
    spine: Vec<usize>,
}

/// The places of a bone in both poses of rest.
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
        Self { hips, chest, spine: (0..plan.bones.len()).filter(is_spine).collect() }
    }

    /// Returns the turn of a bone before its direction is known.
    fn turn(&self, number: usize, part: Option<Part>) -> DQuat {
        match part {
            Some(Part::Hips) => self.hips,
            Some(Part::Spine) => {
                let place = self.spine.iter().position(|bone| *bone == number).unwrap_or(0);
                self.hips.slerp(self.chest, (place + 1) as f64 / self.spine.len().max(1) as f64)
            }
            Some(Part::Shoulder) => self.chest,
            _ => DQuat::IDENTITY,
        }
    }
}

/// Returns the axes of a body part whose left and right are known: across, up, forward.
fn frame(across: DVec3) -> Option<DQuat> {
    let across = across.try_normalize()?;
    let forward = across.cross(DVec3::Y).try_normalize()?;
    Some(DQuat::from_mat3(&DMat3::from_cols(across, forward.cross(across), forward)))
}

fn places(plan: &Plan, target: Id<Node>, source: Id<Node>) -> Places {
    Places { target: plan.target_rest[target].translation, source: plan.rest_place(source) }
}

impl Plan {
    /// Computes the direction of a bone, and the turn from its pose of rest to that of the source.
    pub(super) fn align(&mut self, number: usize, target: &Scene<'_>, stance: &Stance) {
        let Some(bone) = self.bones.get(number).cloned() else { return };
        let turn = stance.turn(number, bone.part);
        let (align, direction) = match bone.part {
            // They keep their pose relative to the arm or the foot.
            Some(Part::Hand | Part::Thumb | Part::Index | Part::Middle | Part::Ring | Part::Pinky | Part::Toe) => {
                let above = std::iter::successors(target[bone.target].parent, |node| target[*node].parent);
                let above = above.filter_map(|node| self.bone_of[node]).find_map(|bone| self.bones.get(bone));
                (above.map_or(DQuat::IDENTITY, |above| above.align), None)
            }
            Some(Part::Foot) => (self.heading(number, target), None),
            part => match self.end(number, target, ends(part)).map(|end| places(self, end.0, end.1)) {
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
            let source_end = self.end(number, target, ends(bone.part))?.1;
            Some(Direction { target: target_direction, source_end })
        });
        if let Some(bone) = self.bones.get_mut(number) {
            bone.align = align.normalize();
            bone.direction = end;
        }
    }

    /// Returns the bone at the end of a bone, in the target and in the source.
    fn end(&self, number: usize, target: &Scene<'_>, parts: &[Part]) -> Option<(Id<Node>, Id<Node>)> {
        let bone = self.bones.get(number)?;
        let end = self.bones.iter().find(|other| {
            let is_part = other.part.is_some_and(|part| parts.contains(&part));
            is_part && other.source != bone.source && self.parent(other.target, target) == Some(bone.target)
        })?;
        Some((end.target, end.source))
    }

    /// The next bone of the plan above a node.
    fn parent(&self, node: Id<Node>, target: &Scene<'_>) -> Option<Id<Node>> {
        let mut above = std::iter::successors(target[node].parent, |node| target[*node].parent);
        above.find(|node| self.bone_of[*node].is_some())
    }

    /// Returns the turn about the vertical axis by which a foot points where the foot of the source does.
    fn heading(&self, number: usize, target: &Scene<'_>) -> DQuat {
        let turn = || {
            let bone = self.bones.get(number)?;
            let (toe, other) = self.end(number, target, &[Part::Toe])?;
            let (start, end) = (places(self, bone.target, bone.source), places(self, toe, other));
            let angle = |way: DVec3| (way.x.hypot(way.z) > way.length() * 0.2).then(|| libm::atan2(way.x, way.z));
            let (own, other) = (angle(end.target - start.target)?, angle(end.source - start.source)?);
            Some(DQuat::from_rotation_y(other - own))
        };
        turn().unwrap_or(DQuat::IDENTITY)
    }
}

/// The parts that the direction of a part leads to.
fn ends(part: Option<Part>) -> &'static [Part] {
    match part {
        Some(Part::Spine) => &[Part::Spine, Part::Neck, Part::Head],
        Some(Part::Neck) => &[Part::Neck, Part::Head],
        Some(Part::UpperArm) => &[Part::Forearm],
        Some(Part::Forearm) => &[Part::Hand],
        Some(Part::Thigh) => &[Part::Shin],
        Some(Part::Shin) => &[Part::Foot],
        _ => &[],
    }
}
