//! Materials and the files that they name: `inspect`, and `validate` over a project.

use crate::common;

use common::{folder, path, run, stderr, stdout, text};
use serde_json::Value;

const MATERIAL: &[u8] = b"<material>\n\t<technique name=\"Techniques/Diff.xml\" />\n\t<texture unit=\"diffuse\" name=\"Textures/stone.png\" />\n\t<texture unit=\"normal\" name=\"Textures/None.dds\" />\n\t<parameter name=\"Roughness\" value=\"0.5\" />\n</material>\n";
const TECHNIQUE: &[u8] =
    b"<technique vs=\"LitSolid\" ps=\"LitSolid\"><pass name=\"base\" psdefines=\"DIFFMAP\" /></technique>\n";

fn project() -> tempfile::TempDir {
    folder(&[
        ("CoreData/Techniques/Diff.xml", TECHNIQUE),
        ("CoreData/Techniques/Other.xml", TECHNIQUE),
        ("Data/Materials/Stone.xml", MATERIAL),
        ("Data/Models/Stone.txt", b"Materials/Stone.xml\r\nnull\r\nMaterials/Gone.xml\r\n"),
        ("Data/Textures/Stone.png", &common::png(1)),
        ("Data/Textures/Stone.xml", b"<texture><srgb enable=\"true\" /></texture>"),
        ("Data/Textures/Sky.xml", b"<cubemap><image name=\"Stone.png\" layout=\"horizontal\" /></cubemap>"),
        ("Data/Textures/Unused.png", &common::png(2)),
    ])
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn inspect_shows_what_a_material_says() {
    let folder = project();
    let output = run(&["inspect", text(&path(&folder, "Data/Materials/Stone.xml"))]);
    let shown = stdout(&output);
    assert!(shown.contains("Urho3D material (xml)") && shown.contains("    Textures/None.dds   normal\n"), "{shown}");
    let output = run(&["inspect", "--json", text(folder.path())]);
    let lines = lines(&stdout(&output).replace("\\\\", "/"));
    let of = |name: &str| {
        lines.iter().find(|line| line["file"].as_str().is_some_and(|file| file.ends_with(name))).expect("a line")
    };
    assert_eq!(of("Materials/Stone.xml")["format"], "urho-material");
    assert_eq!(of("Materials/Stone.xml")["textures"][1]["name"], "Textures/None.dds");
    assert_eq!(of("Diff.xml")["format"], "urho-technique");
    assert_eq!(of("Diff.xml")["passes"][0]["ps_defines"][0], "DIFFMAP");
    assert_eq!(of("Stone.txt")["format"], "urho-material-list");
    assert_eq!(of("Stone.txt")["materials"][2], "Materials/Gone.xml");
    assert_eq!(of("Textures/Stone.xml")["format"], "urho-texture");
    assert_eq!(of("Textures/Stone.xml")["srgb"], true);
}

#[test]
fn validate_looks_for_what_is_named() {
    let folder = project();
    let output = run(&["validate", "--roundtrip", "--unused", text(folder.path())]);
    let messages = stderr(&output).replace('\\', "/");
    assert_eq!(output.status.code(), Some(0), "{messages}");
    for expected in [
        "texture 0: \"Textures/stone.png\" is \"Textures/Stone.png\", which differs",
        "texture 1: \"Textures/None.dds\" doesn't exist",
        "line 2: \"Materials/Gone.xml\" doesn't exist",
        "Techniques/Other.xml",
        "Textures/Unused.png",
        "Textures/Sky.xml",
    ] {
        assert!(messages.contains(expected), "{expected}\n{messages}");
    }
    let unused = messages.lines().filter(|line| line.contains("no file that was searched names")).count();
    assert_eq!(unused, 3, "{messages}");
    assert!(!stdout(&output).contains("DIFFERENT"));

    let output = run(&["validate", "--deny", "warnings", text(folder.path())]);
    assert_eq!(output.status.code(), Some(1));

    // Looked for in the given folder only. The technique is a file of the engine, which exists as long as no folder of the engine is searched.
    let material = path(&folder, "Data/Materials/Stone.xml");
    let missing = |folders: &[&str]| {
        let folders = folders.iter().map(|name| path(&folder, name)).collect::<Vec<_>>();
        let mut arguments = vec!["validate", "--json", text(&material)];
        folders.iter().for_each(|folder| arguments.extend(["--resources", text(folder)]));
        let line = lines(&stdout(&run(&arguments))).remove(0);
        let findings = line["findings"].as_array().expect("a list").clone();
        let missing = findings.iter().filter(|finding| finding["kind"] == "engine-assets/resource-missing");
        missing.map(|finding| finding["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(missing(&["Data"]), ["texture 1"]);
    assert_eq!(missing(&["CoreData"]), ["texture 0", "texture 1"]);
    std::fs::remove_file(path(&folder, "CoreData/Techniques/Diff.xml")).expect("a file");
    assert_eq!(missing(&["Data", "CoreData"]), ["technique 0", "texture 1"]);
    let output = run(&["validate", "--resources", "no such folder", text(&material)]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn searched_folders_are_listed_once_and_broken_configurations_are_errors() {
    let folder = project();
    let output = run(&["validate", text(folder.path())]);
    let messages = stderr(&output);
    let start = messages.lines().position(|line| line == "missing resources were searched in:").expect("a list");
    let listed: Vec<&str> = messages.lines().skip(start + 1).take_while(|line| line.starts_with("  ")).collect();
    assert_eq!(listed.len(), 2, "{messages}");
    assert!(listed[0].contains("Data (") && listed[1].contains("CoreData ("), "{messages}");
    assert_eq!(messages.matches("searched in").count(), 1);
    assert!(!stderr(&run(&["-q", "validate", text(folder.path())])).contains("searched in"));

    std::fs::write(path(&folder, "engine-assets.toml"), "roots = [\"CoreData\"]").expect("a file");
    let messages = stderr(&run(&["validate", text(folder.path())]));
    assert!(
        messages.contains("CoreData (listed in engine-assets.toml)") && messages.contains("Stone.png\" doesn't exist"),
        "{messages}"
    );
    let messages = stderr(&run(&["validate", "--no-config", text(folder.path())]));
    assert!(!messages.contains("engine-assets.toml") && !messages.contains("Stone.png\" doesn't exist"), "{messages}");
    std::fs::write(path(&folder, "engine-assets.toml"), "roots = [\"..\"]").expect("a file");
    let material = path(&folder, "Data/Materials/Stone.xml");
    for command in [&["validate", text(&material)][..], &["doctor", text(folder.path())]] {
        let output = run(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("engine-assets.toml"), "{command:?}: {}", stderr(&output));
    }
}

#[test]
fn the_files_of_a_checkout_without_models_are_errors() {
    const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";
    let folder = folder(&[
        ("Data/Models/Lfs.mdl", POINTER),
        ("Data/Models/Empty.mdl", b""),
        ("Data/Models/Walk.ani", POINTER),
        ("Data/Models/Garbage.mdl", b"garbage garbage"),
        ("Data/Models/Zero.mdl", &[0; 100]),
        ("Data/Textures/T.png", POINTER),
        ("Data/notes.json", b""),
    ]);
    let output = run(&["validate", text(folder.path())]);
    let messages = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    let errors: Vec<&str> = messages.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 6, "{messages}");
    assert_eq!(messages.matches("run git lfs pull").count(), 3, "{messages}");
    let output = run(&["doctor", "--json", text(folder.path())]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!((output.status.code(), report["broken"].as_array().map(Vec::len)), (Some(1), Some(6)));
    // A conversion of the folder fails as well.
    let out = path(&folder, "out");
    let output = run(&["convert", text(&path(&folder, "Data")), "-o", text(&out), "--to", "glb"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}
