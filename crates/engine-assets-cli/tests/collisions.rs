//! `convert` of folders: every output has a name of its own, whatever the order in which files are done.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::{folder, path, run, stderr, text};

/// All files below a folder with what they hold.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            files.extend(
                self::files(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            );
        } else {
            files.insert(name, std::fs::read(entry.path()).expect("a file"));
        }
    }
    files
}

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

#[test]
fn three_hundred_files_with_forty_collisions_are_the_same_each_time() {
    let models = [("mdl", sample("Character.mdl")), ("zed", sample("Tile.zed")), ("pmdl_b", sample("Crate.pmdl_b"))];
    let mut all: Vec<(String, &[u8])> = Vec::new();
    for number in 0..240 {
        let (extension, bytes) = &models[number % 3];
        all.push((format!("in/d{}/only{number}.{extension}", number % 7), bytes));
    }
    for number in 0..20 {
        for (extension, bytes) in &models {
            all.push((format!("in/same{number}.{extension}"), bytes));
        }
    }
    assert_eq!(all.len(), 300);
    let listed: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let folder = folder(&listed);
    let mut first = None;
    for time in 0..10 {
        let out = path(&folder, &format!("out{time}"));
        let output = run(&["convert", "--to", "glb", text(&path(&folder, "in")), "-o", text(&out)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let made = files(&out);
        assert_eq!(made.len(), 300);
        assert!(made.contains_key("same0.mdl.glb") && made.contains_key("same0.zed.glb"));
        let first = first.get_or_insert_with(|| made.clone());
        assert!(*first == made, "run {time} gave other files");
    }
}

#[test]
fn two_folders_with_equal_names_are_refused_before_anything_is_written() {
    let tile = sample("Tile.zed");
    let folder = folder(&[("one/a.zed", &tile), ("two/a.zed", &tile)]);
    let [one, two, out] = ["one", "two", "out"].map(|name| path(&folder, name));
    for force in [&["--force"][..], &[]] {
        let arguments = [&["convert", "--to", "glb", text(&one), text(&two), "-o", text(&out)], force].concat();
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2));
        let told = stderr(&output);
        assert!(told.contains("one/a.zed and") && told.contains("two/a.zed") && !told.contains("--force"), "{told}");
        assert!(!out.exists());
    }
}

#[test]
fn a_converted_file_never_replaces_another_input() {
    let (model, tile) = (sample("Character.mdl"), sample("Tile.zed"));
    let folder = folder(&[
        ("in/a.mdl", model.as_slice()),
        ("in/a.zed", &tile),
        ("in/readme.txt", b"not an asset"),
        ("in/a.xml", b"<x/>"),
    ]);
    let (input, out) = (path(&folder, "in"), path(&folder, "out"));
    let output = run(&["convert", "--to", "umd2", text(&input), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let made = files(&out);
    assert_eq!(made.keys().collect::<Vec<_>>(), ["a.mdl", "a.zed.mdl"]);
    assert_eq!(made["a.mdl"], model);
}

#[test]
fn standard_output_takes_one_file() {
    let tile = sample("Tile.zed");
    let folder = folder(&[("a.zed", &tile)]);
    let file = path(&folder, "a.zed");
    let output = run(&["convert", "--to", "glb", text(&file), "-o", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(output.stdout.starts_with(b"glTF"));
    let same = run(&["convert", text(&file), "-o", "-"]);
    assert_eq!(same.stdout, tile);
}

#[test]
fn contradictions_and_unknown_names_are_usage() {
    let tile = sample("Tile.zed");
    let folder = folder(&[("a.zed", &tile)]);
    let file = path(&folder, "a.zed");
    for (name, to, why) in
        [("x.mdl", Some("glb"), "different things"), ("x.fbx", None, ".glb"), ("x", None, "expected a name")]
    {
        let out = path(&folder, name);
        let to = to.map_or_else(Vec::new, |to| vec!["--to", to]);
        let output = run(&[&["convert", text(&file), "-o", text(&out)], to.as_slice()].concat());
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(why), "{name}: {}", stderr(&output));
        assert!(!out.exists(), "{name}");
    }
}
