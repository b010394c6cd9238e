//! Animations: opening, decoding, sampling, writing.

use std::hint::black_box;

use benches::made::animation as file;
use benches::{engine_style, memcpy, real};
use criterion::{Criterion, Throughput};
use urho_ani::{Animation, Decoded, Playback, Player, Transform};

fn open(criterion: &mut Criterion, title: &str, bytes: &[u8]) {
    let mut group = criterion.benchmark_group(format!("ani open {title}"));
    memcpy(&mut group, bytes);
    group.bench_function("parse", |bencher| bencher.iter(|| Animation::parse(black_box(bytes)).is_ok()));
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style::animation(bytes)));
    group.finish();
}

fn decode(criterion: &mut Criterion, title: &str, bytes: &[u8]) {
    let animation = Animation::parse(bytes).expect("an animation");
    let mut decoded = Decoded::default();
    let mut group = criterion.benchmark_group(format!("ani decode {title}"));
    memcpy(&mut group, bytes);
    group.bench_function("decode_into", |bencher| {
        bencher.iter(|| black_box(&animation).decode_into(black_box(&mut decoded)));
    });
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style::animation(bytes)));
    group.finish();
}

/// Plays 64 bones at 60 frames a second.
fn sample(criterion: &mut Criterion) {
    const BONES: u32 = 64;
    let bytes = file(BONES, 300);
    let animation = Animation::parse(&bytes).expect("an animation");
    let names: Vec<String> = (0..BONES).map(|index| format!("Bip01 bone {index}")).collect();
    let playback = Playback::of(&animation, true);
    let mut pose = vec![Transform::IDENTITY; names.len()];
    let mut group = criterion.benchmark_group("ani sample 64 bones");
    group.throughput(Throughput::Elements(BONES.into()));
    let mut player = Player::new(&animation, &names);
    let mut time = 0.0;
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            time = playback.advance(time, 1.0 / 60.0);
            player.sample(black_box(time), &playback, black_box(&mut pose));
        });
    });
    group.finish();
}

fn write(criterion: &mut Criterion, bytes: &[u8]) {
    let animation = Animation::parse(bytes).expect("an animation");
    let mut group = criterion.benchmark_group("ani write 0.6 MB");
    memcpy(&mut group, bytes);
    group.bench_function("to_bytes", |bencher| bencher.iter(|| black_box(&animation).to_bytes()));
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let large = file(64, 300);
    open(&mut criterion, "0.6 MB", &large);
    open(&mut criterion, "64 tracks of 3 keys", &file(64, 3));
    decode(&mut criterion, "0.6 MB", &large);
    for name in ["Mutant/Mutant_HipHop1.ani", "NinjaSnowWar/Ninja_Walk.ani"] {
        let Some(bytes) = real(&format!("urho/engine/Data/Models/{name}")) else { continue };
        let title = name.split(['/', '.']).nth(1).unwrap_or(name);
        open(&mut criterion, title, &bytes);
        decode(&mut criterion, title, &bytes);
    }
    sample(&mut criterion);
    write(&mut criterion, &large);
    criterion.final_summary();
}
