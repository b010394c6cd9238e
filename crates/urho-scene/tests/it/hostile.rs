//! Invalid files: errors and their offsets.

use fuzzkit::urho_scene::{Any, Packed};
use testkit::hostile::{truncations, with_small_stack, with_words};
use testkit::laws;
use urho_scene::binio::{Fault, Limits};
use urho_scene::{
    Attributes, Document, Encoding, Engine, ErrorKind, Kind, Place, ReadOptions, Scene, Value, Variant, WriteOptions,
};

#[track_caller]
fn refused(bytes: &[u8], kind: ErrorKind, offset: u64) {
    let error = Document::parse_with(bytes, &ReadOptions::default().engine(Engine::Urho3d)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (&kind, Some(offset)), "{error}");
}

/// A scene with a component with listed attributes, in bytes.
fn scene(encoding: Encoding) -> Vec<u8> {
    let mut scene = Scene::new(Engine::Urho3d, Kind::Scene);
    scene.add_component(0, "Octree");
    let node = scene.add_node(0, "Box").unwrap();
    scene.add_component(node, "StaticModel");
    Document::from_scene(scene, encoding, &WriteOptions::default()).unwrap().0.to_bytes().unwrap()
}

#[test]
fn nothing_is_cut_short_or_reserved() {
    for encoding in [Encoding::Xml, Encoding::Json, Encoding::Binary] {
        let bytes = scene(encoding);
        for short in truncations(&bytes) {
            laws::total::<Any>(short);
            laws::located::<Any>(short);
        }
        for (_, changed) in with_words(&bytes, u32::MAX) {
            laws::all::<Any>(&changed);
        }
    }
    let bytes = scene(Encoding::Binary);
    for short in truncations(&bytes) {
        assert!(Document::parse_with(short, &ReadOptions::default().engine(Engine::Urho3d)).is_err());
    }
}

/// Offsets of the counts in the binary scene: its own attributes end at 0x2c.
#[test]
fn counts_beyond_the_file_are_refused() {
    let bytes = scene(Encoding::Binary);
    let count = 4 + 4 + 1 + 8 * 4 + 1 + 1;
    assert_eq!(bytes[count], 1, "one component");
    let with = |at: usize, new: &[u8]| [&bytes[..at], new, &bytes[at + 1..]].concat();
    let largest = [0xff, 0xff, 0xff, 0xff];
    let remaining = (bytes.len() - count - 1) as u64;
    let impossible = |count| ErrorKind::Data(Fault::ImpossibleCount { count, remaining });
    refused(&with(count, &largest), impossible(0x1fff_ffff), count as u64);
    // The size of the component.
    let remaining = (bytes.len() - count - 2) as u64;
    let impossible = ErrorKind::Data(Fault::ImpossibleCount { count: 0x7f, remaining });
    if remaining < 0x7f {
        refused(&with(count + 1, &[0x7f]), impossible, count as u64 + 1);
    } else {
        let size = [0xff, 0x7f];
        let kind = ErrorKind::Data(Fault::ImpossibleCount { count: 0x3fff, remaining });
        refused(&with(count + 1, &size), kind, count as u64 + 1);
    }
}

#[test]
fn what_is_no_scene_is_refused() {
    for bytes in [
        &b""[..],
        b"   ",
        b"<material/>",
        b"{}",
        b"[]",
        b"{\"asset\": {}, \"nodes\": []}",
        b"<resource><x/></resource>",
    ] {
        assert!(Document::parse(bytes).is_err(), "{}", String::from_utf8_lossy(bytes));
    }
    for bytes in [&b"<!DOCTYPE scene [<!ENTITY a \"b\">]><scene id=\"1\">"[..], b"<scene id=\"1\"><node></scene>"] {
        let error = Document::parse(bytes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Text(_)) && error.offset().is_some(), "{error}");
    }
}

#[test]
fn nesting_ends_at_128() {
    let nested = |depth: usize, open: &str, close: &str| open.repeat(depth) + &close.repeat(depth);
    let deep = ["<node id=\"1\">", "{\"id\":1,\"components\":[],\"children\":["];
    for (depth, fine) in [(100, true), (129, false), (200_000, false)] {
        let xml = nested(depth, deep[0], "</node>");
        let result = with_small_stack(|| Document::parse(xml.as_bytes()).map(|document| document.scene().nodes.len()));
        assert_eq!(result.is_ok(), fine, "{depth}");
        // An object and an array each.
        let json = nested(depth.div_ceil(2), deep[1], "]}");
        let result = with_small_stack(|| Document::parse(json.as_bytes()).map(|document| document.scene().nodes.len()));
        assert_eq!(result.is_ok(), fine, "{depth}");
    }
    let chain = |depth: usize, engine: Engine, encoding: Encoding| {
        let mut scene = Scene::new(engine, Kind::Prefab);
        (0..depth).for_each(|at| assert!(scene.add_node(at, "").is_some()));
        Document::from_scene(scene, encoding, &WriteOptions::default()).and_then(|(document, _)| document.to_bytes())
    };
    for (engine, encoding) in [(Engine::Urho3d, Encoding::Binary), (Engine::Rbfx, Encoding::ArchiveBinary)] {
        let bytes = chain(127, engine, encoding).unwrap();
        assert_eq!(Document::parse(&bytes).unwrap().scene().depth(), 128);
        let shallow = ReadOptions::default().limits(Limits::default().max_depth(100));
        let error = Document::parse_with(&bytes, &shallow).unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::Data(Fault::Limit("nesting of nodes")), "{error}");
        // Maximum nesting.
        let deepest = ReadOptions::default().limits(Limits::default().max_depth(64));
        let bytes = chain(63, engine, encoding).unwrap();
        assert_eq!(Document::parse_with(&bytes, &deepest).unwrap().scene().depth(), 64);
        let bytes = chain(64, engine, encoding).unwrap();
        assert!(Document::parse_with(&bytes, &deepest).is_err());
        let error = chain(128, engine, encoding).unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::Data(Fault::Limit("nesting of nodes")));
    }
}

#[test]
fn ids_and_references_that_go_astray_are_told() {
    let xml = b"<scene id=\"1\"><component type=\"Octree\" id=\"1\"/>
        <node id=\"2\"><component type=\"StaticModelGroup\" id=\"2\"><attribute name=\"Instance Nodes\">
            <variant type=\"Int\" value=\"2\"/><variant type=\"Int\" value=\"2\"/><variant type=\"Int\" value=\"99\"/>
        </attribute></component></node>
        <node id=\"2\"/><node id=\"seven\"/><node id=\"99999999999\"/></scene>";
    let document = Document::parse(xml).unwrap();
    let scene = document.scene();
    let references = scene.id_references(document.classes());
    assert_eq!(references.len(), 2);
    assert_eq!((references[0].target, references[1].target), (Some(Place::node(1)), None));
    let told: Vec<String> = document.validate().iter().map(ToString::to_string).collect();
    for text in ["there is no node of the id 99", "duplicate id 2", "\"seven\" is no id", "\"99999999999\" is no id"] {
        assert!(told.iter().any(|told| told.contains(text)), "{text}: {told:?}");
    }
}

#[test]
fn values_that_do_not_fit_are_told() {
    let xml = b"<node id=\"1\"><attribute name=\"Position\" value=\"1 2\"/><attribute name=\"Colour\" value=\"1\"/>
        <component type=\"Light\" id=\"1\"><attribute name=\"Light Type\" value=\"Moon\"/><attribute name=\"Range\" value=\"far\"/></component>
        <component type=\"Mystery\" id=\"2\"><attribute name=\"x\" value=\"1\"/></component>
        <component type=\"StaticModel\" id=\"3\"><attribute name=\"Model\" value=\"Model;../../etc/passwd\"/></component>
        <attribute name=\"Scale\" value=\"nan 1 1\"/></node>";
    let document = Document::parse(xml).unwrap();
    let told: Vec<String> = document.validate().iter().map(ToString::to_string).collect();
    for text in [
        "\"Position\": too few numbers",
        "unknown attributes: \"Colour\" of Node",
        "\"Moon\" isn't one of its values",
        "\"Range\": not a whole value",
        "unknown class \"Mystery\"",
        "leads out of the resource folders",
        "isn't finite",
    ] {
        assert!(told.iter().any(|told| told.contains(text)), "{text}: {told:?}");
    }
    // Never emptied: an error, or dropped with a finding.
    let error = document.convert(Encoding::Binary, &WriteOptions::default()).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::UnknownClass("Mystery".to_owned()));
    let (binary, lost) = document.convert(Encoding::Binary, &WriteOptions::default().drop_unknown(true)).unwrap();
    assert_eq!(binary.scene().nodes[0].components.len(), 2);
    assert!(lost.iter().any(|finding| finding.kind == urho_scene::kinds::CLASS_LOST));
}

#[test]
fn an_enumeration_out_of_range_is_an_error() {
    let mut scene = Scene::new(Engine::Urho3d, Kind::Prefab);
    scene.add_component(0, "Light").unwrap().set(Engine::Urho3d, "Light Type", Variant::Int(-1));
    let (document, _) = Document::from_scene(scene, Encoding::Binary, &WriteOptions::default()).unwrap();
    assert!(document.validate().iter().any(|finding| finding.kind == urho_scene::kinds::ENUM_VALUE));
    let error = document.convert(Encoding::Xml, &WriteOptions::default()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WrongValue { .. }), "{error}");
}

#[test]
fn a_component_of_another_layout_stays_as_it_is() {
    let mut bytes = scene(Encoding::Binary);
    // One byte more in the last component than its class has.
    let last = bytes.len() - 1;
    bytes.insert(last, 0xaa);
    let document = Document::parse(&bytes);
    assert!(document.is_err(), "the size does not say so");
    let scene = Scene::new(Engine::Urho3d, Kind::Prefab);
    let mut scene = scene;
    let component = scene.add_component(0, "Octree").unwrap();
    component.attributes = Attributes::Opaque(vec![1, 2, 3].into());
    let (document, _) = Document::from_scene(scene, Encoding::Binary, &WriteOptions::default()).unwrap();
    let bytes = document.to_bytes().unwrap();
    let read = Document::parse(&bytes).unwrap();
    assert_eq!(read.scene().nodes[0].components[0].attributes, Attributes::Opaque(vec![1, 2, 3].into()));
    assert!(read.validate().iter().any(|finding| finding.kind == urho_scene::kinds::CLASS_BYTES));
}

#[test]
fn a_prefab_that_includes_itself_is_told() {
    let folder = std::env::temp_dir().join(format!("urho-scene-{}", std::process::id()));
    let data = folder.join("Data");
    std::fs::create_dir_all(&data).unwrap();
    let prefab = |name: &str| {
        format!(
            "<resource><nodes><node><components><component _typeName=\"PrefabReference\"><attributes><attribute name=\"Prefab\" type=\"ResourceRef\" value=\"PrefabResource;{name}\"/></attributes></component></components></node></nodes></resource>"
        )
    };
    std::fs::write(data.join("a.prefab"), prefab("b.prefab")).unwrap();
    std::fs::write(data.join("b.prefab"), prefab("a.prefab")).unwrap();
    let file = prefab("a.prefab");
    let findings = Document::parse(file.as_bytes()).unwrap().missing_files(&folder);
    assert!(findings.iter().any(|finding| finding.kind == urho_scene::kinds::PREFAB_RECURSION), "{findings:?}");
    let file = prefab("gone.prefab");
    let findings = Document::parse(file.as_bytes()).unwrap().missing_files(&folder);
    assert!(findings.iter().any(|finding| finding.kind == urho_scene::kinds::RESOURCE_MISSING), "{findings:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn trees_that_are_none_are_not_written() {
    for parent in [Some(1), Some(7), None] {
        let mut scene = Scene::new(Engine::Urho3d, Kind::Scene);
        scene.add_node(0, "x").unwrap();
        scene.nodes[1].parent = parent;
        for encoding in Encoding::ALL {
            assert!(Document::from_scene(scene.clone(), encoding, &WriteOptions::default()).is_err());
        }
    }
    let empty = Scene { engine: Engine::Urho3d, kind: Kind::Scene, nodes: Vec::new() };
    assert!(Document::from_scene(empty, Encoding::Xml, &WriteOptions::default()).is_err());
    let mut scene = Scene::new(Engine::Urho3d, Kind::Scene);
    scene.nodes[0].attributes.set(Engine::Urho3d, "Name", Value::Text("\0".into()));
    assert!(Document::from_scene(scene, Encoding::Xml, &WriteOptions::default()).is_err());
}

#[test]
fn any_word_anywhere_is_safe() {
    let bytes = scene(Encoding::Binary);
    for (_, changed) in with_words(&bytes, 0x8000_0000) {
        laws::all::<Packed>(&changed);
    }
}

/// Findings about a node or component have its offset, in every encoding.
#[test]
fn broken_xml_is_no_binary_prefab() {
    // Its first four bytes could be an ID, and NULs end the other parts of a node.
    let cut = [&b"<?xml version=\"1.0\"?>\n<scene id=\"1\"><attribute name=\"A"[..], &[0; 64]].concat();
    let error = Document::parse(&cut).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Text(_)), "{error}");
}

#[test]
fn findings_name_the_byte() {
    let xml = b"<scene id=\"1\"><component type=\"Octree\" id=\"1\"/><node id=\"2\"/>
        <node id=\"2\"><component type=\"Light\" id=\"1\"/></node></scene>";
    for encoding in [
        Encoding::Xml,
        Encoding::Json,
        Encoding::Binary,
        Encoding::ArchiveXml,
        Encoding::ArchiveJson,
        Encoding::ArchiveBinary,
    ] {
        let is_archive = matches!(encoding, Encoding::ArchiveXml | Encoding::ArchiveJson | Encoding::ArchiveBinary);
        let engine = if is_archive { Engine::Rbfx } else { Engine::Urho3d };
        let document = Document::parse_with(xml, &ReadOptions::default().engine(engine)).unwrap();
        let (other, _) = document.convert(encoding, &WriteOptions::default()).unwrap();
        let bytes = other.to_bytes().unwrap();
        let findings = Document::parse(&bytes).unwrap().validate();
        let offset = |path: &str| {
            let twice = |finding: &&urho_scene::binio::Finding| finding.kind.as_str() == "urho-scene/id-duplicate";
            let mut found = findings.iter().filter(twice).filter(|finding| finding.path.to_string() == path);
            found
                .next()
                .and_then(|finding| finding.offset)
                .unwrap_or_else(|| panic!("{encoding:?} {path}: {findings:?}"))
        };
        let (node, component) = (offset("node 2"), offset("node 2 > component 0"));
        assert!(0 < node && node < component && component < bytes.len() as u64, "{encoding:?}: {node} {component}");
        if encoding == Encoding::Xml {
            assert!(bytes[node as usize..].starts_with(b"<node id=\"2\""), "{node}");
            assert!(bytes[component as usize..].starts_with(b"<component type=\"Light\""), "{component}");
        }
    }
}
