//! The keys of a channel, unpacked so that they can be changed.

#![allow(clippy::arithmetic_side_effects, reason = "times and values of floats")]

use binio::Budget;

use super::time::spend;
use crate::curve::{self, Curve, Side};
use crate::{AnimationId, Array, Channel, Component, Error, Id, Interpolation, Node, Property, Scene};

/// The keys of a channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Keys {
    pub(super) node: Id<Node>,
    pub(super) property: Property,
    pub(super) interpolation: Interpolation,
    /// In ascending order. The same time can occur twice, which is a step.
    pub(super) times: Vec<f32>,
    /// Numbers per value.
    pub(super) width: usize,
    /// The values by key. A spline has three per key: the in tangent, the value and the out tangent.
    pub(super) rows: Vec<f32>,
}

/// Checks an animation, subtracts the cost of its keys from the budget, and reads them.
pub(super) fn read_all(scene: &Scene<'_>, id: AnimationId, budget: &mut Budget) -> Result<Vec<Keys>, Error> {
    let channels = &scene.check_one_animation(id)?.channels;
    curve::spend(scene, channels, budget)?;
    let read = |(number, channel): (usize, &Channel)| {
        Keys::read(scene, channel)
            .map_err(|error| error.within_item("channel", number).within_item("animation", id.index()))
    };
    channels.iter().enumerate().map(read).collect()
}

/// Replaces the channels of an animation. This removes the stored file in its source, because the file doesn't describe
/// it any more.
pub(super) fn write_all(scene: &mut Scene<'_>, id: AnimationId, all: &[Keys]) {
    let channels = all.iter().map(|keys| keys.write(scene)).collect();
    if let Some(animation) = scene.animations.get_mut(id) {
        animation.channels = channels;
        animation.source.iter_mut().for_each(|source| source.original = None);
    }
}

/// Returns the time of the last key in any channel, or 0 if there are no keys.
pub(super) fn end(all: &[Keys]) -> f32 {
    all.iter().filter_map(|keys| keys.times.last().copied()).fold(0.0, f32::max)
}

impl Keys {
    /// Reads a channel.
    pub(super) fn read(scene: &Scene<'_>, channel: &Channel) -> Result<Self, Error> {
        // The curve checks the times.
        let curve = Curve::read(scene, channel)?;
        let (times, rows) = (curve.times().to_vec(), curve.rows().to_vec());
        let Channel { node, property, interpolation, .. } = *channel;
        Ok(Self { node, property, interpolation, times, width: curve.width(), rows })
    }

    /// Returns keys for the same channel, but without content.
    pub(super) fn emptied(&self) -> Self {
        Self { times: Vec::new(), rows: Vec::new(), ..*self }
    }

    /// Adds the arrays to the scene, and returns the channel that uses them.
    pub(super) fn write(&self, scene: &mut Scene<'_>) -> Channel {
        let bytes: Vec<u8> = self.rows.iter().flat_map(|number| number.to_le_bytes()).collect();
        let width = if self.property == Property::MorphWeights { 1 } else { self.width as u8 };
        let times = scene.arrays.push(Array::from_f32s(self.times.iter().map(|time| [*time])));
        let values = scene.arrays.push(Array::from_bytes(Component::F32, width, bytes));
        let Self { node, property, interpolation, .. } = *self;
        Channel { node, property, interpolation, times, values }
    }

    /// Returns a curve with these keys, to sample them.
    pub(super) fn curve(&self) -> Curve {
        Curve::of_keys(self.property, self.interpolation, self.times.clone(), self.width, self.rows.clone())
    }

    pub(super) fn is_spline(&self) -> bool {
        self.interpolation == Interpolation::CubicSpline
    }

    /// Returns the number of floats in a key.
    pub(super) fn per_key(&self) -> usize {
        self.width.saturating_mul(if self.is_spline() { 3 } else { 1 })
    }

    /// Returns the numbers of a key.
    pub(super) fn key(&self, key: usize) -> &[f32] {
        let start = key.saturating_mul(self.per_key());
        self.rows.get(start..start.saturating_add(self.per_key())).unwrap_or_default()
    }

    /// Returns the value of a key, without tangents.
    pub(super) fn value(&self, key: usize) -> &[f32] {
        let start = if self.is_spline() { self.width } else { 0 };
        self.key(key).get(start..start.saturating_add(self.width)).unwrap_or_default()
    }

    /// Returns the values of all keys, without tangents, so that they can be changed.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let (width, start) = (self.width, if self.is_spline() { self.width } else { 0 });
        let per_key = self.per_key().max(1);
        self.rows.chunks_exact_mut(per_key).filter_map(move |key| key.get_mut(start..start.saturating_add(width)))
    }

    /// Returns the tangents of all keys, so that they can be changed. There are none if this isn't a spline.
    pub(super) fn tangents_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let (is_spline, width) = (self.is_spline(), self.width.max(1));
        let rows = self.rows.chunks_exact_mut(width).enumerate();
        rows.filter(move |(row, _)| is_spline && row % 3 != 1).map(|(_, tangent)| tangent)
    }

    /// Adds a key.
    pub(super) fn push(&mut self, time: f32, numbers: &[f32]) {
        self.times.push(time);
        self.rows.extend_from_slice(numbers);
    }

    /// Adds a key whose value is held, so its tangents are 0.
    pub(super) fn push_held(&mut self, time: f32, value: &[f32]) {
        let (zeros, is_spline) = (vec![0.0; self.width], self.is_spline());
        self.times.push(time);
        if is_spline {
            self.rows.extend_from_slice(&zeros);
        }
        self.rows.extend_from_slice(value);
        if is_spline {
            self.rows.extend_from_slice(&zeros);
        }
    }

    /// Adds a key that holds the last value until `end`.
    pub(super) fn hold_to(&mut self, end: f32) {
        let Some(last) = self.times.len().checked_sub(1) else { return };
        let (value, numbers) = (self.value(last).to_vec(), self.key_held(last, false, true));
        self.rows.truncate(self.rows.len().saturating_sub(numbers.len()));
        self.rows.extend(numbers);
        self.push_held(end, &value);
    }

    /// Returns the numbers of a key. If its value is held on a side, a spline gets no tangent on this side.
    pub(super) fn key_held(&self, key: usize, before: bool, after: bool) -> Vec<f32> {
        let mut numbers = self.key(key).to_vec();
        if self.is_spline() {
            let width = self.width;
            numbers.iter_mut().take(if before { width } else { 0 }).for_each(|number| *number = 0.0);
            numbers.iter_mut().skip(width.saturating_mul(if after { 2 } else { 3 })).for_each(|number| *number = 0.0);
        }
        numbers
    }

    /// Returns the numbers for a key at any time, using the curve of these keys.
    pub(super) fn key_at(&self, curve: &Curve, time: f32, side: Side) -> Vec<f32> {
        let value = curve.value_at(time, side);
        if !self.is_spline() {
            return value;
        }
        let slope = curve.slope_at(time, side);
        [slope.as_slice(), &value, &slope].concat()
    }

    /// Converts the keys to linear interpolation: a step becomes two keys at one time, and a spline is sampled after
    /// each `step` seconds. This must subtract the cost from the budget first, because a few keys that are far apart
    /// can become thousands.
    pub(super) fn to_linear(&self, step: f32, id: AnimationId, budget: &mut Budget) -> Result<Self, Error> {
        spend(self.linear_len(step).saturating_mul(self.width.saturating_add(1)), budget, id)?;
        let curve = self.curve();
        let mut linear = Self { interpolation: Interpolation::Linear, ..self.emptied() };
        for (key, time) in self.times.iter().enumerate() {
            if let Some(before) = key.checked_sub(1).filter(|_| self.interpolation == Interpolation::Step) {
                linear.push(*time, self.value(before));
            }
            self.samples(key, step).for_each(|between| linear.push(between, &curve.value_at(between, Side::After)));
            linear.push(*time, self.value(key));
        }
        Ok(linear)
    }

    /// Returns the times of all keys, and for splines also the times between them at which the spline is sampled.
    pub(super) fn dense_times(&self, step: f32) -> impl Iterator<Item = f32> + '_ {
        self.times.iter().enumerate().flat_map(move |(key, time)| self.samples(key, step).chain([*time]))
    }

    /// Returns the largest number of keys that a linear interpolation can need.
    pub(super) fn linear_len(&self, step: f32) -> usize {
        match self.interpolation {
            Interpolation::Step => self.times.len().saturating_mul(2),
            Interpolation::Linear => self.times.len(),
            Interpolation::CubicSpline => {
                (0..self.times.len()).map(|key| self.parts(key, step) as usize).fold(0, usize::saturating_add)
            }
        }
    }

    /// Returns the number of parts to use for a spline between the last key and this key.
    fn parts(&self, key: usize, step: f32) -> u32 {
        let [before, time] = self.around(key);
        ((time - before) / step).ceil().clamp(1.0, MOST_PARTS) as u32
    }

    /// Returns the times between the last key and this key at which to sample a spline.
    fn samples(&self, key: usize, step: f32) -> impl Iterator<Item = f32> + use<> {
        let ([before, time], parts) = (self.around(key), self.parts(key, step));
        let times = (1..parts).map(move |part| before + (time - before) * (part as f32 / parts as f32));
        times.filter(move |between| *between > before && *between < time)
    }

    /// Returns the times of the last key and this key. If there is no spline between them, this returns the same time
    /// twice.
    fn around(&self, key: usize) -> [f32; 2] {
        let time = self.times.get(key).copied().unwrap_or_default();
        let before = key.checked_sub(1).filter(|_| self.is_spline()).and_then(|key| self.times.get(key));
        [before.copied().unwrap_or(time), time]
    }
}

/// The most samples to use for one part of a spline.
const MOST_PARTS: f32 = 4096.0;

/// Returns the value that a property has without an animation, or `None` if the node has a matrix that shears.
pub(super) fn rest_value(scene: &Scene<'_>, node: Id<Node>, property: Property) -> Option<Vec<f32>> {
    let animated = scene.nodes.get(node)?;
    if property == Property::MorphWeights {
        let mesh = scene.meshes.get(animated.mesh?)?;
        let mut weights = mesh.morph_weights.clone();
        weights.resize(mesh.morph_names.len(), 0.0);
        return Some(weights);
    }
    let chain = animated.transform.split();
    if chain.second.is_some() {
        return None;
    }
    let rest = chain.first;
    Some(match property {
        Property::Translation => rest.translation.as_vec3().to_array().to_vec(),
        Property::Rotation => rest.rotation.as_quat().to_array().to_vec(),
        _ => rest.scale.as_vec3().to_array().to_vec(),
    })
}
