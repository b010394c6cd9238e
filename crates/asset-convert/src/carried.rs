//! When a glTF carries its original, the scene can still differ from it because of conversion options. These
//! differences must not look like edits, so this module undoes them.

use std::collections::HashSet;
use std::sync::Arc;

use asset_formats::kinds;
use asset_scene::glam::{DAffine3, DMat4, DVec3};
use asset_scene::world::World;
use asset_scene::{Id, Node, Property, Scene, Source, Transform};
use binio::Findings;
use scene_adapter::same;
use serde_json::{Map, Value};

use super::ConvertOptions;

/// Marks the nodes that options have added: levels of detail, and the root that scales everything.
const MADE_LEVEL: &str = "engine-assets-level";
const MADE_ROOT: &str = "engine-assets-root";

/// The key for the options, in the layout of a source.
const KEY: &str = "shown";
/// The key for the only level of detail that was kept.
const LOD: &str = "lod";
/// The key for the scale factor.
const SCALE: &str = "scale";

/// Stores the options that change a scene with an original.
pub(super) fn store(scene: &mut Scene<'_>, options: &ConvertOptions) {
    let Some(layout) = scene.source.as_mut().and_then(|source| source.layout.as_object_mut()) else { return };
    let mut shown = Map::new();
    if let Some(level) = options.changes.lod {
        shown.insert(LOD.to_owned(), level.into());
    }
    if options.changes.scale != 1.0 {
        shown.insert(SCALE.to_owned(), options.changes.scale.into());
    }
    if !shown.is_empty() {
        layout.insert(KEY.to_owned(), Value::Object(shown));
    }
}

/// Marks all nodes starting at `first` as levels of detail that an option has added, so that they are not taken for a
/// part of the original.
pub(super) fn mark_levels(scene: &mut Scene<'_>, first: usize) {
    if scene.source.is_none() {
        return;
    }
    for node in scene.nodes.iter_mut().skip(first) {
        node.source = Some(Arc::new(Source::of_layout(MADE_LEVEL, &Map::new())));
    }
}

/// Undoes the changes that options made when the glTF was exported, so that only real edits are compared with the
/// original.
pub(super) fn undo(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) {
    let has_original = options.engine_files.into_original.is_some()
        || scene.source.as_ref().is_some_and(|source| source.original.is_some());
    if has_original {
        unscale(scene, findings);
        drop_levels(scene, findings);
    }
}

/// Removes the levels of detail that an option has added.
fn drop_levels(scene: &mut Scene<'_>, findings: &mut Findings) {
    let is_created: Vec<bool> =
        scene.nodes.iter().map(|node| node.source.as_ref().is_some_and(|source| source.format == MADE_LEVEL)).collect();
    let count = is_created.iter().filter(|is_made| **is_made).count();
    if count == 0 {
        return;
    }
    scene.retain_nodes(|node| is_created.get(node.index()) != Some(&true));
    scene.remove_unseen_meshes();
    scene.remove_unused_arrays();
    let message = format!("that simplification added to the glTF aren't written into the original: {count}");
    findings.note(kinds::LEVELS_LEFT_OUT, "levels of detail", message);
}

/// Scales a scene, using a new root that is not part of the original.
pub(super) fn scale(scene: &mut Scene<'_>, factor: f32) {
    scene.scale(factor);
    if scene.source.is_some() {
        let root = scene.nodes.iter_mut().last();
        root.into_iter().for_each(|root| root.source = Some(Arc::new(Source::of_layout(MADE_ROOT, &Map::new()))));
    }
}

/// Scales a scene back to the size of the original.
fn unscale(scene: &mut Scene<'_>, findings: &mut Findings) {
    let shown = scene.source.as_mut();
    let shown = shown.and_then(|source| source.layout.get_mut(KEY)?.as_object_mut());
    let Some(scale) = shown.and_then(|shown| shown.remove(SCALE)).and_then(|scale| scale.as_f64()) else { return };
    let back = (1.0 / scale) as f32;
    if !(back.is_finite() && back > 0.0) {
        return;
    }
    let is_root = |(_, node): &(Id<Node>, &Node)| node.source.as_ref().is_some_and(|own| own.format == MADE_ROOT);
    let root = scene.nodes.enumerate().find(is_root).map(|(id, _)| id);
    match root {
        Some(root) => remove_root(scene, root, back, findings),
        // Another program has removed it, or its mark.
        None => scene.scale(back),
    }
}

/// Removes the root that scales everything. If the user has moved it or added nodes beside it, everything stays where
/// you see it; but an animation of this root is lost.
fn remove_root(scene: &mut Scene<'_>, root: Id<Node>, back: f32, findings: &mut Findings) {
    let lods = scene.lod_nodes();
    let unscaled = DAffine3::from_scale(DVec3::splat(f64::from(back)));
    let edited = unscaled * World::new(scene).world(root);
    let is_edited = !same::transforms(DAffine3::IDENTITY, edited);
    tell_motion(scene, root, is_edited, findings);
    for (id, node) in scene.nodes.enumerate_mut() {
        node.lods.iter_mut().for_each(|lod| lod.distance = lod.distance.map(|distance| distance * back));
        let moved = match node.parent {
            Some(parent) if parent == root && is_edited => edited * node.transform.to_affine(),
            None if id != root && node.skin.is_none() && !lods[id] => unscaled * node.transform.to_affine(),
            _ => continue,
        };
        node.transform = Transform::Matrix(DMat4::from(moved).as_mat4().to_cols_array());
    }
    // Otherwise a skin whose joints are below it would go with it.
    scene.skins.iter_mut().filter(|skin| skin.root == Some(root)).for_each(|skin| skin.root = None);
    scene.retain_nodes(|node| node != root);
}

/// Reports the motion that is lost when the root that scales everything is removed.
fn tell_motion(scene: &Scene<'_>, root: Id<Node>, is_edited: bool, findings: &mut Findings) {
    let above: HashSet<Id<Node>> = std::iter::successors(Some(root), |node| scene[*node].parent).collect();
    let mut lost = 0_usize;
    for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
        let is_child = scene[channel.node].parent == Some(root) && channel.property != Property::MorphWeights;
        lost = lost.saturating_add(usize::from(above.contains(&channel.node) || is_edited && is_child));
    }
    if lost > 0 {
        let message = format!(
            "the root that scales the scene was animated, or moved above animated nodes: {lost} tracks don't follow it; animate the nodes below it instead"
        );
        findings.loss(scene_adapter::kinds::PART_NOT_WRITTEN, "animations", message);
    }
}

/// Returns the scene without the originals that it carries.
pub(super) fn without_originals<'s>(scene: &'s Scene<'_>) -> Scene<'s> {
    let mut bare = scene.borrowed();
    let animations = bare.animations.iter_mut().filter_map(|animation| animation.source.as_mut());
    bare.source.iter_mut().chain(animations).for_each(|source| source.original = None);
    bare
}
