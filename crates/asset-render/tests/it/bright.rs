//! Light that is brighter than white, and colours that engines without linear light multiply.

use asset_render::{Background, Camera, Lens, LightSet, LightSpace, Renderer};
use asset_scene::color::{linear_to_srgb, srgb_to_linear};
use asset_scene::glam::DVec3;
use asset_scene::{Alpha, Environment, Fog, Light, LightKind, Material, Node, Scene};

use crate::golden::{render, square, unlit};
use crate::staging::paper;

/// A surface of an engine without linear light, lit by a sun that is `light` times as bright as white. It is 10 units
/// away, where half of it is in black fog.
fn shown(material: Material, light: f32, fog: bool) -> u8 {
    let fog = Fog { color: [0.0; 3], start: 5.0, end: if fog { 15.0 } else { 1e9 } };
    let mut scene =
        Scene { environment: Some(Environment { fog: Some(fog), ..Environment::default() }), ..Scene::default() };
    square(&mut scene, 0.0, material);
    let intensity = std::f32::consts::PI * light;
    let sun = scene.lights.push(Light { kind: LightKind::Directional, intensity, ..Light::default() });
    scene.nodes.push(Node { light: Some(sun), ..Node::default() });
    let camera = Camera::looking(DVec3::Z * 10.0, DVec3::ZERO, Lens::Orthographic(0.5));
    let renderer = Renderer::new(8, 8).camera(camera).background(Background::Plain([0, 0, 0]));
    let picture = render(&scene, &renderer.light_set(LightSet::Engine).light_space(LightSpace::Srgb));
    picture.pixels.get(4, 4).expect("a pixel")[0]
}

#[test]
fn fog_is_mixed_before_light_is_cut_off_at_white() {
    assert_eq!([0.5, 1.0, 1.6, 3.0].map(|light| shown(paper(), light, true)), [64, 128, 204, 255]);
    assert_eq!([0.5, 1.6].map(|light| shown(paper(), light, false)), [128, 255]);
}

#[test]
fn each_light_of_a_transparent_surface_is_cut_off_at_white() {
    let glass = |alpha| Material { alpha: Alpha::Blend, base_color: [1.0, 1.0, 1.0, alpha], ..paper() };
    // A single light: not brighter than a white surface of this opacity.
    assert_eq!([0.5, 1.0, 3.0].map(|light| shown(glass(0.5), light, false)), [64, 128, 128]);
}

#[test]
fn dark_colours_are_multiplied_in_srgb() {
    // The vertex colour is white; the texture is as dark as the base colour.
    let dark = 0.2_f32;
    let texture = |material: Material| {
        let mut scene = Scene { environment: Some(Environment::default()), ..Scene::default() };
        let value = (dark * 255.0) as u8;
        let png = asset_image::Pixels::filled(2, 2, [value, value, value, 255]).and_then(|pixels| pixels.to_png());
        let bytes = png.expect("a png").into();
        let image = scene.images.push(asset_scene::Image { bytes, ..asset_scene::Image::default() });
        let base_color_texture = Some(asset_scene::Texture::new(image));
        square(&mut scene, 0.0, Material { base_color_texture, ..material });
        let camera = Camera::looking(DVec3::Z * 10.0, DVec3::ZERO, Lens::Orthographic(0.5));
        let renderer = Renderer::new(8, 8).camera(camera).light_set(LightSet::Engine);
        [LightSpace::Srgb, LightSpace::Linear]
            .map(|space| render(&scene, &renderer.clone().light_space(space)).pixels.get(4, 4).expect("a pixel")[0])
    };
    let linear = srgb_to_linear(dark);
    let expected = [dark * dark, linear_to_srgb(linear * linear)].map(|value| (value * 255.0 + 0.5) as u8);
    let shown = texture(unlit([linear, linear, linear, 1.0]));
    assert_eq!((shown, expected), (expected, [10, 4]));
}
