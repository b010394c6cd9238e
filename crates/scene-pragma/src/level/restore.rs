//! Writes the edits in a scene to the entities of a map.

#![allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]

use asset_geometry::glam::{DAffine3, DQuat};
use asset_scene::trs::{Chain, Trs};
use asset_scene::{Camera, Light, unescape_name};
use binio::{Findings, Path};
use pragma_asset::map::EntityMut;
use pragma_asset::{Pose, glam};
use scene_adapter::same;

use super::entity::{Values, angles, text};
use super::export::transform;
use super::stored::EntityKey;
use super::{METRES, TURN, camera, light};

/// What the node of an entity shows.
pub(super) struct Shown<'s> {
    pub(super) name: &'s str,
    pub(super) world: DAffine3,
    pub(super) light: Option<&'s Light>,
    pub(super) camera: Option<&'s Camera>,
}

/// Writes the edits in the scene to an entity. Returns whether its transform shears, because the engine can't show
/// this.
pub(super) fn restore(entity: &mut EntityMut<'_, '_>, layout: &EntityKey, shown: &Shown<'_>) -> bool {
    let nowhere = &mut Findings::new();
    let path = Path::new();
    let values = Values::of(entity.get());
    let before = values.name(layout.entity);
    let name_key = values.key(&["name", "targetname"]);
    let pose = values.pose(&path, nowhere);
    let stored_light = light::of_entity(&values, &path, nowhere);
    let stored_camera = camera::of_entity(&values);
    drop(values);
    if before != shown.name && !same::is_numbered(shown.name, &before) {
        let name = unescape_name(shown.name);
        entity.set_key_value(&name_key, &String::from_utf8_lossy(&name));
    }
    let mut shears = false;
    if !same::transforms(transform(&pose, layout.turned).to_affine(), shown.world) {
        let (now, sheared) = placed(shown.world, layout.turned);
        shears = sheared;
        take_place(entity, &pose, &now);
    }
    if let Some((before, now)) = stored_light.zip(shown.light) {
        if !same::lights(&before, now) {
            if std::mem::discriminant(&before.kind) != std::mem::discriminant(&now.kind) {
                entity.set_class_name(light::class(now));
            }
            light::set(entity, now, Some(&before));
        }
    }
    if let Some((before, now)) = stored_camera.zip(shown.camera) {
        if !same::cameras(&before, now) {
            camera::set(entity, now);
        }
    }
    shears
}

/// Converts a transform in the scene to a pose. Also returns whether it shears, because this can't be converted.
pub(super) fn placed(world: DAffine3, turned: bool) -> (Pose, bool) {
    let chain = Chain::of(world);
    let Trs { translation, rotation, scale } = chain.first;
    // The same turn again leads back, but for the sign.
    let turn = if turned { DQuat::from_array(TURN.map(f64::from)).conjugate() } else { DQuat::IDENTITY };
    let pose = Pose {
        origin: (translation / METRES).as_vec3(),
        rotation: (rotation * turn).as_quat(),
        scale: scale.as_vec3(),
    };
    (pose, chain.second.is_some())
}

/// Moves an entity. If a part is still the same, this will not change it in the file.
fn take_place(entity: &mut EntityMut<'_, '_>, before: &Pose, now: &Pose) {
    let close = |a: glam::Vec3, b: glam::Vec3| (a - b).length() <= 2e-6 * a.length().max(b.length()).max(1e-3);
    let moved = !close(before.origin, now.origin);
    // Half of the angle between them, as a sine.
    let turned = (before.rotation.as_dquat().conjugate() * now.rotation.as_dquat()).xyz().length() > 1e-6;
    let scaled = !close(before.scale, now.scale);
    let mut pose = entity.get().pose();
    let has_pose = entity.get().element().get("pose").is_some();
    let mut missing = false;
    let mut part = |entity: &mut EntityMut<'_, '_>, key: &str, value: String| {
        if entity.get().key_value(key).is_some() {
            entity.set_key_value(key, &value);
        } else {
            missing = true;
        }
    };
    if moved {
        part(entity, "origin", text(now.origin.to_array()));
        pose.origin = now.origin;
    }
    if turned {
        part(entity, "angles", angles(now.rotation.as_dquat()));
        pose.rotation = now.rotation;
    }
    if scaled {
        part(entity, "scale", text(now.scale.to_array()));
        pose.scale = now.scale;
    }
    if has_pose || missing {
        entity.set_pose(&pose);
    }
}

/// Sets the pose of a new entity, both as a pose and as key values.
pub(super) fn put(entity: &mut EntityMut<'_, '_>, pose: &Pose) {
    entity.set_pose(pose);
    entity.set_key_value("origin", &text(pose.origin.to_array()));
    entity.set_key_value("angles", &angles(pose.rotation.as_dquat()));
    if (pose.scale - glam::Vec3::ONE).abs().max_element() > 1e-6 {
        entity.set_key_value("scale", &text(pose.scale.to_array()));
    }
}
