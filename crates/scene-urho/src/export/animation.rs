//! Shows animations as keyframes of nodes.

mod steps;
pub(crate) mod values;

use std::collections::HashMap;

use asset_scene::{
    AnimationId, Array, Channel, Component, Id, IdMap, Interpolation, Node, Property, Scene, escape_name,
};
use binio::{Findings, Path};
use scene_adapter::columns::gather;
use urho_ani::{Animation, Channels, Track};

use crate::kinds;
use crate::track::CHANNELS;
use crate::{ANIMATION_FORMAT, mirror, weights};

/// Adds an animation to the scene of a model, and names it `name`. Returns its id, and findings for content that can't
/// be shown. If you want to keep the animation, pass [`animation.borrowed()`](Animation::borrowed); if the scene should
/// own its data, pass [`animation.into_owned()`](Animation::into_owned).
///
/// A track moves the first bone with its name. If there is no such bone, it moves the first other node with this name.
/// If there is none either, this function creates a node without a parent, so you can also view an animation without
/// its model. If several tracks have the same name, the last one is used, as in the engine.
///
/// For rbfx, variant tracks for the position, rotation or scale of a node move the node at the end of their path. The
/// node on which the animation is played is called `@`. Variant tracks for morph weights move the morphs of all meshes.
/// Use [`add_side_weights`](crate::add_side_weights) to add weights from a side file.
///
/// In glTF an animation ends with its last key. If this animation is longer, one track gets another key at the end,
/// which holds the last value.
///
/// Between keys, the engines interpolate in the same way as the scene does: in a line, and for rotations on the great
/// circle. But before the first key, Urho3D and U3D extrapolate the line between the first two keys, where rbfx and the
/// scene use the first value.
pub fn add_animation(scene: &mut Scene<'_>, animation: Animation<'_>, name: &str) -> (AnimationId, Findings) {
    let mut findings = Findings::new();
    let mut nodes = nodes_by_name(scene);
    let mut added = asset_scene::Animation { name: name.to_owned(), ..asset_scene::Animation::default() };
    let last: HashMap<&[u8], usize> =
        animation.tracks.iter().enumerate().map(|(number, track)| (track.name.as_bytes(), number)).collect();
    let closing = closing(&animation, &last);
    for (number, track) in animation.tracks.iter().enumerate() {
        let path = Path::from([("track", number)]);
        if last.get(track.name.as_bytes()) != Some(&number) {
            findings.note(kinds::TRACK_DUPLICATE, path, "a later track of the same name counts");
        } else if track.key_count() == 0 || track.channels.0 & Channels::ALL.0 == 0 {
            findings.note(kinds::TRACK_MOVES_NOTHING, path, "moves nothing");
        } else {
            let node = *nodes.entry(escape_name(&track.name)).or_insert_with_key(|name| {
                if !scene.skins.is_empty() {
                    findings.note(kinds::TRACK_NEW_NODE, path, "no bone or node has its name; it moves a new node");
                }
                scene.nodes.push(Node { name: name.clone(), ..Node::default() })
            });
            let end = Some(animation.length).filter(|_| number == closing);
            add_track(scene, &mut added.channels, (track, node), end);
        }
    }
    let (weights, mut shown) = weights::of_tracks(scene, &animation);
    for (number, track) in animation.variant_tracks.iter().enumerate() {
        let moved = values::moved_node(track, animation.variant_encoding).filter(|_| !shown.contains(&number));
        let Some((name, channel)) = moved else { continue };
        let known = nodes.get(&name).copied();
        let node = known.unwrap_or_else(|| scene.nodes.push(Node { name: name.clone(), ..Node::default() }));
        let Some(channel) = values::channel(scene, (track, animation.variant_encoding), (node, channel)) else {
            continue;
        };
        if added.channels.iter().any(|other| (other.node, other.property) == (channel.node, channel.property)) {
            continue;
        }
        if known.is_none() && !scene.skins.is_empty() {
            let path = Path::from([("variant track", number)]);
            findings.note(kinds::TRACK_NEW_NODE, path, "no bone or node has its name; it moves a new node");
        }
        nodes.insert(name, node);
        added.channels.push(channel);
        shown.push(number);
    }
    for (number, track) in animation.variant_tracks.iter().enumerate() {
        if !shown.contains(&number) {
            findings.loss(
                kinds::TRACK_LOST,
                Path::from([("variant track", number)]),
                format!("{} isn't in the scene: it moves no node and no morph", track.name),
            );
        }
    }
    for weights in &weights {
        let channel = weights.add(scene);
        added.channels.push(channel);
    }
    added.source = Some(super::source(ANIMATION_FORMAT, animation.to_bytes().ok()));
    (scene.animations.push(added), findings)
}

/// Finds the node for each name. If more than one node has the name, this prefers bones, then the first node. It
/// ignores a mesh with a skin, because this can't be moved.
fn nodes_by_name(scene: &Scene<'_>) -> HashMap<String, Id<Node>> {
    let mut bones = IdMap::filled(false, scene.nodes.len());
    scene.skins.iter().flat_map(|skin| &skin.joints).for_each(|joint| bones[*joint] = true);
    let coarse = scene.lod_nodes();
    let joints = scene.nodes.ids().filter(|node| bones[*node]);
    let others = scene.nodes.ids().filter(|node| !bones[*node] && !coarse[*node]);
    let mut nodes = HashMap::new();
    for id in joints.chain(others).filter(|node| scene[*node].skin.is_none()) {
        nodes.entry(scene[id].name.clone()).or_insert(id);
    }
    nodes
}

/// Returns the track that needs another key at the end, because the animation is longer than its keys. In glTF an
/// animation ends with its last key.
fn closing(animation: &Animation<'_>, last: &HashMap<&[u8], usize>) -> usize {
    let moves = |track: &Track<'_>| track.key_count() > 0 && track.channels.0 & Channels::ALL.0 != 0;
    let ends = animation.tracks.iter().filter_map(|track| track.times().iter().last());
    let end = ends.fold(0.0_f32, f32::max);
    let is_short = animation.length.is_finite() && end.is_finite() && animation.length > end;
    let counts =
        |(number, track): &(usize, &Track<'_>)| moves(track) && last.get(track.name.as_bytes()) == Some(number);
    let first = animation.tracks.iter().enumerate().find(counts).filter(|_| is_short);
    first.map_or(usize::MAX, |(number, _)| number)
}

/// Adds the channels for a track. If `end` is given, the last key is held until then. If a channel only jumps, it will
/// use steps.
fn add_track(
    scene: &mut Scene<'_>,
    channels: &mut Vec<Channel>,
    (track, node): (&Track<'_>, Id<Node>),
    end: Option<f32>,
) {
    let mut times = column(track, 0, 1);
    if let Some(end) = end {
        times.extend(end.to_le_bytes());
    }
    let times: Vec<f32> =
        times.chunks_exact(4).filter_map(|time| time.try_into().ok().map(f32::from_le_bytes)).collect();
    let has_pairs = times.windows(2).any(|pair| matches!(pair, [a, b] if a == b));
    let array = |times: &[f32]| Array::from_f32s(times.iter().map(|time| [*time]));
    let mut shared = None;
    for (channel, property, width, flipped) in CHANNELS {
        let Some(offset) = track.channels.offset(channel) else { continue };
        let mut values = column(track, offset, width);
        if property == Property::Rotation {
            // w x y z in the file.
            values.chunks_exact_mut(16).for_each(|value| value.rotate_left(4));
        }
        mirror::flip(&mut values, width, flipped);
        let size = width.saturating_mul(size_of::<f32>());
        if end.is_some() {
            let held = values.len().saturating_sub(size);
            values.extend_from_within(held..);
        }
        let keys = if has_pairs { steps::without_pairs(&times, &values, size) } else { None };
        let interpolation = keys.as_ref().map_or(Interpolation::Linear, |keys| keys.interpolation);
        let (times, values) = match keys {
            Some(keys) => (scene.arrays.push(array(&keys.times)), keys.values),
            None => (*shared.get_or_insert_with(|| scene.arrays.push(array(&times))), values),
        };
        let values = scene.arrays.push(Array::from_bytes(Component::F32, width as u8, values));
        channels.push(Channel { node, property, interpolation, times, values });
    }
}

/// Returns the values at an offset in each key.
fn column(track: &Track<'_>, offset: usize, width: usize) -> Vec<u8> {
    gather(&track.keys, track.channels.key_size(), offset, width.saturating_mul(size_of::<f32>()))
}
