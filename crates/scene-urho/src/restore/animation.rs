//! Restoration of a source animation from keyframes of nodes.

use std::collections::HashMap;

use asset_scene::{
    AnimationId, ArrayId, Channel, Component, Data, Error, Id, Interpolation, Node, Property, Scene, Source,
    unescape_name,
};
use binio::{Findings, Path};
use scene_adapter::columns::scatter;
use scene_adapter::json::floats as numbers;
use scene_adapter::origin::{self, mismatch};
use urho_ani::{Animation, Channels, Track};

use crate::animation_layout::{AnimationLayout, LAYOUT, TrackLayout, VariantLayout};
use crate::track::{CHANNELS, block_name};
use crate::weights::Weights;
use crate::{ANIMATION_FORMAT, SideFile, mirror, weights};

/// Checks that an animation has the morph weights of the restored tracks, and apart from them only the `used` channels.
fn check_weights(
    scene: &Scene<'_>,
    (animation, source): (&asset_scene::Animation, &Source<'_>),
    restored: &Animation<'static>,
    used: usize,
) -> Result<(), Error> {
    let weights = weights_of(scene, source, restored)?;
    let moved: Vec<&Channel> =
        animation.channels.iter().filter(|channel| channel.property == Property::MorphWeights).collect();
    if moved.len() != weights.len() || !moved.iter().zip(&weights).all(|(channel, weights)| weights.is(scene, channel))
    {
        return Err(mismatch(Path::from("channels"), "other morph weights than the tracks have"));
    }
    if used.saturating_add(moved.len()) != animation.channels.len() {
        return Err(mismatch(Path::from("channels"), "more than the tracks have"));
    }
    Ok(())
}

/// Restores the source of a scene's animation, bit for bit as far as the scene has the same bits.
///
/// Returns `None` if the source is no animation of this format, or if the animation doesn't exist. Keys may have been added, moved, changed and
/// removed.
///
/// # Errors
/// The scene doesn't match the layout: tracks without their node or one of their channels, channels of one track with different key times, splines
/// and steps. It has to be [built](crate::create_animations) into a new animation then. Also the errors of [`Scene::check`].
pub fn restore_animation(scene: &Scene<'_>, id: AnimationId) -> Result<Option<Animation<'static>>, Error> {
    let Some(animation) = scene.animations.get(id) else { return Ok(None) };
    let Some(source) = &animation.source else { return Ok(None) };
    let Some(layout) = origin::layout::<AnimationLayout>(Some(source), ANIMATION_FORMAT, LAYOUT)? else {
        return Ok(None);
    };
    scene.check()?;
    let version = layout.version().ok_or_else(|| mismatch("layout", "expected a version that exists"))?;
    let era = layout.era().ok_or_else(|| mismatch("layout", "expected the era new, old or urho"))?;
    let mut budget = origin::budget(scene);
    let mut channels: HashMap<Id<Node>, Vec<&Channel>> = HashMap::new();
    animation.channels.iter().for_each(|channel| channels.entry(channel.node).or_default().push(channel));
    let mut tracks = Vec::with_capacity(layout.tracks.len());
    let mut used = 0_usize;
    for (number, layout) in layout.tracks.iter().enumerate() {
        let found = track(scene, source, &channels, (number, layout));
        let (track, taken) = found.map_err(|why| mismatch(Path::from([("track", number)]), why))?;
        // Tracks may share a node.
        let spent = budget.spend(track.keys.len() as u64);
        spent.map_err(|_| mismatch(Path::from([("track", number)]), "far more keys than the arrays have"))?;
        used = used.saturating_add(taken);
        tracks.push(track);
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
    check_weights(scene, (animation, source), &restored, used)?;
    match restored.encoded_len() {
        Ok(_) => Ok(Some(restored)),
        Err(error) => Err(mismatch("layout", error)),
    }
}

/// The morph weights that the animation and its side file move.
fn weights_of(scene: &Scene<'_>, source: &Source<'_>, animation: &Animation<'_>) -> Result<Vec<Weights>, Error> {
    let (mut all, _) = weights::of_tracks(scene, animation);
    if let Some(side) = SideFile::stored(source)? {
        let own = weights::side_weights(scene, &side, &mut Findings::new());
        let known: Vec<Id<Node>> = all.iter().map(|weights| weights.node).collect();
        all.extend(own.into_iter().filter(|weights| !known.contains(&weights.node)));
    }
    Ok(all)
}

/// A track, and how many of the channels it took.
fn track(
    scene: &Scene<'_>,
    source: &Source<'_>,
    channels: &HashMap<Id<Node>, Vec<&Channel>>,
    (number, layout): (usize, &TrackLayout),
) -> Result<(Track<'static>, usize), &'static str> {
    let mask = Channels(layout.channels);
    let (keys, used) = match (&layout.keys, layout.node) {
        (Some(keys), None) => (keys.0.clone(), 0),
        (None, Some(node)) => {
            let node = Id::new(node);
            let name = scene.nodes.get(node).map(|node| node.name.as_str());
            if name != Some(&layout.name) {
                return Err("its node is gone or has another name");
            }
            let (mut keys, used) = keys(scene, channels.get(&node).map_or(&[][..], Vec::as_slice), mask)?;
            if layout.closed {
                open(&mut keys, mask.key_size());
            }
            match source.block(&block_name(number)) {
                Some(block) if block.len().checked_rem(mask.key_size()) == Some(0) => (block.to_vec(), used),
                Some(_) => return Err("a block of another size"),
                None => (keys, used),
            }
        }
        _ => return Err("neither keys nor a node"),
    };
    let [position, rotation, scale] = layout.weights.map_or([1.0; 3], numbers);
    let weights = urho_ani::Weights { position, rotation, scale };
    Ok((Track { name: unescape_name(&layout.name).into(), channels: mask, weights, keys: keys.into() }, used))
}

/// Takes out the last key, if it holds the one before.
fn open(keys: &mut Vec<u8>, size: usize) {
    let mut ends = keys.rchunks_exact(size);
    let (last, before) = (ends.next(), ends.next());
    let values = |key: Option<&[u8]>| key.and_then(|key| key.get(4..)).map(<[u8]>::to_vec);
    if last.is_some() && values(last) == values(before) {
        keys.truncate(keys.len().saturating_sub(size));
    }
}

/// The keyframes of a node's channels, and how many channels that are.
fn keys(scene: &Scene<'_>, channels: &[&Channel], mask: Channels) -> Result<(Vec<u8>, usize), &'static str> {
    let size = mask.key_size();
    let mut keys: Option<Vec<u8>> = None;
    let mut used = 0_usize;
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
                scatter(times, 4, &mut new, size, 0);
                keys.insert(new)
            }
        };
        let mut values = floats(scene, found.values, width)?.to_vec();
        mirror::flip(&mut values, width, flipped);
        if property == Property::Rotation {
            values.chunks_exact_mut(16).for_each(|value| value.rotate_right(4));
        }
        let wide = width.saturating_mul(4);
        if values.len().checked_div(wide) != Some(times.len() / 4) {
            return Err("not as many values as times");
        }
        scatter(&values, wide, keys, size, offset);
        used = used.saturating_add(1);
    }
    // A track without channels has no keys.
    Ok((keys.unwrap_or_default(), used))
}

/// An array of rows of floats.
fn floats<'s>(scene: &'s Scene<'_>, array: ArrayId, width: usize) -> Result<&'s [u8], &'static str> {
    match scene.arrays.get(array) {
        Some(array) if array.component == Component::F32 && usize::from(array.width) == width => match &array.data {
            Data::Dense(data) => Ok(data),
            Data::Sparse { .. } => Err("keys that aren't all there"),
        },
        _ => Err("keys of another kind"),
    }
}
