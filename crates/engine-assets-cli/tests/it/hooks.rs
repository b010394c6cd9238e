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

/// Runs a script of the action in a folder, with variables.
fn action_script(name: &str, at: &Path, variables: &[(&str, &str)]) -> Output {
    assert!(at_root("action.yml").contains(&format!("$GITHUB_ACTION_PATH/packaging/{name}")));
    let mut command = Command::new("bash");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging").join(name)).current_dir(at);
    command.env("PROGRAM", assert_cmd::cargo::cargo_bin("engine-assets")).envs(variables.iter().copied());
    command.output().expect("bash")
}

#[test]
fn the_action_shows_what_a_pull_request_changes() {
    use common::git::good;
    let files = folder(&[("Data/Yard.xml", common::SCENE.as_bytes()), ("Data/a.mdl", &sample("Character.mdl"))]);
    let at = files.path();
    let (reports, output) = (tempfile::tempdir().expect("a folder"), path(&files, ".git/output"));
    let review = || {
        let variables = [("PATHS", "Data\n"), ("FOLDER", text(reports.path())), ("GITHUB_OUTPUT", text(&output))];
        action_script("review.sh", at, &variables)
    };
    good(at, &["init", "-q", "-b", "main"]);
    good(at, &["add", "."]);
    good(at, &["commit", "-qm", "base"]);
    let shallow = review();
    assert_eq!(shallow.status.code(), Some(2));
    assert!(stderr(&shallow).contains("fetch-depth: 2"), "{}", stderr(&shallow));
    good(at, &["checkout", "-qb", "feature"]);
    std::fs::write(path(&files, "Data/Yard.xml"), common::SCENE.replace("0 1 0", "0 2 0")).expect("a file");
    good(at, &["commit", "-qam", "higher"]);
    good(at, &["checkout", "-q", "main"]);
    good(at, &["commit", "-q", "--allow-empty", "-m", "meanwhile"]);
    good(at, &["merge", "-q", "--no-ff", "-m", "as GitHub merges", "feature"]);
    let done = review();
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let printed = std::fs::read_to_string(&output).expect("outputs");
    assert!(printed.ends_with("differs=true\n"), "{printed}");
    let comment = std::fs::read_to_string(reports.path().join("changes.md")).expect("a comment");
    assert!(comment.contains("- `nodes/Lamp` moved from `0 1 0` to `0 2 0`."), "{comment}");
    assert!(reports.path().join("changes.html").is_file());
}

/// A `gh` that says what it is asked, and knows one earlier comment if `earlier` is its number.
fn fake_gh(files: &tempfile::TempDir, earlier: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--paginate*) printf '{earlier}';; esac\necho \"$*\" >>\"$LOG\"\nfor word; do case $word in body=@*) cat \"${{word#body=@}}\" >>\"$LOG\";; esac; done\n"
    );
    let program = path(files, "gh");
    std::fs::write(&program, script).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a script");
}

#[test]
fn the_action_comments_once_per_pull_request() {
    let files = folder(&[("changes.md", b"### 1 file differs\n"), ("log", b"")]);
    let search = format!("{}:{}", text(files.path()), std::env::var("PATH").expect("a path"));
    let (comment, log) = (path(&files, "changes.md"), path(&files, "log"));
    let run = |earlier: &str, differs: &str| {
        fake_gh(&files, earlier);
        std::fs::write(&log, b"").expect("a file");
        let variables = [
            ("PATH", search.as_str()),
            ("LOG", text(&log)),
            ("COMMENT", text(&comment)),
            ("LINK", "https://example.org/page"),
            ("REPOSITORY", "a/b"),
            ("NUMBER", "7"),
            ("DIFFERS", differs),
        ];
        let output = action_script("comment.sh", files.path(), &variables);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        std::fs::read_to_string(&log).expect("a log")
    };
    let first = run("", "true");
    assert!(first.contains("--method POST repos/a/b/issues/7/comments --field body=@"), "{first}");
    assert!(
        first.contains(
            "<!-- engine-assets: changes -->\n### 1 file differs\n\n[Page with pictures](https://example.org/page)\n"
        ),
        "{first}"
    );
    let second = run("41\\n42\\n", "false");
    assert!(second.contains("--method PATCH repos/a/b/issues/comments/41 "), "{second}");
    assert!(!run("", "false").contains("--method"));
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
