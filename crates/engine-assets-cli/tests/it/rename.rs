//! `rename`: a plan first, then all changes or none.

use crate::common;

use common::{folder, path, run, schema, stderr, stdout, text};

const MATERIAL: &[u8] = b"<material>\n\t<texture name=\"Textures/Stone.png\" />\n</material>\n";

fn project() -> tempfile::TempDir {
    folder(&[
        ("Data/Materials/Stone.xml", MATERIAL),
        ("Data/Textures/Stone.png", b"png"),
        ("Data/Scripts/a.as", b"\"Textures/\" + name;\n\"Data/Textures/Stone.png\";\n"),
        ("src/a.cpp", b"Load(\"Textures/Stone.png\");\n"),
    ])
}

#[test]
fn a_plan_changes_nothing_and_is_a_diff() {
    let folder = project();
    let data = path(&folder, "Data");
    let arguments = ["rename", text(&data), "Textures/Stone.png", "Art/New.png"];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let expected = "Materials/Stone.xml\n  2: - Textures/Stone.png\n  2: + Art/New.png\n\
        Scripts/a.as\n  2: - Data/Textures/Stone.png\n  2: + Data/Art/New.png\n\
        Textures/Stone.png -> Art/New.png\n\n\
        left to you: these places may mean a renamed file\n  Scripts/a.as:1: textures/*\n";
    assert_eq!(stdout(&output).replace('\\', "/"), expected);
    assert_eq!(stderr(&output), "dry run: 1 file renamed, 2 names changed; pass --write to change the files\n");
    assert!(data.join("Textures/Stone.png").is_file());

    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/rename.json");
    let known = serde_json::from_slice(&std::fs::read(file).expect("a schema")).expect("JSON");
    let code = path(&folder, "src");
    let output = run(&[&arguments[..], &["--write", "--json", "--code", text(&code)]].concat());
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(schema::check(&known, &report), Ok(()));
    assert_eq!((&report["written"], report["files"].as_array().expect("a list").len()), (&true.into(), 4));
    assert!(data.join("Art/New.png").is_file() && !data.join("Textures").exists());
    let read = |name: &str| std::fs::read_to_string(path(&folder, name)).expect("a text");
    assert_eq!(read("src/a.cpp"), "Load(\"Art/New.png\");\n");
    assert_eq!(read("Data/Scripts/a.as"), "\"Textures/\" + name;\n\"Data/Art/New.png\";\n");
    assert_eq!(std::fs::read_dir(&data).expect("a folder").count(), 3);
}

#[test]
fn a_table_renames_many_and_mistakes_rename_none() {
    let folder = project();
    let (data, table) = (path(&folder, "Data"), path(&folder, "table.tsv"));
    let with = |content: &str| {
        std::fs::write(&table, content).expect("a file");
        run(&["rename", text(&data), "--table", text(&table), "--write"])
    };
    let output = with("Textures/Stone.png\tTextures/New.png\nTextures/No.png\tTextures/A.png\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no file and no folder of the project is called Textures/No.png"));
    assert_eq!(with("Textures/Stone.png Textures/New.png\n").status.code(), Some(2));
    assert!(data.join("Textures/Stone.png").is_file());
    let output = with("Textures/Stone.png\tTextures/New.png\n\nMaterials/Stone.xml\tMaterials/New.xml\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let material = std::fs::read(data.join("Materials/New.xml")).expect("a file");
    assert_eq!(material, String::from_utf8_lossy(MATERIAL).replace("Stone", "New").as_bytes());
    assert_eq!(run(&["rename", "no such folder", "a", "b"]).status.code(), Some(2));
    assert_eq!(run(&["rename", text(&data)]).status.code(), Some(2));
}

#[test]
fn new_names_are_paths_or_resource_names() {
    let folder = folder(&[("Data/Textures/a.png", b"png"), ("Data/Models/a.mdl", b""), ("Textures/x.txt", b"")]);
    let within = |at: &str, old: &str, new: &str| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("engine-assets"));
        let data = path(&folder, "Data");
        let output = command.args(["rename", text(&data), old, new]).current_dir(path(&folder, at)).output();
        let output = output.expect("it runs");
        (output.status.code(), format!("{}{}", stdout(&output), stderr(&output)))
    };
    for (at, old, new, becomes) in [
        (".", "Textures/a.png", "Textures/b.png", "Textures/b.png"),
        (".", "Textures/a.png", "Data/Textures/b.png", "Textures/b.png"),
        (".", "Data/Textures/a.png", "Data/b.png", "b.png"),
        (".", "Data/Textures", "Data/Art", "Art/a.png"),
        (".", "Textures", "Data/Art", "Art/a.png"),
        ("Data/Textures", "a.png", "b.png", "Textures/b.png"),
        ("Data/Textures", "Textures/a.png", "Models/b.png", "Models/b.png"),
        ("Data", "Textures/a.png", "Art/b.png", "Art/b.png"),
    ] {
        let (status, said) = within(at, old, new);
        assert_eq!(status, Some(0), "{at} {old} {new}: {said}");
        assert!(said.contains(&format!("Textures/a.png -> {becomes}\n")), "{at} {old} {new}: {said}");
    }
    for (at, old, new, reason) in [
        (".", "Data/Textures/a.png", "Textures/b.png", "is a path outside of the resource folder"),
        (".", "Textures/a.png", "../b.png", "is a path outside of the resource folder"),
        (".", "Data/Textures", "Art", "is a path outside of the resource folder"),
        (".", "Data", "Other", "is no folder below"),
        ("Data/Textures", "Textures/a.png", "b.png", "as a resource name and"),
    ] {
        let (status, said) = within(at, old, new);
        assert_eq!(status, Some(1), "{at} {old} {new}: {said}");
        assert!(said.contains(reason), "{at} {old} {new}: {said}");
    }
}

#[test]
fn entries_of_packages_are_renamed_if_asked() {
    let folder = project();
    let (data, package) = (path(&folder, "Data"), path(&folder, "Data/Data.pak"));
    let textures = path(&folder, "Data/Textures");
    let packed = run(&["pak", "pack", text(&textures), "-o", text(&package), "--prefix", "Textures/"]);
    assert_eq!(packed.status.code(), Some(0), "{}", stderr(&packed));
    let with = |more: &[&str]| run(&[&["rename", text(&data), "Textures/Stone.png", "Art/New.png"], more].concat());
    assert!(stdout(&with(&[])).contains("Data.pak: not searched"), "{}", stdout(&with(&[])));
    let messages = stdout(&with(&["--packages"])).replace('\\', "/");
    assert!(
        messages.contains("Data.pak/Textures/Stone.png -> Data.pak/Art/New.png\n")
            && !messages.contains("not searched"),
        "{messages}"
    );
    assert_eq!(with(&["--packages", "--write"]).status.code(), Some(0));
    let listed = stdout(&run(&["pak", "list", text(&package)]));
    assert!(listed.contains("Art/New.png") && !listed.contains("Stone.png"), "{listed}");
    assert!(data.join("Art/New.png").is_file());
}
