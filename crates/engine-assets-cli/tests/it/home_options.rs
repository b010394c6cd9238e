//! Options of a conversion to glTF are no edits: whatever they leave out, reduce or scale, the way home gives the files that were there.

use crate::common;
use engine_assets::scene_adapter::json::Base64;

use std::path::Path;

use common::{files, run, stderr, text};

/// The options that change what glTF shows of a document.
const OPTIONS: [&[&str]; 11] = [
    &[],
    &["--lod", "0"],
    &["--no-materials"],
    &["--no-textures"],
    &["--max-size", "16"],
    &["--textures", "webp"],
    &["--compress", "quantize"],
    &["--compress", "meshopt"],
    &["--simplify", "0.5"],
    &["--gpu-instancing"],
    &["--scale", "2"],
];

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    for (name, bytes) in files(from) {
        let path = to.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
}

/// Converts a document of a project to glTF with each of the options and back in its place: no file of the project changes, and none is added.
fn come_home(project: &Path, document: &str, options: &[&[&str]]) {
    let folder = tempfile::tempdir().expect("a folder");
    let (copied, glb) = (folder.path().join("project"), folder.path().join("shown.glb"));
    copy(project, &copied);
    let before = files(&copied);
    let file = copied.join(document);
    for options in options {
        let to = run(&[&["convert", text(&file), "-o", text(&glb), "--force", "-q"], *options].concat());
        assert_eq!(to.status.code(), Some(0), "{document} {options:?}: {}", stderr(&to));
        let back = run(&["convert", text(&glb), "-o", text(&file), "--force"]);
        assert_eq!(back.status.code(), Some(0), "{document} {options:?}: {}", stderr(&back));
        let after = files(&copied);
        let changed: Vec<&String> = before.keys().filter(|name| after.get(*name) != before.get(*name)).collect();
        let added: Vec<&String> = after.keys().filter(|name| !before.contains_key(*name)).collect();
        assert!(
            changed.is_empty() && added.is_empty(),
            "{document} {options:?}: {changed:?} {added:?} {}",
            stderr(&back)
        );
    }
}

#[test]
fn options_of_samples_are_no_edits() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    come_home(&samples, "Scenes/Clearing.xml", &OPTIONS);
    come_home(&samples, "Models/Fox.mdl", &OPTIONS);
}

#[test]
fn options_of_real_files_are_no_edits() {
    let Some(corpus) = std::env::var_os("ENGINE_ASSETS_CORPUS").map(std::path::PathBuf::from) else {
        eprintln!("skipped: ENGINE_ASSETS_CORPUS is not set");
        return;
    };
    let urho = corpus.join("urho-scene/urho3d");
    come_home(&urho, "Data/Scenes/NinjaSnowWar.xml", &OPTIONS);
    come_home(&urho, "Data/Objects/Potion.xml", &OPTIONS);
    come_home(&urho, "Data/Models/Mushroom.mdl", &OPTIONS);
    // Positions on a grid are further off than other programs round those of small parts.
    let of_maps: Vec<&[&str]> = OPTIONS.into_iter().filter(|options| !options.contains(&"quantize")).collect();
    let shown: [&[&str]; 1] = [&["--collision", "--navmesh"]];
    let of_maps = [of_maps.as_slice(), &shown].concat();
    come_home(&corpus.join("pragma-scene"), "addons/test_maps/maps/test_water.pmap_b", &of_maps);
}

#[test]
fn a_scaled_scene_that_is_edited_comes_home_in_its_own_lengths() {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let copied = folder.path().join("project");
    copy(&samples, &copied);
    let (scene, glb) = (copied.join("Scenes/Clearing.xml"), folder.path().join("shown.gltf"));
    let to = run(&["convert", text(&scene), "-o", text(&glb), "--scale", "100", "-q"]);
    assert_eq!(to.status.code(), Some(0), "{}", stderr(&to));
    let mut json: serde_json::Value = serde_json::from_slice(&std::fs::read(&glb).expect("JSON")).expect("JSON");
    let nodes = json["nodes"].as_array_mut().expect("nodes");
    // Below the root that scales, lengths are those of the file.
    let fox = nodes.iter_mut().find(|node| node["name"] == "Fox").expect("the fox");
    fox["translation"] = serde_json::json!([1.0, 2.0, -3.0]);
    // Beside it, they are a hundred times as large.
    let new = nodes.len();
    nodes.push(serde_json::json!({ "name": "Beside", "translation": [100.0, 200.0, -300.0] }));
    json["scenes"][0]["nodes"].as_array_mut().expect("roots").push(new.into());
    std::fs::write(&glb, serde_json::to_vec(&json).expect("JSON")).expect("a file");
    let back = run(&["convert", text(&glb), "-o", text(&scene), "--force"]);
    assert_eq!(back.status.code(), Some(0), "{}", stderr(&back));
    let file = std::fs::read_to_string(&scene).expect("the scene");
    let before = std::fs::read_to_string(samples.join("Scenes/Clearing.xml")).expect("the scene");
    assert_eq!(file.matches("value=\"-1 2 -3\"").count(), 2, "{file}");
    assert!(file.contains("\"Beside\""), "{file}");
    let changed: Vec<&str> = before.lines().filter(|line| !file.contains(*line)).collect();
    assert_eq!(
        changed,
        ["\t\t<attribute name=\"Position\" value=\"0.1 0 0.25\" />"],
        "only the position of the fox changed"
    );
}

/// Converts a sample to glTF with a scale, changes the JSON, and converts it back in its place. Returns the copied project and what was said.
fn scaled_and_changed(
    document: &str,
    change: impl FnOnce(&mut serde_json::Value),
) -> (tempfile::TempDir, Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("samples"), &folder.path().join("project"));
    let (file, gltf) = (folder.path().join("project").join(document), folder.path().join("shown.gltf"));
    let to = run(&["convert", text(&file), "-o", text(&gltf), "--scale", "2", "-q"]);
    assert_eq!(to.status.code(), Some(0), "{}", stderr(&to));
    let mut json: serde_json::Value = serde_json::from_slice(&std::fs::read(&gltf).expect("JSON")).expect("JSON");
    change(&mut json);
    std::fs::write(&gltf, serde_json::to_vec(&json).expect("JSON")).expect("a file");
    let back = run(&["convert", text(&gltf), "-o", text(&file), "--force"]);
    let (code, said) = (back.status.code(), stderr(&back));
    (folder, code, said)
}

/// The number of the root that scales everything.
fn scaling_root(json: &serde_json::Value) -> usize {
    let nodes = json["nodes"].as_array().expect("nodes");
    nodes.iter().position(|node| node["scale"] == serde_json::json!([2.0, 2.0, 2.0])).expect("the root")
}

#[test]
fn a_skeleton_below_the_root_that_scales_keeps_its_weights() {
    let (folder, code, said) = scaled_and_changed("Models/Fox.mdl", |json| {
        let root = scaling_root(json);
        json["skins"].as_array_mut().expect("skins").iter_mut().for_each(|skin| skin["skeleton"] = root.into());
    });
    assert_eq!(code, Some(0), "{said}");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let read = |path: &Path| std::fs::read(path.join("Models/Fox.mdl")).expect("a model");
    testkit::assert_bytes(&read(&folder.path().join("project")), &read(&samples));
}

#[test]
fn a_node_above_the_root_that_scales_moves_everything() {
    let (folder, code, said) = scaled_and_changed("Scenes/Clearing.xml", |json| {
        let root = scaling_root(json);
        let nodes = json["nodes"].as_array_mut().expect("nodes");
        let pivot = nodes.len();
        nodes.push(serde_json::json!({ "name": "Pivot", "translation": [20.0, 0.0, 0.0], "children": [root] }));
        json["scenes"][0]["nodes"] = serde_json::json!([pivot]);
    });
    assert_eq!(code, Some(0), "{said}");
    let file = std::fs::read_to_string(folder.path().join("project/Scenes/Clearing.xml")).expect("the scene");
    // The fox was at 0.1 0 0.25, and X is mirrored.
    assert!(file.contains("value=\"-9.9 0 0.25\""), "{file}");
}

#[test]
fn motion_of_the_root_that_scales_is_a_loss() {
    let (_folder, code, said) = scaled_and_changed("Scenes/Clearing.xml", |json| {
        let root = scaling_root(json);
        let accessor =
            json["accessors"].as_array().expect("accessors").iter().position(|accessor| accessor["type"] == "VEC3");
        let values = accessor.expect("places");
        let count = json["accessors"][values]["count"].clone();
        let times = json["accessors"].as_array().expect("accessors").len();
        let numbers = usize::try_from(count.as_u64().expect("a count")).expect("small");
        let bytes: Vec<u8> = (0..numbers).flat_map(|time| (time as f32).to_le_bytes()).collect();
        let buffer = json["buffers"].as_array().expect("buffers").len();
        let view = json["bufferViews"].as_array().expect("views").len();
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            serde_json::json!(Base64(bytes.clone())).as_str().unwrap()
        );
        push(json, "buffers", serde_json::json!({ "byteLength": bytes.len(), "uri": uri }));
        push(json, "bufferViews", serde_json::json!({ "buffer": buffer, "byteLength": bytes.len() }));
        push(
            json,
            "accessors",
            serde_json::json!({
                "bufferView": view, "componentType": 5126, "count": count, "type": "SCALAR", "min": [0.0], "max": [numbers as f32 - 1.0],
            }),
        );
        json["animations"] = serde_json::json!([{
            "name": "Shift",
            "samplers": [{ "input": times, "output": values }],
            "channels": [{ "sampler": 0, "target": { "node": root, "path": "translation" } }],
        }]);
    });
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains("the root that scales"), "{said}");
}

fn push(json: &mut serde_json::Value, list: &str, value: serde_json::Value) {
    json[list].as_array_mut().expect("a list").push(value);
}
