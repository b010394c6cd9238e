//! Finds feet that slide over the ground while they should stand.

#![allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]

use asset_geometry::glam::DVec3;
use binio::Budget;

use super::convention::{Body, Part};
use super::sampled::Sampled;
use super::time::spend;
use crate::{AnimationId, Error, Id, Node, Scene};

/// A foot is considered to stand if it is not higher than this above its lowest position, as a share of the hips'
/// height.
const LOW: f64 = 0.02;
/// A foot is considered to stand if it is not faster than this, in hip heights per second.
const SLOW: f64 = 0.25;

/// The foot that slides most.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Slide {
    /// The horizontal distance that it moves between touching and leaving the ground, in metres.
    pub(super) distance: f64,
    pub(super) foot: Option<Id<Node>>,
    /// The height of the hips above the lowest foot, in metres.
    pub(super) height: f64,
}

/// Returns the largest slide of any foot. To find feet, this uses the bone names. If the figure has no feet, this
/// returns 0.
pub(super) fn slide(scene: &Scene<'_>, id: AnimationId, budget: &mut Budget) -> Result<Slide, Error> {
    // Names and places of all nodes, for each animation.
    spend(scene.nodes.len(), budget, id)?;
    let body = Body::of(scene);
    let bones = |wanted: Part| {
        let matching = body.bones.iter().filter(move |(role, _)| role.part == wanted && role.number == 0);
        matching.map(|(_, bone)| *bone).collect::<Vec<_>>()
    };
    let (mut feet, hips) = (bones(Part::Foot), bones(Part::Hips));
    feet.sort_unstable();
    let Some(hips) = hips.first().copied().filter(|_| !feet.is_empty()) else { return Ok(Slide::default()) };
    let sampled = Sampled::of(scene, id, feet.len(), true, budget)?;
    spend(sampled.times.len().saturating_mul(scene.nodes.len()), budget, id)?;
    let mut places: Vec<Vec<DVec3>> = vec![Vec::with_capacity(sampled.times.len()); feet.len()];
    let mut top = 0.0_f64;
    for time in &sampled.times {
        let pose = sampled.player.sample(*time);
        top = top.max(pose.global(hips).translation.y);
        for (places, foot) in places.iter_mut().zip(&feet) {
            places.push(pose.global(*foot).translation);
        }
    }
    let low = places.iter().flatten().map(|position| position.y).fold(f64::INFINITY, f64::min);
    let mut most = Slide { height: top - low, ..Slide::default() };
    for (places, foot) in places.iter().zip(&feet) {
        let distance = of_foot(places, &sampled.times, most.height);
        if distance > most.distance {
            (most.distance, most.foot) = (distance, Some(*foot));
        }
    }
    Ok(most)
}

/// Returns the largest slide of one foot.
fn of_foot(places: &[DVec3], times: &[f32], height: f64) -> f64 {
    let low = places.iter().map(|position| position.y).fold(f64::INFINITY, f64::min);
    let flat = |position: DVec3| DVec3::new(position.x, 0.0, position.z);
    let (mut stood, mut most): (Option<DVec3>, f64) = (None, 0.0);
    let pairs = places.iter().zip(times).zip(places.iter().zip(times).skip(1));
    for ((before, from), (position, to)) in pairs {
        let way = (flat(*position) - flat(*before)).length();
        let stands = position.y - low <= LOW * height && way <= SLOW * height * f64::from(to - from);
        stood = stands.then(|| stood.unwrap_or(flat(*before)));
        most = stood.map_or(most, |stood| most.max((flat(*position) - stood).length()));
    }
    most
}
