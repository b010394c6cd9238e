//! Samples nodes at a time of an animation.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use std::collections::HashSet;

use crate::fault::unsupported;
use crate::kinds;
use asset_geometry::glam::{DAffine3, DQuat, DVec4};
use asset_scene::curve::{Curve, Side, mix};
use asset_scene::trs::{Chain, Trs};
use asset_scene::world::World;
use asset_scene::{AnimationId, Error, Id, IdMap, Node, Property, Scene};
use binio::{Findings, Path};

/// The average number of values that a key may need. For example, with ten seconds between two keys, this is 250 at 25
/// frames per second.
const VALUES_PER_KEY: usize = 256;
/// Any animation may have this many values. This is enough for five minutes with a hundred bones at 30 frames per
/// second.
const LEAST_VALUES: usize = 1 << 20;

/// Checks that an animation doesn't become much larger than its `keys` justify when it is sampled with `count` frames
/// of `width` values. Without this check, two keys that are days apart would become a file of gigabytes.
///
/// # Errors
/// Fails if the keys are too far apart.
pub(crate) fn check_frames(count: usize, width: usize, keys: usize, path: Path) -> Result<(), Error> {
    let most = keys.saturating_mul(VALUES_PER_KEY).max(LEAST_VALUES);
    if count.saturating_mul(width) <= most {
        return Ok(());
    }
    let message = format!(
        "{keys} keys so far apart that they take {count} frames of {width} values, more than {most} values together"
    );
    Err(unsupported(path, message))
}

/// Animation values may be off by this much: as a share of the skeleton's size, as a share of a scale, or in radians.
/// You can't see a thousandth.
const TOLERANCE: f64 = 1e-3;
/// Splines get at most this many frames per second, which is more than any screen can show.
const MOST_RATE: f32 = 240.0;

/// Returns the size of the space that nodes use in the rest pose, to be compared with distances. If this is not valid,
/// returns 1.
pub(crate) fn size_of_rest(scene: &Scene<'_>) -> f64 {
    let world = World::new(scene);
    let places = || scene.nodes.ids().map(|node| world.world(node).translation).filter(|place| place.is_finite());
    let Some(first) = places().next() else { return 1.0 };
    let (least, most) = places().fold((first, first), |(least, most), place| (least.min(place), most.max(place)));
    let size = (most - least).length();
    if size > 0.0 && size.is_finite() { size } else { 1.0 }
}

/// Returns how far two values of a channel are apart.
fn distance(property: Property, [a, b]: [DVec4; 2], size: f64) -> f64 {
    match property {
        Property::Translation => (a - b).abs().max_element() / size,
        Property::Rotation => {
            let (a, b) = (a.try_normalize().unwrap_or(DVec4::W), b.try_normalize().unwrap_or(DVec4::W));
            // The chord on the unit sphere is half of a small angle, and the same number on every host.
            2.0 * (a - b).length().min((a + b).length())
        }
        _ => (a - b).abs().max_element(),
    }
}

/// The channels of an animation that move nodes.
pub(crate) struct Motion {
    rest: IdMap<Node, Chain>,
    curves: Vec<(Id<Node>, Curve)>,
}

impl Motion {
    /// Reads the channels of an animation. This skips a channel that can't be sampled, and reports a finding.
    pub(crate) fn read(scene: &Scene<'_>, animation: AnimationId, findings: &mut Findings) -> Self {
        let mut curves = Vec::new();
        for (number, channel) in scene[animation].channels.iter().enumerate() {
            if channel.property == Property::MorphWeights {
                continue;
            }
            match Curve::read(scene, channel) {
                Ok(curve) => curves.push((channel.node, curve)),
                Err(why) => {
                    let path = Path::from([("animation", animation.index()), ("channel", number)]);
                    findings.loss(kinds::ANIMATION_LEFT_OUT, path, format!("is left out: {why}"));
                }
            }
        }
        let rest = scene.nodes.iter().map(|node| node.transform.split()).collect();
        Self { rest: IdMap::new(rest), curves }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.curves.is_empty()
    }

    /// Returns the nodes that move, and the property of each channel.
    pub(crate) fn channels(&self) -> HashSet<(Id<Node>, Property)> {
        self.curves.iter().map(|(node, curve)| (*node, curve.property())).collect()
    }

    /// Returns the number of keys in all channels.
    pub(crate) fn keys(&self) -> usize {
        self.curves.iter().fold(0, |sum, (_, curve)| sum.saturating_add(curve.times().len()))
    }

    /// Returns the time of the last key, in seconds.
    pub(crate) fn end(&self) -> f32 {
        self.curves.iter().map(|(_, curve)| curve.end()).fold(0.0, f32::max)
    }

    /// Returns at how many keys a value jumps. This happens with steps, or when several keys have the same time.
    pub(crate) fn jumps(&self, size: f64) -> usize {
        let of = |curve: &Curve| {
            let jumps = |time: &&f32| {
                let sides = [Side::Before, Side::After].map(|side| curve.sample(**time, side));
                distance(curve.property(), sides, size) > TOLERANCE
            };
            curve.times().iter().filter(jumps).count()
        };
        self.curves.iter().map(|(_, curve)| of(curve)).sum()
    }

    /// Returns by how much a linear interpolation between frames misses the splines at most: as a share of `size`, as a
    /// share of a scale, or in radians.
    pub(crate) fn miss(&self, rate: f32, size: f64) -> f64 {
        let mut most = 0.0_f64;
        for (_, curve) in self.curves.iter().filter(|(_, curve)| curve.bends(f32::NEG_INFINITY, f32::INFINITY)) {
            let last = (curve.end() * rate).ceil() as usize;
            for frame in 0..last {
                let (start, end) = (frame as f32 / rate, (frame.saturating_add(1) as f32 / rate).min(curve.end()));
                if !curve.bends(start, end) {
                    continue;
                }
                let (a, b) = (curve.sample(start, Side::After), curve.sample(end, Side::Before));
                for part in [0.25, 0.5, 0.75_f32] {
                    let shown = mix(curve.property(), a, b, f64::from(part));
                    let wanted = curve.sample(start + (end - start) * part, Side::After);
                    most = most.max(distance(curve.property(), [shown, wanted], size));
                }
            }
        }
        most
    }

    /// Doubles the rate until the frames are close enough to the splines, and returns it. If no rate is enough, this is
    /// the highest.
    pub(crate) fn rate(&self, rate: f32, size: f64) -> f32 {
        let mut rate = rate;
        while rate * 2.0 <= MOST_RATE && self.miss(rate, size) > TOLERANCE {
            rate *= 2.0;
        }
        rate
    }

    /// Reports jumps and splines that can't be seen at this frame rate.
    pub(crate) fn tell_misses(&self, rate: f32, size: f64, path: &Path, findings: &mut Findings) {
        let jumps = self.jumps(size);
        if jumps > 0 {
            let message =
                format!("values jump at {jumps} keys: each jump becomes a movement of one frame, {:.4} s", 1.0 / rate);
            findings.loss(kinds::ANIMATION_SAMPLED, path.clone(), message);
        }
        let miss = self.miss(rate, size);
        if miss > TOLERANCE {
            let message = format!(
                "splines are missed by up to {miss:.4} of the skeleton's size, of a scale, or radians at {rate} frames per second"
            );
            findings.loss(kinds::ANIMATION_SAMPLED, path.clone(), message);
        }
    }

    /// Returns the transforms of all nodes, relative to their parents. If a matrix shears, the animated parts replace
    /// its own parts.
    pub(crate) fn at(&self, time: f32) -> Vec<DAffine3> {
        let mut locals = self.rest.clone();
        for (node, curve) in &self.curves {
            let value = curve.sample(time, Side::After);
            let Trs { translation, rotation, scale } = &mut locals[*node].first;
            match curve.property() {
                Property::Translation => *translation = value.truncate(),
                Property::Scale => *scale = value.truncate(),
                _ => *rotation = DQuat::from_vec4(value.try_normalize().unwrap_or(DQuat::IDENTITY.into())),
            }
        }
        locals.as_slice().iter().map(|chain| chain.to_affine()).collect()
    }
}
