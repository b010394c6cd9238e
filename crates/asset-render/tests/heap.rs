//! Heap of textures and of refused scenes. One test: the meter counts for the whole process.

use asset_image::Pixels;
use asset_render::{Renderer, Textures};
use asset_scene::{Array, Attribute, Image, Material, Mesh, Node, Primitive, Scene, Semantic, Texture};
use binio::Limits;
use testkit::meter::{Meter, peak_of};

#[global_allocator]
static HEAP: Meter = Meter;

/// Heap for everything that doesn't grow with the content.
const SMALL: usize = 1 << 18;

fn textured() -> Scene<'static> {
    let mut scene = Scene::default();
    let png = Pixels::filled(1024, 1024, [10, 20, 30, 255]).and_then(|pixels| pixels.to_png());
    let bytes = png.unwrap_or_else(|error| panic!("{error}"));
    let image = scene.images.push(Image { name: "plain".into(), bytes: bytes.into(), ..Image::default() });
    let base_color_texture = Some(Texture::new(image));
    scene.materials.push(Material { base_color_texture, ..Material::default() });
    scene
}

fn many() -> Scene<'static> {
    let mut scene = Scene::default();
    let position =
        Attribute { semantic: Semantic::Position, array: scene.arrays.push(Array::from_f32s([[0.5; 3]; 3000])) };
    let primitives = vec![Primitive { attributes: vec![position], ..Primitive::default() }];
    let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
    for _ in 0..100 {
        scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    }
    scene
}

#[test]
fn heap_is_spent_before_it_grows() {
    let scene = textured();
    let mut budget = Limits::default().budget();
    let before = budget.left();
    let peak = peak_of(&HEAP, || Textures::within(&scene, &mut budget));
    let spent = (before - budget.left()) as usize;
    assert!(spent > 4 << 20 && peak <= spent + SMALL, "a texture: {peak} bytes, {spent} spent");

    let (scene, textures) = (many(), Textures::of(&Scene::default()));
    let renderer = Renderer::new(16, 16).limits(Limits::default().max_expanded_bytes(64 << 20));
    let peak = peak_of(&HEAP, || renderer.render(&scene, &textures).map(|_| ()));
    assert!(renderer.render(&scene, &textures).is_err());
    assert!(peak <= SMALL, "a refused scene: {peak} bytes");
}
