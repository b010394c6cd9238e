//! Nodes at a time of an animation.

use std::collections::HashSet;

use crate::fault::unsupported;
use crate::kinds;
use asset_geometry::glam::{DAffine3, DQuat};
use asset_scene::curve::{Curve, Side};
use asset_scene::trs::{Chain, Trs};
use asset_scene::{AnimationId, Error, Id, IdMap, Node, Property, Scene};
use binio::{Findings, Path};

/// Values that a key may take on average: two keys ten seconds apart, at 25 frames per second.
const VALUES_PER_KEY: usize = 256;
/// Values that any animation may take: five minutes of a hundred bones at 30 frames per second.
const LEAST_VALUES: usize = 1 << 20;

/// Checks that an animation of `keys`, sampled at `count` frames of `width` values each, is in proportion to its keys: two keys that are days apart
/// would otherwise become a file of gigabytes.
///
/// # Errors
/// The keys are too far apart.
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

/// The channels of an animation that move nodes.
pub(crate) struct Motion {
    rest: IdMap<Node, Chain>,
    curves: Vec<(Id<Node>, Curve)>,
}

impl Motion {
    /// Reads the channels of an animation; channels that can't be sampled are skipped, with a finding.
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

    /// The nodes that move, with the property of each channel.
    pub(crate) fn channels(&self) -> HashSet<(Id<Node>, Property)> {
        self.curves.iter().map(|(node, curve)| (*node, curve.property())).collect()
    }

    /// Number of keys of all channels.
    pub(crate) fn keys(&self) -> usize {
        self.curves.iter().fold(0, |sum, (_, curve)| sum.saturating_add(curve.times().len()))
    }

    /// Time of the last key, in seconds.
    pub(crate) fn end(&self) -> f32 {
        self.curves.iter().map(|(_, curve)| curve.end()).fold(0.0, f32::max)
    }

    /// Returns the transforms of all nodes relative to their parents. In a matrix that shears, animated parts replace their own components.
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
