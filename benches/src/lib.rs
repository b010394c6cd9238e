//! What the benchmarks share: the yardstick, and files to measure with.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Throughput};

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
