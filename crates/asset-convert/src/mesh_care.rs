//! Adds simplified levels of detail, and reorders meshes for graphics cards.

use std::collections::HashMap;

use asset_formats::Error;
use asset_scene::{Channel, Id, Node, Property, Scene};
use binio::Findings;

use super::ConvertOptions;

#[cfg(not(feature = "simplify"))]
mod refused;
#[cfg(feature = "simplify")]
mod simplify;

#[cfg(not(feature = "simplify"))]
use refused as simplify;

/// Optimizes the meshes in a [checked](Scene::check) scene and adds levels of detail, given the options.
pub(super) fn apply(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    options.check_simplify()?;
    simplify::apply(scene, options, findings)
}

/// Like [`apply`], but levels of detail will also move together with the node of the finest level.
pub(super) fn apply_for_gltf(
    scene: &mut Scene<'_>,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    apply(scene, options, findings)?;
    if !options.changes.simplify.is_empty() {
        simplify::animate(scene);
    }
    Ok(())
}

/// Removes animation channels that move a level of detail exactly like the finest level. Engines don't need them,
/// because they use the finest level's bone for all levels.
pub(super) fn still_levels(scene: &mut Scene<'_>) {
    let finest: HashMap<Id<Node>, Id<Node>> =
        scene.nodes.enumerate().flat_map(|(id, node)| node.lods.iter().map(move |lod| (lod.node, id))).collect();
    if finest.is_empty() {
        return;
    }
    for animation in scene.animations.ids().collect::<Vec<_>>() {
        let mut channels = scene[animation].channels.clone();
        let mut of_node: HashMap<Id<Node>, Vec<Channel>> = HashMap::new();
        channels.iter().for_each(|channel| of_node.entry(channel.node).or_default().push(*channel));
        let arrays = &scene.arrays;
        let is_same = |one: &Channel, other: &Channel| {
            let keys = |channel: &Channel| (arrays.get(channel.times), arrays.get(channel.values));
            one.property == other.property && one.interpolation == other.interpolation && keys(one) == keys(other)
        };
        channels.retain(|channel| {
            let leader = finest.get(&channel.node).filter(|_| channel.property != Property::MorphWeights);
            let of_leader = leader.and_then(|leader| of_node.get(leader)).into_iter().flatten();
            !of_leader.into_iter().any(|other| is_same(channel, other))
        });
        scene[animation].channels = channels;
    }
}
