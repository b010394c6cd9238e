//! Converts the weights in a scene to morph weights for a new model.

#![allow(clippy::arithmetic_side_effects, reason = "times and weights are floats")]

use std::collections::BTreeMap;

use asset_scene::curve::Curve;
use asset_scene::{AnimationId, Channel, Id, Interpolation, Node, Property, Scene};
use binio::{Findings, Path};
use urho_ani::{Interpolation as Kind, VariantTrack, VariantType};

use super::PATH;
use crate::apply::create::morphs::Morphs;
use crate::apply::create::plan::Plan;
use crate::kinds;

/// The number for the float type, which is the same in both encodings.
const FLOAT: VariantType = VariantType(3);

/// The weight of one morph over time.
pub(crate) struct Written {
    pub(crate) morph: usize,
    pub(crate) curve: Curve,
    column: usize,
    channel: Channel,
    /// The value that the engine uses without an animation.
    rest: f32,
    /// The default value that is baked into the vertices.
    pub(crate) baked: f32,
}

/// Returns the morph weights that an animation moves, for a model of `plan`. If a weight would have no effect, this
/// reports it. If several nodes move a morph, this uses the first.
pub(crate) fn written(
    plan: &Plan<'_>,
    morphs: &Morphs,
    id: AnimationId,
    findings: &mut Findings,
) -> BTreeMap<usize, Written> {
    let scene = plan.scene;
    let path = || Path::from([("animation", id.index())]);
    let mut found: BTreeMap<usize, Written> = BTreeMap::new();
    let (mut unused, mut other) = (0_usize, Vec::new());
    for (number, channel) in scene[id].channels.iter().enumerate() {
        if channel.property != Property::MorphWeights {
            continue;
        }
        let curve = match Curve::read(scene, channel) {
            Ok(curve) => curve,
            Err(why) => {
                findings.loss(kinds::CHANNELS_LOST, path().item("channel", number), format!("{why}; left out"));
                continue;
            }
        };
        let Some(mesh) = scene[channel.node].mesh.filter(|_| is_shown(plan, channel.node)) else {
            // Coarser levels move with the finest.
            unused += usize::from(!scene.lod_nodes()[channel.node]);
            continue;
        };
        for (column, morph) in morphs.of(mesh).iter().enumerate() {
            let baked = morphs.baked(mesh).get(column).copied().unwrap_or_default();
            let rest = morphs.weight(*morph) + baked;
            let new = Written { morph: *morph, curve: curve.clone(), column, channel: *channel, rest, baked };
            match found.get(morph) {
                None => drop(found.insert(*morph, new)),
                Some(known) if moves_alike(known, &new) => {}
                Some(_) => other.push(scene[mesh].morph_names.get(column).cloned().unwrap_or_default()),
            }
        }
    }
    report_lost(unused, &other, &path(), findings);
    found.retain(|_, written| written.moves());
    found
}

/// Reports how many channels have no effect, and the morphs that several nodes move in different ways.
fn report_lost(unused: usize, other: &[String], path: &Path, findings: &mut Findings) {
    if unused > 0 {
        let message = format!("channels of morph weights that move nothing that is shown are left out: {unused}");
        findings.loss(kinds::CHANNELS_LOST, path.clone(), message);
    }
    if let Some(first) = other.first() {
        let message = format!(
            "nodes move morphs of one name apart, which one model can't: {}, the first is {first:?}; the first node counts",
            other.len()
        );
        findings.loss(kinds::MORPH_WEIGHTS_MERGED, path.clone(), message);
    }
}

fn is_shown(plan: &Plan<'_>, node: Id<Node>) -> bool {
    plan.appearances.iter().any(|appearance| appearance.levels.first().is_some_and(|level| level.node == Some(node)))
}

fn moves_alike(a: &Written, b: &Written) -> bool {
    let times = || a.curve.times().iter().chain(b.curve.times());
    times().all(|time| (a.at(*time) - b.at(*time)).abs() <= 1e-6)
}

impl Written {
    /// Returns the weight at a time.
    pub(crate) fn at(&self, time: f32) -> f32 {
        self.curve.weights(time).get(self.column).copied().unwrap_or_default()
    }

    /// Returns whether the animation ever changes the weight.
    fn moves(&self) -> bool {
        let bends = self.channel.interpolation == Interpolation::CubicSpline;
        bends || self.curve.times().iter().any(|time| self.at(*time) != self.rest)
    }

    /// Returns a variant track for rbfx.
    pub(crate) fn track(&self, scene: &Scene<'_>) -> VariantTrack<'static> {
        let times = self.curve.times();
        let keys: Vec<u8> = times.iter().flat_map(|time| [*time, self.at(*time)]).flat_map(f32::to_le_bytes).collect();
        let (interpolation, tangents) = match self.channel.interpolation {
            Interpolation::Linear => (Kind::LINEAR, Vec::new()),
            Interpolation::Step => (Kind::NONE, Vec::new()),
            Interpolation::CubicSpline => (Kind::TANGENT_SPLINE, self.tangents(scene)),
        };
        VariantTrack {
            name: format!("{PATH}{}", self.morph).into(),
            variant_type: FLOAT,
            interpolation,
            tension: 0.5,
            weight: 1.0,
            key_count: times.len() as u32,
            keys: keys.into(),
            tangents: tangents.into(),
        }
    }

    /// Returns the in tangent and out tangent of each key. This must convert them, because glTF uses tangents per
    /// second, but rbfx uses a time from 0 to 1.
    fn tangents(&self, scene: &Scene<'_>) -> Vec<u8> {
        let times = self.curve.times();
        let rows: Vec<f32> =
            scene[self.channel.values].rows::<1>().into_iter().flatten().map(|[number]| number).collect();
        let width = rows.len().checked_div(times.len().saturating_mul(3)).unwrap_or_default();
        let at =
            |row: usize| rows.get(row.saturating_mul(width).saturating_add(self.column)).copied().unwrap_or_default();
        let step = |from: usize, to: usize| times.get(to).zip(times.get(from)).map_or(0.0, |(to, from)| to - from);
        let both = |key: usize| {
            let before = key.checked_sub(1).map_or(0.0, |before| step(before, key));
            [at(key * 3) * before, at(key * 3 + 2) * step(key, key + 1)]
        };
        (0..times.len()).flat_map(both).flat_map(f32::to_le_bytes).collect()
    }
}
