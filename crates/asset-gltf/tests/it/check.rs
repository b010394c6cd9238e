//! The check of files against the specification: as strict as Khronos' validator, and silent where that is.
#![cfg(feature = "folder")]

use std::path::{Path, PathBuf};

use asset_gltf::binio::{Findings, Severity};
use asset_gltf::{Folder, NoFiles, ReadOptions, parse};
use serde_json::Value;
use testkit::corpus;
use testkit::hostile::TimeLimit;

/// Returns the findings of the check, or `None` if the file is unreadable, which is an error in itself.
fn checked(path: &Path) -> Option<Findings> {
    let bytes = std::fs::read(path).expect("a file");
    let folder = Folder::of_file(path).expect("a folder");
    parse(&bytes, &ReadOptions::default().check(true), &folder).ok().map(|(_, findings)| findings)
}

/// The errors, without where they are.
fn errors(findings: &Findings) -> Vec<String> {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| format!("error: {}: {}", finding.path, finding.message)).collect()
}

fn reports(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            reports(&path, files);
        } else if path.to_str().is_some_and(|path| path.ends_with(".report.json")) {
            files.push(path);
        }
    }
}

/// Every file of the validator's own tests that can be read: an error where it says one, none where it says none.
#[test]
fn errors_are_those_of_the_validator() {
    let Some(root) = corpus::root() else { return };
    let mut all = Vec::new();
    reports(&root.join("gltf/validator-cases"), &mut all);
    all.sort();
    assert_eq!(all.len(), 266);
    let (mut wrong, mut read) = (Vec::new(), 0);
    for report in all {
        let name = report.to_str().expect("a name").trim_end_matches(".report.json").to_owned();
        let report: Value = serde_json::from_slice(&std::fs::read(&report).expect("a report")).expect("JSON");
        let expected = report["issues"]["numErrors"].as_u64().expect("a number");
        let Some(findings) = checked(Path::new(&name)) else { continue };
        read += 1;
        let messages = errors(&findings);
        if (expected > 0) == messages.is_empty() {
            let codes = report["issues"]["messages"].as_array().into_iter().flatten();
            let codes =
                codes.filter(|one| one["severity"] == 0).map(|one| format!("{} {}", one["code"], one["pointer"]));
            wrong.push(format!("{name}: {messages:?}, {:?}", codes.collect::<Vec<_>>()));
        }
    }
    assert!(wrong.is_empty(), "{} of {read}\n{}", wrong.len(), wrong.join("\n"));
    assert!(read > 150, "{read}");
}

#[test]
fn small_files_that_nothing_was_said_about() {
    let Some(root) = corpus::root() else { return };
    let said = |name: &str| errors(&checked(&root.join("conversion-hostile").join(name)).expect("it can be read"));
    let found = said("index-out-of-range.gltf").join("\n");
    assert!(found.contains("is drawn, there are"), "{found}");
    let found = said("nan.gltf").join("\n");
    assert!(found.contains("is not finite"), "{found}");
}

/// Checks a triangle after `change`.
fn triangle(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let mut bytes = floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    bytes.extend([0, 1, 2, 0]);
    bytes.extend(floats(&[0.0, 0.5, 0.5, 1.0]));
    let percent: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    let mut json = serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": bytes.len(), "uri": format!("data:application/octet-stream,{percent}")}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 3},
            {"buffer": 0, "byteOffset": 40, "byteLength": 16},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"},
            {"bufferView": 2, "componentType": 5126, "count": 1, "type": "VEC4"},
            {"bufferView": 2, "componentType": 5126, "count": 4, "type": "SCALAR", "min": [0], "max": [1]},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "nodes": [{"mesh": 0}],
    });
    change(&mut json);
    let text = serde_json::to_vec(&json).expect("JSON");
    let (_, findings) = parse(&text, &ReadOptions::default().check(true), &NoFiles).expect("it can be read");
    errors(&findings)
}

#[test]
fn each_rule_names_the_part() {
    assert_eq!(triangle(|_| {}), Vec::<String>::new());
    #[allow(clippy::type_complexity, reason = "used here only")]
    let cases: [(fn(&mut Value), &str); 7] = [
        (
            |json| json["accessors"][0]["max"][1] = 2.into(),
            "error: accessor 0 > max > number 1: 2 is named, the values have 1",
        ),
        (
            |json| json["nodes"][0]["rotation"] = serde_json::json!([0, 0, 0, 0]),
            "error: node 0 > rotation: a quaternion of length 0, not 1",
        ),
        (
            |json| json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = 0.into(),
            "error: mesh 0 > primitive 0 > attributes > NORMAL: value 0 is no vector of length 1",
        ),
        (
            |json| {
                json["animations"] = serde_json::json!([{
                    "samplers": [{"input": 3, "output": 3}],
                    "channels": [{"sampler": 0, "target": {"path": "weights"}}],
                }]);
            },
            "error: animation 0 > sampler 0 > input: value 2 is not greater than the value before",
        ),
        (
            |json| json["cameras"] = serde_json::json!([{"type": "perspective"}]),
            "error: camera 0: there is no perspective",
        ),
        (
            |json| json["images"] = serde_json::json!([{"uri": "data:image/png;base64,iVBORw0KGgo="}]),
            "error: image 0: a PNG that ends early",
        ),
        (|json| json["scenes"] = serde_json::json!([]), "error: scenes: an empty list should be left out"),
    ];
    for (change, expected) in cases {
        assert_eq!(triangle(change), [expected]);
    }
}

/// A thousand primitives share their accessors: each is looked at once.
#[test]
fn what_is_shared_is_looked_at_once() {
    let limit = TimeLimit::seconds(10);
    let found = triangle(|json| {
        let primitive = serde_json::json!({"attributes": {"POSITION": 0, "NORMAL": 0}, "indices": 1});
        json["meshes"][0]["primitives"] = vec![primitive; 1000].into();
    });
    assert_eq!(found.len(), 1000);
    limit.check();
}

#[test]
fn errors_hold_no_control_characters_and_no_endless_text() {
    let name = format!("\u{1b}]0;PWNED\u{7}\u{202e}{}", "x".repeat(100_000));
    let documents = [
        serde_json::json!({"asset": {"version": "2.0"}, "extensionsRequired": [name], "extensionsUsed": [name]}),
        serde_json::json!({"asset": {"version": name}}),
        serde_json::json!({"asset": {"version": "2.0"}, "nodes": name}),
        serde_json::json!({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": name}]}),
        serde_json::json!({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": format!("a{}", "x".repeat(9000))}]}),
    ];
    for document in documents {
        let text = serde_json::to_vec(&document).expect("JSON");
        let error = parse(&text, &ReadOptions::default(), &NoFiles).expect_err("refused");
        for shown in [error.to_string(), error.kind().to_string(), format!("{:?}", error.kind())] {
            assert!(!shown.chars().any(|c| c.is_control() || c == '\u{202e}'), "{shown:?}");
            assert!(shown.len() < 600, "{} bytes", shown.len());
        }
    }
}

/// A pipe, or a device, is no buffer; and nobody waits for it.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = std::process::Command::new("mkfifo").arg(folder.path().join("fifo.bin")).status();
    assert!(output.expect("mkfifo").success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.bin")).expect("a link");
    for name in ["fifo.bin", "zero.bin"] {
        let path = folder.path().join("x.gltf");
        let json = serde_json::json!({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": name}]});
        std::fs::write(&path, serde_json::to_vec(&json).expect("JSON")).expect("a file");
        let (done, waits) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let folder = Folder::of_file(&path).expect("a folder");
            let read = parse(&std::fs::read(&path).expect("a file"), &ReadOptions::default(), &folder);
            drop(done.send(read.map(|_| ()).map_err(|error| error.to_string())));
        });
        let messages = waits.recv_timeout(std::time::Duration::from_secs(20)).expect("nobody waits");
        assert!(messages.as_ref().is_err_and(|error| error.contains(name)), "{messages:?}");
    }
}

/// As a `.gltf`, and as a `.glb` after 20 bytes of headers.
#[test]
fn findings_and_errors_name_the_byte_where_their_part_begins() {
    let glb = |json: &str| {
        let json = format!("{json:<0$}", json.len().next_multiple_of(4));
        let header = [u32::from_le_bytes(*b"glTF"), 2, json.len() as u32 + 20, json.len() as u32];
        let header = header.into_iter().flat_map(u32::to_le_bytes).chain(*b"JSON");
        header.chain(json.bytes()).collect::<Vec<u8>>()
    };
    let options = ReadOptions::default().check(true);
    let json =
        r#"{"asset": {"version": "2.0"}, "nodes": [{}, {"rotation": [0, 0, 0, 2]}], "extensionsUsed": ["A", "A"]}"#;
    for (bytes, before) in [(json.as_bytes().to_vec(), 0), (glb(json), 20)] {
        let (_, findings) = parse(&bytes, &options, &NoFiles).expect("a scene");
        for (part, text) in [("node 1", r#"{"rotation"#), ("extensionsUsed", r#"["A", "#)] {
            let finding = findings.iter().find(|finding| finding.path.to_string().starts_with(part));
            let expected = json.find(text).expect("it is there") + before;
            assert_eq!(finding.and_then(|finding| finding.offset), Some(expected as u64), "{part}: {findings:?}");
        }
    }
    let json = r#"{"asset": {"version": "2.0"}, "nodes": [{}, {"mesh": 7}]}"#;
    for (bytes, before) in [(json.as_bytes().to_vec(), 0), (glb(json), 20)] {
        let error = parse(&bytes, &options, &NoFiles).expect_err("a mesh that isn't there");
        assert_eq!(error.offset(), Some((json.find(r#"{"mesh"#).expect("it is there") + before) as u64), "{error}");
    }
}
