//! Lights and cameras.

use asset_scene::{Camera, Id, Light, LightKind, Projection, Scene};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::name;

/// Generates lights and cameras that can be stored in glTF.
pub(super) fn views() -> impl Strategy<Value = (Vec<Light>, Vec<Camera>)> {
    let positive = || 0.001_f32..1000.0;
    let kind = prop_oneof![
        Just(LightKind::Directional),
        Just(LightKind::Point),
        (0.0_f32..0.5, 0.5_f32..1.5).prop_map(|(inner, outer)| LightKind::Spot { inner, outer })
    ];
    let channel = || 0.0_f32..=1.0;
    let light = (name(), kind, [channel(), channel(), channel()], positive(), option::of(positive()));
    let light = light.prop_map(|(name, kind, color, intensity, range)| {
        let range = range.filter(|_| kind != LightKind::Directional);
        Light { name, kind, color, intensity, range }
    });
    let perspective = (0.001_f32..3.1, option::of(positive()));
    let perspective = perspective.prop_map(|(y_fov, aspect)| Projection::Perspective { y_fov, aspect });
    let orthographic = (positive(), positive()).prop_map(|(x_mag, y_mag)| Projection::Orthographic { x_mag, y_mag });
    let camera = (name(), prop_oneof![perspective, orthographic], positive(), option::of(positive()));
    let camera = camera.prop_map(|(name, projection, near, depth)| {
        let is_endless = depth.is_none() && matches!(projection, Projection::Perspective { .. });
        let far = (!is_endless).then(|| near + depth.unwrap_or(1.0));
        Camera { name, projection, near, far }
    });
    (vec(light, 0..3), vec(camera, 0..3))
}

/// Adds lights and cameras. A node uses each of them, but the first will be used by two.
pub(super) fn add(scene: &mut Scene<'static>, (lights, cameras): (Vec<Light>, Vec<Camera>)) {
    let (lights_there, cameras_there) = (lights.len(), cameras.len());
    (scene.lights, scene.cameras) = (lights.into(), cameras.into());
    for (number, node) in scene.nodes.iter_mut().enumerate() {
        node.light = (lights_there > 0).then(|| Id::new(number % lights_there));
        node.camera = (number < cameras_there).then(|| Id::new(number));
    }
}
