//! Files that take over what an edited scene says.

use std::collections::BTreeMap;

use fuzzkit::urho_scene::scene;
use proptest::prelude::*;
use urho_scene::{Document, Encoding, Engine, Node, Place, ReadOptions, Scene, Variant, WriteOptions};

const TEXT: &str = "<?xml version=\"1.0\"?>\n<scene id=\"1\"> <!-- dark -->\n\t<attribute name=\"Elapsed Time\" value=\"2\"/>\n\t<component type=\"Octree\" id=\"1\"/>\n\t<node id=\"2\">\n\t\t<attribute name=\"Name\" value=\"Lamp\"/>\n\t\t<attribute name=\"Position\" value=\"1.50 2 3\"/> <!-- by hand -->\n\t\t<component type=\"Light\" id=\"2\">\n\t\t\t<attribute name=\"Range\" value=\"12\"/>\n\t\t</component>\n\t\t<node id=\"3\"><attribute name=\"Name\" value=\"Bulb\"/></node>\n\t</node>\n\t<node id=\"4\"/>\n</scene>\n";

/// The text after an edit of its scene.
fn after(text: &str, edit: impl FnOnce(&mut Scene<'static>)) -> String {
    let mut document = Document::parse(text.as_bytes()).expect("a scene");
    let mut scene = document.scene().into_owned();
    edit(&mut scene);
    let lost = document.update(&scene).expect("text can store it");
    assert!(lost.is_empty(), "{lost:?}");
    String::from_utf8(document.to_bytes().expect("text")).expect("UTF-8")
}

#[test]
fn an_unedited_scene_changes_nothing() {
    assert_eq!(after(TEXT, |_| ()), TEXT);
    // Default values that the file lacks are no change.
    let explicit = |scene: &mut Scene<'static>| {
        scene.nodes[2].attributes.set(scene.engine, "Scale", Variant::Vector3([1.0; 3]));
        scene.nodes[1].components[0].attributes.set(scene.engine, "Spot FOV", Variant::Float(30.0));
    };
    assert_eq!(after(TEXT, explicit), TEXT);
    // The order of nodes isn't taken over.
    assert_eq!(after(TEXT, |scene| scene.nodes.swap(2, 3)), TEXT);
}

#[test]
fn the_order_of_a_map_is_no_change() {
    let text = "<scene id=\"1\">\n\t<attribute name=\"Variables\">\n\t\t<variant hash=\"5\" type=\"Int\" value=\"1\"/>\n\t\t<variant hash=\"3\" type=\"Int\" value=\"2\"/>\n\t</attribute>\n</scene>\n";
    let sorted = |scene: &mut Scene<'static>| {
        let value = scene.nodes[0].attributes.get("Variables").and_then(|value| value.variant().cloned());
        let Some(Variant::VariantMap(mut entries)) = value.map(Variant::into_owned) else { panic!("no map") };
        entries.reverse();
        scene.nodes[0].attributes.set(scene.engine, "Variables", Variant::VariantMap(entries));
    };
    assert_eq!(after(text, sorted), text);
}

#[test]
fn an_edit_changes_its_value_alone() {
    let moved = |scene: &mut Scene<'static>| {
        scene.nodes[1].attributes.set(scene.engine, "Position", Variant::Vector3([1.5, 2.0, 4.0]));
        scene.nodes[1].components[0].attributes.set(scene.engine, "Range", Variant::Float(13.0));
    };
    assert_eq!(after(TEXT, moved), TEXT.replace("1.50 2 3", "1.5 2 4").replace("\"12\"", "\"13\""));
}

#[test]
fn nodes_and_components_are_removed() {
    let without = |scene: &mut Scene<'static>| {
        scene.remove(Place::node(2));
        scene.remove(Place::node(1).component(0));
    };
    let wanted = TEXT
        .replace("\n\t\t<component type=\"Light\" id=\"2\">\n\t\t\t<attribute name=\"Range\" value=\"12\"/>\n\t\t</component>", "")
        .replace("\n\t\t<node id=\"3\"><attribute name=\"Name\" value=\"Bulb\"/></node>", "");
    assert_eq!(after(TEXT, without), wanted);
    let branch = |scene: &mut Scene<'static>| assert!(scene.remove(Place::node(1)));
    let text = after(TEXT, branch);
    assert!(!text.contains("Lamp") && !text.contains("Bulb") && text.contains("<node id=\"4\"/>"), "{text}");
}

#[test]
fn nodes_and_components_are_added() {
    let new = |scene: &mut Scene<'static>| {
        let inner = scene.add_node(3, "Inner").expect("a parent");
        scene.add_component(inner, "Camera");
        scene.add_component(1, "StaticModel");
    };
    let text = after(TEXT, new);
    let model = "\n\t\t</component>\n\t\t<component type=\"StaticModel\" id=\"4\"";
    assert!(text.contains(model), "{text}");
    let scene = Document::parse(text.as_bytes()).expect("a scene").scene().into_owned();
    let inner = scene.find("#1/Inner").expect("a child of the empty node");
    assert_eq!(scene.nodes[inner].components_of("Camera").count(), 1);
    assert!(text.contains("<!-- by hand -->") && text.contains("1.50 2 3"), "{text}");
}

#[test]
fn a_node_moves_to_another_parent() {
    let moved = |scene: &mut Scene<'static>| {
        let bulb = scene.nodes.remove(2);
        scene.nodes.push(Node { parent: Some(2), ..bulb });
    };
    let text = after(TEXT, moved);
    let scene = Document::parse(text.as_bytes()).expect("a scene").scene().into_owned();
    let bulb = scene.node_with_id(3).expect("it is still there");
    assert_eq!((scene.nodes.len(), scene.nodes[bulb].parent), (4, scene.node_with_id(4).map(|at| at as u32)));
}

#[test]
fn nodes_without_ids_are_matched_by_name() {
    let text = "<resource>\n<nodes>\n<node><attributes><attribute name=\"Name\" type=\"String\" value=\"A\"/></attributes></node>\n<node><attributes><attribute name=\"Name\" type=\"String\" value=\"B\"/></attributes></node>\n</nodes></resource>";
    assert_eq!(after(text, |_| ()), text);
    let without = |scene: &mut Scene<'static>| assert!(scene.remove(Place::node(1)));
    assert_eq!(
        after(text, without),
        text.replace(
            "\n<node><attributes><attribute name=\"Name\" type=\"String\" value=\"A\"/></attributes></node>",
            ""
        )
    );
}

fn document(scene: &Scene<'_>, encoding: Encoding) -> Option<Document<'static>> {
    let (document, _) = Document::from_scene(scene.clone(), encoding, &WriteOptions::default()).ok()?;
    let bytes = document.to_bytes().expect("what was made can be written");
    let options = ReadOptions::default().engine(scene.engine);
    Some(Document::parse_with(&bytes, &options).expect("what was written").into_owned())
}

/// Number of components of each node, by id; without the outermost.
fn outline(scene: &Scene<'_>) -> BTreeMap<u32, usize> {
    scene.nodes.iter().skip(1).map(|node| (node.id, node.components.len())).collect()
}

/// Whether nodes have the names that a scene says, where it says one.
fn has_names(scene: &Scene<'_>, wanted: &Scene<'_>) -> bool {
    let said = wanted.nodes.iter().skip(1).filter(|node| node.attributes.get("Name").is_some());
    said.into_iter()
        .all(|node| scene.node_with_id(node.id).is_some_and(|place| scene.nodes[place].name() == node.name()))
}

/// Gives each node an id of its own.
fn numbered(mut scene: Scene<'static>) -> Scene<'static> {
    for (index, node) in scene.nodes.iter_mut().enumerate() {
        node.id = index as u32 + 1;
        for (number, component) in node.components.iter_mut().enumerate() {
            component.id = (index * 100 + number) as u32 + 1;
        }
    }
    scene
}

proptest! {
    /// A file takes over any other scene; doing it again changes nothing, and its own scene changes nothing.
    #[test]
    fn a_file_becomes_any_scene((own, other) in prop_oneof![Just(Engine::Urho3d), Just(Engine::Rbfx)].prop_flat_map(|engine| (scene(engine), scene(engine)))) {
        let (own, mut other) = (numbered(own), numbered(other));
        other.kind = own.kind;
        for encoding in Encoding::ALL {
            let (Some(mut document), Some(wanted)) = (document(&own, encoding), document(&other, encoding)) else { continue };
            let before = document.to_bytes().expect("bytes");
            let same = document.scene().into_owned();
            document.update(&same).expect("its own scene");
            prop_assert_eq!(&document.to_bytes().expect("bytes"), &before);

            let wanted = wanted.scene().into_owned();
            document.update(&wanted).unwrap_or_else(|error| panic!("{encoding:?}: {error}"));
            prop_assert_eq!(outline(&document.scene()), outline(&wanted), "{:?}", encoding);
            prop_assert!(has_names(&document.scene(), &wanted), "{:?}", encoding);
            let once = document.to_bytes().expect("bytes");
            document.update(&wanted).expect("the same scene");
            prop_assert_eq!(document.to_bytes().expect("bytes"), once, "{:?}", encoding);
        }
    }
}
