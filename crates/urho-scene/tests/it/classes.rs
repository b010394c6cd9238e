//! Checksums of the attributes of all classes, to detect changes of the tables, and the engine of files by them.

use std::fmt::Write as _;

use urho_scene::{Classes, Document, Encoding, Engine, Kind, Scene, WriteOptions, kinds};

/// Returns all classes and their attributes, one per line.
fn listed(engine: Engine) -> String {
    let mut text = String::new();
    for class in Classes::of(engine).iter() {
        let _ = writeln!(text, "{}", class.name());
        for own in class.attributes() {
            let (names, hash) = (own.names.join("|"), own.hash.0);
            let _ = writeln!(
                text,
                "\t{}\t{hash}\t{:?}\t{:?}\t{names}\t{:?}\t{}",
                own.name, own.kind, own.default, own.reference, own.read_only
            );
        }
    }
    text
}

/// FNV-1a.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn tables_are_as_registered() {
    let sums = [Engine::Urho3d, Engine::U3d, Engine::Rbfx].map(|engine| {
        let text = listed(engine);
        (Classes::of(engine).iter().count(), text.lines().count(), checksum(&text))
    });
    // `registered.rs` of the corpus tests compares the tables with the engines' own lists.
    assert_eq!(
        sums,
        [(70, 789, 0x6e9a_02d5_cea4_4845), (70, 790, 0x04fd_8ebb_41da_34fb), (113, 1176, 0xa010_68b7_a406_8193),],
        "{sums:#x?}"
    );
}

fn engine_of(text: &str) -> Engine {
    Document::parse(text.as_bytes()).unwrap().engine()
}

/// Components in a node below a node, in XML and in JSON; `attributes` are names and texts.
fn with_component(class: &str, attributes: &[(&str, &str)]) -> [String; 2] {
    let xml: String =
        attributes.iter().map(|(name, value)| format!(r#"<attribute name="{name}" value="{value}"/>"#)).collect();
    let json: Vec<String> = attributes.iter().map(|(name, value)| format!(r#""{name}":"{value}""#)).collect();
    [
        format!(r#"<node id="2"><node id="3"><component type="{class}" id="1">{xml}</component></node></node>"#),
        format!(
            r#"{{"id":2,"attributes":{{}},"components":[],"children":[{{"id":3,"components":[{{"type":"{class}","id":1,"attributes":{{{}}}}}]}}]}}"#,
            json.join(",")
        ),
    ]
}

#[test]
fn text_with_content_that_only_one_engine_has_is_of_this_engine() {
    let cases = [
        ("RenderPipeline", "", Engine::Rbfx),
        ("ReplicationManager", "", Engine::Rbfx),
        ("StaticModel", "Bake Lightmap", Engine::Rbfx),
        ("StaticModel", "Cast Shadows", Engine::Urho3d),
        ("Game", "Bake Lightmap", Engine::Urho3d),
        // Both engines have a class of this name, with other attributes.
        ("IKSolver", "Algorithm", Engine::Urho3d),
        ("IKSolver", "Solve when Paused", Engine::Rbfx),
        ("RaycastVehicle", "Wheel data", Engine::Urho3d),
        ("RaycastVehicle", "Engine Force", Engine::Rbfx),
        ("CrowdManager", "Max Agents", Engine::Urho3d),
        ("Text3D", "Auto Localizable", Engine::U3d),
    ];
    for (class, attribute, expected) in cases {
        let attributes = [(attribute, "1")];
        for text in with_component(class, if attribute.is_empty() { &[] } else { &attributes }) {
            assert_eq!(engine_of(&text), expected, "{text}");
        }
    }
}

#[test]
fn a_class_that_the_engine_lacks_doesnt_outweigh_its_other_content() {
    let scene = |root: &str, components: &str| format!(r#"<scene id="1">{root}{components}</scene>"#);
    let attribute = |name: &str| format!(r#"<attribute name="{name}" value="1"/>"#);
    let own = r#"<component type="OutlineGroup" id="1"/>"#;
    let of_urho = attribute("Next Replicated Node ID") + &attribute("Next Local Node ID");
    assert_eq!(engine_of(&scene("", own)), Engine::Rbfx);
    // A class that a game registers with the name of a class of rbfx.
    assert_eq!(engine_of(&scene(&of_urho, own)), Engine::Urho3d);
    let script = r#"<component type="ScriptInstance" id="2"/>"#;
    assert_eq!(engine_of(&scene("", &format!("{own}{script}"))), Engine::Urho3d);
    // Older versions of rbfx wrote attributes that it has no more, beside its own.
    let model = format!(r#"<component type="StaticModel" id="2">{}</component>"#, attribute("Global Illumination"));
    assert_eq!(engine_of(&scene(&of_urho, &model)), Engine::Rbfx);
    assert_eq!(engine_of(&scene(&attribute("Next Node ID"), "")), Engine::Rbfx);
}

#[test]
fn the_list_of_an_animation_controller_has_the_form_of_its_engine() {
    let xml = |class: &str, first: &str| {
        format!(
            r#"<node id="2"><component type="{class}" id="1"/><component type="AnimationController" id="2"><attribute name="Animations"><variant type="{first}" value="1"/></attribute></component></node>"#
        )
    };
    let json = |class: &str, first: &str| {
        format!(
            r#"{{"id":2,"attributes":{{}},"children":[],"components":[{{"type":"{class}","id":1}},{{"type":"AnimationController","id":2,"attributes":{{"Animations":[{{"type":"{first}","value":"1"}}]}}}}]}}"#
        )
    };
    for (class, first, expected) in [
        ("CrowdManager", "String", Engine::Urho3d),
        ("CrowdManager", "Int", Engine::Rbfx),
        // A class of rbfx alone doesn't outweigh the list of Urho3D, nor the other way round.
        ("OutlineGroup", "String", Engine::Urho3d),
        ("ScriptInstance", "Int", Engine::Rbfx),
    ] {
        for text in [xml(class, first), json(class, first)] {
            assert_eq!(engine_of(&text), expected, "{text}");
        }
    }
}

#[test]
fn scenes_of_every_class_of_an_engine_are_of_this_engine_and_valid() {
    for engine in [Engine::Urho3d, Engine::Rbfx] {
        let mut scene = Scene::new(engine, Kind::Scene);
        for class in Classes::of(engine).iter().filter(|class| !["Scene", "Node"].contains(&class.name())) {
            scene.add_component(0, class.name()).unwrap();
        }
        assert!(scene.nodes[0].components.len() > 60, "{engine}");
        let encoding = Encoding::Xml;
        let (document, _) = Document::from_scene(scene, encoding, &WriteOptions::default()).unwrap();
        let bytes = document.to_bytes().unwrap();
        let read = Document::parse(&bytes).unwrap();
        assert_eq!(read.engine(), engine);
        let of_classes = [kinds::CLASS_UNKNOWN, kinds::TEXT_VALUE];
        let findings = read.validate();
        assert!(!findings.iter().any(|finding| of_classes.contains(&finding.kind)), "{engine}: {findings:?}");
    }
}

#[test]
fn references_without_a_type_and_classes_in_other_case_are_reported() {
    let kinds_of = |class: &str, attribute: &str, value: &str| -> Vec<(&'static str, String, &'static str)> {
        let text = format!(
            r#"<scene id="1"><component type="Octree" id="1"/><node id="2"><component type="{class}" id="2"><attribute name="{attribute}" value="{value}"/></component></node></scene>"#
        );
        let document = Document::parse(text.as_bytes()).unwrap();
        let part = |offset: Option<u64>| match text[offset.unwrap_or(0) as usize..].starts_with("<component") {
            true => "component",
            false => "attribute",
        };
        let findings = document.validate();
        findings.iter().map(|one| (one.kind.as_str(), one.path.to_string(), part(one.offset))).collect()
    };
    let at = "node 1 > component 0".to_owned();
    for (class, attribute, value, expected) in [
        ("StaticModel", "Model", "Model;Models/Box.mdl", None),
        ("StaticModel", "Model", "Model;", None),
        ("StaticModel", "Model", ";", None),
        ("StaticModel", "Model", "", None),
        ("StaticModel", "Material", "Material", None),
        ("StaticModel", "Material", "Material;Materials/Stone.xml;", None),
        ("Spinner", "Model", "Models/Box.mdl", Some((kinds::CLASS_UNKNOWN, "component"))),
        ("StaticModel", "Model", "Models/Box.mdl", Some((kinds::TEXT_VALUE, "attribute"))),
        ("StaticModel", "Material", "Materials/Stone.xml", Some((kinds::TEXT_VALUE, "attribute"))),
        ("staticmodel", "Model", "Model;Models/Box.mdl", Some((kinds::CLASS_CASE, "component"))),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|(kind, part)| (kind.as_str(), at.clone(), part)).collect();
        assert_eq!(kinds_of(class, attribute, value), expected, "{class} {attribute} {value}");
    }
}
