//! Reading and writing whole files of the formats without a benchmark of their own.

use std::hint::black_box;

use benches::{memcpy, read_and_write, real};
use criterion::Criterion;
use zed_asset::glam::Vec3;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    scripts(&mut criterion);
    shaders(&mut criterion);
    zed_models(&mut criterion);
    criterion.final_summary();
}

fn scripts(criterion: &mut Criterion) {
    let Some(bytes) = real("urho/asc/as-2.36.1/features.asc") else { return };
    let read = |bytes: &[u8]| urho_asc::Script::parse(bytes).ok().map(urho_asc::Script::into_owned);
    let mut group = criterion.benchmark_group("asc features.asc");
    memcpy(&mut group, &bytes);
    group.bench_function("parse", |bencher| bencher.iter(|| urho_asc::Script::parse(black_box(&bytes)).is_ok()));
    group.bench_function("parse, owned", |bencher| bencher.iter(|| read(black_box(&bytes)).is_some()));
    let script = read(&bytes).expect("a good file");
    group.bench_function("to_bytes", |bencher| bencher.iter(|| black_box(&script).to_bytes().is_ok()));
    group.finish();
}

fn shaders(criterion: &mut Criterion) {
    let words = std::iter::once(0xffff_0300_u32).chain(std::iter::repeat_n(0, 16_000)).chain([0x0000_ffff]);
    let code: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    let body =
        (0..40).fold(urho_shader::D3d9::new(&code), |body, index| body.constant(format!("Constant{index}"), index, 1));
    let bytes = urho_shader::Shader::new(urho_shader::Stage::PIXEL, 3, body).to_bytes().expect("a shader");
    let read = |bytes: &[u8]| urho_shader::Shader::parse(bytes).ok().map(urho_shader::Shader::into_owned);
    read_and_write(criterion, "shader 64 KB", &bytes, read, |shader| shader.to_bytes().ok());
}

fn zed_models(criterion: &mut Criterion) {
    let positions: Vec<Vec3> = (0..60_000_u16).map(|index| Vec3::splat(f32::from(index))).collect();
    let indices: Vec<u32> = (0..60_000).collect();
    let mesh = zed_asset::MeshBuilder::new(&positions).normals(&positions).triangles(&indices);
    let model = zed_asset::ModelBuilder::new("bench").mesh(mesh).build().expect("a model");
    let bytes = model.to_bytes().expect("a model");
    let read = |bytes: &[u8]| zed_asset::Model::parse(bytes).ok().map(zed_asset::Model::into_owned);
    read_and_write(criterion, "zed 1.5 MB", &bytes, read, |model| model.to_bytes().ok());
}
