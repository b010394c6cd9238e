//! Pictures of a textured model of 20,000 triangles, which fills nearly half of 512 x 512 pixels, compared with `euc`.
//!
//! The library draws less: a sample a pixel, the nearest pixel of one texture, light by one factor; no mips, no other textures,
//! no reflections. Its threads are one.

use std::hint::black_box;

use asset_image::Pixels;
use asset_render::{Picture, Projection, Renderer, Textures, View};
use asset_scene::{Array, Attribute, Image, Material, Mesh, Node, Primitive, Scene, Semantic, Texture};
use criterion::Criterion;
use euc::{Interpolate, Pipeline, buffer::Buffer2d, rasterizer};

const SIDE: u32 = 512;
const TEXTURE: u32 = 1024;
const ROWS: usize = 100;
const COLUMNS: usize = 100;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let model = Model::new();
    let scene = model.scene();
    let textures = Textures::of(&scene);
    let renderer = Renderer::new(SIDE, SIDE).view(View::Front).projection(Projection::Perspective(30.0));
    let picture = renderer.render(&scene, &textures).expect("a picture");
    let share = filled(&model.by_library(&picture)) * 100 / (SIDE * SIDE) as usize;
    println!("{} triangles, {} % of the picture filled, {share} % by the library", picture.triangles, shown(&picture));
    let mut group = criterion.benchmark_group("20,000 triangles in 512 x 512");
    group.bench_function("library", |bencher| bencher.iter(|| filled(&model.by_library(black_box(&picture)))));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        group.bench_function(format!("render on {threads}"), |bencher| {
            let render = || renderer.render(black_box(&scene), &textures).expect("a picture").triangles;
            bencher.iter(|| pool.install(render));
        });
    }
    group
        .bench_function("decode textures", |bencher| bencher.iter(|| Textures::of(black_box(&scene)).findings().len()));
    group.finish();
    criterion.final_summary();
}

/// How much of the picture is filled, in percent.
fn shown(picture: &Picture) -> usize {
    let pixels = picture.pixels.pixels();
    let empty = pixels.first().copied();
    pixels.iter().filter(|pixel| Some(**pixel) != empty).count() * 100 / pixels.len()
}

/// How many pixels are filled.
fn filled(color: &Buffer2d<u32>) -> usize {
    let pixels: &[u32] = color.as_ref();
    pixels.iter().filter(|pixel| **pixel != 0).count()
}

/// A ball with bumps.
struct Model {
    places: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    indices: Vec<u32>,
    texture: Pixels,
}

impl Model {
    fn new() -> Self {
        let (mut places, mut normals, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for row in 0..=ROWS {
            for column in 0..=COLUMNS {
                let (u, v) = (column as f32 / COLUMNS as f32, row as f32 / ROWS as f32);
                let (around, down) = (u * std::f32::consts::TAU, v * std::f32::consts::PI);
                let normal = [down.sin() * around.sin(), down.cos(), down.sin() * around.cos()];
                let radius = 1.0 + 0.03 * (around * 9.0).sin() * (down * 7.0).sin();
                // Narrower than high.
                let [x, y, z] = normal.map(|axis| axis * radius);
                places.push([x * 0.68, y, z * 0.68]);
                normals.push(normal);
                uvs.push([u, v]);
                if row < ROWS && column < COLUMNS {
                    let here = (row * (COLUMNS + 1) + column) as u32;
                    let below = here + COLUMNS as u32 + 1;
                    indices.extend([here, below, here + 1, here + 1, below, below + 1]);
                }
            }
        }
        let pixel = |index: u32| {
            let (x, y) = (index % TEXTURE, index / TEXTURE);
            [(x / 4) as u8, (y / 4) as u8, ((x / 64 + y / 64) % 2 * 200) as u8, 255]
        };
        let bytes: Vec<u8> = (0..TEXTURE * TEXTURE).flat_map(pixel).collect();
        let texture = Pixels::new(TEXTURE, TEXTURE, bytes).expect("of this size");
        Self { places, normals, uvs, indices, texture }
    }

    /// With base colour, metalness and roughness, and normals.
    fn scene(&self) -> Scene<'static> {
        let mut scene = Scene::default();
        let column = |scene: &mut Scene<'_>, semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
        let attributes = vec![
            column(&mut scene, Semantic::Position, Array::from_f32s(self.places.iter().copied())),
            column(&mut scene, Semantic::Normal, Array::from_f32s(self.normals.iter().copied())),
            column(&mut scene, Semantic::TexCoord(0), Array::from_f32s(self.uvs.iter().copied())),
        ];
        let png = self.texture.to_png().expect("a png");
        let image = scene.images.push(Image { bytes: png.into(), ..Image::default() });
        let even = Pixels::filled(64, 64, [128, 140, 200, 255]).and_then(|pixels| pixels.to_png()).expect("a png");
        let even = scene.images.push(Image { bytes: even.into(), ..Image::default() });
        let material = Material {
            base_color_texture: Some(Texture::new(image)),
            metallic_roughness_texture: Some(Texture::new(even)),
            normal_texture: Some(Texture::new(even)),
            ..Material::default()
        };
        let material = Some(scene.materials.push(material));
        let indices = Some(scene.arrays.push(Array::from_u32s(self.indices.iter().copied())));
        let primitive = Primitive { attributes, indices, material, ..Primitive::default() };
        let mesh = scene.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
        scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
        scene
    }

    /// The usual code of a user of the library, with the same camera.
    fn by_library(&self, picture: &Picture) -> Buffer2d<u32> {
        let mut color = Buffer2d::new([SIDE as usize; 2], 0);
        let mut depth = Buffer2d::new([SIDE as usize; 2], 1.0);
        let place = picture.camera.position.as_vec3().to_array();
        let scene = Library { model: self, place };
        scene.draw::<rasterizer::Triangles<_, rasterizer::BackfaceCullingEnabled>, _>(
            &self.indices,
            &mut color,
            Some(&mut depth),
        );
        color
    }
}

struct Library<'m> {
    model: &'m Model,
    place: [f32; 3],
}

/// Texture coordinates and light.
#[derive(Clone)]
struct Between([f32; 3]);

impl Interpolate for Between {
    fn lerp2(a: Self, b: Self, x: f32, y: f32) -> Self {
        Self([0, 1, 2].map(|part: usize| a.0[part] * x + b.0[part] * y))
    }

    fn lerp3(a: Self, b: Self, c: Self, x: f32, y: f32, z: f32) -> Self {
        Self([0, 1, 2].map(|part: usize| a.0[part] * x + b.0[part] * y + c.0[part] * z))
    }
}

impl Pipeline for Library<'_> {
    type Vertex = u32;
    type VsOut = Between;
    type Pixel = u32;

    fn vert(&self, vertex: &u32) -> ([f32; 4], Between) {
        let index = *vertex as usize;
        let [x, y, z] = [0, 1, 2].map(|axis: usize| self.model.places[index][axis] - self.place[axis]);
        let scale = 1.0 / 15.0_f32.to_radians().tan();
        let [u, v] = self.model.uvs[index];
        let light = (self.model.normals[index][2] * 0.7 + 0.3).max(0.1);
        // Between a near plane at 0.1 and a far one at 10.
        let depth = -z * (10.1 / 9.9) - 2.0 / 9.9;
        ([x * scale, y * scale, depth, -z], Between([u, v, light]))
    }

    fn frag(&self, Between([u, v, light]): &Between) -> u32 {
        let place = |part: f32| ((part * TEXTURE as f32) as u32).min(TEXTURE - 1);
        let pixel = self.model.texture.pixels()[(place(*v) * TEXTURE + place(*u)) as usize];
        let [red, green, blue, _] = pixel.map(|value| (f32::from(value) * light) as u32);
        red << 16 | green << 8 | blue
    }
}
