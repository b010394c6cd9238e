//! Animations as keyframes of nodes.

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

/// Adds an animation, called `name`, to the scene of a model. Returns its id and the content that couldn't be shown. To keep the animation, pass
/// [`animation.borrowed()`](Animation::borrowed); for a scene that owns its data, pass [`animation.into_owned()`](Animation::into_owned).
///
/// A track moves the first bone of its name, or the first other node with this name. If there is none, a node without a parent is created, so that an
/// animation can be viewed without its model. If several tracks have the same name, the last one applies, as in the engine. Variant tracks of the place,
/// rotation or scale of a node (rbfx) move the node that their path ends with; the node that the animation is played on is called `@`. Variant tracks of morph
/// weights move the morphs of all meshes; [`add_side_weights`](crate::add_side_weights) adds the weights of a side file.
///
/// An animation that lasts longer than its keys gets a key more, in one track, which holds the last one: an animation of glTF ends with its last key.
///
/// The engines play between keys as the scene does, in a line and on the great circle. Before the first key Urho3D and U3D carry the line of
/// the first two keys on backwards, where rbfx and the scene hold the first.
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
        let moved = values::moved_node(track, animation.era).filter(|_| !shown.contains(&number));
        let Some((name, channel)) = moved else { continue };
        let known = nodes.get(&name).copied();
        let node = known.unwrap_or_else(|| scene.nodes.push(Node { name: name.clone(), ..Node::default() }));
        let Some(channel) = values::channel(scene, (track, animation.era), (node, channel)) else { continue };
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

/// The node that each name means: of several the first, a bone before anything else. A skinned mesh can't be moved.
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

/// The track that gets a key at the end, if the animation lasts longer than its keys: an animation of glTF ends with its last key.
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

/// Adds the channels of a track, which hold their last key to `end` if that is given. A channel that only jumps is one of steps.
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

/// Returns the values at an offset of each key.
fn column(track: &Track<'_>, offset: usize, width: usize) -> Vec<u8> {
    gather(&track.keys, track.channels.key_size(), offset, width.saturating_mul(size_of::<f32>()))
}
