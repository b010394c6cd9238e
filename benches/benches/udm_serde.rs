//! UDM with serde, compared with other formats with the same values.

use std::hint::black_box;

use benches::real;
use criterion::{BatchSize, Criterion, Throughput};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use udm::Document;

/// Own data of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Level {
    name: String,
    fog: [f32; 4],
    props: Vec<Prop>,
    heights: Vec<f32>,
}

/// An object in a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Prop {
    model: String,
    position: [f32; 3],
    scale: f32,
    flags: u32,
    tags: Vec<String>,
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    typed(&mut criterion);
    if let Some(bytes) = real("udm/pragma/models/player/soldier.pmdl_b") {
        any(&mut criterion, &bytes);
    }
    criterion.final_summary();
}

/// A type of one's own, read and written.
fn typed(criterion: &mut Criterion) {
    let level = level();
    let udm = udm::to_vec(&level, "LEVEL", 1).expect("a level");
    let json = serde_json::to_vec(&level).expect("a level");
    let postcard = postcard::to_stdvec(&level).expect("a level");
    let messagepack = rmp_serde::to_vec_named(&level).expect("a level");
    assert_eq!(udm::from_slice::<Level>(&udm).expect("a level"), level);

    let mut group = criterion.benchmark_group("serde, own type");
    group.throughput(Throughput::Bytes(udm.len() as u64));
    group.bench_function("read udm", |bench| bench.iter(|| udm::from_slice::<Level>(black_box(&udm))));
    group.bench_function("write udm", |bench| bench.iter(|| udm::to_vec(black_box(&level), "LEVEL", 1)));
    group.throughput(Throughput::Bytes(json.len() as u64));
    group.bench_function("read serde_json", |bench| bench.iter(|| serde_json::from_slice::<Level>(black_box(&json))));
    group.bench_function("write serde_json", |bench| bench.iter(|| serde_json::to_vec(black_box(&level))));
    group.throughput(Throughput::Bytes(postcard.len() as u64));
    group.bench_function("read postcard", |bench| bench.iter(|| postcard::from_bytes::<Level>(black_box(&postcard))));
    group.bench_function("write postcard", |bench| bench.iter(|| postcard::to_stdvec(black_box(&level))));
    group.throughput(Throughput::Bytes(messagepack.len() as u64));
    group.bench_function("read rmp-serde", |bench| {
        bench.iter(|| rmp_serde::from_slice::<Level>(black_box(&messagepack)));
    });
    group.bench_function("write rmp-serde", |bench| bench.iter(|| rmp_serde::to_vec_named(black_box(&level))));
    group.finish();
}

/// A level of 2 000 props.
fn level() -> Level {
    let prop = |index: u32| Prop {
        model: format!("props/crate{:03}", index % 200),
        position: [index as f32 * 0.25, 0.0, -(index as f32)],
        scale: 1.0 + (index % 7) as f32 * 0.125,
        flags: index * 2_654_435,
        tags: (0..index % 4).map(|tag| format!("tag{tag}")).collect(),
    };
    let heights = (0..4_096).map(|index| (index as f32 * 0.37).sin() * 20.0);
    Level {
        name: "bench".to_owned(),
        fog: [0.5, 0.625, 0.75, 1.0],
        props: (0..2_000).map(prop).collect(),
        heights: heights.collect(),
    }
}

/// Any value: a real model with all that is packed in it, and the same values as JSON and as MessagePack.
fn any(criterion: &mut Criterion, bytes: &[u8]) {
    let value: Json = udm::from_slice(bytes).expect("a good file");
    let json = serde_json::to_vec(&value).expect("JSON");
    let messagepack = rmp_serde::to_vec(&value).expect("MessagePack");
    let text = Document::parse(bytes).and_then(|document| document.to_text(udm::Style::Pretty)).expect("a text");
    let mut group = criterion.benchmark_group("serde, any value");
    group.sample_size(20);
    // Dropping the values takes as long in each.
    let mut measure = |name: &str, read: &dyn Fn() -> Json| {
        group.bench_function(name, |bench| bench.iter_batched(|| (), |()| read(), BatchSize::PerIteration));
    };
    measure("udm", &|| udm::from_slice(black_box(bytes)).expect("a good file"));
    measure("udm, text", &|| udm::from_slice(black_box(&text)).expect("a good file"));
    measure("serde_json", &|| serde_json::from_slice(black_box(&json)).expect("JSON"));
    measure("rmp-serde", &|| rmp_serde::from_slice(black_box(&messagepack)).expect("MessagePack"));
    group.finish();
}
