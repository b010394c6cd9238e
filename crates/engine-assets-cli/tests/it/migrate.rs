//! `migrate`: a dry run with a report, then a project; and the engine of single files.

use crate::common;

use common::{files, folder, path, run, stderr, stdout, text};
use serde_json::Value;

const SCENE: &[u8] = b"<scene id=\"1\">\n<component type=\"Octree\" id=\"1\" />\n<node id=\"2\"><component type=\"Light\" id=\"3\"><attribute name=\"Per Vertex\" value=\"true\" /></component>\n<component type=\"Spin&lt;b&gt;\" id=\"4\"><attribute name=\"Speed\" value=\"2\" /></component></node></scene>\n";
const SCRIPT: &[u8] = b"// Scenes/Level.xml\n";

fn project() -> tempfile::TempDir {
    folder(&[
        ("Data/Scenes/Level.xml", SCENE),
        ("Data/Scripts/Game.as", SCRIPT),
        ("Data/Textures/T.png", b"no picture"),
    ])
}

#[test]
fn a_dry_run_reports_and_a_second_one_writes() {
    let (project, out) = (project(), tempfile::tempdir().expect("a folder"));
    let (moved, page) = (out.path().join("moved"), path(&out, "report.html"));
    let arguments = ["migrate", text(project.path()), "--to", "rbfx", "-o", text(&moved), "--report", text(&page)];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!moved.exists());
    let screen = stdout(&output);
    for line in [
        "urho3d to rbfx",
        "      1  urho-scene           converted",
        "      1  text                 copied",
        "Data/Scripts/Game.as",
        "  1: by-hand: names Scenes/Level.xml, which is Scenes/Level.scene now",
        "  3: lost: node 1 > component 0: Light of rbfx has no \"Per Vertex\": left out",
    ] {
        assert!(screen.contains(line), "{line}: {screen}");
    }
    assert!(stderr(&output).contains("3 files; nothing was written: --write writes"));
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains("Data/Scenes/Level.scene") && html.contains("Spin&lt;b&gt;") && !html.contains("<b>&gt;"));
    assert!(!html.contains("http"), "the page needs no other file");

    // The page exists now: nothing is done without --force, in a dry run and with --write.
    for more in [&[][..], &["--write"]] {
        let refused = run(&[&arguments[..], more].concat());
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(!moved.exists() && stderr(&refused).contains("--force"), "{}", stderr(&refused));
    }
    assert_eq!(std::fs::read_to_string(&page).expect("a page"), html);
    let arguments = &arguments[..arguments.len() - 2];
    let written = run(&[arguments, &["--write"]].concat());
    assert!(stderr(&written).contains("3 files: wrote 3, kept 0 up to date"), "{}", stderr(&written));
    let made = files(&moved);
    let names: Vec<&str> = made.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["Data/Scenes/Level.scene", "Data/Scripts/Game.as", "Data/Textures/T.png", "engine-assets-migration.json"]
    );
    let again = run(&[arguments, &["--write"]].concat());
    assert!(stderr(&again).contains("3 files: wrote 0, kept 3 up to date"), "{}", stderr(&again));
    assert_eq!(made, files(&moved));
    let forced = run(&[arguments, &["--report", text(&page), "--force"]].concat());
    assert_eq!(forced.status.code(), Some(0), "{}", stderr(&forced));
}

/// `kill -9` at any moment leaves a folder in which the next run continues.
#[cfg(unix)]
#[test]
fn a_killed_migration_is_continued() {
    use std::process::{Command, Stdio};
    let files_of_project: Vec<(String, Vec<u8>)> = (0..400)
        .map(|number| (format!("Data/Objects/{number}.xml"), format!("<node id=\"{number}\"/>").into_bytes()))
        .collect();
    let listed: Vec<(&str, &[u8])> = files_of_project.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let (project, out) = (folder(&listed), tempfile::tempdir().expect("a folder"));
    let moved = out.path().join("moved");
    let arguments = ["migrate", text(project.path()), "--to", "rbfx", "-o", text(&moved), "--write"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine-assets"));
    let mut child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    // As soon as there are some outputs.
    let some = || std::fs::read_dir(moved.join("Data/Objects")).is_ok_and(|entries| entries.count() > 3);
    while !some() && child.try_wait().expect("a child").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().expect("a child");
    child.wait().expect("it ends");
    assert!(!moved.join("engine-assets-migration.json").exists(), "it ended before the kill");
    let before = files(&moved).len();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let written = files(&moved);
    assert_eq!(written.len(), 401, "{before} files before");
    assert!(!stderr(&output).contains("wrote 400,"), "{}", stderr(&output));
}

#[test]
fn the_report_as_json_has_every_file() {
    let (project, out) = (project(), tempfile::tempdir().expect("a folder"));
    let moved = out.path().join("moved");
    let output = run(&["migrate", text(project.path()), "--to", "rbfx", "-o", text(&moved), "--json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!((&report["target"], &report["written"]), (&Value::from("rbfx"), &Value::from(false)));
    let actions: Vec<(&str, &str)> = report["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| (file["name"].as_str().expect("a name"), file["action"].as_str().expect("an action")))
        .collect();
    assert_eq!(
        actions,
        [
            ("Data/Scenes/Level.xml", "converted"),
            ("Data/Scripts/Game.as", "by-hand"),
            ("Data/Textures/T.png", "copied")
        ]
    );
    let refused = run(&["migrate", text(project.path()), "--to", "rbfx", "-o", text(project.path()), "--write"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("in each other"));
    assert_eq!(run(&["migrate", "no such folder", "--to", "rbfx", "-o", text(&moved)]).status.code(), Some(2));
}

#[test]
fn a_project_becomes_gltf_for_any_engine() {
    let (project, out) = (project(), tempfile::tempdir().expect("a folder"));
    let (moved, page) = (out.path().join("moved"), path(&out, "report.html"));
    let arguments = ["migrate", text(project.path()), "--to", "gltf", "-o", text(&moved), "--report", text(&page)];
    let output = run(&[&arguments[..], &["--write"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let screen = stdout(&output);
    for line in [
        "urho3d to gltf",
        "      1  script               left out: no scene, prefab or model uses it",
        "      1  urho-scene           converted",
    ] {
        assert!(screen.contains(line), "{line}: {screen}");
    }
    let names: Vec<String> = files(&moved).into_keys().collect();
    assert_eq!(names, ["Level.glb", "engine-assets-migration.json"]);
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains("urho3d to gltf, written") && html.contains("<code>Level.glb</code>"));
}

#[test]
fn an_unreadable_file_is_refused_with_status_1() {
    let (project, out) =
        (folder(&[("Data/Models/Cut.mdl", b"UMD2\x01\0\0\0")]), tempfile::tempdir().expect("a folder"));
    let moved = out.path().join("moved");
    let output = run(&["migrate", text(project.path()), "--to", "rbfx", "-o", text(&moved), "--write"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(moved.join("Data/Models/Cut.mdl").exists());
}

/// A scene that nothing shows to be of rbfx.
const LEGACY: &[u8] = b"<scene id=\"1\"><component type=\"Octree\" id=\"1\" /><component type=\"RenderPipeline\" id=\"2\" /><node id=\"2\"><component type=\"Spinner\" id=\"3\"><attribute name=\"Speed\" value=\"2.5\" /></component></node></scene>\n";

#[test]
fn the_engine_can_be_named() {
    let folder = folder(&[("Level.xml", LEGACY), ("classes.tsv", b"Spinner\tSpeed\tFloat\t1\n")]);
    let (level, archive) = (path(&folder, "Level.xml"), path(&folder, "Level.scene"));
    let convert = |more: &[&str]| run(&[&["convert", text(&level), "-o", text(&archive), "--force"], more].concat());
    // As Urho3D's it is copied.
    assert_eq!(convert(&["--engine", "urho3d"]).status.code(), Some(0));
    assert_eq!(std::fs::read(&archive).expect("a file"), LEGACY);
    // Only rbfx has pipelines.
    let detected = convert(&[]);
    assert!(stderr(&detected).contains("read for rbfx"), "{}", stderr(&detected));
    let output = convert(&["--engine", "rbfx"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        std::fs::read_to_string(&archive).expect("a file").contains("name=\"Speed\" type=\"String\" value=\"2.5\"")
    );
    assert!(stderr(&output).contains("has no known type: written as a String"), "{}", stderr(&output));
    let table = path(&folder, "classes.tsv");
    let output = convert(&["--engine", "rbfx", "--classes", text(&table), "--to", "archive-xml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&archive).expect("a file").contains("type=\"Float\" value=\"2.500000\""));
    // Without types, bytes have no place for values.
    let lost =
        run(&["convert", text(&level), "-o", text(&archive), "--force", "--engine", "rbfx", "--to", "archive-binary"]);
    assert_eq!(lost.status.code(), Some(1), "{}", stderr(&lost));
    assert!(stderr(&lost).contains("--lossy"), "{}", stderr(&lost));

    let check = |more: &[&str]| stdout(&run(&[&["validate", "--json", text(&level)], more].concat()));
    let of_urho3d = check(&["--engine", "urho3d"]);
    assert!(of_urho3d.contains("unknown class \\\"RenderPipeline\\\""), "{of_urho3d}");
    assert!(!check(&[]).contains("RenderPipeline"));
    assert!(!check(&["--engine", "rbfx"]).contains("RenderPipeline"));
    assert!(!check(&["--engine", "rbfx", "--classes", text(&table)]).contains("Spinner"));
    let wrong = run(&["convert", text(&archive), "-o", text(&path(&folder, "Old.xml")), "--engine", "urho3d"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
}

#[test]
fn gltf_becomes_what_the_named_engine_reads() {
    let folder = folder(&[("Flag.glb", &common::flag(1))]);
    for (engine, model, scene) in [("rbfx", b"UMD3", "<resource"), ("urho3d", b"UMD2", "<scene")] {
        let out = tempfile::tempdir().expect("a folder");
        let convert = |name: &str| {
            let output = run(&[
                "convert",
                text(&path(&folder, "Flag.glb")),
                "-o",
                text(&out.path().join(name)),
                "--engine",
                engine,
            ]);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        };
        convert("Models/Flag.mdl");
        convert("Scenes/Level.scene");
        assert!(std::fs::read(out.path().join("Models/Flag.mdl")).expect("a model").starts_with(model), "{engine}");
        let level = std::fs::read_to_string(out.path().join("Scenes/Level.scene")).expect("a scene");
        assert!(level.contains(scene), "{engine}: {level}");
    }
    let umd2 = run(&[
        "convert",
        text(&path(&folder, "Flag.glb")),
        "-o",
        text(&path(&folder, "F.mdl")),
        "--engine",
        "rbfx",
        "--to",
        "umd2",
    ]);
    assert_eq!(umd2.status.code(), Some(2));
    assert!(stderr(&umd2).contains("the engine rbfx has no files of the format umd2"), "{}", stderr(&umd2));
}

#[test]
fn a_note_of_many_files_is_printed_once() {
    let scripts: Vec<(String, Vec<u8>)> =
        (0..8).map(|number| (format!("Data/Scripts/S{number}.as"), b"void Start() {}\n".to_vec())).collect();
    let files: Vec<(&str, &[u8])> = scripts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let (project, out) = (folder(&files), tempfile::tempdir().expect("a folder"));
    let moved = out.path().join("moved");
    let arguments = ["migrate", text(project.path()), "--to", "rbfx", "-o", text(&moved)];
    let screen = stdout(&run(&arguments));
    assert_eq!(screen.matches("port it to C++ or C#").count(), 1, "{screen}");
    assert!(screen.contains("\n8 files\n") && screen.contains("S4.as") && !screen.contains("S5.as"), "{screen}");
    assert!(screen.contains("and 3 more"), "{screen}");
    // The report still has it for every file.
    let json: Value = serde_json::from_str(&stdout(&run(&[&arguments[..], &["--json"]].concat()))).expect("JSON");
    let noted = json["files"]
        .as_array()
        .expect("files")
        .iter()
        .filter(|file| file["notes"].as_array().is_some_and(|notes| !notes.is_empty()));
    assert_eq!(noted.count(), 8);
}

#[test]
fn the_engine_of_the_project_can_be_set() {
    let scene = b"<scene id=\"1\"><component type=\"OutlineGroup\" id=\"1\" /></scene>";
    let (project, out) = (folder(&[("Data/Scenes/S.xml", &scene[..])]), tempfile::tempdir().expect("a folder"));
    let moved = out.path().join("moved");
    let arguments = ["migrate", text(project.path()), "--to", "u3d", "-o", text(&moved)];
    assert!(stdout(&run(&arguments)).contains("u3d has no class OutlineGroup"));
    let set = stdout(&run(&[&arguments[..], &["--from", "u3d"]].concat()));
    assert!(set.starts_with("u3d to u3d\n") && !set.contains("lost"), "{set}");
}
