//! Attributes are written in the order of their class, since the engines apply them in the order of the file: an `AnimatedModel` takes no materials
//! before it has a model.

use urho_scene::{
    Attribute, Class, Classes, Component, Document, Encoding, Engine, HashedName, Kind, Node, Place, Scene, Value,
    Variant, VariantKind, WriteOptions,
};

/// A value that isn't the default one.
pub(crate) fn value(engine: Engine, kind: VariantKind, default: Option<&Variant<'static>>) -> Variant<'static> {
    let candidates = match kind {
        VariantKind::Bool => vec![Variant::Bool(0), Variant::Bool(1)],
        VariantKind::Int => vec![Variant::Int(0), Variant::Int(1)],
        VariantKind::String => vec![Variant::String("text".into())],
        VariantKind::Buffer => vec![Variant::Buffer(vec![1, 2].into())],
        VariantKind::ResourceRef | VariantKind::ResourceRefList => {
            vec![Variant::from_text(kind, b"Model;M.mdl", engine.hashes()).value]
        }
        VariantKind::Rect => vec![Variant::Rect(Some([1.0, 2.0, 3.0, 4.0]))],
        VariantKind::VariantVector => vec![Variant::VariantVector(vec![Variant::Int(1)])],
        VariantKind::StringVector => vec![Variant::StringVector(vec!["text".into()])],
        VariantKind::VariantMap => {
            vec![Variant::VariantMap(vec![(HashedName::of(engine.hashes(), "key"), Variant::Int(1))])]
        }
        VariantKind::StringVariantMap => vec![Variant::StringVariantMap(vec![("key".into(), Variant::Int(1))])],
        _ => {
            ["7 7 7 7", "8 8 8 8"].map(|text| Variant::from_text(kind, text.as_bytes(), engine.hashes()).value).to_vec()
        }
    };
    candidates.into_iter().find(|value| Some(value) != default).expect("one of two isn't the default value")
}

/// Every attribute of a class that files have, in its order, none with its default value.
fn all_attributes(engine: Engine, class: &Class) -> Vec<Attribute<'static>> {
    let all = class.stored().map(|info| {
        let value = value(engine, info.kind, info.default.as_ref());
        Attribute::new(engine, info.name.to_string(), Value::Variant(value))
    });
    all.collect()
}

/// A scene whose one node has a component with these attributes.
fn scene(engine: Engine, class: &Class, attributes: Vec<Attribute<'static>>) -> Scene<'static> {
    let mut scene = Scene::new(engine, Kind::Scene);
    let class = HashedName::of(engine.hashes(), class.name().to_owned());
    let component =
        Component { class, id: 1, attributes: urho_scene::Attributes::List(attributes), ..Default::default() };
    scene.nodes = vec![
        Node { id: 1, ..Default::default() },
        Node { id: 2, parent: Some(0), components: vec![component], ..Default::default() },
    ];
    scene
}

/// Names of the component's attributes, in the order of the file.
fn names(document: &Document<'_>) -> Vec<String> {
    let scene = document.scene();
    scene.nodes[1].components[0].attributes.iter().map(|(name, _)| name.name.to_string()).collect()
}

/// The forms whose order the engine heeds: it sorts the members of rbfx's legacy JSON.
fn forms(engine: Engine) -> impl Iterator<Item = Encoding> {
    Encoding::ALL.into_iter().filter(move |encoding| {
        engine == Engine::Rbfx && *encoding != Encoding::Json || engine != Engine::Rbfx && !encoding.is_archive()
    })
}

fn components(engine: Engine) -> impl Iterator<Item = &'static Class> {
    let classes = Classes::of(engine).iter().map(|class| &**class);
    classes.filter(|class| !["Scene", "Node"].contains(&class.name()) && class.stored().count() > 1)
}

fn read_again(document: &Document<'_>, engine: Engine) -> Document<'static> {
    let bytes = document.to_bytes().expect("what was made can be written");
    let options = urho_scene::ReadOptions::default().engine(engine);
    Document::parse_with(&bytes, &options).expect("what was written can be read").into_owned()
}

#[test]
fn a_model_comes_before_its_materials() {
    let json = br#"{"id":1,"attributes":{"Next Node ID":3},"children":[{"id":2,"attributes":{},"children":[],"components":[
        {"type":"StaticModel","id":1,"attributes":{"Material":"Material;Materials/Stone.xml","Model":"Model;Models/Box.mdl"}}]}],
        "components":[]}"#;
    let document = Document::parse(json).unwrap();
    for encoding in [Encoding::ArchiveXml, Encoding::ArchiveJson, Encoding::ArchiveBinary, Encoding::Xml] {
        let (archive, _) = document.convert(encoding, &WriteOptions::default()).unwrap();
        assert_eq!(names(&read_again(&archive, Engine::Rbfx)), ["Model", "Material"], "{encoding:?}");
    }
}

#[test]
fn every_form_has_the_order_of_the_class() {
    for engine in [Engine::Urho3d, Engine::U3d, Engine::Rbfx] {
        for class in components(engine) {
            let attributes = all_attributes(engine, class);
            let expected: Vec<String> = attributes.iter().map(|attribute| attribute.name.name.to_string()).collect();
            let backwards = scene(engine, class, attributes.into_iter().rev().collect());
            // Binary files of Urho3D hold no rectangles.
            let has_rectangle = class.stored().any(|info| info.kind == VariantKind::Rect);
            let is_held =
                |encoding: &Encoding| *encoding != Encoding::Binary || engine == Engine::Rbfx || !has_rectangle;
            for encoding in forms(engine).filter(is_held) {
                let (document, lost) =
                    Document::from_scene(backwards.clone(), encoding, &WriteOptions::default()).unwrap();
                assert!(lost.is_empty(), "{engine} {} {encoding:?}: {lost:?}", class.name());
                assert_eq!(names(&read_again(&document, engine)), expected, "{engine} {} {encoding:?}", class.name());
            }
        }
    }
}

#[test]
fn an_edit_puts_new_attributes_in_their_place() {
    for engine in [Engine::Urho3d, Engine::Rbfx] {
        for class in components(engine) {
            let all = all_attributes(engine, class);
            let expected: Vec<String> = all.iter().map(|attribute| attribute.name.name.to_string()).collect();
            let (kept, new): (Vec<_>, Vec<_>) = all.into_iter().enumerate().partition(|(index, _)| index % 3 == 1);
            let kept: Vec<_> = kept.into_iter().map(|(_, attribute)| attribute).collect();
            let part = scene(engine, class, kept);
            for encoding in forms(engine).filter(|encoding| *encoding != Encoding::Binary) {
                let (mut document, _) = Document::from_scene(part.clone(), encoding, &WriteOptions::default()).unwrap();
                let place = Place::node(1).component(0);
                let owned: Vec<_> = new.iter().map(|(_, new)| (new.name.name.to_string(), new.value.clone())).collect();
                let changes = owned.iter().rev().map(|(name, value)| (place, name.as_str(), value.clone()));
                document.set_attributes(changes).unwrap();
                assert_eq!(names(&read_again(&document, engine)), expected, "{engine} {} {encoding:?}", class.name());
            }
        }
    }
}

#[test]
fn several_attributes_can_be_the_first_ones() {
    for (encoding, engine) in [
        (Encoding::ArchiveXml, Engine::Rbfx),
        (Encoding::ArchiveJson, Engine::Rbfx),
        (Encoding::Xml, Engine::Urho3d),
        (Encoding::Json, Engine::Urho3d),
    ] {
        let class = Classes::of(engine).named("StaticModel").unwrap();
        let (mut document, _) =
            Document::from_scene(scene(engine, class, Vec::new()), encoding, &WriteOptions::default()).unwrap();
        let place = Place::node(1).component(0);
        let changes =
            all_attributes(engine, class).into_iter().take(3).map(|new| (new.name.name.to_string(), new.value));
        let changes: Vec<_> = changes.collect();
        document.set_attributes(changes.iter().map(|(name, value)| (place, name.as_str(), value.clone()))).unwrap();
        let text = String::from_utf8(document.to_bytes().unwrap()).unwrap();
        assert_eq!(names(&read_again(&document, engine)), ["Is Enabled", "Model", "Material"], "{text}");
    }
}
