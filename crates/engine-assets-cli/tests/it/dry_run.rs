//! `--dry-run` of all commands that remove or replace, and reports of matched patterns.

use crate::common;

use std::path::Path;

use common::{files_below, folder, path, run, stderr, stdout, text};

/// All files with their content.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = files_below(folder).into_iter();
    names.map(|name| (name.clone(), std::fs::read(folder.join(name)).expect("a file"))).collect()
}

fn project() -> tempfile::TempDir {
    let folder = folder(&[
        ("d/a.txt", b"text"),
        ("d/b.xml", b"<b/>"),
        ("d/Sub/c.xml", b"<c/>"),
        ("e/new.txt", b"new"),
        ("a.udm", b"$uint32 a 1\n$uint32 b 1\n"),
        ("b.udm", b"$uint32   a 2\n"),
        ("changes.json", br#"{"path":"a","old":{"uint32":1},"new":{"uint32":9}}"#),
        ("data.json", br#"{"a": 1}"#),
    ]);
    for (command, file) in [("pak", "x.pak"), ("zed", "x.zed")] {
        let output = run(&[command, "pack", text(&path(&folder, "d")), "-o", text(&path(&folder, file))]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    folder
}

#[test]
fn dry_runs_report_their_work_and_write_nothing() {
    let folder = project();
    let at = |name: &str| text(&path(&folder, name)).to_owned();
    let before = content(folder.path());
    let cases: [(&[&str], &str); 16] = [
        (&["pak", "rm", &at("x.pak"), "*.xml"], "would remove b.xml"),
        (&["pak", "add", &at("x.pak"), &at("e/new.txt"), "--below", &at("e")], "would add new.txt"),
        (&["pak", "add", &at("x.pak"), &at("e/new.txt"), "--name", "a.txt", "--force"], "would replace a.txt"),
        (&["pak", "rename", &at("x.pak"), "a.txt", "z.txt"], "would rename a.txt to z.txt"),
        (&["pak", "pack", &at("d"), "-o", &at("x.pak"), "--force"], "would overwrite"),
        (&["pak", "pack", &at("d"), "-o", &at("y.pak")], "would create"),
        (&["pak", "unpack", &at("x.pak"), "-o", &at("out")], "would write 3 files"),
        (&["zed", "pack", &at("d"), "-o", &at("x.zed"), "--force"], "would overwrite"),
        (&["zed", "unpack", &at("x.zed"), "-o", &at("out")], "would write 3 files"),
        (&["udm", "set", &at("a.udm"), "a", "9"], "- a: uint32 1\n+ a: uint32 9"),
        (&["udm", "rm", &at("a.udm"), "b"], "- b: uint32 1"),
        (&["udm", "fmt", &at("b.udm"), "-o", &at("b.udm"), "--force"], "would overwrite"),
        (&["udm", "patch", &at("a.udm"), &at("changes.json")], "- a: uint32 1\n+ a: uint32 9"),
        (&["udm", "merge", &at("a.udm"), &at("a.udm"), &at("b.udm")], "- a: uint32 1\n+ a: uint32 2"),
        (&["udm", "set", &at("a.udm"), "a", "9", "-o", &at("c.udm")], "would create"),
        (&["udm", "from-json", &at("data.json"), "-o", &at("c.udm")], "would create"),
    ];
    for (arguments, expected) in cases {
        let output = run(&[arguments, &["--dry-run"]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        let messages = stdout(&output) + &stderr(&output);
        assert!(messages.contains(expected), "{arguments:?}: {messages}");
        assert!(content(folder.path()) == before, "{arguments:?} wrote");
    }
}

#[test]
fn refusals_are_the_same() {
    let folder = project();
    let at = |name: &str| text(&path(&folder, name)).to_owned();
    for arguments in [
        &["pak", "rm", &at("x.pak"), "*.none"][..],
        &["pak", "rename", &at("x.pak"), "none", "z"],
        &["pak", "add", &at("x.pak"), &at("e/new.txt"), "--name", "a.txt"],
        &["pak", "pack", &at("d"), "-o", &at("x.pak")],
        &["zed", "pack", &at("d"), "-o", &at("x.zed")],
        &["udm", "set", &at("a.udm"), "none", "1"],
        &["udm", "set", &at("a.udm"), "a", "1", "-o", &at("b.udm")],
        &["udm", "fmt", &at("a.udm"), "-o", &at("b.udm")],
    ] {
        let dry = run(&[arguments, &["--dry-run"]].concat());
        let wet = run(arguments);
        assert_eq!(dry.status.code(), wet.status.code(), "{arguments:?}: {}{}", stderr(&dry), stderr(&wet));
        assert_ne!(dry.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn patterns_say_what_they_matched() {
    let folder = project();
    let at = |name: &str| text(&path(&folder, name)).to_owned();
    let (pak, zed, out) = (at("x.pak"), at("x.zed"), at("out"));
    for (command, file, what) in [("pak", &pak, "entries"), ("zed", &zed, "files")] {
        let output = run(&[command, "unpack", file, "-o", &out, "--only", "*.xml", "--force"]);
        let messages = stderr(&output);
        assert!(
            messages.contains(&format!("--only matches 2 of 3 {what}")) && messages.contains("wrote 2 files"),
            "{messages}"
        );
        let none = run(&[command, "unpack", file, "-o", &at("none"), "--only", "*.xml", "--only", "*.none"]);
        assert_eq!(none.status.code(), Some(1));
        assert!(stderr(&none).contains("--only: nothing matches '*.none'"), "{}", stderr(&none));
        assert!(!path(&folder, "none").exists());
        let packed =
            run(&[command, "pack", &at("d"), "-o", file, "--force", "--exclude", "*.none", "--exclude", "*.txt"]);
        let messages = stderr(&packed);
        assert!(
            messages.contains("--exclude: nothing matches '*.none'") && messages.contains("a.txt: excluded"),
            "{messages}"
        );
        assert!(!messages.contains("nothing matches '*.txt'"), "{messages}");
    }
    let removed = run(&["pak", "rm", &pak, "Sub/*"]);
    let messages = stderr(&removed);
    assert!(messages.contains("remove Sub/c.xml") && messages.contains("removes 1 of 2 entries"), "{messages}");
    assert!(messages.contains("1 entries, "), "{messages}");
    assert!(run(&["-q", "pak", "rm", &pak, "*.xml"]).stderr.is_empty());
}
