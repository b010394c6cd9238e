//! glTF: opening with all arrays, and writing, beside the `gltf` crate, which can only open.

use std::hint::black_box;

use asset_gltf::asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use benches::{memcpy, real};
use criterion::Criterion;

/// A sheet of `side` by `side` vertices of 32 bytes, in arrays of their own.
fn sheet(side: u32) -> Scene<'static> {
    let mut scene = Scene::default();
    let places: Vec<[f32; 2]> = (0..side * side).map(|index| [(index % side) as f32, (index / side) as f32]).collect();
    let positions = scene.arrays.push(Array::from_f32s(places.iter().map(|[x, y]| [*x, *y, 0.5])));
    let normals = scene.arrays.push(Array::from_f32s(places.iter().map(|_| [0.0, 0.0, 1.0])));
    let coordinates = scene.arrays.push(Array::from_f32s(places.iter().copied()));
    let quad = |index: u32| [0, 1, side, 1, side + 1, side].map(|corner| corner + index);
    let indices = (0..side * (side - 1)).filter(|index| index % side < side - 1).flat_map(quad);
    let indices = scene.arrays.push(Array::from_u32s(indices));
    let attributes =
        [(Semantic::Position, positions), (Semantic::Normal, normals), (Semantic::TexCoord(0), coordinates)];
    let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
    let primitive = Primitive { attributes, indices: Some(indices), ..Primitive::default() };
    let mesh = scene.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
    scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    scene
}

/// Reads with the `gltf` crate what we read: all attributes and indices of all primitives.
fn with_peer(bytes: &[u8]) -> usize {
    let file = gltf::Gltf::from_slice(bytes).expect("a good file");
    let blob = file.blob.as_deref();
    let primitives = file.document.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>());
    let numbers = primitives.map(|primitive| {
        let reader = primitive.reader(|_| blob);
        let positions: Vec<[f32; 3]> = reader.read_positions().into_iter().flatten().collect();
        let normals: Vec<[f32; 3]> = reader.read_normals().into_iter().flatten().collect();
        let coordinates = reader.read_tex_coords(0).into_iter().flat_map(gltf::mesh::util::ReadTexCoords::into_f32);
        let coordinates: Vec<[f32; 2]> = coordinates.collect();
        let indices = reader.read_indices().into_iter().flat_map(gltf::mesh::util::ReadIndices::into_u32);
        let indices: Vec<u32> = indices.collect();
        black_box((&positions, &normals, &coordinates, &indices));
        positions.len() + normals.len() + coordinates.len() + indices.len()
    });
    numbers.sum()
}

fn open(criterion: &mut Criterion, name: &str, bytes: &[u8]) {
    let mut group = criterion.benchmark_group(name);
    memcpy(&mut group, bytes);
    let options = ReadOptions::default();
    group.bench_function("parse", |bencher| bencher.iter(|| parse(black_box(bytes), &options, &NoFiles).is_ok()));
    group.bench_function("gltf crate", |bencher| bencher.iter(|| with_peer(black_box(bytes))));
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let scene = sheet(128);
    let (bytes, _) = write_glb(&scene, &WriteOptions::default()).expect("a good scene");
    open(&mut criterion, "gltf open 0.9 MB", &bytes);
    if let Some(bytes) = real("gltf/valid/transform/ShapeCollection.glb") {
        open(&mut criterion, "gltf open ShapeCollection", &bytes);
    }
    let mut group = criterion.benchmark_group("gltf write 0.9 MB");
    memcpy(&mut group, &bytes);
    let options = WriteOptions::default();
    group.bench_function("write_glb", |bencher| bencher.iter(|| write_glb(black_box(&scene), &options).is_ok()));
    group.finish();
    criterion.final_summary();
}
