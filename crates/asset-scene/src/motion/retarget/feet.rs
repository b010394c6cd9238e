//! Feet: their height above the ground, and how far they slide.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::glam::{DAffine3, DVec3};

use super::bones::Plan;
use crate::{IdMap, Node, Pose};

/// Height above the pose of rest, as a share of the hips' height, up to which a foot stands.
const LOW: f64 = 0.02;
/// Speed, in heights of the hips per second, up to which a foot stands.
const SLOW: f64 = 0.25;

/// The feet of both figures over time.
pub(super) struct Feet {
    /// For each foot: where it stood before, with the time, in the source and in the target.
    before: Vec<Option<Stand>>,
    slide: f64,
}

#[derive(Clone, Copy)]
struct Stand {
    time: f32,
    /// Place of the source's foot, in the target's size.
    source: DVec3,
    /// Difference of both places when the foot came to stand.
    offset: Option<DVec3>,
}

impl Feet {
    pub(super) fn of(plan: &Plan) -> Self {
        Self { before: vec![None; plan.target_feet.len()], slide: 0.0 }
    }

    /// Returns by how much the hips of the target are raised, so that its lowest foot is as high above its place of rest as the source's.
    pub(super) fn lift(&self, plan: &Plan, pose: &Pose, globals: &IdMap<Node, DAffine3>) -> f64 {
        let rise = |(own, other): (&_, &_)| {
            let source = pose.global(*other).translation.y - plan.rest_place(*other).y;
            (source * plan.ratio, globals[*own].translation.y - plan.target_rest[*own].translation.y)
        };
        let rises = plan.target_feet.iter().zip(&plan.source_feet).map(rise);
        let least = |(a, b): (f64, f64), (c, d): (f64, f64)| (a.min(c), b.min(d));
        rises.reduce(least).map_or(0.0, |(wanted, is)| wanted - is)
    }

    /// Looks at the feet of a pose.
    pub(super) fn stand(&mut self, plan: &Plan, pose: &Pose, globals: &IdMap<Node, DAffine3>, time: f32) {
        let feet = plan.target_feet.iter().zip(&plan.source_feet);
        for ((own, other), before) in feet.zip(&mut self.before) {
            let place = plan.turned(pose.global(*other).translation);
            let rise = (place.y - plan.rest_place(*other).y) * plan.ratio;
            let source = place * plan.ratio;
            let target = globals[*own].translation;
            let flat = |place: DVec3| DVec3::new(place.x, 0.0, place.z);
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

    /// Returns the greatest slide.
    pub(super) fn slide(&self) -> f64 {
        self.slide
    }
}
