//! Tracks of animations that move no node of a scene: they wait in the animation's source for the file that is written anew.

use std::collections::HashSet;

use asset_scene::{Animation, Id, Node, Source, unescape_name};
use scene_adapter::json::Base64;
use serde::{Deserialize, Serialize};
use urho_ani::{Channels, Track, Weights};

use super::TRACKS_FORMAT;
use super::stored::LAYOUT;
use crate::animation_layout::{AnimationLayout, TrackLayout};
use crate::track::block_name;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct UnmovedLayout {
    layout: u32,
    tracks: Vec<TrackLayout>,
}

/// Adds the tracks of a model's animation that move none of these nodes to the scene's animation. If several models play it, only the tracks remain
/// that move nodes of none.
pub(super) fn keep(scene: &mut Animation, own: &Animation, is_moved: impl Fn(Id<Node>) -> bool, is_first: bool) {
    let Some(source) = &own.source else { return };
    let Ok(layout) = AnimationLayout::deserialize(&source.layout) else { return };
    let tracks = layout.tracks.into_iter().enumerate().filter_map(|(number, mut track)| {
        if track.node.take().is_some_and(|node| is_moved(Id::new(node))) {
            return None;
        }
        if track.keys.is_none() {
            track.keys = Some(Base64(source.block(&block_name(number))?.to_vec()));
        }
        Some(track)
    });
    let mut tracks: Vec<TrackLayout> = tracks.collect();
    if !is_first {
        let before: HashSet<String> = stored(scene).into_iter().map(|track| track.name).collect();
        tracks.retain(|track| before.contains(&track.name));
    }
    let layout = UnmovedLayout { layout: LAYOUT, tracks };
    scene.source = (!layout.tracks.is_empty()).then(|| Source::of_layout(TRACKS_FORMAT, &layout));
}

/// Adds the tracks to a new file that lacks them.
pub(super) fn add(scene: &Animation, file: &mut urho_ani::Animation<'static>) {
    for track in stored(scene) {
        let (name, channels) = (unescape_name(&track.name), Channels(track.channels));
        let keys = track.keys.map(|keys| keys.0).unwrap_or_default();
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
    layout.filter(|layout| layout.layout == LAYOUT).unwrap_or_default().tracks
}
