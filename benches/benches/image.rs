//! BC7 decoding, compared with the decoder library alone.

use std::hint::black_box;

use asset_image::{Limits, Mip};
use criterion::{Criterion, Throughput};
use dds::{ColorFormat, DecodeOptions, Format, ImageViewMut, Size};

const SIDE: u32 = 4096;
const HEADER: usize = 148;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    let file = bc7();
    let mut group = criterion.benchmark_group("BC7 4096 x 4096");
    group.throughput(Throughput::Bytes(u64::from(SIDE) * u64::from(SIDE) * 4));
    group.bench_function("library", |bencher| bencher.iter(|| library(black_box(&file)).len()));
    group.bench_function("decode", |bencher| {
        bencher.iter(|| {
            let pixels = asset_image::decode(black_box(&file), Mip(0), &mut Limits::default().budget());
            pixels.expect("a sound texture").as_bytes().len()
        });
    });
    group.finish();
    criterion.final_summary();
}

/// The usual code of a user of the library.
fn library(file: &[u8]) -> Vec<u8> {
    let mut pixels = vec![0; (SIDE * SIDE * 4) as usize];
    let view = ImageViewMut::new(&mut pixels, Size::new(SIDE, SIDE), ColorFormat::RGBA_U8).expect("of this size");
    dds::decode(&mut &file[HEADER..], view, Format::BC7_UNORM, &DecodeOptions::default()).expect("sound blocks");
    pixels
}

/// A dds of blocks of all modes.
fn bc7() -> Vec<u8> {
    let words = [124, 0x1007, SIDE, SIDE, 0, 0, 1].into_iter().chain([0; 11]).chain([32, 4]);
    let mut file: Vec<u8> = b"DDS ".iter().copied().chain(words.flat_map(u32::to_le_bytes)).collect();
    file.extend(b"DX10");
    file.extend([0; 20]);
    file.extend([0x1000, 0, 0, 0, 0, 98, 3, 0, 1, 0_u32].into_iter().flat_map(u32::to_le_bytes));
    assert_eq!(file.len(), HEADER);
    let mut noise = 1_u64;
    for block in 0..SIDE * SIDE / 16 {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let low = noise << 8 | 1 << (block % 8);
        file.extend(low.to_le_bytes());
        file.extend(noise.rotate_left(23).to_le_bytes());
    }
    file
}
