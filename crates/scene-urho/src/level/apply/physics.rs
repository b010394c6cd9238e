//! Moves rigid bodies with their nodes. Files store where a body is in the world, and the engine will move the node
//! there when it loads the file.

#![allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]

use asset_scene::glam::{DAffine3, DQuat, DVec3};
use scene_adapter::same;
use urho_scene::{Document, Node, Scene, Variant};

/// The attributes for the position and rotation of a body in the world.
const POSITION: &str = "Physics Position";
const ROTATION: &str = "Physics Rotation";

/// Moves the stored bodies of all nodes that are no longer where they were, because they or their parents were moved.
/// If a node is a copy, it gets its own body.
pub(super) fn follow(level: &mut Scene<'static>, before: &Document<'_>) {
    let has_body =
        |node: &Node<'_>| node.components.iter().any(|component| component.attributes.get(POSITION).is_some());
    if !level.nodes.iter().any(has_body) {
        return;
    }
    let (old, places) = (worlds(&before.scene()), before.matching_nodes(level));
    let (engine, new) = (level.engine, worlds(level));
    for ((node, world), place) in level.nodes.iter_mut().zip(new).zip(places) {
        let stays = place.and_then(|place| old.get(place)).is_some_and(|old| same::transforms(*old, world));
        if stays {
            continue;
        }
        let (_, rotation, translation) = world.to_scale_rotation_translation();
        for component in &mut node.components {
            let attributes = &mut component.attributes;
            if attributes.get(POSITION).is_some() {
                attributes.set(engine, POSITION, Variant::Vector3(translation.as_vec3().to_array()));
            }
            if attributes.get(ROTATION).is_some() {
                let [x, y, z, w] = rotation.as_quat().to_array();
                attributes.set(engine, ROTATION, Variant::Quaternion([w, x, y, z]));
            }
        }
    }
}

/// Returns the world transform of each node, in the engine's axes.
fn worlds(scene: &Scene<'_>) -> Vec<DAffine3> {
    let mut worlds: Vec<DAffine3> = Vec::with_capacity(scene.nodes.len());
    for node in &scene.nodes {
        let (translation, scale) = (node.position().to_array(), node.scale().to_array());
        let own = DAffine3::from_scale_rotation_translation(
            DVec3::from(scale.map(f64::from)),
            DQuat::from_array(node.rotation().to_array().map(f64::from)),
            DVec3::from(translation.map(f64::from)),
        );
        let above = node.parent.and_then(|parent| worlds.get(parent as usize)).copied();
        worlds.push(above.unwrap_or(DAffine3::IDENTITY) * own);
    }
    worlds
}
