//! Real side files against the engine's values. Needs `ENGINE_ASSETS_CORPUS`, an absolute path; without it every trial
//! is ignored.

use std::path::PathBuf;

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;
use urho_core::tree::{JsonTree, JsonValue, XmlTree};
use urho_core::{HashAlgorithm, ResourceRef, Sidecar, StringHash, Variant, VariantKind, hash_of};

const VARIABLE: &str = "ENGINE_ASSETS_CORPUS";

fn main() {
    let trials: [(&str, fn()); 5] = [
        ("a_trigger_of_every_type_is_what_the_engine_read", every_type),
        ("metadata_of_a_model_is_what_the_engine_wrote", metadata),
        ("the_ninja_triggers_are_what_the_engine_read", ninja),
        ("trees_cover_every_xml_and_json_of_the_engines", trees),
        ("names_have_the_hashes_that_the_engine_gave_them", hashes),
    ];
    let unset = std::env::var_os(VARIABLE).is_none();
    let trials = trials.map(|(name, test)| {
        let trial = Trial::test(name, move || {
            test();
            Ok(())
        });
        trial.with_ignored_flag(unset).with_kind(if unset { "ENGINE_ASSETS_CORPUS is not set" } else { "corpus" })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit();
}

/// The folder `urho` of the corpus.
fn urho() -> PathBuf {
    PathBuf::from(std::env::var_os(VARIABLE).expect("an ignored trial runs only where it is asked for")).join("urho")
}

fn json(path: PathBuf) -> Value {
    serde_json::from_slice(&std::fs::read(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))).unwrap()
}

/// Compares the triggers of `name.xml` with the triggers in the engine after it loaded `name.ani`.
fn compare_triggers(name: &str, count: usize) -> (Sidecar, Vec<u8>) {
    let urho = urho();
    let truth = json(urho.join(format!("{name}.ani.json")));
    let length = truth["length"].as_f64().unwrap() as f32;
    let xml = std::fs::read(urho.join(format!("{name}.xml"))).unwrap();
    let (sidecar, findings) = Sidecar::parse_xml(&xml, Some(length)).unwrap();
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    if name.ends_with("synth_all") {
        let reference =
            "warning: trigger 18: type or name is missing; the engine reads an empty reference (at byte 0x40e)";
        assert_eq!(told, [reference]);
    } else {
        assert_eq!(told, [""; 0]);
    }

    let expected = truth["triggers"].as_array().unwrap();
    assert_eq!((sidecar.triggers.len(), expected.len()), (count, count));
    for (trigger, expected) in sidecar.triggers.iter().zip(expected) {
        let time = expected["time"].as_f64().unwrap() as f32;
        assert_eq!(trigger.time.to_bits(), time.to_bits(), "{trigger:?}");
        assert_eq!(trigger.value.kind().name(), expected["type"].as_str().unwrap());
        // The engine's text is empty for types that need a context or contain values.
        let has_text = !matches!(
            trigger.value.kind(),
            VariantKind::ResourceRef | VariantKind::StringVector | VariantKind::VariantMap | VariantKind::VariantVector
        );
        let text = if has_text { trigger.value.to_text(HashAlgorithm::Urho18).unwrap() } else { Vec::new() };
        assert_eq!(text, expected["value"].as_str().unwrap().as_bytes(), "{trigger:?}");
    }
    (sidecar, xml)
}

fn every_type() {
    let (sidecar, xml) = compare_triggers("synth/synth_all", 23);
    // And the written text equals the engine's, byte for byte.
    assert_eq!(sidecar.to_xml().unwrap(), xml);
    assert_eq!(sidecar.get("Frames"), Some(&Variant::Int(60)));
    let value_at = |index: usize| &sidecar.triggers[index].value;
    assert_eq!(*value_at(17), Variant::StringVector(vec!["a".into(), "b".into()]));
    let reference = ResourceRef { kind: StringHash(0).into(), name: "Models/Box.mdl".into() };
    assert_eq!(*value_at(18), Variant::ResourceRef(Box::new(reference)));
    assert_eq!(*value_at(20), Variant::VariantMap(vec![(StringHash(626_238_495).into(), Variant::Int(5))]));
    assert_eq!(*value_at(21), Variant::VariantVector(vec![Variant::Int(1), Variant::String("x".into())]));
    assert_eq!(*value_at(22), Variant::Buffer(vec![1, 255].into()));
}

fn metadata() {
    let urho = urho();
    let xml = std::fs::read(urho.join("synth/synth_model.xml")).unwrap();
    let (sidecar, findings) = Sidecar::parse_xml(&xml, None).unwrap();
    assert!(findings.is_empty());
    assert_eq!(sidecar.to_xml().unwrap(), xml);
    assert_eq!(sidecar.root, "model");
    assert_eq!(sidecar.get("Author"), Some(&Variant::String("oracle <&> \"q\"".into())));
    assert_eq!(sidecar.get("Number"), Some(&Variant::Int(42)));
    assert_eq!(sidecar.get("Dir"), Some(&Variant::Vector3([1.0, 2.0, 3.0])));
    assert_eq!(sidecar.get("Flag"), Some(&Variant::Bool(1)));
}

fn ninja() {
    for name in ["Ninja_Walk", "Ninja_Stealth"] {
        compare_triggers(&format!("engine/Data/Models/NinjaSnowWar/{name}"), 2);
    }
}

fn hashes() {
    let urho = urho();
    let mut compared = 0;
    for folder in ["synth", "engine/Data/Models/NinjaSnowWar"] {
        for entry in std::fs::read_dir(urho.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "json") {
                compared += compare_hashes(&json(path));
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Compares every `name_hash` with the `name` of the same entry.
fn compare_hashes(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(compare_hashes).sum(),
        Value::Object(object) => {
            let own = match (object.get("name"), object.get("name_hash")) {
                (Some(Value::String(name)), Some(Value::String(hash))) => {
                    assert_eq!(hash_of(HashAlgorithm::Urho18, name.as_bytes()).to_string(), *hash, "{name}");
                    1
                }
                _ => 0,
            };
            own + object.values().map(compare_hashes).sum::<usize>()
        }
        _ => 0,
    }
}

/// Returns the files under `folder` with one of these extensions.
fn files_below(folder: PathBuf, extensions: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(path, extensions, found);
        } else if path.extension().is_some_and(|extension| extensions.iter().any(|one| extension == *one)) {
            found.push(path);
        }
    }
}

/// Every element and attribute of a real file is at its range in the tree.
fn trees() {
    let mut found = Vec::new();
    let root = PathBuf::from(std::env::var_os(VARIABLE).expect("asked for"));
    for folder in ["urho-scene", "rbfx-written"] {
        files_below(root.join(folder), &["xml", "json", "material", "prefab", "scene"], &mut found);
    }
    assert!(found.len() > 550, "{} files", found.len());
    for path in found {
        let text = std::fs::read(&path).unwrap();
        let is_xml = text.iter().find(|byte| !byte.is_ascii_whitespace() && byte.is_ascii()) == Some(&b'<');
        if !is_xml {
            let tree = JsonTree::parse(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            let value: Value = serde_json::from_slice(tree.root(&text).raw()).unwrap();
            assert!(same(tree.root(&text), &value), "{path:?}");
            continue;
        }
        let tree = XmlTree::parse(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        for index in 0..tree.len() as u32 {
            let Some(element) = tree.element(&text, index) else { continue };
            let head = [b"<", element.name().as_bytes()].concat();
            assert!(element.raw().starts_with(&head) && element.raw().ends_with(b">"), "{path:?}: {element:?}");
            for attribute in element.attributes() {
                let quotes = attribute.value_span.range();
                assert_eq!(text[quotes.start - 1], text[quotes.end], "{path:?}: {attribute:?}");
            }
        }
    }
}

fn same(value: JsonValue<'_, '_>, truth: &Value) -> bool {
    match truth {
        Value::Null => value.is_null(),
        Value::Bool(truth) => value.as_bool() == Some(*truth),
        Value::Number(truth) => value.as_f64() == truth.as_f64(),
        Value::String(truth) => value.as_str().as_deref() == Some(truth),
        Value::Array(truth) => {
            value.items().count() == truth.len() && value.items().zip(truth).all(|(value, truth)| same(value, truth))
        }
        Value::Object(truth) => {
            truth.iter().all(|(name, truth)| value.get(name).is_some_and(|value| same(value, truth)))
        }
    }
}
