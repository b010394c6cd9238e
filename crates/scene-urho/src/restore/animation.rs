//! Keyframes of nodes back into the animation they came from.

use std::collections::HashMap;

use binio::Path;
use serde::Deserialize;
use urho_ani::{Animation, Channels, Track, Weights};

use super::ani_layout::{AnimationLayout, TrackLayout, VariantLayout};
use super::animation::{ANIMATION_FORMAT, CHANNELS, block_name};
use super::layout::LAYOUT;
use super::mirror;
use crate::error::unfit;
use crate::{Channel, Component, Data, Error, Interpolation, Property, Scene, Source, unescape_name};

/// Gives back the animation that the scene's `index`-th one came from, bit for bit as far as the scene carries the same bits.
///
/// `None` if it came from something else, or if there is no such animation. Keys may have been added, moved, changed and taken away.
///
/// # Errors
/// Where the scene is no longer what the layout says: tracks without their node or one of their channels, channels of one track whose keys are
/// at other times, splines and steps. It has to be made into a new animation then. Also what [`Scene::check`] says.
pub fn restore_animation(scene: &Scene<'_>, index: usize) -> Result<Option<Animation<'static>>, Error> {
    let Some(animation) = scene.animations.get(index) else { return Ok(None) };
    let Some(source) = animation.source.as_ref().filter(|source| source.format == ANIMATION_FORMAT) else {
        return Ok(None);
    };
    scene.check()?;
    let path = || Path::from("layout");
    let layout = AnimationLayout::deserialize(&source.layout).map_err(|error| unfit(path(), error))?;
    if layout.layout != LAYOUT {
        return Err(unfit(path(), format!("it has the number {}", layout.layout)));
    }
    let version = layout.version().ok_or_else(|| unfit(path(), "a version that doesn't exist"))?;
    let era = layout.era().ok_or_else(|| unfit(path(), "an era that doesn't exist"))?;
    let mut channels: HashMap<usize, Vec<&Channel>> = HashMap::new();
    animation.channels.iter().for_each(|channel| channels.entry(channel.node).or_default().push(channel));
    let mut tracks = Vec::with_capacity(layout.tracks.len());
    let mut used = 0;
    for (number, layout) in layout.tracks.iter().enumerate() {
        let found = track(scene, source, &channels, (number, layout));
        let (track, taken) = found.map_err(|why| unfit(Path::from([("track", number)]), why))?;
        used += taken;
        tracks.push(track);
    }
    if used != animation.channels.len() {
        return Err(unfit(Path::from("channels"), "more than the tracks have"));
    }
    let restored = Animation {
        version,
        era,
        name: unescape_name(&layout.name).into(),
        length: layout.length.0,
        tracks,
        variant_tracks: layout.variant_tracks.iter().map(VariantLayout::track).collect(),
        trailing: layout.trailing.0.clone().into(),
    };
    match restored.encoded_len() {
        Ok(_) => Ok(Some(restored)),
        Err(error) => Err(unfit(path(), error)),
    }
}

/// A track, and how many of the channels it took.
fn track(
    scene: &Scene<'_>,
    source: &Source<'_>,
    channels: &HashMap<usize, Vec<&Channel>>,
    (number, layout): (usize, &TrackLayout),
) -> Result<(Track<'static>, usize), &'static str> {
    let mask = Channels(layout.channels);
    let (keys, used) = match (&layout.keys, layout.node) {
        (Some(keys), None) => (keys.0.clone(), 0),
        (None, Some(node)) => {
            let name = scene.nodes.get(node).map(|node| node.name.as_str());
            if name != Some(&layout.name) {
                return Err("its node is gone or has another name");
            }
            let (keys, used) = keys(scene, channels.get(&node).map_or(&[][..], Vec::as_slice), mask)?;
            match source.block(&block_name(number)) {
                Some(block) if block.len() % mask.key_size() == 0 => (block.to_vec(), used),
                Some(_) => return Err("a block of another size"),
                None => (keys, used),
            }
        }
        _ => return Err("neither keys nor a node"),
    };
    let [position, rotation, scale] = layout.weights.map_or([1.0; 3], crate::json::floats);
    let weights = Weights { position, rotation, scale };
    Ok((Track { name: unescape_name(&layout.name).into(), channels: mask, weights, keys: keys.into() }, used))
}

/// The keyframes of a node's channels, and how many channels that are.
fn keys(scene: &Scene<'_>, channels: &[&Channel], mask: Channels) -> Result<(Vec<u8>, usize), &'static str> {
    let size = mask.key_size();
    let mut keys: Option<Vec<u8>> = None;
    let mut used = 0;
    for (channel, property, width, flipped) in CHANNELS {
        let Some(offset) = mask.offset(channel) else { continue };
        let found = channels.iter().find(|channel| channel.property == property).ok_or("a channel is missing")?;
        if found.interpolation != Interpolation::Linear {
            return Err("a channel that isn't linear");
        }
        let times = floats(scene, found.times, 1)?;
        let keys = match &mut keys {
            Some(keys) if keys.chunks_exact(size).map(|key| key.get(..4)).eq(times.chunks_exact(4).map(Some)) => keys,
            Some(_) => return Err("channels with keys at different times"),
            None => {
                let mut new = vec![0; (times.len() / 4).checked_mul(size).ok_or("too many keys")?];
                put(&mut new, size, 0, times, 4);
                keys.insert(new)
            }
        };
        let mut values = floats(scene, found.values, width)?.to_vec();
        mirror::flip(&mut values, width, flipped);
        if property == Property::Rotation {
            values.chunks_exact_mut(16).for_each(|value| value.rotate_right(4));
        }
        if values.len() / (4 * width) != times.len() / 4 {
            return Err("not as many values as times");
        }
        put(keys, size, offset, &values, 4 * width);
        used += 1;
    }
    Ok((keys.unwrap_or_default(), used))
}

/// Puts values of `width` bytes at an offset of each key.
fn put(keys: &mut [u8], size: usize, offset: usize, values: &[u8], width: usize) {
    for (key, value) in keys.chunks_exact_mut(size).zip(values.chunks_exact(width)) {
        if let Some(place) = key.get_mut(offset..).and_then(|rest| rest.get_mut(..width)) {
            place.copy_from_slice(value);
        }
    }
}

/// An array of rows of floats.
fn floats<'s>(scene: &'s Scene<'_>, array: usize, width: usize) -> Result<&'s [u8], &'static str> {
    match scene.arrays.get(array) {
        Some(array) if array.component == Component::F32 && usize::from(array.width) == width => match &array.data {
            Data::Dense(data) => Ok(data),
            Data::Sparse { .. } => Err("keys that aren't all there"),
        },
        _ => Err("keys of another kind"),
    }
}
