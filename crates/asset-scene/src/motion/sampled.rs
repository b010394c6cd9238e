//! The poses of an animation at its keys.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::glam::{DAffine3, DQuat, DVec3, DVec4};
use binio::Budget;

use super::keys::{self, Keys};
use super::time::{SAMPLE, frames_of, spend};
use crate::reduce::{self, CurveTolerance};
use crate::world::World;
use crate::{AnimationId, Channel, Error, Id, IdMap, Interpolation, Node, Player, Property, Scene};

/// An animation, prepared to be sampled at its keys.
pub(super) struct Sampled {
    pub(super) keys: Vec<Keys>,
    /// The times of all keys, ascending. Splines have more, 60 per second, and if `between` is set, so does everything
    /// else.
    pub(super) times: Vec<f32>,
    pub(super) player: Player,
    /// The world transforms of all nodes in the rest pose.
    pub(super) rest: IdMap<Node, DAffine3>,
}

impl Sampled {
    /// Reads an animation, and subtracts the cost of `bones` new channels from the budget. Set `between` to also sample
    /// between keys. This is needed for feet, because legs with other lengths could leave the ground there.
    pub(super) fn of(
        scene: &Scene<'_>,
        id: AnimationId,
        bones: usize,
        between: bool,
        budget: &mut Budget,
    ) -> Result<Self, Error> {
        let keys = keys::read_all(scene, id, budget)?;
        let count = keys.iter().map(|keys| keys.linear_len(SAMPLE)).fold(0, usize::saturating_add);
        spend(count, budget, id)?;
        let mut times: Vec<f32> = keys.iter().flat_map(|keys| keys.dense_times(SAMPLE)).collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        if between {
            times = filled(&times, id, budget)?;
        }
        // Rotations and the poses of both skeletons.
        spend(times.len().saturating_mul(bones.saturating_mul(8)), budget, id)?;
        let world = World::new(scene);
        let rest = IdMap::new(scene.nodes.ids().map(|node| world.world(node)).collect());
        Ok(Self { keys, times, player: Player::new(scene, id)?, rest })
    }
}

/// Adds times, so that no two are farther apart than `SAMPLE`.
fn filled(times: &[f32], id: AnimationId, budget: &mut Budget) -> Result<Vec<f32>, Error> {
    let length = times.last().zip(times.first()).map_or(0.0, |(last, first)| last - first);
    // The number of frames is limited.
    frames_of(length, 1.0 / SAMPLE, id)?;
    let parts = |time: f32, next: f32| ((next - time) / SAMPLE - ROUNDED).ceil().max(1.0) as u32;
    let pairs = || times.iter().copied().zip(times.iter().copied().skip(1));
    let count = pairs().map(|(time, next)| parts(time, next) as usize).fold(1, usize::saturating_add);
    spend(count, budget, id)?;
    let mut all = Vec::with_capacity(count);
    for (time, next) in pairs() {
        let parts = parts(time, next);
        all.extend((0..parts).map(|part| time + (next - time) * (part as f32 / parts as f32)));
    }
    all.extend(times.last());
    all.dedup();
    Ok(all)
}

/// This part of a sample can come from rounding.
const ROUNDED: f32 = 0.01;

/// Returns the rotation in a transform, without the scale.
pub(super) fn rotation(affine: DAffine3) -> DQuat {
    let (_, rotation, _) = affine.to_scale_rotation_translation();
    if rotation.is_finite() { rotation.normalize() } else { DQuat::IDENTITY }
}

/// The values of one property of a node, at all times.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) node: Id<Node>,
    pub(super) property: Property,
    pub(super) values: Vec<DVec4>,
}

impl Track {
    pub(super) fn push(&mut self, value: DVec3) {
        self.values.push(value.extend(0.0));
    }

    /// Adds a rotation. Because a quaternion and its negative mean the same rotation, this uses the sign that is nearer
    /// to the last value.
    pub(super) fn push_rotation(&mut self, value: DQuat) {
        let value = DVec4::from(value);
        let is_far = self.values.last().is_some_and(|last| last.dot(value) < 0.0);
        self.values.push(if is_far { -value } else { value });
    }

    /// Adds the arrays for a channel, with only the keys that a linear interpolation needs. `unit` is the scale of the
    /// node's parent, and `size` is the size of the figure.
    pub(super) fn write(&self, scene: &mut Scene<'_>, times: &[f32], unit: f64, size: f64) -> Channel {
        let limit = CurveTolerance::default().limit(self.property, unit, size);
        let miss = |from, to, at| reduce::miss(self.property, times, &self.values, reduce::Gap { from, to, at });
        let kept = reduce::keys(times, limit, miss).keys;
        let width = if self.property == Property::Rotation { 4 } else { 3 };
        let mut keys = Keys {
            node: self.node,
            property: self.property,
            interpolation: Interpolation::Linear,
            times: Vec::new(),
            width,
            rows: Vec::new(),
        };
        for key in kept {
            let (Some(time), Some(value)) = (times.get(key), self.values.get(key)) else { continue };
            let numbers = value.as_vec4().to_array();
            keys.push(*time, numbers.get(..width).unwrap_or_default());
        }
        keys.write(scene)
    }
}
