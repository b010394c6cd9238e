//! The GitHub Action and the hook for pre-commit call the command as it is.

#![cfg(unix)]

use crate::common;

use std::path::Path;
use std::process::{Command, Output};

use common::{folder, path, run, stderr, stdout, text};

fn at_root(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).expect("a file")
}

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// Runs the check of the action with the inputs of a workflow.
fn act(folder: &tempfile::TempDir, paths: &str, arguments: &str) -> Output {
    assert!(at_root("action.yml").contains("$GITHUB_ACTION_PATH/packaging/action.sh"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/action.sh");
    let mut command = Command::new("bash");
    command.arg(script).current_dir(folder.path()).env("PROGRAM", assert_cmd::cargo::cargo_bin("engine-assets"));
    command.env("PATHS", paths).env("ARGUMENTS", arguments).output().expect("bash")
}

#[test]
fn the_action_checks_the_paths_that_it_is_given() {
    let folder = folder(&[("Data/a.mdl", &sample("Character.mdl")), ("cut.mdl", &sample("Character.mdl")[..99])]);
    let good = act(&folder, "Data", "--roundtrip --deny warnings");
    assert_eq!(good.status.code(), Some(0), "{}", stderr(&good));
    assert!(stdout(&good).contains("Data/a.mdl (urho-mdl, identical)"), "{}", stdout(&good));
    assert_eq!(act(&folder, "Data", "").status.code(), Some(0));
    assert_eq!(act(&folder, "Data\ncut.mdl", "").status.code(), Some(1));
    // Inputs aren't run as scripts.
    let hostile = act(&folder, "Data; touch made $(touch made)", "");
    assert_ne!(hostile.status.code(), Some(0));
    assert!(!path(&folder, "made").exists());
}

#[test]
fn the_hook_names_files_that_are_assets() {
    let hooks = at_root(".pre-commit-hooks.yaml");
    let entry = hooks.lines().find_map(|line| line.trim().strip_prefix("entry: ")).expect("an entry");
    let script = at_root(entry);
    let entry = script
        .lines()
        .find_map(|line| line.strip_prefix("exec \"$program\" ")?.strip_suffix(" \"$@\""))
        .expect("a command");
    let pattern = hooks.lines().find_map(|line| line.trim().strip_prefix("files: ")).expect("a pattern");
    let mut named = 0;
    for sample in fuzzkit::samples::all() {
        let end = sample.name.rsplit('.').next().expect("an extension");
        // `(a|b)(_b)?` and `[vp]s[234]` by hand: the pattern must contain the extension, without the suffix for binary.
        let stem = end.trim_end_matches("_b");
        if !pattern.contains(stem) {
            continue;
        }
        named += 1;
        let folder = folder(&[("file", b"")]);
        let file = path(&folder, &format!("file.{end}"));
        std::fs::write(&file, &sample.bytes).expect("a file");
        let words: Vec<&str> = entry.split(' ').chain([text(&file)]).collect();
        let output = run(&words);
        assert_eq!(output.status.code(), Some(0), "{}: {}", sample.name, stderr(&output));
    }
    assert!(named >= 12, "{named} samples");
}
