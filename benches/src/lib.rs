//! What the benchmarks share: the yardstick, and files to measure with.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// Measures a copy of `bytes` into memory that is there already, as `memcpy`: what everything else is compared with.
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
    let mut folders = vec![root.join(name)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        paths.sort();
        files.extend(paths.iter().filter(|path| path.is_file()).filter_map(|path| std::fs::read(path).ok()));
        folders.extend(paths.into_iter().filter(|path| path.is_dir()));
    }
    files
}

/// Measures what every format crate does with a whole file, beside a copy of it: reading, and writing what was read.
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
