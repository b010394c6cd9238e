//! A real model: opening it, unpacking its meshes and animations, writing it.

use std::hint::black_box;

use benches::{read_and_write, real};
use criterion::Criterion;
use pragma_asset::glam::Vec3;
use pragma_asset::{Limits, MeshData, Model};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    if let Some(bytes) = real("udm/pragma/models/player/soldier.pmdl_b") {
        model(&mut criterion, "pmdl soldier.pmdl_b", &bytes);
    }
    let positions: Vec<Vec3> = (0..60_000_u16).map(|index| Vec3::splat(f32::from(index))).collect();
    let mesh =
        MeshData { normals: positions.clone(), indices: (0..60_000).collect(), positions, ..MeshData::default() };
    let made = Model::builder().material("a").mesh("reference", mesh).build().and_then(|model| model.to_bytes());
    model(&mut criterion, "pmdl 60 000 vertices", &made.expect("a model"));
    criterion.final_summary();
}

fn model(criterion: &mut Criterion, name: &str, bytes: &[u8]) {
    let read = |bytes: &[u8]| Model::parse(bytes).ok().map(Model::into_owned);
    read_and_write(criterion, name, bytes, read, |model| model.to_bytes().ok());
    let model = Model::parse(bytes).expect("a good file");
    let skeleton = model.skeleton();
    criterion
        .bench_function(&format!("{name}/borrowed"), |bencher| bencher.iter(|| Model::parse(black_box(bytes)).is_ok()));
    criterion.bench_function(&format!("{name}/meshes"), |bencher| {
        bencher.iter(|| {
            let mut budget = Limits::default().budget();
            let meshes = model.meshes();
            let vertices =
                meshes.iter().filter_map(|mesh| mesh.vertices(&mut budget).ok()).map(|vertices| vertices.len());
            vertices.sum::<usize>()
        });
    });
    criterion.bench_function(&format!("{name}/animations"), |bencher| {
        bencher.iter(|| {
            let mut budget = Limits::default().budget();
            let animations = model.animations();
            let frames =
                animations.iter().filter_map(|animation| animation.frames(skeleton.as_ref(), &mut budget).ok());
            frames.map(|frames| frames.len()).sum::<usize>()
        });
    });
    criterion.bench_function(&format!("{name}/validate"), |bencher| bencher.iter(|| model.validate().len()));
}
