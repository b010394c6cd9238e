//! Reads a single clip.

use asset_scene::glam::DVec4;
use asset_scene::reduce::distance;
use asset_scene::{Animation, Array, ArrayId, Channel, Component, Id, Interpolation, Node, Property};
use ufbx::{AnimStack, BakedAnim, BakedKeyFlags, BakedNode, BakedQuat, BakedVec3};

use super::extrapolated::Extrapolated;
use crate::error::Error;
use crate::kinds;
use crate::read::numbers::{affine, quaternion, vector};
use crate::read::samples::Samples;
use crate::read::{Reader, named};

/// A clip that is being read.
pub(super) struct Clip<'b> {
    pub(super) stack: &'b AnimStack,
    /// The times of the first and the last key.
    key_range: (f64, f64),
    /// The beginning and the end, in seconds of the file.
    pub(super) range: (f64, f64),
    /// Samples per second.
    pub(super) rate: f64,
    /// The size of the model, in metres.
    pub(super) size: f64,
    pub(super) extrapolated: Extrapolated<'b>,
    pub(super) channels: Vec<Channel>,
    pub(super) totals: Totals,
}

/// What was done with the samples of a clip.
#[derive(Default)]
pub(super) struct Totals {
    /// How many keys there are in the reduced channels, and how many samples there were before.
    pub(super) keys: usize,
    pub(super) samples: usize,
    /// The largest errors, in metres, radians and shares.
    pub(super) errors: [f64; 3],
}

/// The keys of a channel, to be added to the scene.
pub(super) struct Made {
    pub(super) node: Id<Node>,
    pub(super) property: Property,
    pub(super) times: Vec<f32>,
    /// The values, with a row for each key.
    pub(super) values: Vec<f32>,
    pub(super) is_step: bool,
}

impl<'b> Clip<'b> {
    pub(super) fn new(stack: &'b AnimStack, baked: &BakedAnim, (rate, size): (f64, f64)) -> Self {
        let (begin, end) = (stack.time_begin, stack.time_end);
        let (first, last) = (baked.key_time_min, baked.key_time_max);
        let is_finite = begin.is_finite() && end.is_finite();
        // A range without any key isn't what a person exported.
        let range =
            if is_finite && end > begin && first <= end && last >= begin { (begin, end) } else { (first, last) };
        let extrapolated = Extrapolated::of(stack);
        let (key_range, channels, totals) = ((first, last), Vec::new(), Totals::default());
        Self { stack, key_range, range, rate, size, extrapolated, channels, totals }
    }
}

impl Reader<'_> {
    /// Reads all channels of a clip.
    pub(super) fn clip(&mut self, clip: &mut Clip<'_>, baked: &BakedAnim) -> Result<(), Error> {
        for own in &baked.nodes {
            let Some(node) = self.file.nodes.get(own.typed_id as usize) else { continue };
            let node: &ufbx::Node = node;
            let Some(id) = self.node(node) else { continue };
            let mut curves = curves(own);
            clip.extrapolated.extend(node, clip, &mut curves, self)?;
            for (property, samples) in
                [Property::Translation, Property::Rotation, Property::Scale].into_iter().zip(curves)
            {
                self.curve(clip, (id, node), property, samples)?;
            }
        }
        self.weights(clip, baked)
    }

    /// Adds the keys for one property of a node.
    fn curve(
        &mut self,
        clip: &mut Clip<'_>,
        (id, node): (Id<Node>, &ufbx::Node),
        property: Property,
        samples: Samples,
    ) -> Result<(), Error> {
        let mut samples = samples.within(property, clip.range);
        if samples.values.is_empty() {
            return Ok(());
        }
        self.spend((samples.values.len() as u64).saturating_mul(40))?;
        let unit = unit_of_parent(node);
        let limit = self.options.curve_tolerance.limit(property, unit, clip.size);
        if property == Property::Rotation {
            samples.turn_near();
        }
        if samples.is_constant(property, limit * 0.01) {
            samples.times.truncate(1);
            samples.values.truncate(1);
            samples.times.fill(clip.range.0);
            samples.is_sampled = false;
            let rest = node.local_transform.scale;
            let value = samples.values.first().copied().unwrap_or_default();
            // Exporters write scales of every bone.
            if property == Property::Scale && distance(property, vector(rest).extend(0.0), value) <= limit {
                return Ok(());
            }
        }
        let keys = samples.keys(property, clip.range.0, limit);
        let error = if property == Property::Translation { keys.error * unit } else { keys.error };
        if samples.is_sampled {
            clip.totals.add(property, keys.times.len(), &samples.times, error);
        }
        let width = if property == Property::Rotation { 4 } else { 3 };
        let mut values = Vec::with_capacity(keys.kept.len().saturating_mul(width));
        for value in keys.kept.iter().filter_map(|index| samples.values.get(*index)) {
            values.extend(value.to_array().into_iter().take(width).map(|number| self.numbers.one(number)));
        }
        let made = Made { node: id, property, times: keys.times, values, is_step: keys.is_step };
        self.push_channel(clip, made);
        Ok(())
    }

    /// Adds a channel to a clip. A channel with the same times as another will share its array.
    pub(super) fn push_channel(&mut self, clip: &mut Clip<'_>, made: Made) {
        let width = match made.property {
            Property::Rotation => 4,
            Property::Translation | Property::Scale => 3,
            Property::MorphWeights => 1,
        };
        let times = Array::from_f32s(made.times.iter().map(|time| [*time]));
        let is_same = |id: &ArrayId| self.scene.arrays.get(*id) == Some(&times);
        let shared = clip.channels.last().map(|channel| channel.times).filter(is_same);
        let times = shared.unwrap_or_else(|| self.scene.arrays.push(times));
        let data: Vec<u8> = made.values.into_iter().flat_map(f32::to_le_bytes).collect();
        let values = self.scene.arrays.push(Array::from_bytes(Component::F32, width, data));
        let interpolation = if made.is_step { Interpolation::Step } else { Interpolation::Linear };
        clip.channels.push(Channel { node: made.node, property: made.property, interpolation, times, values });
    }

    /// Adds a clip to the scene, and reports the changes.
    pub(super) fn finish(&mut self, clip: Clip<'_>, name: String) {
        let path = named("animation", &clip.stack.element.name);
        let (begin, end) = clip.range;
        let (first, last) = clip.key_range;
        let mut changes = Vec::new();
        if begin.abs() > 1e-6 {
            changes.push(format!("begins at {begin:.4} s in the file, moved to 0"));
        }
        if first < begin - 1e-6 || last > end + 1e-6 {
            changes.push(format!("keys outside of its range, {begin:.4} s to {end:.4} s, are left out"));
        }
        if !changes.is_empty() {
            self.note(kinds::CLIP_CUT, path.clone(), changes.join("; "));
        }
        clip.totals.report(|message| self.findings.note(kinds::CURVES_REDUCED, path.clone(), message));
        self.scene.animations.push(Animation { name, channels: clip.channels, source: None });
    }
}

impl Totals {
    pub(super) fn add(&mut self, property: Property, keys: usize, samples: &[f64], error: f64) {
        self.keys = self.keys.saturating_add(keys);
        self.samples = self.samples.saturating_add(samples.len());
        let place = match property {
            Property::Translation => 0,
            Property::Rotation => 1,
            Property::Scale | Property::MorphWeights => 2,
        };
        if let Some(most) = self.errors.get_mut(place) {
            *most = most.max(error);
        }
    }

    fn report(&self, mut note: impl FnMut(String)) {
        if self.samples > 0 {
            let [length, angle, share] = self.errors;
            note(format!(
                "{} samples became {} keys; largest errors: {:.4} mm, {:.4}°, {share:.6} of a scale or weight",
                self.samples,
                self.keys,
                length * 1000.0,
                angle.to_degrees()
            ));
        }
    }
}

/// Returns the samples for translation, rotation and scale.
fn curves(own: &BakedNode) -> [Samples; 3] {
    [vectors(&own.translation_keys), rotations(&own.rotation_keys), vectors(&own.scale_keys)]
}

fn vectors(keys: &[BakedVec3]) -> Samples {
    of_keys(keys.iter().map(|key| (key.time, vector(key.value).extend(0.0), key.flags)))
}

fn rotations(keys: &[BakedQuat]) -> Samples {
    of_keys(keys.iter().map(|key| (key.time, DVec4::from(quaternion(key.value)), key.flags)))
}

/// Converts keys of the library to samples, but skips a value that is not finite.
pub(super) fn of_keys(keys: impl Iterator<Item = (f64, DVec4, BakedKeyFlags)>) -> Samples {
    let mut samples = Samples::default();
    for (time, value, flags) in keys {
        if time.is_finite() && value.is_finite() && samples.times.last().is_none_or(|last| *last <= time) {
            samples.push(time, value);
            samples.is_sampled |= !flags.has_any(BakedKeyFlags::KEYFRAME);
        }
    }
    samples
}

/// Returns the scale from the space of the parent node to metres.
fn unit_of_parent(node: &ufbx::Node) -> f64 {
    let world = node.parent.as_ref().map(|parent| affine(&parent.node_to_world).matrix3);
    world.map_or(1.0, |axes| axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length()))
}
