//! Reads the weights of morph targets.

use std::collections::HashMap;

use asset_scene::glam::DVec4;
use asset_scene::{Id, Mesh, Node, Property};
use ufbx::BakedAnim;

use super::clip::{Clip, Made, of_keys};
use crate::error::Error;
use crate::read::morphs::Target;
use crate::read::samples::{Samples, keys};
use crate::read::{Reader, morphs};

/// The property that contains the weight of a channel, in percent.
const WEIGHT: &str = "DeformPercent";

impl Reader<'_> {
    /// Adds the weights to a clip, for all meshes that have morph targets.
    pub(super) fn weights(&mut self, clip: &mut Clip<'_>, baked: &BakedAnim) -> Result<(), Error> {
        let curves = self.weight_curves(clip, baked)?;
        if curves.is_empty() {
            return Ok(());
        }
        let nodes: Vec<(Id<Node>, Id<Mesh>)> =
            self.scene.nodes.enumerate().filter_map(|(id, node)| Some((id, node.mesh?))).collect();
        for (node, mesh) in nodes {
            let Some(targets) = self.targets.get(&mesh).cloned() else { continue };
            if targets.iter().any(|target| curves.contains_key(&target.channel.element.element_id)) {
                self.weights_of(clip, node, &targets, &curves)?;
            }
        }
        Ok(())
    }

    /// Returns the weights of channels over time. The key is the number of the channel's object.
    fn weight_curves(&mut self, clip: &Clip<'_>, baked: &BakedAnim) -> Result<HashMap<u32, Samples>, Error> {
        let file = self.file;
        let channels: HashMap<u32, &ufbx::BlendChannel> =
            (&file.blend_channels).into_iter().map(|channel| (channel.element.element_id, channel)).collect();
        let meshes: HashMap<u32, &ufbx::Mesh> =
            (&file.meshes).into_iter().map(|mesh| (mesh.element.element_id, mesh)).collect();
        let mut curves = HashMap::new();
        for element in &baked.elements {
            for prop in &element.props {
                let own = channels.get(&element.element_id).copied().filter(|_| &*prop.name == WEIGHT);
                let of_mesh = || meshes.get(&element.element_id).and_then(|mesh| channel_of(mesh, &prop.name));
                let Some(channel) = own.or_else(of_mesh) else { continue };
                let weight = |value: f64| DVec4::new(value * 0.01, 0.0, 0.0, 0.0);
                let mut samples = of_keys(prop.keys.iter().map(|key| (key.time, weight(key.value.x), key.flags)));
                clip.extrapolated.extend_weight(channel, clip, &mut samples, self)?;
                let samples = samples.within(Property::MorphWeights, clip.range);
                if !samples.times.is_empty() {
                    curves.insert(channel.element.element_id, samples);
                }
            }
        }
        Ok(curves)
    }

    fn weights_of(
        &mut self,
        clip: &mut Clip<'_>,
        node: Id<Node>,
        targets: &[Target<'_>],
        curves: &HashMap<u32, Samples>,
    ) -> Result<(), Error> {
        let of = |target: &Target<'_>| curves.get(&target.channel.element.element_id);
        let mut times: Vec<f64> = Vec::new();
        let mut jumps: Vec<f64> = Vec::new();
        for target in targets {
            let Some(curve) = of(target) else { continue };
            times.extend(&curve.times);
            jumps.extend(
                curve.times.windows(2).filter(|pair| pair.first() == pair.last()).filter_map(|pair| pair.first()),
            );
            let complete = target.channel.keyframes.get(target.key).map(|key| key.target_weight);
            times.extend(complete.into_iter().flat_map(|weight| crossings(curve, weight)));
        }
        times.sort_by(f64::total_cmp);
        times.dedup();
        self.spend((times.len().saturating_mul(targets.len()) as u64).saturating_mul(24))?;
        let is_sampled = targets.iter().filter_map(of).any(|curve| curve.is_sampled);
        let limit = self.options.curve_tolerance.limit(Property::MorphWeights, 1.0, clip.size);
        let (mut all, mut rows): (Vec<f64>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
        jumps.sort_by(f64::total_cmp);
        for time in times {
            let row = |is_before: bool| {
                morphs::weights(targets, |channel| match curves.get(&channel.element.element_id) {
                    Some(curve) => value(curve, time, is_before),
                    None => channel.weight,
                })
            };
            if jumps.binary_search_by(|jump| jump.total_cmp(&time)).is_ok() {
                all.push(time);
                rows.push(row(true));
            }
            all.push(time);
            rows.push(row(false));
        }
        let differ = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let row = |index: usize| rows.get(index).map_or(&[][..], Vec::as_slice);
        let miss = |times: &[f32], from: usize, to: usize, at: usize| {
            let time = |index: usize| times.get(index).copied().map_or(0.0, f64::from);
            let t = (time(at) - time(from)) / (time(to) - time(from));
            let mixed: Vec<f64> = row(from).iter().zip(row(to)).map(|(a, b)| a * (1.0 - t) + b * t).collect();
            differ(&mixed, row(at))
        };
        let made = keys(&all, clip.range.0, is_sampled, limit, miss, |a, b| differ(row(a), row(b)) <= limit);
        if is_sampled {
            clip.totals.add(Property::MorphWeights, made.times.len(), &all, made.error);
        }
        let mut values = Vec::with_capacity(made.kept.len().saturating_mul(targets.len()));
        for index in &made.kept {
            values.extend(row(*index).iter().map(|weight| self.numbers.one(*weight)));
        }
        let made = Made { node, property: Property::MorphWeights, times: made.times, values, is_step: made.is_step };
        self.push_channel(clip, made);
        Ok(())
    }
}

/// Returns the channel with this name. Before FBX 6, the weight of a channel was stored in a property of the mesh,
/// using the name of the channel.
fn channel_of<'m>(mesh: &'m ufbx::Mesh, name: &str) -> Option<&'m ufbx::BlendChannel> {
    let channels = (&mesh.blend_deformers).into_iter().flat_map(|deformer| &deformer.channels);
    channels.into_iter().find(|channel| &*channel.element.name == name)
}

/// Returns the value of a curve at this time. If the curve jumps there, `is_before` selects the earlier value.
fn value(curve: &Samples, time: f64, is_before: bool) -> f64 {
    let first = curve.times.partition_point(|own| *own < time);
    match (is_before, curve.times.get(first), curve.values.get(first)) {
        (true, Some(own), Some(value)) if *own == time => value.x,
        _ => curve.at(Property::MorphWeights, time).x,
    }
}

/// Returns the times at which a curve passes this weight between two samples, because the weights of the shapes have a
/// bend there.
fn crossings(curve: &Samples, weight: f64) -> Vec<f64> {
    let samples: Vec<(f64, f64)> = curve.times.iter().copied().zip(curve.values.iter().map(|value| value.x)).collect();
    let crossing = |pair: &[(f64, f64)]| match *pair {
        [(start, a), (end, b)] if (a - weight) * (b - weight) < 0.0 && end > start => {
            Some(start + (end - start) * (weight - a) / (b - a))
        }
        _ => None,
    };
    // Also through the base, where the shapes of the other side begin.
    samples.windows(2).filter_map(crossing).collect()
}
