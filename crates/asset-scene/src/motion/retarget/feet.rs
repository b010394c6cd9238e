//! How high the feet are above the ground, and how far they slide.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::glam::{DAffine3, DVec3};

use super::bones::Plan;
use crate::{IdMap, Node, Pose};

/// A foot is considered to stand if it is not higher than this above its rest position, as a share of the hips' height.
const LOW: f64 = 0.02;
/// A foot is considered to stand if it is not faster than this, in hip heights per second.
const SLOW: f64 = 0.25;

/// The feet of both figures over time.
pub(super) struct Feet {
    /// For each foot, where it was before in the source and in the target, and when.
    before: Vec<Option<Stand>>,
    slide: f64,
}

#[derive(Clone, Copy)]
struct Stand {
    time: f32,
    /// The position of the source's foot, scaled to the target's size.
    source: DVec3,
    /// The difference between both positions when the foot touched the ground.
    offset: Option<DVec3>,
}

impl Feet {
    pub(super) fn of(plan: &Plan) -> Self {
        Self { before: vec![None; plan.target_feet.len()], slide: 0.0 }
    }

    /// Returns by how much to lift the target's hips, so that its lowest foot is as high above its rest position as in
    /// the source.
    pub(super) fn lift(&self, plan: &Plan, pose: &Pose, globals: &IdMap<Node, DAffine3>) -> f64 {
        let rise = |(foot, other): (&_, &_)| {
            let source = pose.global(*other).translation.y - plan.rest_place(*other).y;
            (source * plan.ratio, globals[*foot].translation.y - plan.target_rest[*foot].translation.y)
        };
        let rises = plan.target_feet.iter().zip(&plan.source_feet).map(rise);
        let least = |(a, b): (f64, f64), (c, d): (f64, f64)| (a.min(c), b.min(d));
        rises.reduce(least).map_or(0.0, |(wanted, is)| wanted - is)
    }

    /// Updates the feet for a new pose, and measures how far they slide.
    pub(super) fn stand(&mut self, plan: &Plan, pose: &Pose, globals: &IdMap<Node, DAffine3>, time: f32) {
        let feet = plan.target_feet.iter().zip(&plan.source_feet);
        for ((foot, other), before) in feet.zip(&mut self.before) {
            let position = plan.turned(pose.global(*other).translation);
            let rise = (position.y - plan.rest_place(*other).y) * plan.ratio;
            let source = position * plan.ratio;
            let target = globals[*foot].translation;
            let flat = |position: DVec3| DVec3::new(position.x, 0.0, position.z);
            let is_slow = before.is_some_and(|before| {
                let passed = f64::from(time - before.time);
                (source - before.source).length() <= SLOW * plan.height * passed
            });
            let offset = if rise <= LOW * plan.height && is_slow {
                let known = before.and_then(|before| before.offset);
                let difference = flat(target - source);
                self.slide = known.map_or(self.slide, |known| self.slide.max((difference - known).length()));
                Some(known.unwrap_or(difference))
            } else {
                None
            };
            *before = Some(Stand { time, source, offset });
        }
    }

    /// Returns the greatest distance that a foot slides.
    pub(super) fn slide(&self) -> f64 {
        self.slide
    }
}
