//! `doctor`: counts, missing, unused, doubled, broken and large files; text, JSON, a page.

use crate::common;

use std::path::Path;

use common::{folder, path, png, run, schema, stderr, stdout, text};
use serde_json::Value;

const MATERIAL: &[u8] = b"<material>\n\t<technique name=\"Techniques/Diff.xml\" />\n\t<texture unit=\"diffuse\" name=\"Textures/Stone.png\" />\n\t<texture unit=\"normal\" name=\"Textures/None.dds\" />\n</material>\n";
const TECHNIQUE: &[u8] = b"<technique vs=\"LitSolid\" ps=\"LitSolid\"><pass name=\"base\" /></technique>\n";
const SCENE: &[u8] = b"<scene id=\"1\"><node id=\"2\"><component type=\"StaticModel\" id=\"3\">\
<attribute name=\"Model\" value=\"Model;Models/Box.mdl\" /><attribute name=\"Material\" value=\"Material;Materials/Stone.xml\" />\
</component></node></scene>\n";

/// A model with an error that a repair removes.
fn repairable() -> Vec<u8> {
    let samples = fuzzkit::samples::all();
    let sample = samples.iter().find(|sample| sample.name == "Character.mdl").expect("a sample");
    let mut model = urho_mdl::Model::parse(&sample.bytes).expect("a model");
    model.geometries[0].lods[1].vertex_buffer = 7;
    model.to_bytes().expect("a model")
}

fn project() -> tempfile::TempDir {
    folder(&[
        ("CoreData/Techniques/Diff.xml", TECHNIQUE),
        ("CoreData/Techniques/Other.xml", TECHNIQUE),
        ("Data/Materials/Stone.xml", MATERIAL),
        ("Data/Models/Broken.mdl", &repairable()),
        ("Data/Models/Cut.mdl", b"UMD2\x01\0\0\0"),
        ("Data/Scenes/Level.xml", SCENE),
        ("Data/Textures/Stone.png", &png(1)),
        ("Data/Textures/Unused &lt;.png", &png(2)),
        ("Data/readme.txt", b"hello"),
        ("Data/readme copy.txt", b"hello"),
    ])
}

fn report(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&run(&[&["doctor", "--json"], arguments].concat()))).expect("JSON")
}

fn files(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|one| one["file"].as_str()).collect()
}

fn fits(report: &Value) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/doctor.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(file).expect("a schema")).expect("JSON");
    assert_eq!(schema::check(&schema, report), Ok(()));
}

#[test]
fn doctor_finds_each_kind_of_problem() {
    let folder = project();
    let report = report(&["--max-texture", "7", text(folder.path())]);
    fits(&report);
    assert_eq!((&report["files"], &report["assets"]), (&10.into(), &8.into()));
    assert_eq!(
        report["formats"][0],
        serde_json::json!({"format": "image", "files": 2, "bytes": report["formats"][0]["bytes"]})
    );
    let reasons: Vec<&str> =
        report["roots"].as_array().expect("a list").iter().filter_map(|root| root["reason"].as_str()).collect();
    assert_eq!(reasons, ["a usual folder of the engine"; 2]);
    let roots = files(&report["roots"]);
    assert!(roots[0].ends_with("Data") && roots[1].ends_with("CoreData"), "{roots:?}");
    assert_eq!(files(&report["broken"]), ["Data/Models/Broken.mdl", "Data/Models/Cut.mdl"]);
    assert_eq!((&report["broken"][0]["opens"], &report["broken"][1]["opens"]), (&true.into(), &false.into()));
    let missing: Vec<&str> =
        report["missing"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(missing, ["Models/Box.mdl", "Textures/None.dds"]);
    assert_eq!(report["missing"][1]["users"][0]["file"], "Data/Materials/Stone.xml");
    assert_eq!(files(&report["unused"]), ["Data/Textures/Unused &lt;.png", "CoreData/Techniques/Other.xml"]);
    let doubled = report["doubled"].as_array().expect("a list");
    assert_eq!(doubled.len(), 2);
    assert_eq!(files(&doubled[0]["files"]), ["CoreData/Techniques/Diff.xml", "CoreData/Techniques/Other.xml"]);
    assert_eq!(files(&doubled[1]["files"]), ["Data/readme copy.txt", "Data/readme.txt"]);
    assert_eq!(files(&report["large"]), ["Data/Textures/Stone.png", "Data/Textures/Unused &lt;.png"]);
    assert_eq!(report["large"][0]["texture_size"], serde_json::json!([8, 4]));
    // `CoreData` contains nothing but one folder.
    let folders = files(&report["folders"]);
    assert!(folders.contains(&"CoreData/Techniques") && !folders.contains(&"CoreData"), "{folders:?}");
}

#[test]
fn detailed_models_without_levels_are_large() {
    let samples = fuzzkit::samples::all();
    let sample = samples.iter().find(|sample| sample.name == "Models/Box.mdl").expect("a sample");
    let folder = folder(&[("Models/Box.mdl", &sample.bytes)]);
    let large = |most: &str| report(&["--max-triangles", most, text(folder.path())])["large"].clone();
    assert_eq!(large("1")[0]["triangles"], 12);
    assert_eq!(large("12"), Value::Array(Vec::new()));
}

#[test]
fn commands_of_the_worst_findings_work() {
    let folder = project();
    let report = report(&[text(folder.path())]);
    assert_eq!(files(&report["worst"])[..2], ["Data/Models/Cut.mdl", "Data/Models/Broken.mdl"]);
    let command = report["worst"][1]["command"].as_str().expect("a command");
    assert!(command.contains("--repair"), "{command}");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let output = run(&words);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(run(&["validate", words.last().expect("a file")]).status.code(), Some(0));
}

#[test]
fn doctor_prints_a_screen_and_an_exit_status() {
    let folder = project();
    let output = run(&["doctor", "--top", "1", text(folder.path())]);
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output);
    for expected in ["10 files, 8 of them assets", "broken: 2 (", "  … and 1 more", "missing: 2 (", "large: none"] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }
    assert!(!shown.contains('\x1b'), "no colours where there is no terminal");
    assert_eq!(run(&["doctor", text(&path(&folder, "CoreData"))]).status.code(), Some(0));
    assert_eq!(run(&["doctor", text(&path(&folder, "no such folder"))]).status.code(), Some(2));
    assert_eq!(run(&["doctor", text(&path(&folder, "Data/readme.txt"))]).status.code(), Some(2));
}

#[test]
fn the_page_needs_no_other_file() {
    let folder = project();
    let page = path(&folder, "state.html");
    let output = run(&["doctor", text(folder.path()), "--html", text(&page)]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let html = std::fs::read_to_string(&page).expect("a page");
    let pictures = html.matches("src=\"data:image/png;base64,").count();
    assert!((3..=40).contains(&pictures), "{pictures}");
    // The scene is empty without its models.
    assert!(!html.contains("<figcaption>Level.xml"));
    assert_eq!(html.matches("src=").count(), pictures);
    assert!(!html.contains("<script") && !html.contains("url(") && !html.contains("http"));
    assert!(html.contains("Unused &amp;lt;.png") && !html.contains("Unused &lt;.png"));
    assert!(html.contains("color-scheme: light dark") && html.contains("light-dark("));
    // An existing page is kept.
    assert_eq!(run(&["doctor", text(folder.path()), "--html", text(&page)]).status.code(), Some(2));
    let output = run(&["doctor", text(folder.path()), "--force", "--html", text(&page)]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn names_are_escaped_in_every_output() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder(&[]);
    let name = folder.path().join(std::ffi::OsStr::from_bytes(b"a\x1b[2J\xff.png"));
    std::fs::write(&name, png(1)).expect("a file");
    let page = path(&folder, "state.html");
    let output = run(&["doctor", text(folder.path()), "--html", text(&page)]);
    assert!(!stdout(&output).contains('\x1b') && stdout(&output).contains("a\\u{1b}[2J"), "{}", stdout(&output));
    assert!(!std::fs::read_to_string(&page).expect("a page").contains('\x1b'));
    let report = report(&[text(folder.path())]);
    fits(&report);
    let bytes = report["unused"][0]["file_bytes"].as_str().expect("bytes");
    assert_eq!(base64_simd::STANDARD.decode_to_vec(bytes).expect("base64"), b"a\x1b[2J\xff.png");
}

#[test]
fn projects_of_the_corpus_fit_the_schema() {
    let Some(corpus) = std::env::var_os("ENGINE_ASSETS_CORPUS").map(std::path::PathBuf::from) else {
        eprintln!("skipped: ENGINE_ASSETS_CORPUS is unset");
        return;
    };
    for project in ["urho-scene/urho3d", "urho-scene/rbfx", "pragma-scene", "rbfx-written"] {
        let report = report(&[text(&corpus.join(project))]);
        fits(&report);
        assert!(report["assets"].as_u64() > Some(100), "{project}");
    }
}
