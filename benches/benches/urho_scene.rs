//! A scene of 100 000 nodes in its forms, beside readers that only look at the text; and from form to form.

use std::hint::black_box;

use benches::{read_and_write, real};
use criterion::{Criterion, Throughput};
use quick_xml::Reader;
use quick_xml::events::Event;
use urho_scene::glam::Vec3;
use urho_scene::{
    Component, Document, Engine, Form, HashedName, Kind, Node, Scene, Variant, VariantKind, WriteOptions,
};

fn main() {
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    if let Some(bytes) = real("urho-scene/engine-written/Scenes/PBRExample.xml") {
        file(&mut criterion, "scene PBRExample.xml", &bytes);
    }
    let scene = scene(100_000);
    let options = WriteOptions::default();
    for form in [Form::Xml, Form::Json, Form::Binary] {
        let (document, _) = Document::from_scene(scene.clone(), form, &options).expect("a scene");
        let bytes = document.to_bytes().expect("a scene");
        file(&mut criterion, &format!("scene 100 000 nodes, {form}"), &bytes);
        peer(&mut criterion, form, &bytes);
        let mut group = criterion.benchmark_group(format!("convert 100 000 nodes from {form}"));
        for target in [Form::Xml, Form::Json, Form::Binary].into_iter().filter(|target| *target != form) {
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
    // What whoever wants nothing but the scene does: that of a binary file is moved, that of text is made to own its names.
    group.bench_function("into scene", |bencher| {
        bencher.iter(|| Document::parse(black_box(bytes)).map(|document| document.into_scene().nodes.len()).ok());
    });
    group.finish();
}

/// What others need to go through the same text once.
fn peer(criterion: &mut Criterion, form: Form, bytes: &[u8]) {
    let mut group = criterion.benchmark_group(format!("scene 100 000 nodes, {form}"));
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    match form {
        Form::Xml => {
            group.bench_function("quick-xml alone", |bencher| bencher.iter(|| events(black_box(bytes))));
        }
        Form::Json => {
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

/// Crates side by side, each with a model and a material.
fn scene(count: u32) -> Scene<'static> {
    let model = Variant::from_text(VariantKind::ResourceRef, b"Model;Models/Box.mdl", Engine::Urho3d.hashes());
    let material =
        Variant::from_text(VariantKind::ResourceRefList, b"Material;Materials/Stone.xml", Engine::Urho3d.hashes());
    let mut component =
        Component { class: HashedName::of(Engine::Urho3d.hashes(), "StaticModel"), ..Component::default() };
    component.set(Engine::Urho3d, "Model", model.value.into_owned());
    component.set(Engine::Urho3d, "Material", material.value.into_owned());
    let mut scene = Scene::new(Engine::Urho3d, Kind::Scene);
    scene.add_component(0, "Octree");
    for index in 1..count {
        let place = Vec3::new((index % 317) as f32 * 1.37, 0.5, (index / 317) as f32 * 1.37);
        let mut node = Node { id: index + 1, parent: Some(0), ..Node::default() };
        node.attributes.set(Engine::Urho3d, "Name", Variant::String(format!("Crate {index}").into()));
        node.attributes.set(Engine::Urho3d, "Position", Variant::Vector3(place.to_array()));
        node.components.push(Component { id: index + 1, ..component.clone() });
        scene.nodes.push(node);
    }
    scene
}
