//! Shows morph weights as channels of the nodes that have the morphs.

#![allow(clippy::arithmetic_side_effects, reason = "times and weights are floats")]

use asset_scene::{Array, Channel, Component, Id, Interpolation, Node, Property, Scene};
use urho_ani::{Animation, Cursor, Interpolation as Kind, Playback, Variant, VariantTrack};

use super::morph;

/// Keys per second, for when the tracks of a model have keys at different times, or when the engine has to compute the
/// tangents of a spline.
const RATE: f32 = 60.0;
/// If there would be more keys than this, nothing is sampled.
const MOST: f32 = 1e5;

/// The weights for the morph targets of a node over time.
#[derive(Debug, PartialEq)]
pub(crate) struct Weights {
    pub(crate) node: Id<Node>,
    pub(crate) interpolation: Interpolation,
    pub(crate) times: Vec<f32>,
    /// For each key, one value per target. Splines have the in tangents, the values and the out tangents for each key.
    pub(crate) values: Vec<f32>,
}

/// The keys for the weight of one morph.
struct Keys<'t> {
    morph: usize,
    times: Vec<f32>,
    values: Vec<f32>,
    track: &'t VariantTrack<'t>,
}

impl Weights {
    /// Adds the arrays to the scene, and returns the channel.
    pub(crate) fn add(&self, scene: &mut Scene<'_>) -> Channel {
        let floats = |numbers: &[f32]| {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            Array::from_bytes(Component::F32, 1, bytes)
        };
        let (times, values) = (scene.arrays.push(floats(&self.times)), scene.arrays.push(floats(&self.values)));
        let (node, interpolation) = (self.node, self.interpolation);
        Channel { node, property: Property::MorphWeights, interpolation, times, values }
    }
}

/// Iterates over the nodes that have morphs, with the number of morphs.
fn shown<'s>(scene: &'s Scene<'_>) -> impl Iterator<Item = (Id<Node>, usize, &'s [f32])> {
    scene.nodes.enumerate().filter_map(|(id, node)| {
        let mesh = &scene[node.mesh?];
        Some((id, mesh.morph_names.len(), mesh.morph_weights.as_slice())).filter(|(_, count, _)| *count > 0)
    })
}

/// Returns the weights that are moved by variant tracks of an animation, and which tracks these are.
pub(crate) fn of_tracks(scene: &Scene<'_>, animation: &Animation<'_>) -> (Vec<Weights>, Vec<usize>) {
    let (mut keys, mut places): (Vec<Keys<'_>>, Vec<usize>) = (Vec::new(), Vec::new());
    let most = shown(scene).map(|(_, count, _)| count).max().unwrap_or(0);
    for (place, track) in animation.variant_tracks.iter().enumerate() {
        let Some(morph) = morph(&track.name).filter(|morph| *morph < most) else { continue };
        let numbers = |(time, value)| if let Variant::Float(value) = value { Some((time, value)) } else { None };
        let (times, values): (Vec<f32>, Vec<f32>) = track.iter(animation.variant_encoding).map_while(numbers).unzip();
        let ascends = times.iter().all(|time| time.is_finite()) && times.is_sorted();
        let is_whole = times.len() == track.key_count as usize && !times.is_empty();
        if ascends && is_whole && keys.iter().all(|known| known.morph != morph) {
            places.push(place);
            keys.push(Keys { morph, times, values, track });
        }
    }
    let Some(first) = keys.first() else { return (Vec::new(), places) };
    let (kind, times) = (first.track.interpolation, first.times.clone());
    let uniform = keys.iter().all(|keys| keys.track.interpolation == kind && keys.times == times);
    let length = animation.length;
    let channels = match kind {
        Kind::NONE if uniform => uniform_rows(scene, &keys, (&times, length), Interpolation::Step),
        Kind::LINEAR if uniform => uniform_rows(scene, &keys, (&times, length), Interpolation::Linear),
        Kind::TANGENT_SPLINE if uniform && keys.iter().all(|keys| keys.track.tangents.len() == times.len() * 8) => {
            splines(scene, &keys, &times)
        }
        _ => sampled(scene, &keys, animation),
    };
    (channels, places)
}

/// Returns all weights for each node, given the weights that move.
fn rows(
    scene: &Scene<'_>,
    (times, interpolation): (&[f32], Interpolation),
    row: impl Fn(usize) -> Vec<(usize, f32)>,
    rest: impl Fn(&[f32], usize) -> f32,
) -> Vec<Weights> {
    let count = if interpolation == Interpolation::CubicSpline { times.len() * 3 } else { times.len() };
    let all: Vec<Vec<(usize, f32)>> = (0..count).map(row).collect();
    let weights = |(node, targets, defaults): (Id<Node>, usize, &[f32])| {
        let mut values = Vec::with_capacity(count.saturating_mul(targets));
        for row in &all {
            let start = values.len();
            values.extend((0..targets).map(|target| rest(defaults, target)));
            for (morph, value) in row.iter().filter(|(morph, _)| *morph < targets) {
                values.get_mut(start + *morph).into_iter().for_each(|place| *place = *value);
            }
        }
        Weights { node, interpolation, times: times.to_vec(), values }
    };
    shown(scene).map(weights).collect()
}

fn default(defaults: &[f32], target: usize) -> f32 {
    defaults.get(target).copied().unwrap_or_default()
}

/// Returns the keys as they are. At the end, a copy of the last key is added, because in glTF an animation ends with
/// its last key.
fn uniform_rows(
    scene: &Scene<'_>,
    keys: &[Keys<'_>],
    (times, length): (&[f32], f32),
    interpolation: Interpolation,
) -> Vec<Weights> {
    let last = times.len().saturating_sub(1);
    let mut times = times.to_vec();
    times.extend(Some(length).filter(|length| length.is_finite() && times.last().is_some_and(|last| last < length)));
    let value = |key: usize| move |keys: &Keys<'_>| Some((keys.morph, *keys.values.get(key.min(last))?));
    rows(scene, (&times, interpolation), |key| keys.iter().filter_map(value(key)).collect(), default)
}

/// Returns splines whose tangents are in the file. This must convert them, because rbfx uses a time from 0 to 1, but
/// glTF uses tangents per second.
fn splines(scene: &Scene<'_>, keys: &[Keys<'_>], times: &[f32]) -> Vec<Weights> {
    let step = |from: Option<usize>, to: usize| {
        let step = times.get(to).zip(from.and_then(|from| times.get(from))).map(|(to, from)| to - from);
        step.filter(|step| *step > 0.0)
    };
    let tangent = |keys: &Keys<'_>, key: usize, out: usize| {
        let bytes = keys.track.tangents.get((key * 2 + out) * 4..)?.first_chunk::<4>()?;
        Some(f32::from_le_bytes(*bytes))
    };
    let value = |row: usize, keys: &Keys<'_>| {
        let key = row / 3;
        let value = match row % 3 {
            0 => step(key.checked_sub(1), key).and_then(|step| Some(tangent(keys, key, 0)? / step)).unwrap_or_default(),
            1 => *keys.values.get(key)?,
            _ => step(Some(key), key + 1).and_then(|step| Some(tangent(keys, key, 1)? / step)).unwrap_or_default(),
        };
        Some((keys.morph, value))
    };
    let made = rows(
        scene,
        (times, Interpolation::CubicSpline),
        |row| keys.iter().filter_map(|keys| value(row, keys)).collect(),
        |_, _| 0.0,
    );
    // Tangents of constant weights are 0, their values aren't.
    let moved: Vec<usize> = keys.iter().map(|keys| keys.morph).collect();
    let mut made = made;
    for (weights, (_, targets, defaults)) in made.iter_mut().zip(shown(scene)) {
        for values in weights.values.chunks_exact_mut(targets * 3) {
            for target in (0..targets).filter(|target| !moved.contains(target)) {
                values.get_mut(targets + target).into_iter().for_each(|place| *place = default(defaults, target));
            }
        }
    }
    made
}

/// Returns keys at many times, using the same interpolation as the engine.
fn sampled(scene: &Scene<'_>, keys: &[Keys<'_>], animation: &Animation<'_>) -> Vec<Weights> {
    let mut times: Vec<f32> = keys.iter().flat_map(|keys| keys.times.iter().copied()).collect();
    let end = times.iter().copied().fold(animation.length.max(0.0), f32::max);
    if end.is_finite() && end * RATE < MOST {
        times.extend((0..=(end * RATE) as u32).map(|frame| frame as f32 / RATE));
        times.push(end);
    }
    times.retain(|time| *time >= 0.0);
    times.sort_by(f32::total_cmp);
    times.dedup();
    let playback = Playback::of(animation, false);
    let curves: Vec<_> = keys.iter().map(|keys| (keys.morph, keys.track.curve(animation.variant_encoding))).collect();
    let row = |key: usize| {
        let time = times.get(key).copied().unwrap_or_default();
        let value =
            |(morph, curve): &(usize, urho_ani::Curve<'_>)| match curve.sample(time, &playback, &mut Cursor::default())
            {
                Some(Variant::Float(value)) => Some((*morph, value)),
                _ => None,
            };
        curves.iter().filter_map(value).collect()
    };
    rows(scene, (&times, Interpolation::Linear), row, default)
}

/// Returns the weights from an attribute animation. It has the weights of all morphs at each time, which are held until
/// the next time.
pub(crate) fn of_side(scene: &Scene<'_>, keys: &[(f32, Vec<f32>)]) -> Vec<Weights> {
    let times: Vec<f32> = keys.iter().map(|(time, _)| *time).collect();
    let row =
        |key: usize| keys.get(key).map_or_else(Vec::new, |(_, weights)| weights.iter().copied().enumerate().collect());
    rows(scene, (&times, Interpolation::Step), row, default)
}
