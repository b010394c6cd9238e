//! Shared parts of the benchmarks: the reference, files, operations.

pub mod command;
pub mod engine_style;
pub mod made;
pub mod subjects;
pub mod table;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// Measures a copy of `bytes` into existing memory, as `memcpy`: the reference for all other measurements.
pub fn memcpy(group: &mut BenchmarkGroup<'_, WallTime>, bytes: &[u8]) {
    let mut target = vec![0; bytes.len()];
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("memcpy", |bencher| bencher.iter(|| black_box(&mut target).copy_from_slice(black_box(bytes))));
}

/// A real file, if there is a corpus.
pub fn real(name: &str) -> Option<Vec<u8>> {
    std::fs::read(testkit::corpus::root()?.join(name)).ok()
}

/// The real files of a folder and of those in it, if there is a corpus.
pub fn real_folder(name: &str) -> Vec<Vec<u8>> {
    let Some(root) = testkit::corpus::root() else { return Vec::new() };
    paths_below(&root.join(name)).iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// The files of a folder and of those in it, in the order of their names.
pub fn paths_below(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let (more, found): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        folders.extend(more);
        files.extend(found);
    }
    files.sort();
    files
}

/// Measures reading and writing of a whole file, which every format crate does, compared with a copy.
pub fn read_and_write<D>(
    criterion: &mut Criterion,
    name: &str,
    bytes: &[u8],
    read: impl Fn(&[u8]) -> Option<D>,
    write: impl Fn(&D) -> Option<Vec<u8>>,
) {
    let mut group = criterion.benchmark_group(name);
    memcpy(&mut group, bytes);
    group.bench_function("parse", |bencher| bencher.iter(|| read(black_box(bytes)).is_some()));
    let document = read(bytes).expect("a good file");
    group.bench_function("to_bytes", |bencher| bencher.iter(|| write(black_box(&document)).is_some()));
    group.finish();
}

/// Reads the same content with the `gltf` crate: all attributes and indices of all primitives.
///
/// # Panics
/// If the file is broken.
pub fn with_gltf_crate(bytes: &[u8]) -> usize {
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

/// The shortest time that `work` takes: the minimum of at least three runs, or as many as fit into a fifth of a second; a single run if it takes seconds.
pub fn fastest(mut work: impl FnMut()) -> Duration {
    let (began, mut least, mut runs) = (Instant::now(), Duration::MAX, 0);
    while (runs < 3 || began.elapsed() < Duration::from_millis(200)) && began.elapsed() < Duration::from_secs(4) {
        let start = Instant::now();
        work();
        least = least.min(start.elapsed());
        runs += 1;
    }
    least
}
