//! Levels of detail by simplification, and meshes in an order for graphics cards.

use std::collections::HashMap;

use asset_scene::{Channel, Id, Node, Property, Scene};
use binio::Findings;

use super::ConvertOptions;
use crate::Error;

#[cfg(feature = "simplify")]
mod corners;
#[cfg(feature = "simplify")]
mod distances;
#[cfg(feature = "simplify")]
mod levels;
#[cfg(feature = "simplify")]
mod order;
#[cfg(feature = "simplify")]
mod rows;

/// Optimizes the meshes of a [checked](Scene::check) scene and adds levels of detail, as the options request.
#[cfg(feature = "simplify")]
pub(super) fn apply(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    options.check_simplify()?;
    let mut budget = options.limits().budget();
    if options.optimize_meshes {
        order::apply(scene, &mut budget, findings)?;
    }
    if !options.simplify.is_empty() {
        levels::add(scene, &options.simplify, &mut budget, findings)?;
    }
    Ok(())
}

/// Optimizes and simplifies as [`apply`], and lets levels of detail move as their finest node does.
pub(super) fn apply_for_gltf(
    scene: &mut Scene<'_>,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    apply(scene, options, findings)?;
    #[cfg(feature = "simplify")]
    if !options.simplify.is_empty() {
        levels::animate(scene);
    }
    Ok(())
}

/// Refuses options that need the feature `simplify`.
#[cfg(not(feature = "simplify"))]
pub(super) fn apply(_: &mut Scene<'_>, options: &ConvertOptions, _: &mut Findings) -> Result<(), Error> {
    options.check_simplify()?;
    if options.changes_meshes() {
        return Err(Error::Refused("simplification and optimization of meshes need the feature simplify".into()));
    }
    Ok(())
}

/// Removes channels of levels of detail that move a level as its finest node moves: engines move all levels by the bone of the finest.
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
        let is_same = |own: &Channel, other: &Channel| {
            let keys = |channel: &Channel| (arrays.get(channel.times), arrays.get(channel.values));
            own.property == other.property && own.interpolation == other.interpolation && keys(own) == keys(other)
        };
        channels.retain(|channel| {
            let leader = finest.get(&channel.node).filter(|_| channel.property != Property::MorphWeights);
            let of_leader = leader.and_then(|leader| of_node.get(leader)).into_iter().flatten();
            !of_leader.into_iter().any(|other| is_same(channel, other))
        });
        scene[animation].channels = channels;
    }
}

/// Spends the memory for work on vertices and indices.
#[cfg(feature = "simplify")]
fn spend(budget: &mut binio::Budget, vertices: usize, per_vertex: usize, indices: usize) -> Result<(), Error> {
    let bytes = vertices.saturating_mul(per_vertex).saturating_add(indices.saturating_mul(PER_INDEX));
    let left = budget.left();
    budget.spend(bytes as u64).map_err(|_| {
        Error::Refused(format!("expected at most {left} bytes for the optimization of meshes, found {bytes}"))
    })
}

/// Bytes of working memory for an index: its edges, its collapses, and copies of it.
#[cfg(feature = "simplify")]
const PER_INDEX: usize = 128;
