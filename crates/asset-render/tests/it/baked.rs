//! Baked light and decals of pictures, by value.

use asset_image::Pixels;
use asset_render::{Background, Camera, Lens, LightSet, LightSpace, Renderer};
use asset_scene::glam::DVec3;
use asset_scene::{
    Array, Attribute, Environment, Harmonics, Id, Image, Material, Node, Scene, Semantic, Staging, Texture,
    TextureTransform,
};

use crate::golden::{render, square, unlit};
use crate::staging::{paper, picture, place, red};

/// Creates a wall with a lightmap. The two values are the brightness of its left and right half.
fn wall(left: u8, right: u8) -> (Scene<'static>, Id<Node>, Texture) {
    let environment = Environment { ambient: [0.0; 3], ..Environment::default() };
    let mut scene = Scene { environment: Some(environment), ..Scene::default() };
    let wall = square(&mut scene, 0.0, paper());
    scene[wall].transform = place([0.0; 3], 4.0);
    let mut pixels = Vec::new();
    for value in [left, left, right, right] {
        pixels.extend([value, value, value, 255]);
    }
    let png = Pixels::new(4, 1, pixels).and_then(|pixels| pixels.to_png()).expect("a png");
    let image = scene.images.push(Image { bytes: png.into(), ..Image::default() });
    let texture = Texture { tex_coord: 1, ..Texture::new(image) };
    scene.staging =
        Some(Box::new(Staging { lightmaps: [(wall, texture)].into(), decals: Vec::new(), ..Staging::default() }));
    (scene, wall, texture)
}

/// Adds a second set of texture coordinates, which is half of the first.
fn add_set(scene: &mut Scene<'static>, node: Id<Node>, set: u32) {
    let uvs = [[0.0, 0.0], [0.0, 0.5], [0.5, 0.5], [0.5, 0.0_f32]];
    let array = scene.arrays.push(Array::from_f32s(uvs));
    let mesh = scene[node].mesh.expect("a mesh");
    scene[mesh].primitives[0].attributes.push(Attribute { semantic: Semantic::TexCoord(set), array });
}

#[test]
fn lightmaps_add_twice_their_values_to_the_ambient_light() {
    let (mut scene, node, texture) = wall(40, 100);
    add_set(&mut scene, node, 1);
    let placed = TextureTransform { scale: [2.0, 1.0], ..TextureTransform::default() };
    let shown = |scene: &mut Scene<'static>, transform: TextureTransform, space| {
        let staging = scene.staging.as_mut().expect("there is one");
        staging.lightmaps.insert(node, Texture { transform, ..texture });
        let picture = picture(scene, space);
        [20, 50].map(|x| red(&picture, x, 40))
    };
    // White paper has the colour of its light.
    assert_eq!(shown(&mut scene, placed, LightSpace::LinearRange), [80, 200]);
    assert_eq!(shown(&mut scene, placed, LightSpace::SrgbRange), [80, 200]);
    // The coordinates are half of the first set: only the left half is used.
    assert_eq!(shown(&mut scene, TextureTransform::default(), LightSpace::LinearRange), [80, 80]);
    let moved = TextureTransform { offset: [0.5, 0.0], ..TextureTransform::default() };
    assert_eq!(shown(&mut scene, moved, LightSpace::LinearRange), [200, 200]);
    // It is added to the ambient light.
    scene.environment.as_mut().expect("there is one").ambient = [0.1; 3];
    let [left, _] = shown(&mut scene, placed, LightSpace::LinearRange);
    let linear = asset_scene::color::srgb_to_linear(80.0 / 255.0) + 0.1;
    let expected = asset_scene::color::linear_to_srgb(linear) * 255.0;
    assert!((f32::from(left) - expected).abs() < 1.5, "{left}, {expected}");
}

#[test]
fn lightmaps_need_their_texture_coordinates() {
    let (mut scene, node, texture) = wall(100, 100);
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 0);
    let staging = scene.staging.as_mut().expect("there is one");
    // The same set as the textures of the material.
    staging.lightmaps.insert(node, Texture { tex_coord: 0, ..texture });
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 200);
    // The material uses two other sets.
    add_set(&mut scene, node, 1);
    add_set(&mut scene, node, 2);
    let staging = scene.staging.as_mut().expect("there is one");
    staging.lightmaps.insert(node, Texture { tex_coord: 2, ..texture });
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 200);
    let material = &mut scene.materials[Id::new(0)];
    material.base_color_texture = Some(Texture { tex_coord: 0, ..texture });
    material.occlusion_texture = Some(Texture { tex_coord: 1, ..texture });
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 0);
}

#[test]
fn surfaces_with_lightmaps_do_not_glow() {
    let (mut scene, node, texture) = wall(0, 0);
    add_set(&mut scene, node, 1);
    let white = Pixels::filled(1, 1, [128, 128, 128, 255]).and_then(|pixels| pixels.to_png()).expect("a png");
    let image = scene.images.push(Image { bytes: white.into(), ..Image::default() });
    let glow = Some(Texture::new(image));
    scene.materials[Id::new(0)] = Material { emissive: [1.0; 3], emissive_texture: glow, ..paper() };
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 0);
    scene.staging.as_mut().expect("there is one").lightmaps.clear();
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 128);
    // An image that can't be read is as none.
    let broken = scene.images.push(Image { bytes: b"no image".to_vec().into(), ..Image::default() });
    let texture = Texture { image: broken, ..texture };
    scene.staging.as_mut().expect("there is one").lightmaps.insert(node, texture);
    assert_eq!(asset_render::Textures::of(&scene).findings().len(), 1);
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 128);
}

#[test]
fn light_of_probes_is_added_to_the_ambient_light() {
    let (mut scene, node, _) = wall(0, 0);
    let staging = scene.staging.as_mut().expect("there is one");
    staging.lightmaps.clear();
    let mut light = Harmonics::default();
    (light.coefficients[0], light.coefficients[3]) = ([0.1; 3], [0.15; 3]);
    staging.ambients.insert(node, light);
    // The wall faces +Z: a linear light of 0.25.
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 137);
    assert_eq!(red(&picture(&scene, LightSpace::SrgbRange), 40, 40), 137);
    // Light below 0 counts as none.
    light.coefficients[0] = [-1.0; 3];
    scene.staging.as_mut().expect("there is one").ambients.insert(node, light);
    assert_eq!(red(&picture(&scene, LightSpace::LinearRange), 40, 40), 0);
}

/// A green square on a red floor that is larger and has other triangles, seen at a slant.
#[test]
fn decals_are_on_top_of_their_surface() {
    let mut scene = Scene::default();
    let floor = square(&mut scene, 0.0, unlit([1.0, 0.0, 0.0, 1.0]));
    scene[floor].transform = place([0.3, 0.1, 0.0], 3.0);
    let decal = square(&mut scene, 0.0, unlit([0.0, 1.0, 0.0, 1.0]));
    let green = |scene: &Scene<'_>, lens| {
        let camera = Camera::looking(DVec3::new(1.0, -7.0, 2.0), DVec3::ZERO, lens);
        let renderer = Renderer::new(96, 96).camera(camera).background(Background::Plain([0, 0, 255]));
        let picture = render(scene, &renderer.light_set(LightSet::Engine).light_space(LightSpace::Srgb));
        picture.pixels.pixels().iter().filter(|pixel| pixel[1] > 200).count()
    };
    scene.nodes[floor].mesh = None;
    let lenses = [Lens::Perspective(0.3), Lens::Orthographic(2.0)];
    let whole = lenses.map(|lens| green(&scene, lens));
    scene = {
        let mut scene = scene;
        scene.nodes[floor].mesh = Some(Id::new(0));
        scene.staging = Some(Box::new(Staging { decals: vec![decal], ..Staging::default() }));
        scene
    };
    assert_eq!((lenses.map(|lens| green(&scene, lens)), whole.iter().all(|count| *count > 200)), (whole, true));
}
