//! Animations: opening, decoding, sampling, writing.

use std::hint::black_box;

use benches::{memcpy, real};
use criterion::{Criterion, Throughput};
use testkit::ByteBuilder;
use urho_ani::glam::{Quat, Vec3};
use urho_ani::{Animation, Decoded, Playback, Player, Transform};

/// An animation as a file: `tracks` of `keys` keys, of position and rotation.
fn file(tracks: u32, keys: u32) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"UANI").cstr("Walk").f32(seconds(keys)).u32(tracks);
    let tracks = (0..tracks).fold(head, |bytes, index| {
        let head = bytes.cstr(&format!("Bip01 bone {index}")).u8(3).u32(keys);
        (0..keys).fold(head, |bytes, key| {
            let (sin, cos) = (key as f32 * 0.05).sin_cos();
            bytes.f32(seconds(key)).f32s(&[sin, cos, 0.5]).f32s(&[cos, sin, 0.0, 0.0])
        })
    });
    tracks.build()
}

fn seconds(key: u32) -> f32 {
    key as f32 / 30.0
}

/// A keyframe as the engine holds it.
#[derive(Clone, Copy)]
struct Key {
    _time: f32,
    _position: Vec3,
    _rotation: Quat,
    _scale: Vec3,
}

/// Reads an animation the way the engine does: value by value, into a list of keyframes for each track.
fn engine_style(bytes: &[u8]) -> Vec<(String, u8, Vec<Key>)> {
    let mut reader = Reader(black_box(bytes).get(4..).expect("a whole file"));
    reader.string();
    reader.f32();
    let tracks = reader.u32();
    let track = |_| {
        let (name, mask, keys) = (reader.string(), reader.u8(), reader.u32());
        let keys = (0..keys).map(|_| {
            let time = reader.f32();
            let mut key = Key { _time: time, _position: Vec3::ZERO, _rotation: Quat::IDENTITY, _scale: Vec3::ONE };
            if mask & 1 != 0 {
                key._position = Vec3::new(reader.f32(), reader.f32(), reader.f32());
            }
            if mask & 2 != 0 {
                let (w, x, y, z) = (reader.f32(), reader.f32(), reader.f32(), reader.f32());
                key._rotation = Quat::from_xyzw(x, y, z, w);
            }
            if mask & 4 != 0 {
                key._scale = Vec3::new(reader.f32(), reader.f32(), reader.f32());
            }
            key
        });
        let keys = keys.collect();
        (name, mask, keys)
    };
    (0..tracks).map(track).collect()
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// The engine asks its file for every value, and that copies it out: not something a compiler sees through.
    #[inline(never)]
    fn read(&mut self, target: &mut [u8]) {
        let (head, rest) = self.0.split_at(target.len());
        target.copy_from_slice(head);
        self.0 = rest;
    }

    fn u8(&mut self) -> u8 {
        let mut byte = [0];
        self.read(&mut byte);
        byte[0]
    }

    fn u32(&mut self) -> u32 {
        let mut word = [0; 4];
        self.read(&mut word);
        u32::from_le_bytes(word)
    }

    fn f32(&mut self) -> f32 {
        f32::from_bits(self.u32())
    }

    fn string(&mut self) -> String {
        let mut text = String::new();
        loop {
            match self.u8() {
                0 => return text,
                byte => text.push(char::from(byte)),
            }
        }
    }
}

fn open(criterion: &mut Criterion, title: &str, bytes: &[u8]) {
    let mut group = criterion.benchmark_group(format!("ani open {title}"));
    memcpy(&mut group, bytes);
    group.bench_function("parse", |bencher| bencher.iter(|| Animation::parse(black_box(bytes)).is_ok()));
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style(bytes)));
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
    group.bench_function("engine-style", |bencher| bencher.iter(|| engine_style(bytes)));
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
