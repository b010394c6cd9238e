//! Facts about a clip.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use binio::{Budget, Limits};

use super::keys::{self, Keys};
use super::motion_of_root::{moving_node, parent_world};
use super::repeat::{Gap, loop_gap};
use super::slide::slide;
use crate::{AnimationId, Error, Interpolation, Property, Scene};
use asset_geometry::glam::DVec3;

/// Facts about an animation. Use this to see if it can be played in a loop, if it moves the figure, and if it has
/// errors such as jumps.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClipStats {
    /// The time of the last key, in seconds.
    pub duration: f32,
    /// The number of keys in all channels.
    pub keys: usize,
    /// How much the last pose differs from the first. The translation of the moving node is ignored.
    pub gap: Gap,
    /// How fast the moving node is, horizontally and in metres per second. This is 0 if the animation plays in place.
    pub root_speed: f64,
    /// The number of keys that jump. A key jumps if it is much farther from both neighbours than the distance between
    /// them.
    pub pops: usize,
    /// The name of the node with the first such key.
    pub first_pop: Option<String>,
    /// How far a foot slides while it should stand, in metres. This is 0 when the animation plays in place, because the
    /// feet then move below the figure, or when the figure has no feet. To find feet, this uses the bone names.
    pub slide: f64,
    /// The name of the foot that slides most.
    pub sliding_foot: Option<String>,
    /// The greatest height of the hips above the lowest foot, in metres. This is 0 when the animation plays in place,
    /// or when the figure has no feet.
    pub hip_height: f64,
}

impl ClipStats {
    /// Computes the facts for all animations. The result is `None` for an animation with invalid keys. Because
    /// animations can share keys, they may need much more memory than the scene. This function stops at 16 times its
    /// size, and will return `None` for all remaining animations.
    pub fn of_all(scene: &Scene<'_>) -> Vec<Option<Self>> {
        let most = scene.stored_bytes().saturating_mul(16).saturating_add(1 << 16);
        let mut budget = Limits::default().max_expanded_bytes(most).budget();
        // Feet of many animations may take as much again: without it these have all other facts.
        let mut slides = Limits::default().max_expanded_bytes(most).budget();
        scene.animations.ids().map(|id| Self::with_slides(scene, id, &mut budget, &mut slides).ok()).collect()
    }

    /// Computes the facts for one animation.
    ///
    /// # Errors
    /// Fails if the scene fails the [check](Scene::check), the animation or its times are invalid, or the budget is too
    /// small.
    pub fn of(scene: &Scene<'_>, id: AnimationId, budget: &mut Budget) -> Result<Self, Error> {
        let mut slides = Limits::default().max_expanded_bytes(budget.left()).budget();
        Self::with_slides(scene, id, budget, &mut slides)
    }

    fn with_slides(
        scene: &Scene<'_>,
        id: AnimationId,
        budget: &mut Budget,
        slides: &mut Budget,
    ) -> Result<Self, Error> {
        let all = keys::read_all(scene, id, budget)?;
        let duration = keys::end(&all);
        let root = moving_node(scene, id);
        let gap = loop_gap(scene, id, root.as_slice(), budget)?;
        let mut stats = Self { duration, gap, keys: all.iter().map(|keys| keys.times.len()).sum(), ..Self::default() };
        let moved = |keys: &&Keys| Some(keys.node) == root && keys.property == Property::Translation;
        if let Some(root_keys) = all.iter().find(moved).filter(|_| duration > 0.0) {
            let to_world = parent_world(scene, root_keys.node).matrix3;
            let position = |key: usize| {
                let [x, y, z] = root_keys.value(key).try_into().unwrap_or_default();
                DVec3::new(f64::from(x), f64::from(y), f64::from(z))
            };
            let way = to_world * (position(root_keys.times.len().saturating_sub(1)) - position(0));
            stats.root_speed = way.x.hypot(way.z) / f64::from(duration);
        }
        if stats.root_speed > WALKS {
            let slide = slide(scene, id, slides).unwrap_or_default();
            (stats.slide, stats.hip_height) = (slide.distance, slide.height);
            stats.sliding_foot = slide.foot.map(|foot| scene[foot].name.clone());
        }
        for keys in &all {
            let count = pops(keys);
            if count > 0 && stats.first_pop.is_none() {
                stats.first_pop = Some(scene[keys.node].name.clone());
            }
            stats.pops += count;
        }
        Ok(stats)
    }
}

/// A figure that is faster than this walks over the ground, in metres per second.
const WALKS: f64 = 0.1;
/// To count as a jump, a key must be this many times farther from both neighbours than the distance between them.
const FAR: f64 = 10.0;
/// The smallest jump: for rotations half the chord of about 10°, otherwise a share of the curve's range.
const LEAST_TURN: f64 = 0.087;
const LEAST_SHARE: f64 = 0.2;

/// If an animation has fewer keys than this, a person has set the poses, so they can't be samples.
const LEAST_KEYS: usize = 5;

/// Counts keys that jump away from both neighbours.
fn pops(keys: &Keys) -> usize {
    if keys.interpolation != Interpolation::Linear || keys.times.len() < LEAST_KEYS {
        return 0;
    }
    let distance = |a: usize, b: usize| {
        let (a, b) = (keys.value(a), keys.value(b));
        let of = |sign: f64| {
            a.iter().zip(b).map(|(a, b)| (f64::from(*a) - sign * f64::from(*b)).powi(2)).sum::<f64>().sqrt()
        };
        if keys.property == Property::Rotation { of(1.0).min(of(-1.0)) } else { of(1.0) }
    };
    let least = if keys.property == Property::Rotation { LEAST_TURN } else { range(keys) * LEAST_SHARE };
    let is_pop = |key: &usize| {
        let (before, after, across) =
            (distance(*key - 1, *key), distance(*key, *key + 1), distance(*key - 1, *key + 1));
        let jump = before.min(after);
        jump > least && jump > FAR * across
    };
    (1..keys.times.len() - 1).filter(is_pop).count()
}

/// Returns the largest range of any number in a curve.
fn range(keys: &Keys) -> f64 {
    let mut range = 0.0_f64;
    for index in 0..keys.width {
        let numbers = (0..keys.times.len()).filter_map(|key| keys.value(key).get(index).copied());
        let (least, most) =
            numbers.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), number| (a.min(number), b.max(number)));
        range = range.max(f64::from(most - least));
    }
    range
}
