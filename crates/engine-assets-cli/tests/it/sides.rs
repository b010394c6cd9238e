//! `convert`: side files of Urho3D are included.

use crate::common;

use std::path::Path;

use common::{folder, path, run, stderr, text};

const TRIGGERS: &[u8] = b"<?xml version=\"1.0\"?>\r\n<!-- steps -->\r\n<animation>\r\n\t<trigger time=\"0.25\" type=\"String\" value=\"left\" />\r\n\t<trigger normalizedtime=\"0.5\" type=\"String\" value=\"right\" />\r\n</animation>\r\n";
const METADATA: &[u8] = b"<model><metadata name=\"Kind\" type=\"String\" value=\"hero\" /></model>";
const JSON: &[u8] = b"{\"triggers\": [{\"normalizedTime\": 0.5, \"type\": \"String\", \"value\": \"half\"}]}";

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// A model and its animation, each with a side file.
fn character() -> tempfile::TempDir {
    folder(&[
        ("in/Hero.mdl", &sample("Character.mdl")),
        ("in/Hero.xml", METADATA),
        ("in/Hero_Wave.ani", &sample("Character_Wave.ani")),
        ("in/Hero_Wave.xml", TRIGGERS),
    ])
}

fn convert(arguments: &[&str]) -> String {
    let output = run(&[&["convert"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stderr(&output)
}

#[track_caller]
fn holds(path: &Path, bytes: &[u8]) {
    let found = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(bytes), "{}", path.display());
}

#[test]
fn versions_keep_side_files() {
    let folder = character();
    let at = |name: &str| path(&folder, name);
    convert(&["--to", "uan2", text(&at("in/Hero_Wave.ani")), "-o", text(&at("Wave2.ani"))]);
    holds(&at("Wave2.xml"), TRIGGERS);
    convert(&["--to", "umd3", text(&at("in/Hero.mdl")), "-o", text(&at("Hero3.mdl"))]);
    holds(&at("Hero3.xml"), METADATA);
    convert(&["--no-sidecar", "--to", "umd3", text(&at("in/Hero.mdl")), "-o", text(&at("Alone.mdl"))]);
    assert!(!at("Alone.xml").exists());
}

#[test]
fn whole_folders_keep_side_files() {
    let folder = character();
    let at = |name: &str| path(&folder, name);
    for output_format in ["umd2", "uani"] {
        convert(&["--to", output_format, text(&at("in")), "-o", text(&at(output_format))]);
    }
    holds(&at("umd2/Hero.xml"), METADATA);
    holds(&at("uani/Hero_Wave.xml"), TRIGGERS);
}

#[test]
fn a_model_and_an_animation_of_one_name_share_theirs() {
    let (model, animation) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    let folder = folder(&[("in/a.mdl", &model), ("in/a.ani", &animation), ("in/a.xml", METADATA)]);
    convert(&[text(&path(&folder, "in")), "-o", text(&path(&folder, "out"))]);
    holds(&path(&folder, "out/a.xml"), METADATA);
}

#[test]
fn side_files_go_through_gltf_and_back() {
    let folder = character();
    let at = |name: &str| path(&folder, name);
    for options in [&[][..], &["--no-originals"], &["--strict"]] {
        let name = options.concat();
        let (glb, back) = (at(&format!("x{name}.glb")), at(&format!("back{name}/Hero.mdl")));
        convert(
            &[options, &["--to", "glb", text(&at("in/Hero.mdl")), text(&at("in/Hero_Wave.ani")), "-o", text(&glb)]]
                .concat(),
        );
        // Without its original, the model is a new one.
        let lossy: &[&str] = if options.contains(&"--no-originals") { &["--lossy"] } else { &[] };
        convert(&[lossy, &[text(&glb), "-o", text(&back)]].concat());
        holds(&back.with_extension("xml"), METADATA);
        holds(&back.with_file_name("Hero_Wave.xml"), TRIGGERS);
        // A larger model keeps them too.
        let larger = at(&format!("larger{name}/Hero.mdl"));
        convert(&[lossy, &["--scale", "2", text(&glb), "-o", text(&larger)]].concat());
        holds(&larger.with_file_name("Hero_Wave.xml"), TRIGGERS);
    }
}

#[test]
fn json_becomes_xml_for_rbfx() {
    let folder = folder(&[("a.ani", &sample("Character_Wave.ani")), ("a.json", JSON)]);
    let at = |name: &str| path(&folder, name);
    convert(&[text(&at("a.ani")), "-o", text(&at("same.ani"))]);
    holds(&at("same.json"), JSON);
    convert(&["--to", "uan2", text(&at("a.ani")), "-o", text(&at("new.ani"))]);
    let xml = std::fs::read_to_string(at("new.xml")).expect("the side file");
    assert!(xml.contains("half") && xml.contains("<trigger"), "{xml}");
}

#[test]
fn what_has_no_place_for_a_side_file_needs_consent() {
    let folder = character();
    let at = |name: &str| path(&folder, name);
    let refused = |arguments: &[&str], why: &str| {
        let output = run(&[&["convert"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
    };
    refused(&[text(&at("in/Hero.mdl")), "-o", text(&at("x.zed"))], "side file: zed can't store it");
    let wave = at("in/Hero_Wave.ani");
    refused(&["--to", "uan2", text(&wave), "-o", "-"], "standard output: can't store stdout.xml");
    let output = run(&["convert", "--lossy", "--to", "uan2", text(&wave), "-o", "-"]);
    assert!(output.status.success() && output.stdout.starts_with(b"UAN2"));
}

#[test]
fn entries_of_packages_have_theirs() {
    let folder = character();
    let at = |name: &str| path(&folder, name);
    assert!(run(&["pak", "pack", text(&at("in")), "-o", text(&at("a.pak"))]).status.success());
    let entry = format!("{}:Hero_Wave.ani", text(&at("a.pak")));
    convert(&["--to", "uan2", &entry, "-o", text(&at("out.ani"))]);
    holds(&at("out.xml"), TRIGGERS);
}

#[test]
fn what_is_only_called_like_one_stays() {
    let folder =
        folder(&[("a.mdl", &sample("Character.mdl")), ("a.xml", b"<material><technique name=\"x\"/></material>")]);
    convert(&[text(&path(&folder, "a.mdl")), "-o", text(&path(&folder, "b.mdl"))]);
    assert!(!path(&folder, "b.xml").exists());
}
