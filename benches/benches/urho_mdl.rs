//! Models: opening, positions, writing.

use std::hint::black_box;

use benches::{memcpy, real};
use criterion::Criterion;
use testkit::ByteBuilder;
use urho_mdl::glam::Vec3;
use urho_mdl::{Model, VertexBuffer};

/// A model as a file: `vertices` of 32 bytes, as many indices, `bones`.
fn file(vertices: u32, bones: u32) -> Vec<u8> {
    let elements = [0x0003_u32, 0x0103, 0x0402];
    let head = ByteBuilder::new().raw(b"UMD2").u32(1).u32(vertices).u32(3).u32s(&elements).u32s(&[0, 0]);
    let vertex = |index: u32| [index as f32, 1.0, 2.0, 0.0, 1.0, 0.0, 0.5, 0.5];
    let vertices_in = (0..vertices).fold(head, |bytes, index| bytes.f32s(&vertex(index)));
    let head = vertices_in.u32(1).u32s(&[vertices, 4]);
    let indices = (0..vertices).fold(head, ByteBuilder::u32);
    let geometry = indices.u32s(&[1, 0, 1, 0, 0, 0, 0, 0, vertices]).u32(0).u32(bones);
    let bones = (0..bones).fold(geometry, |bytes, index| {
        let bone = bytes.cstr(&format!("Bip01 bone {index}")).u32(index.saturating_sub(1));
        bone.f32s(&[0.0; 3]).f32s(&[1.0, 0.0, 0.0, 0.0]).f32s(&[1.0; 3]).f32s(&[0.0; 12]).u8(3).f32s(&[1.0; 7])
    });
    bones.f32s(&[0.0; 9]).build()
}

/// Bytes of vertices and of indices, and bones: what an engine keeps of a model.
type Kept = (Vec<u8>, Vec<u8>, Vec<(String, u32, Vec<f32>)>);

/// Reads the model of [`file`] the way the engine does: field by field, with a copy of everything.
fn engine_style(bytes: &[u8]) -> Kept {
    let mut reader = Reader(black_box(bytes));
    let head: Vec<u32> = (0..9).map(|_| reader.u32()).collect();
    let vertices = reader.block(head[2] as usize * 32);
    let (_, count, size) = (reader.u32(), reader.u32(), reader.u32());
    let indices = reader.block((count * size) as usize);
    let _geometry: Vec<u32> = (0..10).map(|_| reader.u32()).collect();
    let bones = (0..reader.u32()).map(|_| {
        let bone = (reader.string(), reader.u32(), reader.floats(22));
        reader.block(29);
        bone
    });
    let bones = bones.collect();
    (vertices, indices, bones)
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn u32(&mut self) -> u32 {
        let (head, rest) = self.0.split_first_chunk().expect("a whole file");
        self.0 = rest;
        u32::from_le_bytes(*head)
    }

    fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| f32::from_bits(self.u32())).collect()
    }

    fn block(&mut self, length: usize) -> Vec<u8> {
        let (head, rest) = self.0.split_at(length);
        self.0 = rest;
        head.to_vec()
    }

    fn string(&mut self) -> String {
        let end = self.0.iter().position(|byte| *byte == 0).expect("a whole file");
        let text = String::from_utf8_lossy(&self.block(end)).into_owned();
        self.block(1);
        text
    }
}

fn open(criterion: &mut Criterion) {
    let small = file(160, 0);
    let large = file(16_000, 0);
    let boned = file(16_000, 64);
    let mut group = criterion.benchmark_group("mdl open 0.6 MB");
    memcpy(&mut group, &large);
    group.bench_function("parse", |bencher| bencher.iter(|| Model::parse(black_box(&large)).is_ok()));
    group.bench_function("parse a hundredth", |bencher| bencher.iter(|| Model::parse(black_box(&small)).is_ok()));
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style(&large)));
    group.finish();

    let mut group = criterion.benchmark_group("mdl open 64 bones");
    group.bench_function("parse", |bencher| bencher.iter(|| Model::parse(black_box(&boned)).is_ok()));
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style(&boned)));
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
