//! Models: opening, positions, writing.

use std::hint::black_box;

use benches::made::model as file;
use benches::{engine_style, memcpy, real};
use criterion::Criterion;
use urho_mdl::glam::Vec3;
use urho_mdl::{Model, VertexBuffer};

fn open(criterion: &mut Criterion) {
    let small = file(160, 0);
    let large = file(16_000, 0);
    let boned = file(16_000, 64);
    let mut group = criterion.benchmark_group("mdl open 0.6 MB");
    memcpy(&mut group, &large);
    group.bench_function("parse", |bencher| bencher.iter(|| Model::parse(black_box(&large)).is_ok()));
    group.bench_function("parse a hundredth", |bencher| bencher.iter(|| Model::parse(black_box(&small)).is_ok()));
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style::model(&large)));
    group.finish();

    let mut group = criterion.benchmark_group("mdl open 64 bones");
    group.bench_function("parse", |bencher| bencher.iter(|| Model::parse(black_box(&boned)).is_ok()));
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style::model(&boned)));
    group.finish();

    for name in ["TeaPot.mdl", "Mutant/Mutant.mdl"] {
        let Some(bytes) = real(&format!("urho/engine/Data/Models/{name}")) else { continue };
        let mut group = criterion.benchmark_group(format!("mdl open {}", name.replace('/', " ")));
        memcpy(&mut group, &bytes);
        group.bench_function("parse", |bencher| bencher.iter(|| Model::parse(black_box(&bytes)).is_ok()));
        group.finish();
    }
}

fn positions(criterion: &mut Criterion) {
    let bytes = file(16_000, 0);
    let model = Model::parse(&bytes).expect("a model");
    let buffer: &VertexBuffer<'_> = &model.vertex_buffers[0];
    let column = buffer.positions().expect("positions");
    let mut positions = vec![Vec3::ZERO; column.len()];
    let mut group = criterion.benchmark_group("mdl positions of 0.5 MB");
    memcpy(&mut group, &buffer.data);
    group.bench_function("copy_into", |bencher| {
        bencher.iter(|| assert!(black_box(&column).copy_into(black_box(&mut positions))));
    });
    group.finish();
}

fn write(criterion: &mut Criterion) {
    let bytes = file(16_000, 64);
    let model = Model::parse(&bytes).expect("a model");
    let mut group = criterion.benchmark_group("mdl write 0.6 MB");
    memcpy(&mut group, &bytes);
    group.bench_function("to_bytes", |bencher| bencher.iter(|| black_box(&model).to_bytes()));
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    open(&mut criterion);
    positions(&mut criterion);
    write(&mut criterion);
    criterion.final_summary();
}
