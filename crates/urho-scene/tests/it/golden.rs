//! Handwritten files, in both directions.

use testkit::ByteBuilder;
use testkit::hostile::TimeLimit;
use urho_scene::urho_core::VariantFault;
use urho_scene::{
    Attributes, Curve, CurveInterpolation, CurveKey, Document, Encoding, Engine, ErrorKind, FloatPrecision, Kind, Name,
    Place, ReadOptions, Value, Variant, VariantEncoding, VariantKind, WriteOptions,
};

/// The attributes of a node at the origin, with this name.
fn node(builder: ByteBuilder, id: u32, name: &str) -> ByteBuilder {
    let builder = builder.u32(id).u8(1).cstr(name).u8(0);
    let builder =
        [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0_f32].into_iter().fold(builder, testkit::ByteBuilder::f32);
    builder.u8(0)
}

/// A prefab with a node `Lamp`, its Octree, an unknown component and a child.
fn prefab() -> Vec<u8> {
    let builder = node(ByteBuilder::new(), 2, "Lamp").u8(2);
    // Size, hash of "Octree", id, box, levels.
    let builder = builder.u8(36).u32(0x69B9_5712).u32(7);
    let builder = [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0_f32].into_iter().fold(builder, testkit::ByteBuilder::f32);
    let builder = builder.u32(4).u8(10).u32(0x1234_5678).u32(8).raw(&[1, 2]).u8(1);
    node(builder, 3, "").u8(0).u8(0).build()
}

const XML: &str = "<?xml version=\"1.0\"?>
<node id=\"2\">
	<attribute name=\"Is Enabled\" value=\"true\" />
	<attribute name=\"Name\" value=\"Lamp\" />
	<attribute name=\"Tags\" />
	<attribute name=\"Position\" value=\"0 0 0\" />
	<attribute name=\"Rotation\" value=\"1 0 0 0\" />
	<attribute name=\"Scale\" value=\"1 1 1\" />
	<attribute name=\"Variables\" />
	<component type=\"Octree\" id=\"7\">
		<attribute name=\"Bounding Box Min\" value=\"-1 -1 -1\" />
		<attribute name=\"Bounding Box Max\" value=\"1 1 1\" />
		<attribute name=\"Number of Levels\" value=\"4\" />
	</component>
	<component type=\"#12345678\" id=\"8\">
		<attribute name=\"Binary Data\" value=\"1 2\" />
	</component>
	<node id=\"3\">
		<attribute name=\"Is Enabled\" value=\"true\" />
		<attribute name=\"Name\" value=\"\" />
		<attribute name=\"Tags\" />
		<attribute name=\"Position\" value=\"0 0 0\" />
		<attribute name=\"Rotation\" value=\"1 0 0 0\" />
		<attribute name=\"Scale\" value=\"1 1 1\" />
		<attribute name=\"Variables\" />
	</node>
</node>
";

#[test]
fn a_binary_prefab_of_urho3d_is_read_and_written() {
    let bytes = prefab();
    let document = Document::parse(&bytes).unwrap();
    assert_eq!(
        (document.encoding(), document.kind(), document.engine()),
        (Encoding::Binary, Kind::Prefab, Engine::Urho3d)
    );
    let scene = document.scene();
    assert_eq!(scene.nodes.len(), 2);
    assert_eq!((scene.nodes[0].id, scene.nodes[0].name(), scene.nodes[1].parent), (2, Name::from("Lamp"), Some(0)));
    let [octree, unknown] = &scene.nodes[0].components[..] else { panic!("two components") };
    assert_eq!((octree.id, octree.is_a("Octree"), octree.get("Number of Levels")), (7, true, Some(Variant::Int(4))));
    assert_eq!((unknown.id, &unknown.attributes), (8, &Attributes::Opaque(vec![1, 2].into())));
    assert_eq!(document.to_bytes().unwrap(), bytes);
}

#[test]
fn bytes_and_text_are_one_another() {
    let document = Document::parse_with(XML.as_bytes(), &ReadOptions::default()).unwrap();
    let (binary, lost) = document.convert(Encoding::Binary, &WriteOptions::default()).unwrap();
    assert!(lost.is_empty(), "{lost:?}");
    testkit::assert_bytes(&binary.to_bytes().unwrap(), &prefab());
    let (xml, told) = binary.convert(Encoding::Xml, &WriteOptions::default()).unwrap();
    assert_eq!(String::from_utf8(xml.to_bytes().unwrap()).unwrap(), XML);
    // Bytes that match no class are kept and reported.
    assert_eq!(told.len(), 1);
}

#[test]
fn scenes_of_urho3d_to_1_5_have_no_tags() {
    let builder = ByteBuilder::new().u32(9).u8(1).cstr("Old");
    let builder =
        [1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0_f32].into_iter().fold(builder, testkit::ByteBuilder::f32);
    let bytes = builder.u8(0).u8(0).u8(0).build();
    let document = Document::parse(&bytes).unwrap();
    assert_eq!(document.scene().nodes[0].position().to_array(), [1.0, 2.0, 3.0]);
    assert_eq!(document.to_bytes().unwrap(), bytes);
    let (xml, _) = document.convert(Encoding::Xml, &WriteOptions::default()).unwrap();
    assert!(!String::from_utf8(xml.to_bytes().unwrap()).unwrap().contains("Tags"));
}

/// A scene with a node that has a name and a curve; attributes by hash.
fn archive() -> Vec<u8> {
    let builder = ByteBuilder::new().raw(b"\0BIN").u8(1).u8(0).u8(0).u8(1);
    // A node of id 2: two attributes, a name by hash, a curve under an unknown name.
    let builder = builder.u8(2).u8(2).u8(11 | 2 << 6).u32(0x9490_3C54).cstr("Lamp");
    let builder = builder.u8(30 | 2 << 6).u32(5).cstr("c").u8(3).u32(3).f32(0.5).u8(1);
    let builder = builder.f32(0.25).f32(1.0).f32(2.0).f32(3.0);
    builder.u8(0).u8(0).u8(0).build()
}

#[test]
fn archives_of_rbfx() {
    let bytes = archive();
    let document = Document::parse(&bytes).unwrap();
    assert_eq!(
        (document.encoding(), document.kind(), document.engine()),
        (Encoding::ArchiveBinary, Kind::Scene, Engine::Rbfx)
    );
    assert_eq!(document.variant_encoding(), Some(VariantEncoding::RbfxNew));
    let scene = document.scene();
    let curve = Curve {
        name: "c".into(),
        kind: VariantKind::Float,
        interpolation: CurveInterpolation::CUBIC_SPLINE,
        spline_tension: 0.5,
        keys: vec![CurveKey {
            time: 0.25,
            value: Variant::Float(1.0),
            tangents: Some((Variant::Float(2.0), Variant::Float(3.0))),
        }],
    };
    let Attributes::List(list) = &scene.nodes[1].attributes else { panic!("a list") };
    assert_eq!(list[1].value, Value::Curve(Box::new(curve)));
    assert_eq!(document.to_bytes().unwrap(), bytes);
    let (xml, _) =
        document.convert(Encoding::ArchiveXml, &WriteOptions::default().digits(FloatPrecision::Engine)).unwrap();
    let text = String::from_utf8(xml.to_bytes().unwrap()).unwrap();
    assert!(
        text.contains("<keyframe time=\"0.250000\" value=\"1.000000\" in=\"2.000000\" out=\"3.000000\" />"),
        "{text}"
    );
    assert!(text.ends_with("\t<auxiliary />\n</resource>\n"), "{text}");
}

#[test]
fn a_curve_of_no_type_is_refused() {
    // After the name of the curve.
    let bytes = archive();
    let place = bytes.windows(3).position(|word| word == b"c\0\x03").unwrap() + 2;
    let mut changed = bytes;
    changed[place] = 0x3f;
    let error = Document::parse(&changed).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Variant(VariantFault::UnknownType(0x3f)), "{error}");
    assert!(error.to_string().contains("node 1 > attribute 1 > value"), "{error}");
}

#[test]
fn edits_change_what_they_name() {
    let file = "\u{feff}<scene id='1'>\r\n  <!-- level -->\r\n  <node id='7' extra=\"kept\">\r\n    <attribute name=\"Name\"   value='Lamp'/>\r\n  </node>\r\n</scene>\r\n";
    let mut document = Document::parse(file.as_bytes()).unwrap();
    assert_eq!(document.to_bytes().unwrap(), file.as_bytes());
    document.set_attribute(Place::node(1), "Name", Variant::String("Sun".into())).unwrap();
    assert_eq!(document.to_bytes().unwrap(), file.replace("Lamp", "Sun").as_bytes());
    document.set_attribute(Place::node(1), "Is Enabled", Variant::Bool(0)).unwrap();
    let text = String::from_utf8(document.to_bytes().unwrap()).unwrap();
    assert!(
        text.contains("\r\n    <attribute name=\"Is Enabled\" value=\"false\" />\r\n    <attribute name=\"Name\"   value='Sun'/>\r\n"),
        "{text}"
    );
    assert!(document.remove_attribute(Place::node(1), "Is Enabled").unwrap());
    assert_eq!(document.to_bytes().unwrap(), file.replace("Lamp", "Sun").as_bytes());
    document.remove(Place::node(1)).unwrap();
    assert_eq!(document.to_bytes().unwrap(), "\u{feff}<scene id='1'>\r\n  <!-- level -->\r\n</scene>\r\n".as_bytes());
    assert!(document.remove(Place::node(0)).is_err() && document.remove(Place::node(5)).is_err());
}

/// The engine reads the last of duplicate attributes, so that removing an attribute removes all of them.
#[test]
fn duplicates_are_removed_together() {
    let xml = r#"<scene><attribute name="Name" value="a" /><attribute name="Time Scale" value="1" /><attribute name="Name" value="b" /></scene>"#;
    let json = r#"{"attributes": {"Name": "a", "Time Scale": 1, "Name": "b"}, "components": [], "children": []}"#;
    for file in [xml, json] {
        let mut document = Document::parse(file.as_bytes()).unwrap();
        assert!(document.remove_attribute(Place::node(0), "Name").unwrap());
        let text = String::from_utf8(document.to_bytes().unwrap()).unwrap();
        assert!(!text.contains("Name\"") && text.contains("Time Scale"), "{text}");
    }
}

/// Many changes take time in proportion to the file.
#[test]
fn many_attributes_at_once() {
    let limit = TimeLimit::seconds(10);
    let nodes = r#"<node id="2"><attribute name="Name" value="a" /></node>"#.repeat(40_000);
    let mut document = Document::parse(format!("<scene id=\"1\">{nodes}</scene>").as_bytes()).unwrap().into_owned();
    let name = || Variant::String("b".into()).into();
    document.set_attributes((1..40_001).map(|node| (Place::node(node), "Name", name()))).unwrap();
    assert!(document.scene().nodes.iter().skip(1).all(|node| node.name() == "b"));
    limit.check();
}

#[test]
fn edits_of_json_and_archives() {
    let json = "{\"id\": 1, \"attributes\": {\"Name\": \"a\"}, \"components\": [], \"children\": [ {\"id\": 2, \"attributes\": null} ]}";
    let mut document = Document::parse(json.as_bytes()).unwrap();
    document.set_attribute(Place::node(0), "Name", Variant::String("b".into())).unwrap();
    assert_eq!(document.to_bytes().unwrap(), json.replace("\"a\"", "\"b\"").as_bytes());
    document.set_attribute(Place::node(1), "Position", Variant::Vector3([1.0, 2.0, 3.5])).unwrap();
    assert_eq!(document.scene().nodes[1].position().to_array(), [1.0, 2.0, 3.5]);

    let archive = "<resource>\n\t<nodes>\n\t\t<node />\n\t</nodes>\n</resource>\n";
    let mut document = Document::parse(archive.as_bytes()).unwrap();
    document.set_attribute(Place::node(1), "Name", Variant::String("x".into())).unwrap();
    document.set_attribute(Place::node(1), "Tags", Variant::StringVector(vec!["t".into()])).unwrap();
    document.set_attribute(Place::node(1), "Tags", Variant::StringVector(vec!["u".into(), "v".into()])).unwrap();
    let scene = document.scene();
    assert_eq!((scene.nodes[1].name(), scene.nodes[1].tags()), ("x".into(), vec![Name::from("u"), Name::from("v")]));
}

#[test]
fn edits_of_bytes() {
    let bytes = prefab();
    let mut document = Document::parse(&bytes).unwrap();
    document.set_attribute(Place::node(0).component(0), "Number of Levels", Variant::Int(9)).unwrap();
    let mut expected = bytes.clone();
    let at = bytes.windows(4).rposition(|word| word == [4, 0, 0, 0]).unwrap();
    expected[at] = 9;
    assert_eq!(document.to_bytes().unwrap(), expected);
    assert!(document.set_attribute(Place::node(0).component(1), "x", Variant::Int(0)).is_err());
    document.remove(Place::node(1)).unwrap();
    assert_eq!(document.scene().nodes.len(), 1);
    assert!(Document::parse(&document.to_bytes().unwrap()).is_ok());
}

#[test]
fn animations_of_attributes_go_between_xml_and_json() {
    let xml = "<node id=\"2\"><attributeanimation name=\"Position\" wrapmode=\"Once\" speed=\"2\"><keyframe time=\"0.5\" type=\"Vector3\" value=\"1 2 3\"/></attributeanimation></node>";
    let document = Document::parse(xml.as_bytes()).unwrap();
    let (json, lost) = document.convert(Encoding::Json, &WriteOptions::default()).unwrap();
    assert!(lost.is_empty());
    let bytes = json.to_bytes().unwrap();
    let json = Document::parse(&bytes).unwrap();
    assert_eq!(json.scene().nodes[0].animations, document.scene().nodes[0].animations);
    // Bytes can't store them.
    let (_, lost) = document.convert(Encoding::Binary, &WriteOptions::default()).unwrap();
    assert_eq!(lost.len(), 1);
}

#[test]
fn maps_of_rbfx_keep_their_hashes_and_names() {
    let xml = "<scene id=\"1\">
    <attribute name=\"Variables\"><variant hash=\"7\" type=\"Int\" value=\"2\" /><variant name=\"Score\" type=\"Int\" value=\"1\" /></attribute>
    <component type=\"Game\" id=\"1\">
        <attribute name=\"Hashed\"><variant hash=\"84696446\" type=\"Int\" value=\"6\" /><variant hash=\"4118759565\" type=\"Int\" value=\"5\" /></attribute>
        <attribute name=\"Named\"><variant name=\"One\" type=\"Int\" value=\"1\" /><variant name=\"Two\" type=\"Int\" value=\"2\" /></attribute>
    </component>
</scene>";
    let rbfx = ReadOptions::default().engine(Engine::Rbfx);
    let document = Document::parse_with(xml.as_bytes(), &rbfx).unwrap();
    let node = &document.scene().nodes[0];
    // The map of variables has names only: a hash becomes one, and that is reported.
    let variables = vec![("7".into(), Variant::Int(2)), ("Score".into(), Variant::Int(1))];
    assert_eq!(node.attributes.get("Variables").unwrap().variant(), Some(&Variant::StringVariantMap(variables)));
    let told: Vec<String> = document.validate().iter().map(ToString::to_string).collect();
    assert_eq!(told.iter().filter(|one| one.contains("hash=\"7\": the name of this variable is missing")).count(), 1);
    let Some(Variant::VariantMap(hashed)) = node.components[0].get("Hashed") else { panic!("a map of hashes") };
    assert_eq!(hashed.iter().map(|(key, _)| key.hash.0).collect::<Vec<_>>(), [84_696_446, 4_118_759_565]);
    for encoding in [Encoding::Json, Encoding::Xml] {
        let (converted, lost) = Document::parse_with(xml.as_bytes(), &rbfx)
            .unwrap()
            .convert(encoding, &WriteOptions::default())
            .map(|(converted, lost)| (converted.to_bytes().unwrap(), lost))
            .unwrap();
        assert!(lost.is_empty(), "{lost:?}");
        let back = Document::parse_with(&converted, &rbfx).unwrap();
        let back = &back.scene().nodes[0];
        assert_eq!(back.attributes.get("Variables"), node.attributes.get("Variables"), "{encoding}");
        assert_eq!(back.components[0].attributes, node.components[0].attributes, "{encoding}");
    }
}

#[test]
fn json_of_unknown_classes_keeps_its_form() {
    let object = r#"{"Health": 12.5, "Lives": 3, "Mask": 4294967295.0, "Is Hero": true, "Title": "7"}"#;
    let list = r#"[{"name": "Health", "value": "12.5"}]"#;
    for (engine, attributes) in [
        (Engine::Urho3d, object),
        (Engine::Urho3d, list),
        (Engine::Urho3d, "null"),
        (Engine::Urho3d, "[]"),
        (Engine::Rbfx, r#"{"Health": 12.5, "Title": "7"}"#),
        (Engine::Rbfx, list),
    ] {
        let file = format!(
            r#"{{"id": 1, "attributes": {{}}, "components": [{{"type": "Hero", "id": 2, "attributes": {attributes}}}], "children": []}}"#
        );
        let read = ReadOptions::default().engine(engine);
        let document = Document::parse_with(file.as_bytes(), &read).unwrap();
        let scene = document.scene().into_owned();
        let (bytes, lost) = scene.to_bytes(Encoding::Json, &WriteOptions::default().one_line(true)).unwrap();
        assert!(lost.is_empty(), "{lost:?}");
        let written = String::from_utf8(bytes).unwrap().replace(' ', "");
        let expected = format!(r#""attributes":{}"#, attributes.replace(' ', ""));
        assert!(written.contains(&expected), "{engine}: {written}");
    }
}

/// Numbers of unknown classes that no number type has stay texts.
#[test]
fn digits_of_numbers_are_kept() {
    for (number, kept) in [
        ("9007199254740992", Variant::Double(9_007_199_254_740_992.0).into()),
        ("9007199254740993", Value::Text("9007199254740993".into())),
        ("1e400", Value::Text("1e400".into())),
    ] {
        let file = format!(
            r#"{{"id": 1, "attributes": {{}}, "components": [{{"type": "Hero", "id": 2, "attributes": {{"Score": {number}}}}}], "children": []}}"#
        );
        let document = Document::parse(file.as_bytes()).unwrap();
        let scene = document.scene();
        let value = scene.nodes[0].components[0].attributes.iter().map(|(_, value)| value.into_owned()).next();
        assert_eq!(value, Some(kept), "{number}");
    }
}

/// UTF-16 and document types are read as the engine does, kept to the byte, and stay after an edit. Offsets count bytes of the file.
#[test]
fn other_encodings_of_xml() {
    let text = "\u{feff}<?xml version=\"1.0\"?><!DOCTYPE scene><scene id=\"1\"><node id=\"2\">\
                <attribute name=\"Name\" value=\"Gr\u{fc}n\"/><component type=\"Light\" id=\"3\"/></node></scene>";
    let file: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut document = Document::parse(&file).unwrap();
    assert_eq!(document.to_bytes().unwrap(), file);
    assert_eq!(document.encoded_len().unwrap(), file.len() as u64);
    assert_eq!(document.scene().nodes[1].name(), "Gr\u{fc}n");
    let place = urho_scene::Place::node(1).component(0);
    let characters = text[..text.find("<component").unwrap()].chars().count() as u64;
    assert_eq!(document.offset_of(place), Some(2 * characters));
    document.remove(place).unwrap();
    let words: Vec<u16> =
        document.to_bytes().unwrap().chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    let edited = String::from_utf16(&words).unwrap();
    assert!(
        edited.contains("Gr\u{fc}n") && !edited.contains("component") && edited.starts_with('\u{feff}'),
        "{edited}"
    );
    // The ID of a binary prefab may look like UTF-32.
    let mut prefab = urho_scene::Scene::new(urho_scene::Engine::Urho3d, urho_scene::Kind::Prefab);
    prefab.nodes[0].id = u32::from(b'<');
    let (bytes, _) = prefab.to_bytes(urho_scene::Encoding::Binary, &urho_scene::WriteOptions::default()).unwrap();
    assert_eq!(bytes[..4], [b'<', 0, 0, 0]);
    assert_eq!(Document::parse(&bytes).unwrap().encoding(), urho_scene::Encoding::Binary);
}

/// An error about a name names the attribute and the name.
#[test]
fn names_that_text_cannot_store_are_in_the_error() {
    use urho_scene::{HashedName, urho_core};
    let mut scene = urho_scene::Scene::new(urho_scene::Engine::Urho3d, urho_scene::Kind::Scene);
    let hashes = scene.engine.hashes();
    let component = scene.add_component(0, "StaticModel").unwrap();
    let name = urho_core::ResourceRef { kind: HashedName::of(hashes, "Model"), name: "Models/a;b.mdl".into() };
    component.attributes.set(urho_scene::Engine::Urho3d, "Model", urho_scene::Variant::ResourceRef(Box::new(name)));
    let error = scene.to_bytes(urho_scene::Encoding::Xml, &urho_scene::WriteOptions::default()).unwrap_err();
    assert_eq!(error.path().to_string(), "node 0 > component 0 > Model > Models/a;b.mdl");
}
