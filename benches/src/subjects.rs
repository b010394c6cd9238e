//! Subjects of measurements at many sizes and of instruction counts: each format with its operations.

use std::hint::black_box;

use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use udm::{Document, Style};
use urho_ani::{Animation, Decoded};
use urho_mdl::Model;
use urho_mdl::glam::{Vec2, Vec3};
use urho_pak::{Limits, Package};
use urho_scene::Encoding;

use crate::made;

/// Prepares the unmeasured part, and returns the measured part.
pub type Prepare = for<'a> fn(&'a [u8]) -> Box<dyn FnMut() + 'a>;

/// A kind of file.
pub struct Subject {
    /// Name, as in a plot.
    pub name: &'static str,
    /// Creates a file of about `size` bytes.
    pub make: fn(usize) -> Vec<u8>,
    /// Operations on the file.
    pub works: &'static [(&'static str, Prepare)],
}

/// All of them.
pub const SUBJECTS: [Subject; 7] = [
    Subject {
        name: "model",
        make: |size| made::model(count(size, 36), 0),
        works: &[("parse", parse_model), ("decode", decode_model), ("write", write_model)],
    },
    Subject {
        name: "animation",
        make: |size| made::animation(count(size, 300 * 32).min(64), count(size, 64 * 32).max(1)),
        works: &[("parse", parse_animation), ("decode", decode_animation), ("write", write_animation)],
    },
    Subject {
        name: "package",
        // Half of it is left when it is packed.
        make: |size| made::package(count(size, 16 << 10), (2 * size).min(32 << 10)),
        works: &[("open", open_package), ("read all", read_package), ("pack", write_package)],
    },
    Subject {
        name: "udm binary",
        make: |size| made::values(count(size, 17)).to_bytes().expect("a document"),
        works: &[("parse", parse_udm), ("write", write_udm)],
    },
    Subject {
        name: "udm text",
        make: |size| made::floats(size / 11).to_text(Style::Pretty).expect("a text"),
        works: &[("parse", parse_text), ("write", write_text)],
    },
    Subject {
        name: "glTF",
        make: |size| {
            write_glb(&made::sheet(count(size, 56).isqrt().max(2)), &WriteOptions::default()).expect("a scene").0
        },
        works: &[("parse", parse_gltf), ("write", write_gltf)],
    },
    Subject {
        name: "scene",
        make: |size| level(size, 430, Encoding::Xml),
        works: &[("parse", parse_scene), ("write", write_scene), ("to binary", scene_to_binary)],
    },
];

/// How many things of `each` bytes are about `size` bytes: one at least.
fn count(size: usize, each: usize) -> u32 {
    u32::try_from(size / each).unwrap_or(u32::MAX).max(1)
}

fn level(size: usize, each: usize, encoding: Encoding) -> Vec<u8> {
    let (document, _) = urho_scene::Document::from_scene(
        made::level(count(size, each)),
        encoding,
        &urho_scene::WriteOptions::default(),
    )
    .expect("a scene");
    document.to_bytes().expect("a scene")
}

fn parse_model(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    Box::new(move || assert!(black_box(Model::parse(black_box(bytes))).is_ok()))
}

/// Positions, normals, texture coordinates and indices, into the caller's memory.
fn decode_model(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let vertices = Model::parse(bytes).expect("a model").vertex_buffers[0].vertex_count as usize;
    let mut places = vec![Vec3::ZERO; vertices];
    let mut normals = places.clone();
    let mut coordinates = vec![Vec2::ZERO; vertices];
    let mut indices = vec![0_u32; vertices];
    Box::new(move || {
        let model = Model::parse(black_box(bytes)).expect("a model");
        let buffer = &model.vertex_buffers[0];
        let copied = buffer.positions().is_some_and(|column| column.copy_into(&mut places))
            && buffer.normals().is_some_and(|column| column.copy_into(&mut normals))
            && buffer.uvs(0).is_some_and(|column| column.copy_into(&mut coordinates));
        assert!(copied);
        indices.iter_mut().zip(model.index_buffers[0].iter()).for_each(|(to, from)| *to = from);
        black_box((&places, &normals, &coordinates, &indices));
    })
}

fn write_model(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let model = Model::parse(bytes).expect("a model");
    Box::new(move || assert!(black_box(&model).to_bytes().is_ok()))
}

fn parse_animation(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    Box::new(move || assert!(black_box(Animation::parse(black_box(bytes))).is_ok()))
}

fn decode_animation(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let mut decoded = Decoded::default();
    Box::new(move || {
        Animation::parse(black_box(bytes)).expect("an animation").decode_into(&mut decoded);
        black_box(&decoded);
    })
}

fn write_animation(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let animation = Animation::parse(bytes).expect("an animation");
    Box::new(move || assert!(black_box(&animation).to_bytes().is_ok()))
}

fn open_package(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    Box::new(move || assert!(black_box(Package::open(black_box(bytes))).is_ok()))
}

fn read_package(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let package = Package::open(bytes).expect("a package");
    let mut file = Vec::new();
    Box::new(move || assert!(package.entries().all(|entry| entry.read_into(&Limits::UNLIMITED, &mut file).is_ok())))
}

fn write_package(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let package = Package::open(bytes).expect("a package");
    let files: Vec<Vec<u8>> =
        package.entries().map(|entry| entry.read_with(&Limits::UNLIMITED).expect("a good file")).collect();
    Box::new(move || assert!(made::builder(black_box(&files)).to_bytes().is_ok()))
}

fn parse_udm(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    Box::new(move || assert!(black_box(Document::parse(black_box(bytes))).is_ok()))
}

fn write_udm(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let document = Document::parse(bytes).expect("a document");
    Box::new(move || assert!(black_box(&document).to_bytes().is_ok()))
}

fn parse_text(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    Box::new(move || assert!(black_box(Document::parse(black_box(bytes))).is_ok()))
}

fn write_text(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let document = Document::parse(bytes).expect("a document").into_owned();
    Box::new(move || assert!(black_box(&document).to_text(Style::Pretty).is_ok()))
}

fn parse_gltf(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let options = ReadOptions::default();
    Box::new(move || assert!(parse(black_box(bytes), &options, &NoFiles).is_ok()))
}

fn write_gltf(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let (scene, _) = parse(bytes, &ReadOptions::default(), &NoFiles).expect("a scene");
    Box::new(move || assert!(write_glb(black_box(&scene), &WriteOptions::default()).is_ok()))
}

fn parse_scene(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    Box::new(move || assert!(black_box(urho_scene::Document::parse(black_box(bytes))).is_ok()))
}

fn write_scene(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let document = urho_scene::Document::parse(bytes).expect("a scene");
    Box::new(move || assert!(black_box(&document).to_bytes().is_ok()))
}

fn scene_to_binary(bytes: &[u8]) -> Box<dyn FnMut() + '_> {
    let document = urho_scene::Document::parse(bytes).expect("a scene");
    Box::new(move || {
        assert!(black_box(&document).convert(Encoding::Binary, &urho_scene::WriteOptions::default()).is_ok());
    })
}
