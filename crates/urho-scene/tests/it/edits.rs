//! Edits of files: items of values, spellings, additions and removals.

use urho_scene::{AttributeChange, Document, Encoding, Place, Scene, Variant, WriteOptions};
use urho_scene::{Engine, Kind};

fn changed(file: &str, place: Place, name: &str, value: Variant<'_>, spelling: Option<&str>) -> String {
    let mut document = Document::parse(file.as_bytes()).unwrap();
    let change = AttributeChange { place, name, value: value.into(), spelling };
    document.change_attributes([change]).unwrap();
    String::from_utf8(document.to_bytes().unwrap()).unwrap()
}

const XML: &str = "<scene id=\"1\">\n\t<component type=\"AnimationController\" id=\"1\">\n\t\t<attribute name=\"Animations\">\n\t\t\t<variant type=\"Float\" value=\"1.50\" /> <!-- first -->\n\t\t\t<variant type=\"Float\" value=\".25\" />\n\t\t</attribute>\n\t</component>\n</scene>\n";
const JSON: &str = "{\n\t\"id\": 1, \"attributes\": { \"Name\": \"Yard\" },\n\t\"components\": [ { \"type\": \"AnimationController\", \"id\": 1, \"attributes\": { \"Animations\": [\n\t\t{ \"type\": \"Float\", \"value\": 1.50 }, // first\n\t\t{ \"type\": \"Float\", \"value\": 0.25 }\n\t] } } ],\n\t\"children\": []\n}\n";

fn animations(values: &[f32]) -> Variant<'static> {
    Variant::VariantVector(values.iter().map(|value| Variant::Float(*value)).collect())
}

#[test]
fn one_item_changes_and_the_others_keep_their_bytes() {
    let place = Place::node(0).component(0);
    for file in [XML, JSON] {
        let set = |values: &[f32]| changed(file, place, "Animations", animations(values), None);
        assert_eq!(set(&[1.5, 0.25]), file);
        assert_eq!(set(&[1.5, 0.75]), file.replace("0.25", "0.75").replace(".25", "0.75"));
        assert!(set(&[1.5]).contains("first") && !set(&[1.5]).contains("25"), "{}", set(&[1.5]));
        let more = set(&[1.5, 3.0, 0.25]);
        assert!(
            more.contains("1.50") && more.contains("first") && more.contains(".25") && more.contains('3'),
            "{more}"
        );
        assert_eq!(changed(&more, place, "Animations", animations(&[1.5, 0.25]), None), file, "{more}");
        assert!(!set(&[]).contains("first"), "nothing is left of the items: {}", set(&[]));
    }
}

#[test]
fn values_are_spelled_as_asked() {
    let set = |text: &str| changed(XML, Place::node(0), "Time Scale", Variant::Float(2.0), Some(text));
    // A new attribute has the layout of the engine; the spelling is for one that exists.
    let once = set("2.00");
    assert!(once.contains("name=\"Time Scale\" value=\"2\""), "{once}");
    let again = changed(&once, Place::node(0), "Time Scale", Variant::Float(2.0), Some("2.00"));
    assert_eq!(again, once.replace("value=\"2\"", "value=\"2.00\""));
    let document = Document::parse(again.as_bytes()).unwrap();
    assert_eq!(document.spellings().of(Place::node(0))["Time Scale"], "2.00");
}

fn scene(engine: Engine) -> Scene<'static> {
    let mut scene = Scene::new(engine, Kind::Scene);
    scene.add_component(0, "Octree");
    let lamp = scene.add_node(0, "Lamp").unwrap();
    scene.add_component(lamp, "Light");
    scene.add_node(lamp, "Bulb").unwrap();
    scene.add_node(0, "Box").unwrap();
    scene
}

#[test]
fn what_is_added_and_removed_leaves_the_first_bytes() {
    for encoding in Encoding::ALL {
        let engine = if encoding.is_archive() { Engine::Rbfx } else { Engine::Urho3d };
        let (document, _) = Document::from_scene(scene(engine), encoding, &WriteOptions::default()).unwrap();
        let bytes = document.to_bytes().unwrap();
        for parent in 0..4 {
            let mut document = Document::parse(&bytes).unwrap();
            let node = document.add_node(parent, "New").unwrap();
            let component = document.add_component(node.node, "Light").unwrap();
            let read = document.to_bytes().unwrap();
            let read = Document::parse(&read).unwrap().into_scene();
            assert_eq!(
                (read.nodes.len(), read.nodes[node.node].name().to_string()),
                (5, "New".to_owned()),
                "{encoding}"
            );
            assert_eq!(read.nodes[node.node].parent, Some(parent as u32), "{encoding}");
            assert!(read.nodes[node.node].components[0].is_a("Light"), "{encoding}");
            document.remove(component).unwrap();
            document.remove(node).unwrap();
            assert_eq!(document.to_bytes().unwrap(), bytes, "{encoding} {parent}");
        }
    }
}

#[test]
fn many_parts_are_removed_at_once() {
    for encoding in Encoding::ALL {
        let engine = if encoding.is_archive() { Engine::Rbfx } else { Engine::Urho3d };
        let (mut document, _) = Document::from_scene(scene(engine), encoding, &WriteOptions::default()).unwrap();
        // A node, its child and its component; the component of the outermost node.
        let lamp = document.scene().find("Lamp").unwrap();
        let bulb = document.scene().find("Lamp/Bulb").unwrap();
        let places =
            [Place::node(lamp), Place::node(bulb), Place::node(lamp).component(0), Place::node(0).component(0)];
        document.remove_all(&places).unwrap();
        let bytes = document.to_bytes().unwrap();
        let read = Document::parse(&bytes).unwrap().into_scene();
        assert_eq!((read.nodes.len(), read.nodes[0].components.len()), (2, 0), "{encoding}");
        assert_eq!(read.nodes[1].name(), *"Box", "{encoding}");
        assert!(document.remove_all(&[Place::node(0)]).is_err() && document.remove_all(&[Place::node(9)]).is_err());
        assert_eq!(document.to_bytes().unwrap(), bytes, "{encoding}");
    }
}
