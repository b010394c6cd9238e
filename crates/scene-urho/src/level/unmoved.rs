//! Keeps animation tracks that don't move any node in the scene. They are stored in the source of the animation, to be
//! used when its file must be written again.

use std::collections::{HashMap, HashSet};

use asset_scene::{Animation, AnimationId, Id, Node, Scene, Source, escape_name, unescape_name};
use scene_adapter::json::{Base64, Real};
use serde::{Deserialize, Serialize};
use urho_ani::{Channels, Track, Weights};

use super::TRACKS_FORMAT;
use super::stored::VERSION;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct UnmovedLayout {
    layout: u32,
    tracks: Vec<TrackLayout>,
}

#[derive(Debug, Serialize, Deserialize)]
struct TrackLayout {
    name: String,
    channels: u8,
    /// The weights of position, rotation and scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<[Real; 3]>,
    /// The keyframes.
    keys: Base64,
}

/// Stores the tracks of a model's animation that don't move any of these nodes. If several models play the animation,
/// this only keeps tracks that none of them needs.
pub(super) fn keep(
    scene: &mut Animation,
    (model, own): (&Scene<'_>, AnimationId),
    is_moved: impl Fn(Id<Node>) -> bool,
    is_first: bool,
) {
    let Ok(Some(file)) = crate::original_animation(model, own) else { return };
    let moving = model[own].channels.iter().filter(|channel| is_moved(channel.node));
    let moved: HashSet<&str> = moving.map(|channel| model[channel.node].name.as_str()).collect();
    // Of several tracks of a name the last one counts.
    let last: HashMap<String, usize> =
        file.tracks.iter().enumerate().map(|(number, track)| (escape_name(&track.name), number)).collect();
    let has_weights = file.version.has_weights();
    let tracks = file.tracks.iter().enumerate().filter_map(|(number, track)| {
        let name = escape_name(&track.name);
        if moved.contains(name.as_str()) && last.get(&name) == Some(&number) {
            return None;
        }
        let weights = has_weights.then(|| track.weights.to_array().map(Real));
        Some(TrackLayout { name, channels: track.channels.0, weights, keys: Base64(track.keys.to_vec()) })
    });
    let mut tracks: Vec<TrackLayout> = tracks.collect();
    if !is_first {
        let before: HashSet<String> = stored(scene).into_iter().map(|track| track.name).collect();
        tracks.retain(|track| before.contains(&track.name));
    }
    let layout = UnmovedLayout { layout: VERSION, tracks };
    scene.source = (!layout.tracks.is_empty()).then(|| Source::of_layout(TRACKS_FORMAT, &layout));
}

/// Adds the stored tracks to a new file that doesn't have them.
pub(super) fn add(scene: &Animation, file: &mut urho_ani::Animation<'static>) {
    for track in stored(scene) {
        let (name, channels) = (unescape_name(&track.name), Channels(track.channels));
        let keys = track.keys.0;
        let is_whole = keys.len().checked_rem(channels.key_size()) == Some(0);
        if !is_whole || file.tracks.iter().any(|known| *known.name == *name) {
            continue;
        }
        let [position, rotation, scale] = track
            .weights
            .filter(|_| file.version.has_weights())
            .map_or([1.0; 3], |weights| weights.map(|weight| weight.0));
        let weights = Weights { position, rotation, scale };
        file.tracks.push(Track { name: name.into(), channels, weights, keys: keys.into() });
    }
}

fn stored(scene: &Animation) -> Vec<TrackLayout> {
    let source = scene.source.as_ref().filter(|source| source.format == TRACKS_FORMAT);
    let layout = source.and_then(|source| UnmovedLayout::deserialize(&source.layout).ok());
    layout.filter(|layout| layout.layout == VERSION).unwrap_or_default().tracks
}
