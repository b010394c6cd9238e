//! Surfaces that only pictures show: reflections, layers and water; and zones.

use std::sync::Arc;

use asset_image::Pixels;
use asset_render::{Background, Camera, Lens, LightSet, LightSpace, Renderer};
use asset_scene::color::{linear_to_srgb, srgb_to_linear};
use asset_scene::glam::DVec3;
use asset_scene::{
    Alpha, Environment, Exposure, Fog, Id, Image, Layers, Light, LightKind, Material, Node, Probe, Reflection, Scene,
    SkyCube, Staging, SurfaceEffect, Texture, ToneCurve, Transform, Water, Zone,
};

use crate::golden::{render, square, unlit};
use crate::staging::{paper, picture, place};

fn image(color: [u8; 4]) -> Image<'static> {
    let png = Pixels::filled(2, 2, color).and_then(|pixels| pixels.to_png()).expect("a png");
    Image { bytes: png.into(), ..Image::default() }
}

/// A cube map that is red behind the camera, which is at +Z, and black elsewhere.
fn red_behind() -> Arc<SkyCube<'static>> {
    let images = (0..6).map(|face| image(if face == 4 { [200, 0, 0, 255] } else { [0, 0, 0, 255] })).collect();
    Arc::new(SkyCube { images, color: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] })
}

/// A wall from -4 to 4 in the dark, with this effect.
fn wall(look: Material, effect: SurfaceEffect) -> Scene<'static> {
    let mut scene = Scene { environment: Some(Environment::default()), ..Scene::default() };
    let wall = square(&mut scene, 0.0, look);
    scene[wall].transform = place([0.0; 3], 4.0);
    let surfaces = [(Id::new(0), effect)].into();
    scene.staging = Some(Box::new(Staging { surfaces, ..Staging::default() }));
    scene
}

fn middle(scene: &Scene<'_>, space: LightSpace) -> [u8; 4] {
    picture(scene, space).pixels.get(40, 40).expect("a pixel")
}

/// Urho3D adds the sRGB values of the map, multiplied by a factor.
#[test]
fn surfaces_mirror_their_cube_map() {
    let reflection = Some(Reflection { cube: red_behind(), factor: [0.5; 3] });
    let mut scene = wall(paper(), SurfaceEffect { reflection, ..SurfaceEffect::default() });
    assert_eq!(middle(&scene, LightSpace::Srgb), [100, 0, 0, 255]);
    // Turned away, it mirrors another face.
    let turn = libm::sincosf(std::f32::consts::FRAC_PI_8);
    scene.nodes[Id::new(0)].transform =
        Transform::Trs { translation: [0.0; 3], rotation: [0.0, turn.0, 0.0, turn.1], scale: [9.0; 3] };
    assert_eq!(middle(&scene, LightSpace::Srgb), [0, 0, 0, 255]);
}

#[test]
fn layers_are_mixed_by_weights() {
    let mut scene = wall(Material { base_color: [1.0; 4], ..unlit([1.0; 4]) }, SurfaceEffect::default());
    // Two thirds red, a third blue: the weights are divided by their sum.
    let images = [[100, 0, 50, 255], [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]].map(image);
    let [weights, red, green, blue] = images.map(|image| Texture::new(scene.images.push(image)));
    let mut layers = Layers { weights, layers: [Some(red), Some(green), Some(blue)] };
    let set = |scene: &mut Scene<'static>, layers| {
        let effect = SurfaceEffect { layers: Some(layers), ..SurfaceEffect::default() };
        scene.staging.as_mut().expect("there is one").surfaces = [(Id::new(0), effect)].into();
    };
    set(&mut scene, layers);
    assert_eq!(middle(&scene, LightSpace::Srgb), [170, 0, 85, 255]);
    layers.layers[0] = None;
    set(&mut scene, layers);
    assert_eq!(middle(&scene, LightSpace::Srgb), [0, 0, 85, 255]);
    scene.images = Vec::new().into();
    assert!(scene.check().is_err());
}

/// Straight from above, water only tints what is behind it. At a flat angle, it mirrors.
#[test]
fn water_tints_and_mirrors() {
    let water = Water { tint: [0.5, 1.0, 0.25], fresnel: 2.0, noise: None };
    let mut scene = wall(paper(), SurfaceEffect { water: Some(water), ..SurfaceEffect::default() });
    let grey = srgb_to_linear(200.0 / 255.0);
    let behind = square(&mut scene, -1.0, unlit([grey, grey, grey, 1.0]));
    scene[behind].transform = place([0.0; 3], 4.0);
    let [red, green, blue, _] = middle(&scene, LightSpace::Srgb);
    assert!(red.abs_diff(100) <= 2 && green == 200 && blue.abs_diff(50) <= 2, "{red} {green} {blue}");
    // Turned by 60 degrees: half of the light straight on is lost, so a quarter is mirrored, which is black.
    let (sine, cosine) = libm::sincosf(std::f32::consts::FRAC_PI_6);
    scene.nodes[Id::new(0)].transform =
        Transform::Trs { translation: [0.0; 3], rotation: [0.0, sine, 0.0, cosine], scale: [3.0; 3] };
    scene[behind].transform = place([0.0, 0.0, -9.0], 4.0);
    let [_, green, ..] = middle(&scene, LightSpace::Srgb);
    assert!(green.abs_diff(150) <= 2, "{green}");
}

/// A zone from -x to x around a node, with this ambient light and fog.
fn zone(node: Id<Node>, x: f32, ambient: [f32; 3], color: [f32; 3]) -> Zone {
    let fog = Fog { color, start: 1e6, end: 2e6 };
    Zone {
        node: Some(node),
        bounds: [[-x, -9.0, -99.0], [x, 9.0, 99.0]],
        ambient,
        gradient: None,
        fog,
        height_fog: None,
        light_mask: u32::MAX,
        reflection: None,
        background: 0.0,
    }
}

#[test]
fn zones_light_what_is_in_them() {
    let mut scene = wall(paper(), SurfaceEffect::default());
    scene.nodes[Id::new(0)].transform = place([-2.0, 0.0, 0.0], 1.0);
    let right = square(&mut scene, 0.0, paper());
    scene[right].transform = place([2.0, 0.0, 0.0], 1.0);
    let center = scene.nodes.push(Node { transform: Transform::from_translation([2.0, 0.0, 0.0]), ..Node::default() });
    let near = zone(center, 1.5, [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    let everywhere = zone(center, 99.0, [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]);
    scene.staging.as_mut().expect("there is one").zones = vec![near, everywhere];
    let camera = asset_render::Camera::looking(
        asset_scene::glam::DVec3::Z * 10.0,
        asset_scene::glam::DVec3::ZERO,
        asset_render::Lens::Orthographic(4.0),
    );
    let renderer = Renderer::new(80, 80).camera(camera).light_set(asset_render::LightSet::Engine);
    let renderer = renderer.light_space(LightSpace::Srgb);
    let at = |scene: &Scene<'_>, x| render(scene, &renderer).pixels.get(x, 40).expect("a pixel");
    assert_eq!([at(&scene, 20), at(&scene, 60)], [[0, 255, 0, 255], [255, 0, 0, 255]]);
    // The camera is in the large zone, whose fog is the background.
    assert_eq!(at(&scene, 40), [0, 255, 255, 255]);
    // The zone of the higher priority contains the camera now.
    scene.nodes[center].transform = Transform::from_translation([0.0; 3]);
    assert_eq!(at(&scene, 40), [0, 0, 255, 255]);
    scene.staging.as_mut().expect("there is one").zones[0].node = Some(Id::new(99));
    assert!(scene.check().is_err());
}

/// The map of a zone lights metallic-roughness surfaces.
#[test]
fn zones_are_reflected() {
    let metal = Material { base_color: [0.5; 4], roughness: 0.0, metallic: 1.0, alpha: Alpha::Opaque, ..paper() };
    let mut scene = wall(Material { base_color: [1.0, 1.0, 1.0, 1.0], ..metal }, SurfaceEffect::default());
    scene.materials[Id::new(0)].base_color_texture = None;
    let mut own = zone(Id::new(0), 99.0, [0.0; 3], [0.0; 3]);
    own.reflection = Some((red_behind(), 1.0));
    scene.staging.as_mut().expect("there is one").zones = vec![own];
    let [red, green, ..] = middle(&scene, LightSpace::Linear);
    assert!(red > 60 && green == 0, "{red} {green}");
    scene.staging.as_mut().expect("there is one").zones[0].reflection = Some((red_behind(), 0.0));
    assert_eq!(middle(&scene, LightSpace::Linear), [0, 0, 0, 255]);
    // Blinn and Phong's surfaces don't show it.
    scene.staging.as_mut().expect("there is one").zones[0].reflection = Some((red_behind(), 1.0));
    assert_eq!(middle(&scene, LightSpace::Srgb)[0], 0);
}

#[test]
fn pictures_say_what_they_do_not_show() {
    let mut scene = wall(unlit([1.0, 0.0, 0.0, 1.0]), SurfaceEffect::default());
    let camera = asset_render::Camera::looking(
        asset_scene::glam::DVec3::Z * 10.0,
        asset_scene::glam::DVec3::ZERO,
        asset_render::Lens::Orthographic(1.0),
    );
    let black = |scene: &Scene<'_>, width: u32| {
        let shown = render(scene, &Renderer::new(width, 200).camera(camera));
        let pixels = shown.pixels.pixels().iter().enumerate().filter(|(_, pixel)| **pixel == [0, 0, 0, 255]);
        let places: Vec<usize> = pixels.map(|(index, _)| index / width as usize).collect();
        (places.len(), places.first().copied())
    };
    assert_eq!(black(&scene, 400).0, 0);
    scene.staging.as_mut().expect("there is one").not_shown = vec!["Text3D: 9".to_owned()];
    let (count, top) = black(&scene, 400);
    assert!(count > 1000 && top == Some(183), "{count} {top:?}");
    assert_eq!(black(&scene, 200).0, 0, "too small for a note");
    // A long note is cut off.
    scene.staging.as_mut().expect("there is one").not_shown = vec!["long".repeat(1000)];
    assert!(black(&scene, 400).0 > count);
}

/// A smooth metal mirrors the map of the probe that it is in, whatever its zone says.
#[test]
fn metal_mirrors_the_probe_that_it_is_in() {
    let metal = Material { base_color: [1.0; 4], metallic: 1.0, roughness: 0.0, ..Material::named("metal") };
    let mut scene = wall(metal, SurfaceEffect::default());
    let node = scene.nodes.push(Node::default());
    let mut red = |bounds: [[f32; 3]; 2]| {
        let probe = Probe { node, bounds, cube: red_behind(), room: None };
        scene.staging.as_mut().expect("there is one").probes = vec![probe];
        middle(&scene, LightSpace::LinearRange)[0]
    };
    assert!(red([[-1.0; 3], [1.0; 3]]) > 150);
    assert_eq!(red([[1.0; 3], [2.0; 3]]), 0);
    scene.nodes = Vec::new().into();
    assert!(scene.check().is_err());
}

/// Light of 4 is compressed to 0.8, and fog of 0.5 to a third of white.
#[test]
fn bright_light_is_compressed_by_the_curve_of_the_scene() {
    let mut scene = wall(paper(), SurfaceEffect::default());
    let intensity = 4.0 * std::f32::consts::PI;
    let sun = scene.lights.push(Light { kind: LightKind::Directional, intensity, ..Light::default() });
    scene.nodes.push(Node { light: Some(sun), ..Node::default() });
    assert_eq!(middle(&scene, LightSpace::LinearRange)[0], 255);
    let curve = ToneCurve::Reinhard;
    scene.staging.as_mut().expect("there is one").exposure = Some(Exposure { factor: 1.0, curve });
    let expected = (linear_to_srgb(0.8) * 255.0).round() as u8;
    assert!(middle(&scene, LightSpace::LinearRange)[0].abs_diff(expected) <= 1);
    assert_eq!(middle(&scene, LightSpace::Srgb)[0], 255, "only linear light has an exposure");
    // Fog of 0.5 beside the wall; a background that was chosen stays.
    let fog = Some(Fog { color: [0.5; 3], start: 1.0, end: 2.0 });
    scene.environment = Some(Environment { fog, ..Environment::default() });
    let aside = DVec3::X * 99.0;
    let camera = Camera::looking(aside + DVec3::Z * 10.0, aside, Lens::Orthographic(4.0));
    let behind = |background| {
        let renderer = Renderer::new(8, 8).camera(camera).background(background).light_set(LightSet::Engine);
        render(&scene, &renderer.light_space(LightSpace::LinearRange)).pixels.get(4, 4).expect("a pixel")[0]
    };
    let expected = (linear_to_srgb(1.0 / 3.0) * 255.0).round() as u8;
    assert!(behind(Background::Auto).abs_diff(expected) <= 1);
    assert_eq!(behind(Background::Plain([99; 3])), 99);
}
