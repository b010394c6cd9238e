//! Animations as keyframes of nodes.

use std::collections::{HashMap, HashSet};

use binio::{Findings, Path};
use urho_ani::{Animation, Channels, Track};

use super::ani_layout::{AnimationLayout, TrackLayout, VariantLayout};
use super::mirror;
use crate::json::Base64;
use crate::{Array, Block, Channel, Component, Interpolation, Node, Property, Scene, Source, escape_name};

/// Name of the animation format in [`Source::format`].
pub const ANIMATION_FORMAT: &str = "urho-ani";

/// A channel of a track: what it is, numbers in a value, and which of them have another sign in the other space.
pub(super) const CHANNELS: [(Channels, Property, usize, &[usize]); 3] = [
    (Channels::POSITION, Property::Translation, 3, &[0]),
    // As `x y z w`.
    (Channels::ROTATION, Property::Rotation, 4, &[1, 2]),
    (Channels::SCALE, Property::Scale, 3, &[]),
];

/// Adds an animation, called `name`, to the scene of the model that it fits.
///
/// A track moves the first bone of its name, else the first other node of it; a name that no node has becomes a node without a parent, so that
/// an animation can be looked at without its model. Of several tracks of a name the last one counts, as in the engine.
///
/// The engines play between keys as the scene does, in a line and on the great circle. Before the first key Urho3D and U3D carry the line of
/// the first two keys on backwards, where rbfx and the scene hold the first.
pub fn add_animation<'m>(scene: &mut Scene<'m>, animation: &'m Animation<'_>, name: &str) -> Findings {
    let mut findings = Findings::new();
    let mut layout = AnimationLayout::of(animation);
    let mut nodes = nodes_by_name(scene);
    let mut added = crate::Animation { name: name.to_owned(), ..crate::Animation::default() };
    let last: HashMap<&[u8], usize> =
        animation.tracks.iter().enumerate().map(|(number, track)| (track.name.as_bytes(), number)).collect();
    for (number, (track, layout)) in animation.tracks.iter().zip(&mut layout.tracks).enumerate() {
        let path = Path::from([("track", number)]);
        if last.get(track.name.as_bytes()) != Some(&number) {
            findings.note(path, "a later track of the same name counts");
            layout.keys = Some(Base64(track.keys.to_vec()));
        } else if track.key_count() == 0 || track.channels.0 & Channels::ALL.0 == 0 {
            findings.note(path, "moves nothing");
            layout.keys = Some(Base64(track.keys.to_vec()));
        } else {
            let node = *nodes.entry(escape_name(&track.name)).or_insert_with_key(|name| {
                if !scene.skins.is_empty() {
                    findings.note(path, "no bone or node is called like it; it moves a node of its own");
                }
                scene.nodes.push(Node { name: name.clone(), ..Node::default() });
                scene.nodes.len() - 1
            });
            layout.node = Some(node);
            add_track(scene, &mut added.channels, track, node);
        }
    }
    for (number, track) in animation.variant_tracks.iter().enumerate() {
        layout.variant_tracks.push(VariantLayout::of(track));
        findings.warning(
            Path::from([("variant track", number)]),
            format!("{} isn't in the scene: it moves no node", track.name),
        );
    }
    let blocks = animation.tracks.iter().enumerate();
    let blocks = blocks.map(|(number, track)| Block { name: block_name(number), data: track.keys.borrowed() });
    added.source = Some(Source {
        format: ANIMATION_FORMAT.to_owned(),
        layout: serde_json::to_value(&layout).unwrap_or_default(),
        blocks: blocks.collect(),
    });
    scene.animations.push(added);
    findings
}

/// The node that each name means: of several the first, a bone before anything else. A skinned mesh can't be moved.
fn nodes_by_name(scene: &Scene<'_>) -> HashMap<String, usize> {
    let bones: HashSet<usize> = scene.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    let coarse: HashSet<usize> = scene.nodes.iter().flat_map(|node| node.lods.iter().map(|lod| lod.node)).collect();
    let others = (0..scene.nodes.len()).filter(|node| !bones.contains(node) && !coarse.contains(node));
    let mut joints: Vec<usize> = bones.iter().copied().collect();
    joints.sort_unstable();
    let mut nodes = HashMap::new();
    for number in joints.into_iter().chain(others) {
        if let Some(node) = scene.nodes.get(number).filter(|node| node.skin.is_none()) {
            nodes.entry(node.name.clone()).or_insert(number);
        }
    }
    nodes
}

pub(super) fn block_name(track: usize) -> String {
    format!("track {track} keys")
}

fn add_track(scene: &mut Scene<'_>, channels: &mut Vec<Channel>, track: &Track<'_>, node: usize) {
    let times = column(track, 0, 1);
    let times = scene.add_array(Array::packed(Component::F32, 1, times));
    for (channel, property, width, flipped) in CHANNELS {
        let Some(offset) = track.channels.offset(channel) else { continue };
        let mut values = column(track, offset, width);
        if property == Property::Rotation {
            // w x y z in the file.
            values.chunks_exact_mut(16).for_each(|value| value.rotate_left(4));
        }
        mirror::flip(&mut values, width, flipped);
        let values = scene.add_array(Array::packed(Component::F32, width, values));
        channels.push(Channel { node, property, interpolation: Interpolation::Linear, times, values });
    }
}

/// What stands at an offset of each key.
fn column(track: &Track<'_>, offset: usize, width: usize) -> Vec<u8> {
    let size = width * size_of::<f32>();
    let keys = track.keys.chunks_exact(track.channels.key_size());
    let mut data = Vec::with_capacity(track.key_count() * size);
    keys.filter_map(|key| key.get(offset..)?.get(..size)).for_each(|value| data.extend_from_slice(value));
    data
}

impl TrackLayout {
    pub(super) fn of(track: &Track<'_>, weights: bool) -> Self {
        let weights = weights.then(|| track.weights.to_array().map(crate::json::Real));
        Self { name: escape_name(&track.name), channels: track.channels.0, weights, node: None, keys: None }
    }
}
