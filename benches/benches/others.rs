//! Reading and writing whole files of the formats without a benchmark of their own.

use benches::{read_and_write, real};
use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use std::hint::black_box;
use urho_pak::{Builder, Kind, Package};
use zed_asset::glam::Vec3;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    scripts(&mut criterion);
    shaders(&mut criterion);
    zed_models(&mut criterion);
    packages(&mut criterion);
    criterion.final_summary();
}

fn scripts(criterion: &mut Criterion) {
    let Some(bytes) = real("urho/asc/as-2.36.1/features.asc") else { return };
    let read = |bytes: &[u8]| urho_asc::Script::parse(bytes).ok().map(urho_asc::Script::into_owned);
    read_and_write(criterion, "asc features.asc", &bytes, read, |script| script.to_bytes().ok());
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

fn packages(criterion: &mut Criterion) {
    let names: Vec<String> =
        (0..6_460).map(|index| format!("Data/Textures/Folder{}/{index}.dds", index % 40)).collect();
    let mut many = Builder::new(Kind::Upak);
    names.iter().for_each(|name| many.add(name.as_str(), b"x").expect("a good name"));
    let many = many.to_bytes().expect("a package");
    criterion.bench_function("pak open/6 460 entries", |bencher| {
        bencher.iter(|| Package::open(black_box(many.as_slice())).is_ok());
    });

    // Text packs as assets do: to about the half.
    let data: Vec<u8> = (0..2_000_000_u32).flat_map(|index| (index / 7 * 2_654_435_761).to_le_bytes()).collect();
    let mut one = Builder::new(Kind::Ulz4);
    one.add("data", data.as_slice()).expect("a good name");
    let one = one.to_bytes().expect("a package");
    let package = Package::open(one.as_slice()).expect("a package");
    let mut group: BenchmarkGroup<'_, WallTime> = criterion.benchmark_group("pak read 8 MB");
    group.throughput(Throughput::Bytes(data.len() as u64));
    benches::memcpy(&mut group, &data);
    let limits = urho_pak::Limits::UNLIMITED;
    let entry = package.get("data").expect("the entry");
    group.bench_function("unverified", |bencher| bencher.iter(|| entry.read_unverified(&limits).is_ok()));
    group.bench_function("verified", |bencher| bencher.iter(|| entry.read(&limits).is_ok()));
    group.finish();
}
