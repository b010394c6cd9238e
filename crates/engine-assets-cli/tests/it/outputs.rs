//! Names of output files that a document chooses: none leads out of the folder, none is harmful on any system.

use std::path::Path;

use crate::common::{files_below, folder, path, run, stderr, text};

/// Names that a hostile document gives to its models, materials and textures.
const HOSTILE: [&str; 14] = [
    "C:/Windows/Temp/Box.mdl",
    "CON",
    "NUL.mdl",
    "Models/COM1.txt",
    "a:b",
    "x:Zone.Identifier",
    "x.",
    "Models /x.mdl",
    "a?b*",
    "Models/x\u{2}.mdl",
    "x\u{202e}ldm.exe",
    ".git/hooks/post-checkout",
    "../../x.mdl",
    "autorun.inf",
];

/// Whether a name is an ordinary file name on every system, and no system runs the file.
fn is_harmless(name: &str) -> bool {
    let is_part = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
        !part.starts_with('.')
            && !part.ends_with(['.', ' '])
            && !part.contains([':', '?', '*', '\\', '\u{2}', '\u{202e}'])
            && !["CON", "NUL", "COM1"].contains(&stem.as_str())
            && part != "autorun.inf"
    };
    name.split('/').all(is_part)
}

/// A copy of a glTF in which the document's own name of a file is another one.
fn renamed(gltf: &str, own: &str, other: &str) -> String {
    // The name is in a text of JSON that is in a text of JSON.
    let once = serde_json::to_string(other).expect("a text");
    let twice = once.trim_matches('"').replace('\\', "\\\\");
    gltf.replace(own, &twice)
}

#[track_caller]
fn check(source: &str, own: &str, output: &str) {
    let samples = fuzzkit::samples::all();
    let files: Vec<(String, &[u8])> =
        samples.iter().map(|sample| (format!("in/{}", sample.name), sample.bytes.as_slice())).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let folder = folder(&files);
    let (source, shown) = (path(&folder, source), path(&folder, "shown/x.gltf"));
    std::fs::create_dir(path(&folder, "shown")).expect("a folder");
    let result = run(&["convert", text(&source), "-o", text(&shown)]);
    assert!(result.status.success(), "{}", stderr(&result));
    let gltf = std::fs::read_to_string(&shown).expect("a glTF");
    assert!(gltf.contains(own), "{own} isn't in the glTF");
    let before = files_below(folder.path());
    for (number, name) in HOSTILE.into_iter().enumerate() {
        std::fs::write(&shown, renamed(&gltf, own, name)).expect("a glTF");
        let out = path(&folder, &format!("out{number}/a/b"));
        let result = run(&["convert", text(&shown), "-o", text(&out.join(output)), "--lossy"]);
        let written = if out.exists() { files_below(Path::new(&out)) } else { Vec::new() };
        for file in &written {
            assert!(is_harmless(file), "{name:?}: {file:?} was written");
        }
        if !result.status.success() {
            assert!(written.is_empty() && stderr(&result).contains("is refused"), "{name:?}: {}", stderr(&result));
        }
        drop(std::fs::remove_dir_all(path(&folder, &format!("out{number}"))));
        assert_eq!(files_below(folder.path()), before, "{name:?} was written elsewhere");
    }
}

#[test]
fn hostile_names_of_originals_stay_in_the_folder() {
    check("in/Scenes/Camp.xml", "Scenes/Camp.xml", "Scenes/L.xml");
}

#[test]
fn materials_and_textures_of_models() {
    check("in/Character.mdl", "Materials/Character.xml", "Models/M.mdl");
    check("in/Character.mdl", "Textures/Character.tga", "Models/M.mdl");
}

#[test]
fn materials_and_textures_of_pragma() {
    check("in/pragma/models/samples/crate.pmdl_b", "samples/crate", "models/m.pmdl_b");
    check("in/pragma/models/samples/crate.pmdl_b", "samples/crate", "models/m.pmdl");
}

#[test]
fn models_of_maps() {
    check("in/pragma/maps/yard.pmap_b", "samples/crate", "maps/m.pmap_b");
}

#[test]
fn packages_with_hooks_and_autorun_files_are_reported() {
    let folder =
        folder(&[("in/hooks/post-checkout", b"#!/bin/sh"), ("in/autorun.inf", b"[autorun]"), ("in/a.txt", b"")]);
    let (pak, out) = (path(&folder, "a.pak"), path(&folder, "out"));
    assert!(run(&["pak", "pack", text(&path(&folder, "in")), "-o", text(&pak)]).status.success());
    let renamed = run(&["pak", "rename", text(&pak), "hooks/post-checkout", ".git/hooks/post-checkout"]);
    assert!(renamed.status.success(), "{}", stderr(&renamed));
    let output = run(&["pak", "unpack", text(&pak), "-o", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    let messages = stderr(&output);
    assert!(
        messages.contains("warning: autorun.inf: ") && messages.contains("a file that a system runs"),
        "{messages}"
    );
    assert!(
        messages.contains("warning: .git/hooks/post-checkout: ") && messages.contains("a hidden file"),
        "{messages}"
    );
    assert!(!messages.contains("a.txt: warning"), "{messages}");
}

#[test]
#[cfg_attr(windows, ignore = "Windows has no such names")]
fn a_person_may_call_a_file_anything() {
    let samples = fuzzkit::samples::all();
    let model = &samples.iter().find(|sample| sample.name == "Character.mdl").expect("a sample").bytes;
    let folder = folder(&[
        ("My: model?.mdl", model),
        ("My: model?.xml", b"<model><metadata name=\"a\" type=\"String\" value=\"b\"/></model>"),
    ]);
    let out = path(&folder, "old?/.cache/CON: x.mdl");
    let output = run(&["convert", text(&path(&folder, "My: model?.mdl")), "-o", text(&out), "--to", "umd2"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(files_below(&path(&folder, "old?")), [".cache/CON: x.mdl", ".cache/CON: x.xml"]);
}
