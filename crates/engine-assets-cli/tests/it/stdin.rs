//! Standard input: `-` in place of a file, for every command that reads files.

use crate::common;

use std::process::Output;

use common::{folder, path, run, stderr, stdout, text};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// Runs the command with bytes as its standard input.
fn piped(arguments: &[&str], bytes: &[u8]) -> Output {
    let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
    command.args(arguments).write_stdin(bytes).output().expect("it runs")
}

/// Checks that a command prints the same of standard input as of a file, but for its name.
#[track_caller]
fn same(command: &[&str], bytes: &[u8], more: &[&str]) {
    let folder = folder(&[("file", bytes)]);
    let file = path(&folder, "file");
    let direct = run(&[command, &[text(&file)], more].concat());
    let from_pipe = piped(&[command, &["-"], more].concat(), bytes);
    assert_eq!(direct.status.code(), Some(0), "{command:?}: {}", stderr(&direct));
    assert_eq!(from_pipe.status.code(), Some(0), "{command:?}: {}", stderr(&from_pipe));
    assert!(!stdout(&direct).is_empty(), "{command:?}");
    let in_json = text(&file).replace('\\', "\\\\");
    let direct = stdout(&direct).replace(&in_json, "-").replace(text(&file), "-");
    assert_eq!(stdout(&from_pipe), direct, "{command:?}");
}

const BEFORE: &[u8] = b"$uint32 a 1\n";
const AFTER: &[u8] = b"$uint32 a 2\n";
const SCHEMA: &[u8] = b"schema { types { Lamp { format { $string type ROOM $uint32 version 1 } } } }";

#[test]
fn models_are_inspected_validated_and_rendered() {
    let model = sample("Character.mdl");
    same(&["inspect", "--no-sidecar"], &model, &[]);
    same(&["inspect", "--json", "--hashes", "--no-sidecar"], &model, &[]);
    same(&["validate", "--roundtrip"], &model, &[]);
    same(&["validate", "--json"], &model, &[]);
    let folder = folder(&[]);
    let picture = path(&folder, "out.png");
    let output = piped(&["render", "-", "-o", text(&picture), "--size", "64x64"], &model);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read(&picture).expect("a picture").starts_with(b"\x89PNG"));
    let sheet = path(&folder, "sheet.png");
    let output = piped(&["render", "-", "--sheet", "-o", text(&sheet), "--size", "64x64"], &model);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read(&sheet).expect("a picture").starts_with(b"\x89PNG"));
}

#[test]
fn packages_are_listed_verified_printed_and_unpacked() {
    let package = sample("Character.pak");
    same(&["pak", "list"], &package, &[]);
    same(&["pak", "list", "--long"], &package, &[]);
    same(&["pak", "list", "--json", "--hashes"], &package, &[]);
    same(&["pak", "verify"], &package, &[]);
    same(&["validate"], &package, &[]);
    same(&["inspect"], &package, &[]);
    let names = stdout(&piped(&["pak", "list", "-"], &package));
    let name = names.lines().next().and_then(|line| line.rsplit("  ").next()).expect("an entry");
    let folder = folder(&[("game.pak", &package)]);
    let file = path(&folder, "game.pak");
    let printed = piped(&["pak", "cat", "-", name], &package);
    assert!(!printed.stdout.is_empty() && printed.stdout == run(&["pak", "cat", text(&file), name]).stdout);
    let out = path(&folder, "out");
    let output = piped(&["pak", "unpack", "-", "-o", text(&out)], &package);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(std::fs::read(out.join(name)).expect("the entry"), printed.stdout);
    let damaged = piped(&["pak", "list", "-"], b"no package");
    assert_eq!(damaged.status.code(), Some(1), "{}", stderr(&damaged));
}

#[test]
fn documents_are_read_formatted_compared_and_changed() {
    same(&["udm", "get"], BEFORE, &["a"]);
    same(&["udm", "get", "--json"], BEFORE, &["a"]);
    same(&["udm", "fmt"], BEFORE, &[]);
    same(&["udm", "schema", "list"], SCHEMA, &[]);
    same(&["udm", "schema", "infer"], BEFORE, &[]);
    let folder = folder(&[("a.udm", BEFORE), ("b.udm", AFTER)]);
    let [before, after] = ["a.udm", "b.udm"].map(|name| path(&folder, name));
    let [before, after] = [text(&before), text(&after)];
    let expected = stdout(&run(&["udm", "diff", before, after]));
    assert_eq!(expected, "- a: uint32 1\n+ a: uint32 2\n");
    assert_eq!(stdout(&piped(&["udm", "diff", "-", after], BEFORE)), expected);
    assert_eq!(stdout(&piped(&["udm", "diff", before, "-"], AFTER)), expected);
    let changes = stdout(&run(&["udm", "diff", "--json", before, after]));
    for output in [
        piped(&["udm", "set", "-", "a", "2"], BEFORE),
        piped(&["udm", "patch", "-", text(&changes_file(&folder, &changes))], BEFORE),
        piped(&["udm", "merge", before, "-", after], BEFORE),
    ] {
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), AFTER), "{}", stderr(&output));
    }
    let output = piped(&["udm", "merge", "-", before, after, "-o", text(&path(&folder, "merged.udm"))], BEFORE);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // Nothing is called `-`.
    assert!(!folder.path().join("-").exists());
    let output = piped(&["udm", "patch", before, "-", "-o", text(&path(&folder, "patched.udm"))], changes.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(std::fs::read(path(&folder, "patched.udm")).expect("a document"), AFTER);
    assert_eq!(stdout(&piped(&["udm", "rm", "-", "a"], b"$uint32 a 1\n$uint32 b 1\n")), "$uint32 b 1\n");
    let json = piped(&["udm", "from-json", "-", "--text"], br#"{"lamp": {"watts": 7}}"#);
    assert!(stdout(&json).contains("watts"), "{}", stderr(&json));
    let completed = piped(&["udm", "schema", "complete", "-", before, "--dry-run"], SCHEMA);
    assert_ne!(completed.status.code(), Some(2), "{}", stderr(&completed));
}

fn changes_file(folder: &tempfile::TempDir, changes: &str) -> std::path::PathBuf {
    let file = path(folder, "changes.json");
    std::fs::write(&file, changes).expect("a file");
    file
}

#[test]
fn scripts_are_listed_and_disassembled() {
    let script = sample("Scripts/Start.asc");
    same(&["asc", "list"], &script, &[]);
    same(&["asc", "disasm"], &script, &[]);
    same(&["asc", "disasm"], &script, &["Start"]);
}

#[test]
fn image_files_are_listed_and_unpacked() {
    let image = sample("Tiles.zed");
    same(&["zed", "list"], &image, &[]);
    let folder = folder(&[]);
    let output = piped(&["zed", "unpack", "-", "-o", text(&path(&folder, "out"))], &image);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!common::files_below(&path(&folder, "out")).is_empty());
}

#[test]
fn standard_input_is_read_once() {
    for arguments in [&["udm", "diff", "-", "-"][..], &["inspect", "-", "-"], &["validate", "-", "-"]] {
        let output = piped(arguments, BEFORE);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("standard input can be read once only"), "{}", stderr(&output));
    }
}
