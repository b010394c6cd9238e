//! `prune`: unused files move out of a project, and back.

use crate::common;

use common::{folder, path, run, schema, stderr, stdout, text};

#[test]
fn unused_files_move_out_and_back() {
    let folder = folder(&[
        ("Data/Materials/A.xml", b"<material><texture name=\"Textures/a.png\" /></material>"),
        ("Data/Textures/a.png", b"png"),
        ("Data/Textures/b.png", b"png"),
        ("src/a.cpp", b"\"Materials/A.xml\""),
    ]);
    let [data, code, out] = ["Data", "src", "out"].map(|name| path(&folder, name));
    let with = |more: &[&str]| run(&[&["prune", text(&data), "-o", text(&out), "--code", text(&code)], more].concat());
    let output = with(&[]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), "Textures/b.png\n"));
    assert!(stderr(&output).starts_with("dry run: 1 file would be moved to "), "{}", stderr(&output));
    assert!(!out.exists());

    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/prune.json");
    let known = serde_json::from_slice(&std::fs::read(file).expect("a schema")).expect("JSON");
    let report = serde_json::from_str(&stdout(&with(&["--write", "--json"]))).expect("JSON");
    assert_eq!(schema::check(&known, &report), Ok(()));
    assert!(out.join("Textures/b.png").is_file() && !data.join("Textures/b.png").exists());

    assert!(stderr(&with(&["--restore"])).contains("moved back to"));
    assert!(out.join("Textures/b.png").is_file());
    assert_eq!(with(&["--restore", "--write"]).status.code(), Some(0));
    assert!(data.join("Textures/b.png").is_file() && !out.exists());
    assert_eq!(with(&["--restore"]).status.code(), Some(2));
    assert_eq!(run(&["prune", "no such folder", "-o", text(&out)]).status.code(), Some(2));
    let inside = run(&["prune", text(&data), "-o", text(&data.join("x"))]);
    assert_eq!(inside.status.code(), Some(2));
}

#[test]
fn files_that_are_not_searched_are_named() {
    let folder = folder(&[("Data/Textures/b.png", b"png"), ("Data/Data.pak", b"UPAK\0\0\0\0\0\0\0\0")]);
    let [data, out] = ["Data", "out"].map(|name| path(&folder, name));
    let with = |more: &[&str]| run(&[&["prune", text(&data), "-o", text(&out)], more].concat());
    assert!(stderr(&with(&[])).contains("Data.pak: not searched, because: "), "{}", stderr(&with(&[])));
    let refused = with(&["--write"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("or pass --unsearched") && !out.exists(), "{}", stderr(&refused));
    let report: serde_json::Value = serde_json::from_str(&stdout(&with(&["--json"]))).expect("JSON");
    assert_eq!(report["unsearched"][0]["reason"], "it is a package");
    assert_eq!(with(&["--write", "--unsearched"]).status.code(), Some(0));
    std::fs::remove_dir_all(&data).expect("a folder");
    assert_eq!(with(&["--write", "--restore"]).status.code(), Some(0));
    assert!(data.join("Textures/b.png").is_file());
    let refs = run(&["refs", "Textures/b.png", "--project", text(&data)]);
    assert_eq!((refs.status.code(), stderr(&refs).as_str()), (Some(0), ""));
    std::fs::write(data.join("Data.pak"), b"UPAK\0\0\0\0\0\0\0\0").expect("a file");
    let refs = run(&["refs", "Textures/b.png", "--project", text(&data)]);
    assert!(stderr(&refs).contains("Data.pak: not searched, because: "));
    let renamed = run(&["rename", text(&data), "Textures/b.png", "Textures/c.png"]);
    assert!(stdout(&renamed).contains("left to you") && stdout(&renamed).contains("Data.pak: not searched"));
}
