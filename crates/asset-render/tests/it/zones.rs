//! Gradients, masks and shadows of the engine's light, by value.

use asset_render::{LightSpace, Picture};
use asset_scene::{
    Environment, Fog, HeightFog, Light, LightEffect, LightKind, Material, Node, Scene, Shadow, Staging, Transform, Zone,
};

use crate::golden::square;
use crate::staging::{paper, picture, place, red};

fn zone() -> Zone {
    Zone {
        node: None,
        bounds: [[-50.0; 3], [50.0; 3]],
        ambient: [0.0; 3],
        gradient: None,
        fog: Fog { color: [0.0; 3], start: 1e6, end: 2e6 },
        height_fog: None,
        light_mask: u32::MAX,
        reflection: None,
        background: 0.0,
    }
}

/// A white wall that faces the camera, 8 units wide and high.
fn wall(zone: Zone) -> Scene<'static> {
    let mut scene = Scene { environment: Some(Environment::default()), ..Scene::default() };
    let wall = square(&mut scene, 0.0, paper());
    scene[wall].transform = place([0.0; 3], 4.0);
    scene.staging = Some(Box::new(Staging { zones: vec![zone], ..Staging::default() }));
    scene
}

fn shown(scene: &Scene<'_>) -> Picture {
    picture(scene, LightSpace::Srgb)
}

#[test]
fn ambient_light_changes_along_the_axis_of_its_zone() {
    // The zone's Z axis points to +X of the scene.
    let mut scene = wall(zone());
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let transform = Transform::Trs { translation: [1.0, 0.0, 0.0], rotation: [0.0, half, 0.0, half], scale: [1.0; 3] };
    let node = scene.nodes.push(Node { transform, ..Node::default() });
    let zone = &mut scene.staging.as_mut().expect("there is one").zones[0];
    (zone.node, zone.bounds) = (Some(node), [[-50.0, -50.0, -2.0], [50.0, 50.0, 2.0]]);
    zone.gradient = Some([[0.0; 3], [1.0; 3]]);
    // From -1 to 3: the pixels from 30 to 70, in sRGB values.
    let picture = shown(&scene);
    let values = [10, 30, 40, 50, 60, 70, 78].map(|x| red(&picture, x, 40));
    for (value, expected) in values.into_iter().zip([0.0, 0.0125, 0.2625, 0.5125, 0.7625, 1.0, 1.0_f32]) {
        assert!((f32::from(value) - expected * 255.0).abs() < 2.0, "{values:?}");
    }
}

#[test]
fn height_fog_covers_what_is_low() {
    let mut own = zone();
    own.ambient = [1.0; 3];
    own.fog.color = [0.0; 3];
    own.height_fog = Some(HeightFog { height: -2.0, scale: 0.5 });
    let picture = shown(&wall(own));
    for (y, row) in [(2.0_f32, 20), (0.0, 40), (-2.0, 60), (-3.0, 70)] {
        // The middle of the pixel is half a pixel lower.
        let above = (y - 0.05 + 2.0) * 0.5;
        let expected = 255.0 * (1.0 - (-above * above).exp());
        assert!((f32::from(red(&picture, 40, row)) - expected).abs() < 2.0, "{y}");
    }
}

/// Three walls beside each other, with these masks.
#[test]
fn masks_decide_which_lights_light_a_surface() {
    let mut scene = Scene { environment: Some(Environment::default()), ..Scene::default() };
    let mut staging = Staging { zones: vec![zone()], ..Staging::default() };
    for (x, mask) in [(-2.5, None), (0.0, Some(2)), (2.5, Some(4))] {
        let wall = square(&mut scene, 0.0, paper());
        scene[wall].transform = place([x, 0.0, 0.0], 1.0);
        staging.light_masks.extend(mask.map(|mask| (wall, mask)));
    }
    let sun = Light { kind: LightKind::Directional, intensity: std::f32::consts::PI, ..Light::default() };
    let light = scene.lights.push(sun);
    scene.nodes.push(Node { light: Some(light), ..Node::default() });
    staging.lights.insert(light, LightEffect { mask: 2, ..LightEffect::default() });
    scene.staging = Some(Box::new(staging));
    let lit = |scene: &Scene<'_>| {
        let picture = shown(scene);
        [15, 40, 65].map(|x| red(&picture, x, 40))
    };
    assert_eq!(lit(&scene), [255, 255, 0]);
    scene.staging.as_mut().expect("there is one").zones[0].light_mask = 5;
    assert_eq!(lit(&scene), [0, 0, 0]);
}

#[test]
fn shadows_leave_a_part_of_the_light() {
    for left in [0.0, 0.25, 1.0, f32::NAN] {
        let mut scene = wall(zone());
        let sign = square(&mut scene, 0.0, Material { base_color: [0.0, 0.0, 0.0, 1.0], ..paper() });
        // Behind the camera's view of the wall, so that only its shadow is seen.
        scene[sign].transform = place([20.0, 0.0, 20.0], 1.0);
        let sun = Light { kind: LightKind::Directional, intensity: std::f32::consts::PI, ..Light::default() };
        let light = scene.lights.push(sun);
        let (sine, cosine) = libm::sincosf(std::f32::consts::FRAC_PI_8);
        let rotation = [0.0, sine, 0.0, cosine];
        let transform = Transform::Trs { translation: [0.0; 3], rotation, scale: [1.0; 3] };
        scene.nodes.push(Node { light: Some(light), transform, ..Node::default() });
        let staging = scene.staging.as_mut().expect("there is one");
        staging
            .lights
            .insert(light, LightEffect { shadow: Some(Shadow { left, map: None }), ..LightEffect::default() });
        staging.shadow_casters.push(sign);
        let picture = shown(&scene);
        let [shadow, lit] = [40, 70].map(|x| f32::from(red(&picture, x, 40)));
        let expected = std::f32::consts::FRAC_1_SQRT_2 * 255.0;
        let part = if left.is_nan() { 0.0 } else { left };
        assert!((lit - expected).abs() < 2.0 && (shadow - expected * part).abs() < 2.0, "{left}: {shadow} {lit}");
    }
}

/// In rbfx, all ambient light is linear, and encoded as a whole.
#[test]
fn ambient_light_of_a_range_is_encoded_as_a_whole() {
    let mut own = zone();
    own.ambient = [0.25; 3];
    let grey = |space| {
        let mut scene = wall(own.clone());
        scene.materials[asset_scene::Id::new(0)].base_color = [0.214_041_14, 0.214_041_14, 0.214_041_14, 1.0];
        red(&picture(&scene, space), 40, 40)
    };
    // sRGB 0.5371 of the light, times 0.5 of the surface; linear 0.25 times 0.214.
    assert_eq!([LightSpace::SrgbRange, LightSpace::LinearRange].map(grey), [68, 65]);
}

/// A mirror in the direction of the light shows the highlight alone.
#[test]
fn highlights_have_a_strength() {
    let shown = |highlight| {
        let mut scene = wall(zone());
        let specular = asset_scene::Specular { factor: 0.5, ..Default::default() };
        let black = Material { base_color: [0.0, 0.0, 0.0, 1.0], roughness: 0.9, ..paper() };
        scene.materials[asset_scene::Id::new(0)] = Material { specular: Some(Box::new(specular)), ..black };
        let sun = Light { kind: LightKind::Directional, intensity: std::f32::consts::PI, ..Light::default() };
        let light = scene.lights.push(sun);
        scene.nodes.push(Node { light: Some(light), ..Node::default() });
        let staging = scene.staging.as_mut().expect("there is one");
        staging.lights.insert(light, LightEffect { highlight, ..LightEffect::default() });
        red(&picture(&scene, LightSpace::Srgb), 40, 40)
    };
    let whole = shown(1.0);
    assert!(whole > 40, "{whole}");
    assert_eq!(([0.0, f32::NAN].map(shown), shown(0.5).abs_diff(whole / 2) <= 1), ([0, 0], true));
}
