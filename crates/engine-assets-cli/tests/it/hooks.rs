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
        let words: Vec<&str> = entry.split(' ').chain(["--", text(&file)]).collect();
        let output = run(&words);
        assert_eq!(output.status.code(), Some(0), "{}: {}", sample.name, stderr(&output));
    }
    assert!(named >= 12, "{named} samples");
}

/// Runs a script of `packaging/` with an installed command that prints its arguments, in a folder.
fn scripted(folder: &tempfile::TempDir, script: &str, arguments: &[&str]) -> Output {
    let packaging = path(folder, "packaging");
    std::fs::create_dir_all(&packaging).expect("a folder");
    std::fs::write(packaging.join(script), at_root(&format!("packaging/{script}"))).expect("a script");
    std::fs::write(packaging.join("version.sh"), "echo 0.1.0\n").expect("a script");
    std::fs::write(packaging.join("install.sh"), "echo \"$PROGRAM\"\n").expect("a script");
    for name in [script, "version.sh", "install.sh"] {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(packaging.join(name), std::fs::Permissions::from_mode(0o755)).expect("a script");
    }
    let mut command = Command::new("bash");
    command.arg(packaging.join(script)).args(arguments).current_dir(folder.path());
    command.env("PROGRAM", assert_cmd::cargo::cargo_bin("engine-assets")).output().expect("bash")
}

#[test]
fn a_file_that_is_called_like_an_option_is_a_file() {
    let hooks = at_root(".pre-commit-hooks.yaml");
    assert!(hooks.lines().any(|line| line.trim() == "args: [--]"), "{hooks}");
    let (evil, other) = ("--sarif=evil.mdl", "-x.mdl");
    let files = folder(&[(evil, &sample("Character.mdl")), (other, &sample("Character.mdl")), ("a.mdl", b"")]);
    let names = |folder: &tempfile::TempDir| std::fs::read_dir(folder.path()).expect("a folder").count();
    let good = scripted(&files, "pre-commit.sh", &["--", evil, other]);
    assert_eq!(good.status.code(), Some(0), "{}", stderr(&good));
    assert!(stdout(&good).contains(evil), "{}", stdout(&good));
    // Without the separator, names can't be told from options: nothing is checked, and nothing is written.
    for arguments in [&[evil, "a.mdl"][..], &["--deny", "warnings", "a.mdl"]] {
        assert_eq!(scripted(&files, "pre-commit.sh", arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(names(&files), 4);
    assert_eq!(std::fs::read(path(&files, evil)).expect("a file"), sample("Character.mdl"));
    assert_eq!(act(&files, &format!("{evil}\n{other}"), "").status.code(), Some(0));
    // The guide and the README of the crate.
    let guide = at_root("site/guide/ci.md");
    assert!(guide.contains("args: [--deny, warnings, --]"));
    let readme = at_root("crates/udm-tools/README.md");
    assert!(readme.contains("udm fmt --as-is --'") && readme.contains("--path=%P") && readme.contains("-- %O %A %B"));
}
