//! Facts about a clip.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use binio::{Budget, Limits};

use super::keys::{self, Keys};
use super::motion_of_root::{moving_node, parent_world};
use super::repeat::{Gap, loop_gap};
use super::slide::slide;
use crate::{AnimationId, Error, Interpolation, Property, Scene};
use asset_geometry::glam::DVec3;

/// Facts about an animation that people decide by: may it loop, does it move, which frame rate has it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClipStats {
    /// Time of the last key, in seconds.
    pub duration: f32,
    /// Number of keys of all channels.
    pub keys: usize,
    /// Difference between the last pose and the first, without the translation of the moving node.
    pub gap: Gap,
    /// Horizontal speed of the moving node, in metres per second; 0 for an animation in place.
    pub root_speed: f64,
    /// Keys that jump: the number of keys whose value differs from both neighbours by much more than these from each other, and the node of the first.
    pub pops: usize,
    /// Name of the node of the first such key.
    pub first_pop: Option<String>,
    /// How far a foot slides while it stands, in metres; 0 for an animation in place, whose feet move below the figure, and for figures without feet. Feet
    /// are found by the names of bones.
    pub slide: f64,
    /// Name of the foot that slides most.
    pub sliding_foot: Option<String>,
    /// Greatest height of the hips above the lowest foot, in metres; 0 without feet or in place.
    pub hip_height: f64,
}

impl ClipStats {
    /// Computes the facts of all animations; `None` for one whose keys are invalid. Animations that share keys may need more memory than the scene: those
    /// beyond 16 times its size have no facts either.
    pub fn of_all(scene: &Scene<'_>) -> Vec<Option<Self>> {
        let most = scene.stored_bytes().saturating_mul(16).saturating_add(1 << 16);
        let mut budget = Limits::default().max_expanded_bytes(most).budget();
        // Feet of many animations may take as much again: without it these have all other facts.
        let mut slides = Limits::default().max_expanded_bytes(most).budget();
        scene.animations.ids().map(|id| Self::with_slides(scene, id, &mut budget, &mut slides).ok()).collect()
    }

    /// Computes the facts of an animation.
    ///
    /// # Errors
    /// The scene fails the [check](Scene::check), the animation or its times are invalid, or the budget is too small.
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
        if let Some(own) = all.iter().find(moved).filter(|_| duration > 0.0) {
            let to_world = parent_world(scene, own.node).matrix3;
            let place = |key: usize| {
                let [x, y, z] = own.value(key).try_into().unwrap_or_default();
                DVec3::new(f64::from(x), f64::from(y), f64::from(z))
            };
            let way = to_world * (place(own.times.len().saturating_sub(1)) - place(0));
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

/// Metres per second above which a figure walks over the ground.
const WALKS: f64 = 0.1;
/// How many times farther a key is from both neighbours than these are from each other, to count as a jump.
const FAR: f64 = 10.0;
/// Least jump: of rotations half the chord of about 10°, otherwise a share of the range of the curve.
const LEAST_TURN: f64 = 0.087;
const LEAST_SHARE: f64 = 0.2;

/// Fewer keys are poses of a person, not samples.
const LEAST_KEYS: usize = 5;

/// Counts keys that jump away from both neighbours and back.
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

/// The largest difference of a number of a curve.
fn range(keys: &Keys) -> f64 {
    let mut range = 0.0_f64;
    for place in 0..keys.width {
        let numbers = (0..keys.times.len()).filter_map(|key| keys.value(key).get(place).copied());
        let (least, most) =
            numbers.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), number| (a.min(number), b.max(number)));
        range = range.max(f64::from(most - least));
    }
    range
}
