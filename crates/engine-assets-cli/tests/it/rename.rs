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
