//! `convert` by way of scenes: to glTF and back, between engines, in folders.

use crate::common;

use std::path::Path;

use common::{folder, path, run, stderr, stdout, text};

/// A sample that the library of samples has.
fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// A folder with a model with bones, an animation with its name, and another animation.
fn character() -> tempfile::TempDir {
    let (model, animation) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    folder(&[("Hero.mdl", &model), ("Hero_Wave.ani", &animation), ("Other.ani", &animation)])
}

/// Converts, and must succeed.
fn convert(arguments: &[&str]) -> String {
    let output = run(&[&["convert"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stderr(&output)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("the file")
}

/// Returns what `inspect --json` prints.
fn summary(path: &Path) -> serde_json::Value {
    serde_json::from_str(&stdout(&run(&["inspect", "--json", text(path)]))).expect("JSON")
}

#[test]
fn a_model_and_its_animation_come_back_from_gltf_as_they_were() {
    let folder = character();
    let [model, wave, glb, back] =
        ["Hero.mdl", "Hero_Wave.ani", "hero.glb", "back/Hero.mdl"].map(|name| path(&folder, name));
    convert(&[text(&model), text(&wave), "-o", text(&glb)]);
    assert!(stdout(&run(&["inspect", text(&glb)])).contains("glTF scene (glb)"));
    assert_eq!(summary(&glb)["animations"][0]["name"], "Hero_Wave");
    assert_eq!(run(&["validate", "--roundtrip", text(&glb)]).status.code(), Some(0));
    convert(&[text(&glb), "-o", text(&back)]);
    testkit::assert_bytes(&read(&back), &read(&model));
    testkit::assert_bytes(&read(&path(&folder, "back/Hero_Wave.ani")), &read(&wave));
}

#[test]
fn json_names_the_file_of_its_numbers() {
    let folder = character();
    let [model, gltf, back] = ["Hero.mdl", "out/hero.gltf", "back.mdl"].map(|name| path(&folder, name));
    convert(&[text(&model), "-o", text(&gltf)]);
    let json: serde_json::Value = serde_json::from_slice(&read(&gltf)).expect("JSON");
    assert_eq!(json["buffers"][0]["uri"], "hero.bin");
    convert(&[text(&gltf), "-o", text(&back)]);
    testkit::assert_bytes(&read(&back), &read(&model));
}

#[test]
fn folders_give_a_file_per_model_with_the_animations_called_after_it() {
    let folder = character();
    let out = path(&folder, "out");
    convert(&["--to", "glb", text(folder.path()), "-o", text(&out)]);
    let names: Vec<_> = std::fs::read_dir(&out).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["Hero.glb"]);
    let animations = |path: &Path| {
        let output = run(&["inspect", "--json", text(path)]);
        let line: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        assert_eq!(line["format"], "gltf");
        line["animations"].as_array().expect("a list").iter().map(|one| one["name"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(animations(&out.join("Hero.glb")), ["\"Hero_Wave\""]);
    convert(&["--to", "glb", "--animations", "O*", "--force", text(folder.path()), "-o", text(&out)]);
    assert_eq!(animations(&out.join("Hero.glb")), ["\"Other\""]);
}

#[test]
fn one_level_of_detail_is_taken_on_request() {
    let folder = character();
    let [model, all, one] = ["Hero.mdl", "all.glb", "one.glb"].map(|name| path(&folder, name));
    convert(&[text(&model), "-o", text(&all)]);
    convert(&["--lod", "1", text(&model), "-o", text(&one)]);
    let meshes = |path: &Path| summary(path)["meshes"].as_array().map(Vec::len);
    assert_eq!((meshes(&all), meshes(&one)), (Some(2), Some(1)));
    assert!(read(&one).len() < read(&all).len());
}

#[test]
fn models_go_from_engine_to_engine() {
    let folder = character();
    let [model, zed, back] = ["Hero.mdl", "hero.zed", "back.mdl"].map(|name| path(&folder, name));
    let refused = run(&["convert", text(&model), "-o", text(&zed)]);
    assert_eq!(refused.status.code(), Some(1), "losses need consent");
    assert!(stderr(&refused).contains("--lossy") && !zed.exists(), "{}", stderr(&refused));
    let messages = convert(&["--lossy", text(&model), "-o", text(&zed)]);
    assert!(messages.contains("skin"), "content that ZED can't store is reported: {messages}");
    convert(&[text(&zed), "-o", text(&back)]);
    for file in [&zed, &back] {
        let output = run(&["validate", text(file)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

#[test]
fn models_of_pragma_come_and_go() {
    let folder = character();
    let [model, wave, glb] = ["Hero.mdl", "Hero_Wave.ani", "hero.glb"].map(|name| path(&folder, name));
    let [pragma, shown, back] = ["hero.pmdl_b", "shown.glb", "back.pmdl_b"].map(|name| path(&folder, name));
    convert(&[text(&model), text(&wave), "-o", text(&glb)]);
    convert(&["--lossy", text(&glb), "-o", text(&pragma)]);
    let inspected = stdout(&run(&["inspect", text(&pragma)]));
    assert!(inspected.contains("Pragma model") && inspected.contains("Hero_Wave"), "{inspected}");
    convert(&[text(&pragma), "-o", text(&shown)]);
    convert(&[text(&shown), "-o", text(&back)]);
    testkit::assert_bytes(&read(&back), &read(&pragma));
    for file in [&pragma, &shown] {
        let output = run(&["validate", text(file)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

#[test]
fn a_model_that_is_to_be_larger_is_made_anew() {
    let folder = character();
    let [model, glb, back] = ["Hero.mdl", "hero.glb", "back.mdl"].map(|name| path(&folder, name));
    convert(&[text(&model), "-o", text(&glb)]);
    convert(&["--scale", "2", text(&glb), "-o", text(&back)]);
    let size = |bytes: &[u8]| urho_mdl::Model::parse(bytes).expect("a model").bounds.size().expect("a box");
    let (before, after) = (size(&read(&model)), size(&read(&back)));
    assert!((after / before - 2.0).abs().max_element() < 1e-3, "{before} {after}");
}

#[test]
fn what_cant_be_is_said() {
    let folder = character();
    let [model, glb, document] = ["Hero.mdl", "x.glb", "x.udm"].map(|name| path(&folder, name));
    std::fs::write(&document, "$uint32 a 1").expect("a file");
    let refused = |arguments: &[&str], status: i32, why: &str| {
        let output = run(&[&["convert"], arguments].concat());
        assert_eq!(output.status.code(), Some(status), "{}", stderr(&output));
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        assert!(!glb.exists());
    };
    refused(&[text(&model), text(&model), "-o", text(&glb)], 2, "expected one model for one file");
    refused(&[text(&document), "-o", text(&glb)], 1, "as the output format for UDM document, found glb");
    std::fs::write(&glb, b"glTF\x02\0\0\0\x0c\0\0\0").expect("a file");
    let output = run(&["convert", text(&glb), "-o", text(&model), "--force"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

/// A project of a scene, its model and a prefab.
fn project() -> tempfile::TempDir {
    let model = sample("Character.mdl");
    let shows =
        r#"<component type="StaticModel" id="1"><attribute name="Model" value="Model;Models/Hero.mdl"/></component>"#;
    let lamp = r#"<node id="3"><attribute name="Name" value="Lamp"/><component type="Light" id="2"/></node>"#;
    let scene = format!(r#"<scene id="1"><component type="Octree" id="3"/><node id="2">{shows}</node>{lamp}</scene>"#);
    folder(&[
        ("Data/Scenes/Level.xml", scene.as_bytes()),
        ("Data/Objects/Lamp.xml", lamp.as_bytes()),
        ("Data/Models/Hero.mdl", &model),
    ])
}

#[test]
fn a_level_goes_to_gltf_and_back_with_its_models() {
    let folder = project();
    let [level, glb, back, lamp] =
        ["Data/Scenes/Level.xml", "level.glb", "New/Scenes/Level.xml", "New/Objects/Lamp.xml"]
            .map(|name| path(&folder, name));
    let said = convert(&[text(&level), "-o", text(&glb)]);
    assert_eq!(said.lines().count(), 1, "{said}");
    let json = summary(&glb);
    assert_eq!((json["lights"][0]["kind"].as_str(), json["nodes"].as_u64()), (Some("point"), Some(3)), "{json}");
    convert(&["--lossy", text(&glb), "-o", text(&back)]);
    assert!(path(&folder, "New/Models/Hero.mdl").is_file());
    assert_eq!(run(&["validate", text(&path(&folder, "New"))]).status.code(), Some(0));
    let shown = stdout(&run(&["inspect", text(&back)]));
    let is_row = |words: [&str; 3]| shown.lines().any(|line| line.split_whitespace().eq(words));
    assert!(is_row(["Lamp", "3", "Light"]) && is_row(["Models/Hero.mdl", "Model", "1"]), "{shown}");
    // In a project that has the model, only the scene is written.
    let again = path(&folder, "Data/Scenes/Again.json");
    let said = convert(&["--lossy", text(&glb), "-o", text(&again)]);
    assert!(said.lines().filter(|line| line.starts_with("wrote")).count() == 1, "{said}");
    convert(&["--prefab", text(&glb), "-o", text(&lamp)]);
    assert!(read(&lamp).starts_with(b"<?xml version=\"1.0\"?>\n<node "));
}

#[test]
fn a_level_in_a_package_finds_its_models_there() {
    let folder = project();
    let pak = path(&folder, "game.pak");
    assert_eq!(run(&["pak", "pack", text(&path(&folder, "Data")), "-o", text(&pak)]).status.code(), Some(0));
    let glb = path(&folder, "level.glb");
    let said = convert(&[&format!("{}:Scenes/Level.xml", text(&pak)), "-o", text(&glb)]);
    assert!(!said.contains("no model"), "{said}");
    assert_eq!(summary(&glb)["meshes"][0]["name"], "Hero");
}
