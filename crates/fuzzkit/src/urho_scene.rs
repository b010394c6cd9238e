//! Scenes and prefabs of Urho3D, U3D and rbfx.

use binio::{Bytes, Error, Name};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{Format, laws};
use urho_scene::urho_core::StringHash;
use urho_scene::{
    AttributeInfo, Attributes, Class, Classes, Component, Document, Encoding, Engine, ErrorKind, HashedName, Kind,
    Node, ReadOptions, Scene, Value, Variant, VariantKind, WriteOptions,
};

use crate::Target;
use crate::common::{float, name};

/// The fuzz target for scenes.
pub const TARGET: Target = Target { name: "urho_scene", body, seeds };

/// Applies the laws to `urho-scene`, in all encodings.
pub struct Any;

/// Applies the laws to `urho-scene`, but only to binary files of Urho3D, because their smallest part is larger than in
/// other encodings.
pub struct Packed;

macro_rules! law_format {
    ($name:ident, $factor:expr, $options:expr) => {
        impl Format for $name {
            testkit::contract!(Document, ErrorKind, validate);

            const HEAP_FACTOR: usize = $factor;

            fn parse(bytes: &[u8]) -> Result<Document<'_>, Error<ErrorKind>> {
                Document::parse_with(bytes, &$options)
            }

            fn rebuild(document: Document<'static>) -> Document<'static> {
                rebuild(document)
            }

            fn blocks<'d>(_: &'d Document<'_>) -> Vec<&'d [u8]> {
                Vec::new()
            }
        }
    };
}

// The smallest node of a binary archive has four bytes, as small as an element of XML.
law_format!(Any, 96, ReadOptions::default());
law_format!(Packed, 16, ReadOptions::default().engine(Engine::Urho3d));

/// For a binary file, returns the same file from its scene, after every attribute was unpacked. An archive is always
/// written from its values, and text is kept.
fn rebuild(document: Document<'static>) -> Document<'static> {
    if document.encoding() != Encoding::Binary {
        return document;
    }
    let options = WriteOptions::default().classes(document.classes().clone()).variants(document.variant_encoding());
    let mut scene = document.into_scene();
    for node in &mut scene.nodes {
        let _ = node.attributes.to_list();
        for component in &mut node.components {
            let _ = component.attributes.to_list();
        }
    }
    Document::from_scene(scene, Encoding::Binary, &options).expect("a parsed scene is writable").0
}

/// Generates scenes and prefabs of the given engine. They can be encoded in at least one form.
pub fn scene(engine: Engine) -> impl Strategy<Value = Scene<'static>> {
    let kind = prop_oneof![Just(Kind::Scene), Just(Kind::Prefab)];
    let node = (any::<prop::sample::Index>(), any::<u32>(), vec(component(engine), 0..3));
    (
        kind,
        vec((node, attributes(engine, Classes::of(engine).node())), 1..8),
        attributes(engine, Classes::of(engine).scene()),
    )
        .prop_map(move |(kind, nodes, root)| {
            let mut scene = Scene { engine, kind, nodes: Vec::new() };
            for ((parent, id, components), attributes) in nodes {
                let index = scene.nodes.len();
                let is_scene = index == 0 && (kind == Kind::Scene || engine == Engine::Rbfx);
                scene.nodes.push(Node {
                    id,
                    parent: (index > 0).then(|| parent.index(index) as u32),
                    attributes: if is_scene { root.clone() } else { attributes },
                    animations: Vec::new(),
                    components,
                });
            }
            scene
        })
}

/// Generates some attributes of a class, in class order.
fn attributes(engine: Engine, class: &Class) -> impl Strategy<Value = Attributes<'static>> + use<> {
    let all: Vec<_> =
        class.attributes().iter().map(|info| (any::<bool>(), Just(info.clone()), of_info(engine, info))).collect();
    all.prop_map(move |all| {
        let mut attributes = Attributes::default();
        for (chosen, info, value) in all {
            // Attributes without a known default value can't be omitted.
            if (chosen || info.default.is_none()) && !info.read_only {
                attributes.set(engine, &info.name, value);
            }
        }
        attributes
    })
}

fn component(engine: Engine) -> impl Strategy<Value = Component<'static>> {
    const CLASSES: [&str; 9] = [
        "StaticModel",
        "Light",
        "Camera",
        "Zone",
        "AnimatedModel",
        "StaticModelGroup",
        "BillboardSet",
        "Octree",
        "Terrain",
    ];
    let one = move |class: &'static str| {
        let known = Classes::of(engine).named(class).expect("a class of every engine");
        (any::<u32>(), attributes(engine, known)).prop_map(move |(id, attributes)| {
            let class = HashedName::of(engine.hashes(), class);
            Component { class, id, attributes, ..Component::default() }
        })
    };
    prop::sample::select(&CLASSES[..]).prop_flat_map(one)
}

fn of_info(engine: Engine, info: &AttributeInfo) -> BoxedStrategy<Value<'static>> {
    let names = i32::try_from(info.names.len()).unwrap_or(i32::MAX);
    match (info.kind, names) {
        (VariantKind::Int, 1..) => (0..names).prop_map(|number| Value::Variant(Variant::Int(number))).boxed(),
        (kind, _) => of_kind(engine, kind, 2).prop_map(Value::Variant).boxed(),
    }
}

/// Generates a value with the given type. Vectors and maps can contain all types, nested up to this depth.
fn of_kind(engine: Engine, kind: VariantKind, depth: u32) -> BoxedStrategy<Variant<'static>> {
    use VariantKind as K;
    let any_kind = prop_oneof![Just(K::Int), Just(K::Float), Just(K::String), Just(K::Vector3), Just(K::VariantVector)];
    let inner = move || match depth {
        0 => Just(Variant::Int(0)).boxed(),
        _ => any_kind.clone().prop_flat_map(move |kind| of_kind(engine, kind, depth - 1)).boxed(),
    };
    let text = || prop_oneof![3 => "[A-Za-z0-9/._ <>&\"é-]{0,12}".prop_map(Name::from), 1 => name()];
    match kind {
        K::Bool => (0..2_u8).prop_map(Variant::Bool).boxed(),
        K::Int => any::<i32>().prop_map(Variant::Int).boxed(),
        K::Float => float().prop_map(Variant::Float).boxed(),
        K::Vector2 => [float(), float()].prop_map(Variant::Vector2).boxed(),
        K::Vector3 => [float(), float(), float()].prop_map(Variant::Vector3).boxed(),
        K::Vector4 => [float(), float(), float(), float()].prop_map(Variant::Vector4).boxed(),
        K::Quaternion => [float(), float(), float(), float()].prop_map(Variant::Quaternion).boxed(),
        K::Color => [float(), float(), float(), float()].prop_map(Variant::Color).boxed(),
        K::DoubleVector3 => any::<[f64; 3]>().prop_map(Variant::DoubleVector3).boxed(),
        K::IntVector2 => any::<[i32; 2]>().prop_map(Variant::IntVector2).boxed(),
        K::IntVector3 => any::<[i32; 3]>().prop_map(Variant::IntVector3).boxed(),
        K::String => text().prop_map(Variant::String).boxed(),
        K::Buffer => vec(any::<u8>(), 0..6).prop_map(|bytes| Variant::Buffer(Bytes::from(bytes))).boxed(),
        K::StringVector => vec(text(), 0..3).prop_map(Variant::StringVector).boxed(),
        K::VariantVector => vec(inner(), 0..3).prop_map(Variant::VariantVector).boxed(),
        K::VariantMap => {
            let entry = |(key, value)| (HashedName::from(StringHash(key)), value);
            let entries = vec((any::<u32>(), inner()).prop_map(entry), 0..3);
            entries.prop_map(Variant::VariantMap).boxed()
        }
        K::StringVariantMap => vec((text(), inner()), 0..3).prop_map(Variant::StringVariantMap).boxed(),
        K::ResourceRef => "[A-Za-z/.]{0,12}".prop_map(move |name| resource(engine, "Model", &name)).boxed(),
        K::ResourceRefList => {
            vec("[A-Za-z/.]{0,12}", 0..3).prop_map(move |names| resources(engine, "Material", names)).boxed()
        }
        _ => Just(Variant::None).boxed(),
    }
}

fn resource(engine: Engine, kind: &str, name: &str) -> Variant<'static> {
    let text = format!("{kind};{name}");
    Variant::from_text(VariantKind::ResourceRef, text.as_bytes(), engine.hashes()).value.into_owned()
}

fn resources(engine: Engine, kind: &str, names: Vec<String>) -> Variant<'static> {
    let text = std::iter::once(kind.to_owned()).chain(names).collect::<Vec<_>>().join(";");
    Variant::from_text(VariantKind::ResourceRefList, text.as_bytes(), engine.hashes()).value.into_owned()
}

/// Checks all laws. Then this function converts the file to every other encoding, and writes the summary and the
/// references.
fn body(bytes: &[u8]) {
    laws::all::<Any>(bytes);
    let Ok(document) = Document::parse(bytes) else { return };
    let _ = document.summary(true);
    let scene = document.scene();
    let _ = (scene.resources(), scene.id_references(document.classes()), scene.depth());
    for encoding in Encoding::ALL {
        if let Ok((converted, _)) = document.convert(encoding, &WriteOptions::default().drop_unknown(true)) {
            let bytes = converted.to_bytes().expect("a generated scene is writable");
            assert_eq!(converted.encoding(), encoding);
            let read = Document::parse_with(&bytes, &ReadOptions::default().engine(document.engine()));
            let _ = read.map(|read| read.validate());
        }
    }
}

/// Returns generated scenes of every engine, in every form that it has.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for engine in [Engine::Urho3d, Engine::U3d, Engine::Rbfx] {
        for (index, scene) in crate::common::examples(scene(engine), 12).into_iter().enumerate() {
            let encoding = Encoding::ALL[index % Encoding::ALL.len()];
            let document = Document::from_scene(scene, encoding, &WriteOptions::default());
            seeds.extend(document.ok().and_then(|(document, _)| document.to_bytes().ok()));
        }
    }
    seeds
}
