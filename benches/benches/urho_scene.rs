//! A scene of 100 000 nodes in its encodings, compared with readers that only scan the text; and conversions between encodings.

use std::hint::black_box;

use benches::{made, read_and_write, real};
use criterion::{Criterion, Throughput};
use quick_xml::Reader;
use quick_xml::events::Event;
use urho_scene::{Document, Encoding, WriteOptions};

fn main() {
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    if let Some(bytes) = real("urho-scene/engine-written/Scenes/PBRExample.xml") {
        file(&mut criterion, "scene PBRExample.xml", &bytes);
    }
    let scene = made::level(100_000);
    let options = WriteOptions::default();
    for encoding in [Encoding::Xml, Encoding::Json, Encoding::Binary] {
        let (document, _) = Document::from_scene(scene.clone(), encoding, &options).expect("a scene");
        let bytes = document.to_bytes().expect("a scene");
        file(&mut criterion, &format!("scene 100 000 nodes, {encoding}"), &bytes);
        peer(&mut criterion, encoding, &bytes);
        let mut group = criterion.benchmark_group(format!("convert 100 000 nodes from {encoding}"));
        for target in [Encoding::Xml, Encoding::Json, Encoding::Binary].into_iter().filter(|target| *target != encoding)
        {
            group.bench_function(target.name(), |bencher| {
                bencher.iter(|| document.convert(black_box(target), &options).is_ok());
            });
        }
        group.finish();
    }
    criterion.final_summary();
}

/// Opening a file, and the scene in it.
fn file(criterion: &mut Criterion, name: &str, bytes: &[u8]) {
    let read = |bytes: &[u8]| Document::parse(bytes).ok().map(Document::into_owned);
    read_and_write(criterion, name, bytes, read, |document| document.to_bytes().ok());
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("scene", |bencher| {
        bencher.iter(|| Document::parse(black_box(bytes)).map(|document| document.scene().nodes.len()).ok());
    });
    // A program that needs only the scene moves it out of a binary document; the scene of a text document gets its own copies of names.
    group.bench_function("into scene", |bencher| {
        bencher.iter(|| Document::parse(black_box(bytes)).map(|document| document.into_scene().nodes.len()).ok());
    });
    group.finish();
}

/// Time of other readers for one pass over the same text.
fn peer(criterion: &mut Criterion, encoding: Encoding, bytes: &[u8]) {
    let mut group = criterion.benchmark_group(format!("scene 100 000 nodes, {encoding}"));
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    match encoding {
        Encoding::Xml => {
            group.bench_function("quick-xml alone", |bencher| bencher.iter(|| events(black_box(bytes))));
        }
        Encoding::Json => {
            group.bench_function("serde_json alone", |bencher| {
                bencher.iter(|| serde_json::from_slice::<serde_json::Value>(black_box(bytes)).is_ok());
            });
        }
        _ => {}
    }
    group.finish();
}

/// Every element and attribute, unread.
fn events(bytes: &[u8]) -> usize {
    let mut reader = Reader::from_reader(bytes);
    let mut count = 0;
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => count += 1 + tag.attributes().flatten().count(),
            Ok(Event::Eof) | Err(_) => return count,
            Ok(_) => {}
        }
    }
}
