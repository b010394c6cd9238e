//! Archives of rbfx: whether they are scenes, and values whose types aren't known.

use urho_scene::{Document, Encoding, Engine, Kind, ReadOptions, Scene, WriteOptions, binio::Severity, kinds};

/// A scene like the engine's samples: without auxiliary data.
const SCENE: &[u8] = br#"<resource _id="1">
	<attributes><attribute name="Next Node ID" type="Int" value="3" /></attributes>
	<components>
		<component _id="1" _typeName="Octree" />
		<component _id="2" _typeName="RenderPipeline" />
	</components>
	<nodes><node _id="2" /></nodes>
</resource>
"#;

const PREFAB: &[u8] =
    br#"<resource><components><component _typeName="Octree" /></components><nodes><node /></nodes></resource>"#;

#[test]
fn scenes_stay_scenes_and_prefabs_prefabs_in_every_form() {
    for (bytes, kind) in [(SCENE, Kind::Scene), (PREFAB, Kind::Prefab)] {
        let document = Document::parse(bytes).unwrap();
        assert_eq!(document.kind(), kind);
        let forms = [Encoding::ArchiveXml, Encoding::ArchiveJson, Encoding::ArchiveBinary];
        for (first, second) in forms.into_iter().flat_map(|first| forms.map(|second| (first, second))) {
            let (made, lost) = document.convert(first, &WriteOptions::default()).unwrap();
            let bytes = made.to_bytes().unwrap();
            let (made, _) = Document::parse(&bytes).unwrap().convert(second, &WriteOptions::default()).unwrap();
            let bytes = made.to_bytes().unwrap();
            let again = Document::parse(&bytes).unwrap();
            assert_eq!((again.kind(), lost.len()), (kind, 0), "{first:?}, {second:?}");
            assert_eq!(again.scene().nodes[0].components.len(), document.scene().nodes[0].components.len());
        }
    }
}

#[test]
fn a_scene_that_ends_without_blocks_of_plug_ins_comes_back() {
    let (made, _) = Document::parse(SCENE).unwrap().convert(Encoding::ArchiveBinary, &WriteOptions::default()).unwrap();
    let whole = made.to_bytes().unwrap();
    let (last, cut) = whole.split_last().unwrap();
    assert_eq!(*last, 0, "the count of blocks");
    for bytes in [cut, &whole[..]] {
        let document = Document::parse(bytes).unwrap();
        assert_eq!(document.kind(), Kind::Scene);
        assert_eq!(document.to_bytes().unwrap(), bytes);
    }
}

/// A component of a game; no table has its types.
const LEGACY: &[u8] =
    br#"<scene id="1"><attribute name="Next Node ID" value="3" /><node id="2"><component type="Spinner" id="1">
	<attribute name="Speed" value="2.5" /></component></node></scene>"#;

#[test]
fn values_of_unknown_type_stay_in_texts_and_are_a_loss_in_bytes() {
    let document = Document::parse(LEGACY).unwrap();
    for encoding in [Encoding::ArchiveXml, Encoding::ArchiveJson] {
        let (archive, findings) = document.convert(encoding, &WriteOptions::default()).unwrap();
        let text = String::from_utf8(archive.to_bytes().unwrap()).unwrap();
        assert!(text.contains("2.5"), "{text}");
        let finding = findings.iter().next().expect("told");
        assert_eq!(finding.severity, Severity::Warning);
        assert!(
            finding.to_string().contains("attribute \"Speed\" has no known type: written as a String"),
            "{finding}"
        );
    }
    let (_, findings) = document.convert(Encoding::ArchiveBinary, &WriteOptions::default()).unwrap();
    assert!(findings.iter().any(|finding| finding.is_loss), "{findings:?}");
}

#[test]
fn references_have_the_type_of_their_attribute() {
    let file = br#"<scene id="1"><component type="Octree" id="1" /><node id="2"><component type="StaticModel" id="2">
        <attribute name="Model" value="Material;Materials/Stone.xml" /><attribute name="Material" value="Material;Materials/Stone.xml" />
        </component></node></scene>"#;
    let findings = Document::parse(file).unwrap().validate();
    let found: Vec<_> = findings.iter().map(|finding| (finding.kind.to_string(), finding.offset.is_some())).collect();
    assert_eq!(found, [("urho-scene/resource-type".to_owned(), true)], "{findings:?}");
    assert_eq!(findings.worst(), Some(Severity::Note));
}

#[test]
fn attributes_of_component_types_take_any_resource() {
    // The engine declares the type of this attribute as the class of the component.
    let file =
        br#"<scene id="1"><component type="Octree" id="1" /><node id="2"><component type="AnimatedSprite2D" id="2">
        <attribute name="Animation Set" value="AnimationSet2D;Urho2D/imp/imp.scml" /></component></node></scene>"#;
    let findings = Document::parse(file).unwrap().validate();
    let kinds: Vec<&str> = findings.iter().map(|finding| finding.kind.as_str()).collect();
    assert!(!kinds.contains(&"urho-scene/resource-type"), "{findings:?}");
    let graph =
        br#"<scene id="1"><component type="Octree" id="1" /><node id="2"><component type="ParticleGraphEmitter" id="2">
        <attribute name="Effect" value="ParticleGraphEffect;Particle/RealFire.xml" /></component></node></scene>"#;
    let graph = Document::parse_with(graph, &ReadOptions::default().engine(Engine::Rbfx)).unwrap();
    assert!(graph.scene().nodes.iter().any(|node| node.components_of("ParticleGraphEmitter").next().is_some()));
    let findings = graph.validate();
    assert!(!findings.iter().any(|one| one.kind.as_str() == "urho-scene/resource-type"), "{findings:?}");
}

#[test]
fn unknown_attributes_are_one_note() {
    let xml = br#"<scene id="1"><attribute name="Older" value="1" /><attribute name="Oldest" value="5" />
        <component type="Octree" id="1" /><node id="2"><attribute name="Old" value="5" /></node></scene>"#;
    let json = br#"{"components":[{"id":1,"type":"Octree"}],"attributes":{"Old":1,"Older":2},"id":1,"children":[]}"#;
    for (file, count) in [(&xml[..], 3), (&json[..], 2)] {
        let findings = Document::parse(file).unwrap().validate();
        let unknown: Vec<_> =
            findings.iter().filter(|finding| finding.kind.as_str() == "urho-scene/attribute-unknown").collect();
        assert_eq!(unknown.len(), 1, "{findings:?}");
        assert_eq!((unknown[0].severity, unknown[0].offset.is_some()), (Severity::Note, true));
        assert_eq!(unknown[0].message.matches('"').count(), 2 * count, "{}", unknown[0].message);
    }
}

#[test]
fn animations_of_attributes_are_a_loss_in_archives() {
    let file = br#"<scene id="1"><node id="2"><attributeanimation name="Position" wrapmode="Loop" speed="1"><keyframe time="0" type="Vector3" value="1 2 3" />
        </attributeanimation></node></scene>"#;
    let options = urho_scene::ReadOptions::default().engine(urho_scene::Engine::Rbfx);
    let document = Document::parse_with(file, &options).unwrap();
    for encoding in [Encoding::ArchiveXml, Encoding::ArchiveJson, Encoding::ArchiveBinary] {
        let (_, findings) = document.convert(encoding, &WriteOptions::default()).unwrap();
        assert_eq!(findings.losses().len(), 1, "{encoding:?}");
    }
}

/// A scene with default values only, and a prefab whose nodes all have ids but for the outermost.
const PLAIN: &[u8] = br#"<resource _id="1"><components><component _id="1" _typeName="Octree" /></components><nodes><node _id="2" /></nodes></resource>"#;
const NUMBERED: &[u8] = br#"<resource><components><component _id="1" _typeName="Octree" /></components><nodes><node _id="2" /></nodes></resource>"#;

#[test]
fn a_scene_without_attributes_is_no_prefab() {
    for (bytes, kind) in [(PLAIN, Kind::Scene), (NUMBERED, Kind::Prefab)] {
        let document = Document::parse(bytes).unwrap();
        assert_eq!(document.kind(), kind);
        for encoding in [Encoding::ArchiveXml, Encoding::ArchiveJson, Encoding::ArchiveBinary] {
            let made = document.convert(encoding, &WriteOptions::default()).unwrap().0.to_bytes().unwrap();
            assert_eq!(Document::parse(&made).unwrap().kind(), kind, "{encoding:?}");
        }
    }
    // The name of the file knows better than its ids, but not than its attributes.
    let kind =
        |bytes: &[u8], kind: Kind| Document::parse_with(bytes, &ReadOptions::default().kind(kind)).unwrap().kind();
    assert_eq!(kind(PLAIN, Kind::Prefab), Kind::Prefab);
    assert_eq!(kind(NUMBERED, Kind::Scene), Kind::Scene);
    assert_eq!(kind(SCENE, Kind::Prefab), Kind::Scene);
}

#[test]
fn new_prefabs_stay_prefabs() {
    let mut scene = Scene::new(Engine::Rbfx, Kind::Prefab);
    let node = scene.add_node(0, "Lamp").unwrap();
    scene.add_component(node, "Light").unwrap();
    for encoding in [Encoding::ArchiveXml, Encoding::ArchiveJson, Encoding::ArchiveBinary] {
        let (document, _) = Document::from_scene(scene.clone(), encoding, &WriteOptions::default()).unwrap();
        let bytes = document.to_bytes().unwrap();
        let read = Document::parse(&bytes).unwrap();
        assert_eq!((read.kind(), read.scene().nodes.len()), (Kind::Prefab, 2), "{encoding:?}");
    }
}

#[test]
fn content_that_the_engine_misreads_in_a_form_is_reported() {
    let camera = |engine: Engine, kind: Kind, encoding: Encoding| {
        let mut scene = Scene::new(engine, kind);
        let node = scene.add_node(0, "Eye").unwrap();
        scene.add_component(node, "Camera").unwrap();
        let document = Document::from_scene(scene, encoding, &WriteOptions::default()).unwrap().0;
        let found = |one: &urho_scene::binio::Finding| (one.kind.as_str(), one.path.to_string());
        document.form_findings().iter().map(found).collect::<Vec<_>>()
    };
    let misread = (kinds::CAMERA_MISREAD.as_str(), "node 1 > component 0".to_owned());
    let no_archive = (kinds::PREFAB_NOT_ARCHIVE.as_str(), "node 0".to_owned());
    for (engine, kind, encoding, expected) in [
        (Engine::Rbfx, Kind::Scene, Encoding::Binary, vec![misread.clone()]),
        (Engine::Rbfx, Kind::Prefab, Encoding::Binary, vec![misread, no_archive.clone()]),
        (Engine::Rbfx, Kind::Prefab, Encoding::Xml, vec![no_archive.clone()]),
        (Engine::Rbfx, Kind::Prefab, Encoding::Json, vec![no_archive]),
        (Engine::Rbfx, Kind::Scene, Encoding::Xml, vec![]),
        (Engine::Rbfx, Kind::Scene, Encoding::ArchiveBinary, vec![]),
        (Engine::Rbfx, Kind::Prefab, Encoding::ArchiveXml, vec![]),
        (Engine::Urho3d, Kind::Scene, Encoding::Binary, vec![]),
        (Engine::Urho3d, Kind::Prefab, Encoding::Xml, vec![]),
    ] {
        assert_eq!(camera(engine, kind, encoding), expected, "{engine} {kind:?} {encoding:?}");
    }
}
