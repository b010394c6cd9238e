//! Valid and invalid side files.
#![cfg(feature = "sidecar")]

use binio::{Fault, Findings, MAX_DEPTH};
use urho_core::{ErrorKind, HashAlgorithm, HashedName, Metadata, ResourceRef, Sidecar, StringHash, Trigger, Variant};

fn told(findings: &Findings) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

fn xml(text: &str, length: Option<f32>) -> (Sidecar, Vec<String>) {
    let (sidecar, findings) = Sidecar::parse_xml(text.as_bytes(), length).unwrap();
    (sidecar, told(&findings))
}

fn value(text: &str) -> (Variant<'static>, Vec<String>) {
    let (mut sidecar, told) = xml(&format!("<r><metadata name=\"a\" {text}</r>"), None);
    (sidecar.metadata.remove(0).value, told)
}

#[test]
fn a_normalized_time_counts_first_and_triggers_are_sorted() {
    let (sidecar, told) = xml(
        "<whatever><trigger time=\"3\" type=\"Int\" value=\"1\"/>\
         <trigger normalizedtime=\"0.25\" time=\"9\" type=\"Int\" value=\"2\"/><trigger type=\"Int\" value=\"3\"/></whatever>",
        Some(4.0),
    );
    let times: Vec<f32> = sidecar.triggers.iter().map(|trigger| trigger.time).collect();
    assert_eq!(times, [1.0, 3.0]);
    assert_eq!(sidecar.triggers[0].value, Variant::Int(2));
    assert_eq!(told, ["warning: trigger 2: neither time nor normalizedtime; the engine leaves it out (at byte 0x70)"]);
}

#[test]
fn without_a_length_a_share_of_it_is_left_out_and_told() {
    let text = "<r><trigger normalizedtime=\"0.5\" type=\"Int\" value=\"1\"/></r>";
    let (sidecar, told) = xml(text, None);
    assert!(sidecar.triggers.is_empty());
    assert_eq!(told.len(), 1);
    let json = br#"{"triggers":[{"normalizedTime":0.5,"type":"Int","value":1}]}"#;
    let (sidecar, findings) = Sidecar::parse_json(json, None).unwrap();
    assert!(sidecar.triggers.is_empty());
    assert_eq!(findings.len(), 1);
}

#[test]
fn values_are_what_the_engine_makes_of_them() {
    for (text, expected, odd) in [
        ("type=\"int\" value=\"7\"/>", Variant::Int(7), 0),
        ("type=\"Int\" value=\"7x\"/>", Variant::Int(7), 1),
        ("type=\"Int\" value=\"\"/>", Variant::Int(0), 1),
        ("type=\"Int\"/>", Variant::Int(0), 1),
        ("type=\"Bool\" value=\" Yes\"/>", Variant::Bool(1), 1),
        ("type=\"Bool\" value=\"false\"/>", Variant::Bool(0), 0),
        ("type=\"Bool\" value=\"0\"/>", Variant::Bool(0), 0),
        ("type=\"Bool\" value=\"1\"/>", Variant::Bool(1), 0),
        ("type=\"Bool\" value=\"Yes\"/>", Variant::Bool(1), 0),
        ("type=\"Bool\" value=\"maybe\"/>", Variant::Bool(0), 1),
        ("type=\"Vector3\" value=\"1 2\"/>", Variant::Vector3([0.0; 3]), 1),
        ("type=\"Vector2\" value=\" 1  2\"/>", Variant::Vector2([1.0, 2.0]), 0),
        ("type=\"Vector2\" value=\"1 x\"/>", Variant::Vector2([1.0, 0.0]), 1),
        ("type=\"Vector2\" value=\"1 2 3\"/>", Variant::Vector2([1.0, 2.0]), 1),
        ("type=\"Color\" value=\"1 0.5 0\"/>", Variant::Color([1.0, 0.5, 0.0, 1.0]), 0),
        ("type=\"Color\" value=\"1\"/>", Variant::Color([1.0; 4]), 1),
        ("type=\"Quaternion\" value=\"1\"/>", Variant::Quaternion([1.0, 0.0, 0.0, 0.0]), 1),
        ("type=\"Buffer\" value=\"1 256 x\"/>", Variant::Buffer(vec![1, 0, 72].into()), 1),
        ("type=\"Float\" value=\"1e-3\"/>", Variant::Float(1e-3), 0),
        ("type=\"VoidPtr\" value=\"0\"/>", Variant::VoidPtr(0), 0),
        ("type=\"CustomHeap\" value=\"x\"/>", Variant::None, 1),
        ("type=\"Nonsense\" value=\"1\"/>", Variant::None, 1),
        ("value=\"1\"/>", Variant::None, 1),
        ("type=\"String\" value='a&#10;&lt;\n&x;'/>", Variant::String("a\n< &x;".into()), 1),
        ("type=\"String\" value=\"1\" value=\"2\"/>", Variant::String("1".into()), 1),
        ("type=\"String\" value=\"1\" colour=\"2\"/>", Variant::String("1".into()), 1),
        ("type=\"String\" value=\"1\">text<!-- c --><x><y/></x></metadata>", Variant::String("1".into()), 3),
        ("type=\"StringVector\"/>", Variant::StringVector(vec![]), 0),
        ("type=\"VariantMap\"><variant type=\"Int\" value=\"1\"/></metadata>", Variant::VariantMap(vec![]), 0),
    ] {
        let (read, told) = value(text);
        assert_eq!((&read, told.len()), (&expected, odd), "{text} {told:?}");
    }
}

#[test]
fn three_angles_are_a_rotation() {
    let (rotation, told) = value("type=\"Quaternion\" value=\"0 90 0\"/>");
    let half = 0.5_f32.sqrt();
    let expected = urho_core::glam::Quat::from_xyzw(0.0, half, 0.0, half);
    assert!(rotation.as_quat().unwrap().abs_diff_eq(expected, 1e-6));
    assert_eq!(told, [""; 0]);
}

#[test]
fn keys_have_names_or_hashes() {
    let (map, told) = value(
        "type=\"VariantMap\"><variant name=\"Root\" hash=\"1\" type=\"Int\" value=\"1\"/>\
         <variant hash=\"4294967295\" type=\"Bool\" value=\"true\"/></metadata>",
    );
    assert_eq!(map.get(StringHash(0x1E46_B1E2)), Some(&Variant::Int(1)));
    assert_eq!(map.get(StringHash(u32::MAX)), Some(&Variant::Bool(1)));
    assert_eq!(told, [""; 0]);
}

/// Invalid items in a map or a vector.
#[test]
fn values_that_are_none() {
    let (map, said) = value(
        "type=\"VariantMap\"><other/><variant hash=\"4294967296\" type=\"Int\" value=\"1\"/>\
         <variant hash=\"x\" type=\"Int\" value=\"2\"/></metadata>",
    );
    assert_eq!(map.get(StringHash(0)), Some(&Variant::Int(2)), "the later of two");
    let expected = [
        "note: metadata 0: element other is not read and not kept (at byte 0x28)",
        "warning: metadata 0: the hash is not a number of 32 bits (at byte 0x30)",
        "warning: metadata 0: the hash is not a number of 32 bits (at byte 0x61)",
    ];
    assert_eq!(said, expected);
    let (texts, said) = value("type=\"StringVector\"><string value=\"a\"/><text/></metadata>");
    assert_eq!(texts, Variant::StringVector(vec!["a".into()]));
    assert_eq!(said.len(), 1, "{said:?}");
}

/// JSON values of another type than declared.
#[test]
fn json_of_other_kinds() {
    for (json, expected, odd) in [
        (r#""type": "None""#, Variant::None, ""),
        (r#""type": "Bool", "value": 1"#, Variant::Bool(0), "neither true nor false; the engine takes false"),
        (
            r#""type": "VariantMap", "value": [1]"#,
            Variant::VariantMap(vec![]),
            "not an object; the engine reads nothing of it",
        ),
        (r#""type": "Vector2", "value": "1""#, Variant::Vector2([0.0; 2]), "too few numbers"),
        (r#""type": "Odd", "value": 1"#, Variant::None, "unknown type \"Odd\"; the engine reads nothing"),
    ] {
        let file = format!(r#"{{"metadata": [{{"name": "m", {json}}}]}}"#);
        let (sidecar, findings) = Sidecar::parse_json(file.as_bytes(), None).unwrap();
        assert_eq!(sidecar.metadata.first().map(|one| &one.value), Some(&expected), "{json}");
        let said = told(&findings);
        assert!(
            said.len() == usize::from(!odd.is_empty()) && said.iter().all(|said| said.contains(odd)),
            "{json}: {said:?}"
        );
    }
}

#[test]
fn references_keep_the_name_of_their_type() {
    let text = "<model>\n\t<metadata name=\"a\" type=\"ResourceRef\" value=\"Model;Models/Box.mdl\" />\n\
                \t<metadata name=\"b\" type=\"ResourceRefList\" value=\"Mine;x;\" />\n</model>\n";
    let text = format!("<?xml version=\"1.0\"?>\n{text}");
    let (sidecar, told) = xml(&text, None);
    assert_eq!(told, [""; 0]);
    assert_eq!(sidecar.to_xml().unwrap(), text.as_bytes());
    // By hash, only the engine's own types have names.
    let kind = urho_core::hash_of(HashAlgorithm::Urho18, b"Model");
    let reference = |kind| Variant::ResourceRef(Box::new(ResourceRef { kind, name: "x".into() }));
    assert_eq!(reference(kind.into()).to_text(HashAlgorithm::Urho18).unwrap(), b"Model;x");
    for kind in [StringHash(7).into(), HashedName { hash: StringHash(7), name: "Model".into() }] {
        let error = reference(kind).to_text(HashAlgorithm::Urho18).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotInText(_)));
    }
}

#[test]
fn what_else_stands_in_the_file_is_kept() {
    let text = "<?xml version=\"1.0\"?>\n<animation>\n\t<trigger time=\"1\" type=\"None\" value=\"\" />\n\
                \t<transform name=\"Bip01\"  position='true'><keyframe time=\"0\"/><!-- in --></transform>\n\
                \t<variant/>\n</animation>\n";
    let (sidecar, told) = xml(text, None);
    assert_eq!(told.len(), 2);
    assert_eq!(sidecar.other.len(), 2);
    assert_eq!(sidecar.to_xml().unwrap(), text.as_bytes());
}

#[test]
fn json_is_read_as_the_engine_reads_it() {
    let json = br#"{"triggers": [
        {"time": 2, "type": "VariantVector", "value": [{"type": "Bool", "value": true}, {"type": "Vector2", "value": "1 2"}]},
        {"normalizedTime": 0.25, "time": 7, "type": "String", "value": "a"},
        {"type": "Int", "value": 1},
        {"time": null, "normalizedTime": "x", "type": "Int", "value": 2.5}
      ], "metadata": [
        {"name": "m", "type": "VariantMap", "value": {"1E46B1E2": {"type": "Int", "value": -3}, "Root": {"type": "Int", "value": 1}}},
        {"name": "s", "type": "StringVector", "value": ["x", 1]},
        {"name": "s", "type": "Double", "value": 0.1},
        {"name": "f", "type": "Float", "value": "1"}
      ], "more": 1}"#;
    let (sidecar, findings) = Sidecar::parse_json(json, Some(4.0)).unwrap();
    let triggers = [
        Trigger { time: 0.0, value: Variant::Int(2) },
        Trigger { time: 1.0, value: Variant::String("a".into()) },
        Trigger { time: 2.0, value: Variant::VariantVector(vec![Variant::Bool(1), Variant::Vector2([1.0, 2.0])]) },
    ];
    assert_eq!(sidecar.triggers, triggers);
    let map = Variant::VariantMap(vec![(StringHash(0x1E46_B1E2).into(), Variant::Int(-3))]);
    assert_eq!(sidecar.get("m"), Some(&map));
    assert_eq!(sidecar.metadata[1].value, Variant::StringVector(vec!["x".into(), "".into()]));
    assert_eq!(sidecar.get("s"), Some(&Variant::Double(0.1)));
    assert_eq!(sidecar.get("f"), Some(&Variant::Float(0.0)));
    assert_eq!(
        told(&findings),
        [
            "warning: \"more\" is not read and not kept",
            "warning: trigger 2: neither time nor normalizedTime; the engine leaves it out",
            "warning: trigger 3: normalizedTime: not a number; the engine takes 0",
            "warning: trigger 3: not an integer of 32 bits; the engine cuts it",
            "warning: metadata 0: key \"Root\" is not a hash in hex; left out",
            "warning: metadata 1: value: not a text; the engine reads the part before a NUL, or an empty text",
            "warning: metadata 3: value: not a number; the engine takes 0",
            "warning: metadata 2: another one of this name came before; the engine keeps the later",
        ]
    );
}

#[test]
fn json_of_wrong_types_gives_findings_and_no_values() {
    for json in
        ["null", "[]", "1", "{\"triggers\":{}}", "{\"metadata\":1}", "{\"triggers\":[1]}", "{\"metadata\":[[]]}"]
    {
        let (sidecar, findings) = Sidecar::parse_json(json.as_bytes(), None).unwrap();
        assert!(sidecar.triggers.is_empty() && !findings.is_empty(), "{json}");
    }
    for (json, offset) in [("", 0), ("{\n \"triggers\": x}", 15), ("{\"a\":1}}", 7)] {
        let error = Sidecar::parse_json(json.as_bytes(), None).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Json(_)));
        assert_eq!(error.offset(), Some(offset), "{error}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(Sidecar::parse_json(deep.as_bytes(), None).unwrap_err().kind(), ErrorKind::Json(_)));
}

/// `depth` nested vectors in a value.
fn nested(depth: usize) -> String {
    let open = "<variant type=\"VariantVector\">".repeat(depth - 1);
    let close = "</variant>".repeat(depth - 1);
    format!("<r><metadata name=\"a\" type=\"VariantVector\">{open}{close}</metadata></r>")
}

#[test]
fn deep_values_are_read_on_a_small_stack_or_refused() {
    let test = || {
        let depth = usize::from(MAX_DEPTH);
        let (sidecar, findings) = Sidecar::parse_xml(nested(depth).as_bytes(), None).unwrap();
        assert!(findings.is_empty());
        let written = sidecar.to_xml().unwrap();
        assert_eq!(Sidecar::parse_xml(&written, None).unwrap().0, sidecar);
        for depth in [depth + 1, 200_000] {
            let error = Sidecar::parse_xml(nested(depth).as_bytes(), None).unwrap_err();
            assert_eq!(*error.kind(), ErrorKind::Fault(Fault::Limit("nesting of variants")));
            assert!(error.offset().is_some());
        }
        let deep = (0..=depth).fold(Variant::None, |inner, _| Variant::VariantVector(vec![inner]));
        let mut sidecar = Sidecar::new("r");
        sidecar.metadata.push(Metadata { name: "a".into(), value: deep });
        assert!(matches!(sidecar.to_xml().unwrap_err().kind(), ErrorKind::NotInText(_)));
        // Unread elements may nest to any depth.
        let other = format!("<r>{}{}</r>", "<x>".repeat(200_000), "</x>".repeat(200_000));
        assert_eq!(Sidecar::parse_xml(other.as_bytes(), None).unwrap().0.other.len(), 1);
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(test).unwrap().join().unwrap();
}

#[test]
fn entities_do_not_expand() {
    let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\
                <r><metadata name=\"x\" type=\"String\" value=\"&b;\"/></r>";
    let (sidecar, told) = xml(bomb, None);
    assert_eq!(sidecar.get("x"), Some(&Variant::String("&b;".into())));
    assert_eq!(told.len(), 2);
}

#[test]
fn malformed_xml_is_an_error_at_its_byte() {
    for text in ["", "  ", "<!-- -->"] {
        assert_eq!(*Sidecar::parse_xml(text.as_bytes(), None).unwrap_err().kind(), ErrorKind::NoRoot);
    }
    for (text, offset) in [
        ("<r>", 3),
        ("<r><x>", 6),
        ("<r></q>", 3),
        ("<r><metadata name=\"a", 3),
        ("<r><metadata name=a/></r>", 3),
        ("<r><metadata type=\"VariantVector\"><variant type=\"Int\"></r>", 54),
    ] {
        let error = Sidecar::parse_xml(text.as_bytes(), None).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Xml(_)), "{text}: {error}");
        assert_eq!(error.offset(), Some(offset), "{text}: {error}");
    }
    let error = Sidecar::parse_xml(b"\xef\xbb\xbf<r/>\0", None).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::NotUtf8, Some(7)));
    // Offsets count bytes of the file, here two for each character.
    for (bytes, offset) in [(&b"\xff\xfe<\0r\0>\0<\0/\0q\0>\0"[..], 8), (b"<\0r\0>\0\0\xd8", 6)] {
        let error = Sidecar::parse_xml(bytes, None).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Xml(_)), "{error}");
        assert_eq!(error.offset(), Some(offset), "{error}");
    }
    let wide = "\u{feff}<r><metadata name=\"a\" type=\"String\" value=\"Gr\u{fc}n\"/></r>";
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (sidecar, _) = Sidecar::parse_xml(&wide, None).unwrap();
    assert_eq!(sidecar.get("a"), Some(&Variant::String("Gr\u{fc}n".into())));
    assert!(Sidecar::parse_xml(b"\xef\xbb\xbf<r/>", None).is_ok());
}

#[test]
fn very_much_of_everything_is_read_in_time() {
    let attributes: String = (0..200_000).map(|i| format!(" a{i}=\"\"")).collect();
    let (_, told) = xml(&format!("<r><metadata name=\"x\" type=\"None\" value=\"\"{attributes}/></r>"), None);
    assert_eq!((told.len(), told[256].as_str()), (257, "warning: 199744 more findings"));
    let long = "7 ".repeat(2_000_000);
    let (buffer, _) = value(&format!("type=\"Buffer\" value=\"{long}\"/>"));
    assert_eq!(buffer, Variant::Buffer(vec![7; 2_000_000].into()));
    let (sidecar, _) = xml(&format!("<r>{}</r>", "<trigger time=\"0\"/>".repeat(100_000)), None);
    assert_eq!(sidecar.triggers.len(), 100_000);
}

#[test]
fn what_xml_cannot_hold_is_not_written() {
    let with = |value| {
        let mut sidecar = Sidecar::new("r");
        sidecar.metadata.push(Metadata { name: "a".into(), value });
        sidecar
    };
    for value in [
        Variant::Bool(2),
        Variant::VoidPtr(1),
        Variant::Rect(None),
        Variant::CustomHeap(0),
        Variant::Float(f32::from_bits(0x7fc0_0001)),
        Variant::String("a\0".into()),
        Variant::VariantMap(vec![(HashedName { hash: StringHash(1), name: "x".into() }, Variant::None)]),
    ] {
        let error = with(value.clone()).to_xml().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotInText(_)), "{value:?}");
        assert_eq!(error.path().to_string(), "metadata 0");
    }
    for (root, other, times) in [
        ("", "<x/>", [0.0, 1.0]),
        ("a b", "<x/>", [0.0, 1.0]),
        ("r", "<x>", [0.0, 1.0]),
        ("r", "<trigger/>", [0.0, 1.0]),
        ("r", "<x/><y/>", [0.0, 1.0]),
        ("r", "<x/></r><r>", [0.0, 1.0]),
        ("r", "<x/>", [1.0, 0.0]),
    ] {
        let mut sidecar = Sidecar::new(root);
        sidecar.other.push(other.as_bytes().into());
        sidecar.triggers = times.map(|time| Trigger { time, value: Variant::None }).into();
        let error = sidecar.to_xml().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotReadBack(_)), "{root} {other}");
    }
}

#[test]
fn an_empty_side_file_is_one_element() {
    assert_eq!(Sidecar::new("model").to_xml().unwrap(), b"<?xml version=\"1.0\"?>\n<model />\n");
}
