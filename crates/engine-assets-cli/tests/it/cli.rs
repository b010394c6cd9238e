//! The command line's rules: exit status, streams, JSON, folders, shards, files that stay whole.

use crate::common;

use std::process::Output;

use assert_cmd::Command;
use common::{folder, path, run, stderr, stdout, text};
use serde_json::Value;
use testkit::ByteBuilder;

fn lines(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A model without anything, and with a box.
fn empty_model() -> Vec<u8> {
    ByteBuilder::new().raw(b"UMD2").u32s(&[0; 5]).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).build()
}

/// A model whose geometry refers to buffers that don't exist: the engine refuses it.
fn refused_model() -> Vec<u8> {
    let geometry = ByteBuilder::new().raw(b"UMD2").u32s(&[0, 0, 1, 0, 1]).f32(0.0).u32s(&[0, 7, 7, 0, 0]);
    geometry.u32s(&[0, 0]).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).f32s(&[0.0; 3]).build()
}

/// Every format by its name in JSON.
const FORMATS: [&str; 26] = [
    "gltf",
    "image",
    "pragma-animation",
    "pragma-map",
    "pragma-material",
    "pragma-model",
    "pragma-navmesh",
    "pragma-particles",
    "udm",
    "urho-ani",
    "urho-asc",
    "urho-material",
    "urho-material-list",
    "urho-mdl",
    "urho-pak",
    "urho-prefab",
    "urho-resource",
    "urho-scene",
    "urho-shader",
    "urho-technique",
    "urho-texture",
    "urho-xml-ani",
    "zed-animation",
    "zed-font",
    "zed-image",
    "zed-model",
];

#[test]
fn demo_shows_and_checks_its_samples() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&["demo", text(folder.path())]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let shown = stdout(&output).replace('\\', "/");
    for sample in fuzzkit::samples::all() {
        testkit::assert_bytes(&std::fs::read(path(&folder, sample.name)).expect("a sample"), &sample.bytes);
        // Side files are part of their asset.
        assert!(shown.contains(sample.name) || sample.name.ends_with(".xml"), "{}", sample.name);
    }
    assert!(stdout(&output).contains("Urho3D model (UMD2)") && stdout(&output).contains("identical"));
    // One of every format, and a page and a sheet of them.
    let findings = lines(&run(&["inspect", "--json", text(folder.path())]));
    let formats: std::collections::BTreeSet<&str> =
        findings.iter().filter_map(|line| line["format"].as_str()).collect();
    assert_eq!(formats, std::collections::BTreeSet::from(FORMATS));
    let html = std::fs::read_to_string(path(&folder, "index.html")).expect("a page");
    assert!(html.matches("<article>").count() > 24 && html.matches("data:image/png;base64,").count() > 10);
    assert!(!html.contains("src=\"http") && !html.contains("<script"), "the page needs nothing else");
    let sheet = std::fs::read(path(&folder, "sheet.png")).expect("a sheet");
    assert!(engine_assets::asset_image::Image::parse(&sheet).expect("a picture").info().width > 900);
    // A folder with files is refused, and its own files are replaced with --force.
    let sheet = path(&folder, "sheet.png");
    std::fs::write(&sheet, b"mine").expect("a file");
    assert_eq!(run(&["demo", text(folder.path())]).status.code(), Some(2));
    assert_eq!(std::fs::read(&sheet).expect("a file"), b"mine");
    assert_eq!(run(&["demo", "--force", text(folder.path())]).status.code(), Some(0));
}

#[test]
fn results_go_to_stdout_and_findings_to_stderr() {
    let folder = folder(&[("a.mdl", &refused_model())]);
    let output = run(&["validate", text(folder.path())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("bad "), "{}", stdout(&output));
    assert!(
        stderr(&output).contains("error: geometry 0 > LOD 0: vertex buffer 7 doesn't exist"),
        "{}",
        stderr(&output)
    );
    assert!(!stderr(&output).contains('\x1b'), "no colours where there is no terminal");
}

#[test]
fn exit_status_tells_bad_files_from_failures() {
    let files: &[(&str, &[u8])] = &[
        ("good.mdl", &empty_model()),
        ("cut.mdl", &empty_model()[..30]),
        ("notes.txt", b"nothing"),
        ("quake.mdl", b"IDPO...."),
    ];
    let folder = folder(files);
    let status = |name: &str| run(&["validate", text(&path(&folder, name))]).status.code();
    assert_eq!(status("good.mdl"), Some(0));
    assert_eq!(status("cut.mdl"), Some(1));
    assert_eq!(status("notes.txt"), Some(1), "named, but no asset");
    assert_eq!(status("quake.mdl"), Some(1));
    assert_eq!(status("missing.mdl"), Some(2));
    assert_eq!(run(&["validate"]).status.code(), Some(2));
    assert_eq!(run(&["validate", "--shard", "3/2", "."]).status.code(), Some(2));
    let all = run(&["validate", text(folder.path())]);
    assert_eq!(all.status.code(), Some(1));
    assert!(stderr(&all).contains("2 files: 1 ok, 1 bad, 0 unreadable; 2 others skipped"), "{}", stderr(&all));
}

#[test]
fn look_alikes_are_named() {
    let folder = folder(&[("a.mdl", b"IDPO\x06\0\0\0"), ("b.mdl", b"IDST\x2c\0\0\0"), ("c.pak", b"PACK\0\0\0\0")]);
    for (name, what) in [("a.mdl", "a Quake model"), ("b.mdl", "a Source engine model"), ("c.pak", "a Quake package")] {
        let output = run(&["inspect", text(&path(&folder, name))]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    }
}

#[test]
fn models_without_identifier_open_on_request() {
    // No buffers, geometries, morphs, bones; a box; three LOD levels.
    let model = ByteBuilder::new().u32s(&[0; 5]).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).u32s(&[u32::MAX; 3]).build();
    let folder = folder(&[("a.mdl", &model)]);
    let file = path(&folder, "a.mdl");
    let refused = run(&["validate", text(&file)]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("before March 2011"), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("inspect --bare-2011"), "{}", stderr(&refused));
    assert_eq!(run(&["validate", "--roundtrip", "--bare-2011", text(&file)]).status.code(), Some(0));
}

#[test]
fn json_is_one_object_per_file() {
    let folder = folder(&[("a.mdl", &empty_model()), ("b/cut.mdl", &empty_model()[..30]), ("c.txt", b"nothing")]);
    let output = run(&["validate", "--json", "--roundtrip", text(folder.path())]);
    let lines = lines(&output);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["format"], "urho-mdl");
    assert_eq!(lines[0]["variant"], "UMD2");
    assert_eq!(lines[0]["file_size"], 48);
    assert_eq!(lines[0]["status"], "ok");
    assert_eq!(lines[0]["roundtrip"], "identical");
    assert_eq!(lines[1]["status"], "error");
    assert_eq!(lines[1]["findings"][0]["path"], "bounding box");
    assert_eq!(lines[1]["findings"][0]["offset"], 24);
    let first = stdout(&output);
    assert!(first.starts_with("{\"file\":"), "every object begins with the file: {first}");
}

#[test]
fn inspect_gives_hashes_on_request() {
    let folder = folder(&[("a.mdl", &empty_model())]);
    let file = path(&folder, "a.mdl");
    let plain = &lines(&run(&["inspect", "--json", text(&file)]))[0];
    assert_eq!(plain["id"], "UMD2");
    assert!(plain.get("file_sha256").is_none());
    let hashed = &lines(&run(&["inspect", "--json", "--hashes", text(&file)]))[0];
    assert_eq!(hashed["file_sha256"].as_str().map(str::len), Some(64));
}

#[test]
fn warnings_are_errors_on_request() {
    // Two names alike: a warning.
    let bone = |bytes: ByteBuilder, parent: u32| bytes.cstr("Bone").u32(parent).f32s(&[0.0; 22]).u8(3).f32s(&[1.0; 7]);
    let head = ByteBuilder::new().raw(b"UMD2").u32s(&[0, 0, 0, 0, 2]);
    let model = bone(bone(head, 0), 0).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).build();
    let folder = folder(&[("a.mdl", &model)]);
    let file = path(&folder, "a.mdl");
    assert_eq!(run(&["validate", text(&file)]).status.code(), Some(0));
    assert_eq!(run(&["validate", "--deny", "warnings", text(&file)]).status.code(), Some(1));
}

#[test]
fn standard_input_is_a_dash() {
    let mut command = Command::cargo_bin("engine-assets").expect("the command");
    command.args(["validate", "-"]).write_stdin(empty_model()).assert().code(0);
}

#[test]
fn shards_part_a_folder() {
    let names: Vec<String> = (0..20).map(|index| format!("{index}.mdl")).collect();
    let model = empty_model();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), model.as_slice())).collect();
    let folder = folder(&files);
    let part = |shard: &str| lines(&run(&["validate", "--json", "--shard", shard, text(folder.path())]));
    let mut seen: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .flat_map(|shard| part(shard).into_iter().map(|line| line["file"].as_str().expect("a name").to_owned()))
        .collect();
    assert_eq!(seen.len(), 20);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 20);
}

#[test]
fn names_are_shown_escaped() {
    let bone = ByteBuilder::new().raw(b"UMD2").u32s(&[0, 0, 0, 0, 1]).cstr("\x1b[2Jevil\u{202e}");
    let model = bone.u32(0).f32s(&[0.0; 22]).u8(0).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).build();
    let folder = folder(&[("a.mdl", &model)]);
    let output = run(&["inspect", text(&path(&folder, "a.mdl"))]);
    assert!(stdout(&output).contains(r"\u{1b}[2Jevil\u{202e}"), "{}", stdout(&output));
    assert!(!stdout(&output).contains('\x1b'));
}

#[test]
fn animations_are_shown_with_their_side_files() {
    let key = |time: f32| ByteBuilder::new().f32s(&[time, 1.0, 0.0, 0.0, 0.0]).build();
    let head = ByteBuilder::new().raw(b"UANI").cstr("Walk").f32(2.0).u32(1).cstr("Hips").u8(2).u32(2);
    let animation = head.raw(&key(0.0)).raw(&key(1.5)).build();
    let xml = br#"<animation><trigger normalizedtime="0.25" type="String" value="Step" /></animation>"#;
    let folder = folder(&[("a.ani", &animation), ("a.xml", xml)]);
    let file = path(&folder, "a.ani");
    let shown = stdout(&run(&["inspect", text(&file)]));
    let expected = "  name:     Walk
  length:   2 s
  tracks:   1
    name  channels  keys  first time (s)  last time (s)
    Hips  rotation     2               0            1.5
  triggers: 1
    time (s)  type    value
         0.5  String  Step
";
    assert!(shown.contains("Urho3D animation (UANI)") && shown.contains(expected), "{shown}");
    let line = &lines(&run(&["inspect", "--json", text(&file)]))[0];
    assert_eq!((&line["format"], &line["num_tracks"], &line["length"]), (&"urho-ani".into(), &1.into(), &2.0.into()));
    assert_eq!(line["triggers"][0]["time"], 0.5);
    let line = &lines(&run(&["inspect", "--json", "--no-sidecar", text(&file)]))[0];
    assert_eq!(line["triggers"], Value::Array(Vec::new()));
    assert_eq!(run(&["validate", "--roundtrip", text(&file)]).status.code(), Some(0));
}

/// rbfx adds the tracks of the side file to the animation's tracks; references are triggers as well.
#[test]
fn side_files_of_rbfx_are_shown_whole() {
    let animation = ByteBuilder::new().raw(b"UAN2").u32(4).cstr("Walk").f32(2.0).u32s(&[0, 0]).build();
    let xml = br#"<animation><transform name="Neck" position="true"><keyframe time="0.5" position="1 0 0"/></transform>
        <trigger time="0.5" type="ResourceRef" value="Model;Models/Box.mdl"/>
        <trigger time="1" type="ResourceRefList" value="Material;a.xml;b.xml"/></animation>"#;
    let folder = folder(&[("a.ani", &animation), ("a.xml", xml)]);
    let file = path(&folder, "a.ani");
    let shown = stdout(&run(&["inspect", "--json", text(&file)]));
    assert_eq!(shown.matches("\"has_metadata\"").count(), 1, "{shown}");
    let line: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(line["tracks"][0]["name"], "Neck", "{shown}");
    let values: Vec<_> = line["triggers"].as_array().into_iter().flatten().map(|trigger| &trigger["value"]).collect();
    assert_eq!(values, ["Model;Models/Box.mdl", "Material;a.xml;b.xml"]);
    let shown = stdout(&run(&["inspect", text(&file)]));
    assert!(shown.contains("Neck") && shown.contains("ResourceRef      Model;Models/Box.mdl"), "{shown}");
}
