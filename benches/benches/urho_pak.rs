//! Packages: opening, reading, checking, packing, compared with LZ4 in C. With `--features hc` it is C on our side too, and packs as the engine's tool does.

use std::hint::black_box;

use benches::{memcpy, real_folder};
use criterion::{Criterion, Throughput};
use urho_pak::{Block, Builder, Encoding, Limits, Package};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    open(&mut criterion);
    let files = files();
    let packed = builder(&files).to_bytes().expect("a package");
    read(&mut criterion, &Package::open(packed.as_slice()).expect("a package"), &files.concat());
    pack(&mut criterion, &files);
    criterion.final_summary();
}

/// Real models and animations; without them, numbers that pack to about the half, as such files do.
fn files() -> Vec<Vec<u8>> {
    let real = real_folder("urho/engine/Data/Models");
    if !real.is_empty() {
        return real;
    }
    let file =
        |start: u32| (start..start + 40_000).flat_map(|index| (index / 7 * 2_654_435_761).to_le_bytes()).collect();
    (0..50).map(|file_index| file(file_index * 1_000_000)).collect()
}

fn builder(files: &[Vec<u8>]) -> Builder<'_> {
    let mut builder = Builder::new(Encoding::Ulz4);
    #[cfg(feature = "hc")]
    {
        builder = builder.level(urho_pak::Level::High(9));
    }
    for (index, file) in files.iter().enumerate() {
        builder.add(format!("Models/{index}.mdl"), file.as_slice()).expect("a good name");
    }
    builder
}

fn open(criterion: &mut Criterion) {
    let names: Vec<String> =
        (0..6_460).map(|index| format!("Data/Textures/Folder{}/{index}.dds", index % 40)).collect();
    let mut many = Builder::new(Encoding::Upak);
    names.iter().for_each(|name| many.add(name.as_str(), b"x").expect("a good name"));
    let many = many.to_bytes().expect("a package");
    criterion.bench_function("pak open/6 460 entries", |bencher| {
        bencher.iter(|| Package::open(black_box(many.as_slice())).is_ok());
    });
}

fn read(criterion: &mut Criterion, package: &Package<&[u8]>, whole: &[u8]) {
    let mut group = criterion.benchmark_group(named("pak read"));
    memcpy(&mut group, whole);
    let blocks: Vec<Block> = package.entries().flat_map(|entry| entry.blocks().flatten()).collect();
    let mut out = vec![0; 1 << 16];
    group.bench_function("lz4 in C", |bencher| {
        bencher.iter(|| {
            for block in &blocks {
                let out = &mut out[..usize::from(block.unpacked_len)];
                lzzzz::lz4::decompress(black_box(&block.data), out).expect("a good block");
            }
        });
    });
    let limits = Limits::UNLIMITED;
    let mut bytes = Vec::new();
    group.bench_function("unverified", |bencher| {
        bencher.iter(|| package.entries().all(|entry| entry.read_unverified_into(&limits, &mut bytes).is_ok()));
    });
    group.bench_function("verified", |bencher| {
        bencher.iter(|| package.entries().all(|entry| entry.read_into(&limits, &mut bytes).is_ok()));
    });
    group.bench_function("verify", |bencher| bencher.iter(|| package.verify(|_| {}).is_ok()));
    group.bench_function("verify on all cores", |bencher| bencher.iter(|| package.verify_parallel(|_| {}).is_ok()));
    group.finish();
}

/// The same blocks with the same effort: the fast encoders, and HC 9, compared with each other.
fn pack(criterion: &mut Criterion, files: &[Vec<u8>]) {
    let mut group = criterion.benchmark_group(named("pak pack"));
    group.throughput(Throughput::Bytes(files.iter().map(|file| file.len() as u64).sum()));
    group.sample_size(10);
    let mut out = vec![0; 1 << 16];
    group.bench_function("lz4 in C on one core", |bencher| {
        bencher.iter(|| {
            for block in files.iter().flat_map(|file| file.chunks(urho_pak::BLOCK_SIZE)) {
                let packed = if cfg!(feature = "hc") {
                    lzzzz::lz4_hc::compress(black_box(block), &mut out, 9)
                } else {
                    lzzzz::lz4::compress(black_box(block), &mut out, 1)
                };
                packed.expect("room enough");
            }
        });
    });
    for (cores, name) in [(1, "to_bytes on one core"), (2, "to_bytes on two cores")] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().expect("threads");
        group.bench_function(name, |bencher| bencher.iter(|| pool.install(|| builder(files).to_bytes().is_ok())));
    }
    group.finish();
}

/// Measurements with C on our side are kept apart from measurements without it.
fn named(group: &str) -> String {
    if cfg!(feature = "hc") { format!("{group}, hc") } else { group.to_owned() }
}
