//! glTF: opening with all arrays, and writing, compared with the `gltf` crate, which can only open.

use std::hint::black_box;

use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use benches::{made, memcpy, real, with_gltf_crate};
use criterion::Criterion;
use engine_assets::Asset;
use engine_assets::convert::ConvertOptions;
use engine_assets::prelude::*;

fn open(criterion: &mut Criterion, name: &str, bytes: &[u8]) {
    let mut group = criterion.benchmark_group(name);
    memcpy(&mut group, bytes);
    let options = ReadOptions::default();
    group.bench_function("parse", |bencher| bencher.iter(|| parse(black_box(bytes), &options, &NoFiles).is_ok()));
    group.bench_function("gltf crate", |bencher| bencher.iter(|| with_gltf_crate(black_box(bytes))));
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let scene = made::sheet(128);
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
    to_model(&mut criterion);
    criterion.final_summary();
}

/// A `.glb` in memory to the model of an engine in memory, through everything that `convert` does; tangents are made where there are none.
fn to_model(criterion: &mut Criterion) {
    let options = WriteOptions::default();
    let scenes = [("100 MB", made::sheet_with_tangents(1176)), ("10 MB without tangents", made::sheet(422))];
    for (name, scene) in scenes {
        let (bytes, _) = write_glb(&scene, &options).expect("a good scene");
        let mut group = criterion.benchmark_group(format!("glb to mdl {name}"));
        group.sample_size(10);
        memcpy(&mut group, &bytes);
        let options = ConvertOptions::default();
        group.bench_function("convert", |bencher| {
            bencher.iter(|| {
                let asset = Asset::parse(black_box(&bytes), None).expect("a good file");
                asset.convert_to("Sheet.mdl", &options).expect("a model").files.len()
            });
        });
        group.finish();
    }
}
