//! Findings that fail and findings that are ignored, by options and by `engine-assets.toml`; the summary of `validate`.

use crate::common;

use std::process::Output;

use common::{folder, path, run, stderr, stdout, text};
use serde_json::Value;

/// A scene with an unknown class, without an Octree, and with a model that doesn't exist.
const SCENE: &[u8] =
    b"<scene id=\"1\"><node id=\"2\"><component type=\"Robot\" id=\"3\" /><component type=\"StaticModel\" id=\"4\">\
<attribute name=\"Model\" value=\"Model;Models/None.mdl\" /></component></node></scene>\n";
const MATERIAL: &[u8] = b"<material>\n\t<technique name=\"Techniques/No.xml\" />\n</material>\n";

fn project(more: &[(&str, &[u8])]) -> tempfile::TempDir {
    let files: &[(&str, &[u8])] = &[("Data/Scenes/Level.xml", SCENE), ("Data/Materials/Stone.xml", MATERIAL)];
    folder(&[files, more].concat())
}

fn validate(arguments: &[&str]) -> Output {
    run(&[&["validate"], arguments].concat())
}

/// Kinds of all findings of `validate --json`.
fn kinds(arguments: &[&str]) -> Vec<String> {
    let output = stdout(&validate(&[&["--json"], arguments].concat()));
    let lines = output.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let of = |line: Value| {
        let findings = line["findings"].as_array().expect("findings").clone();
        findings.into_iter().map(|finding| finding["kind"].as_str().expect("a kind").to_owned())
    };
    let mut kinds: Vec<String> = lines.flat_map(of).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

const MISSING: &str = "engine-assets/resource-missing";
const UNKNOWN: &str = "urho-scene/class-unknown";

#[test]
fn kinds_fail_by_name_and_by_pattern() {
    let folder = project(&[]);
    let data = path(&folder, "Data");
    let status = |options: &[&str]| validate(&[options, &[text(&data)]].concat()).status.code();
    assert_eq!(status(&[]), Some(0));
    assert_eq!(status(&["--fail-on", UNKNOWN]), Some(1));
    assert_eq!(status(&["--fail-on", "urho-scene/*"]), Some(1));
    assert_eq!(status(&["--fail-on", "urho-mdl/*"]), Some(0));
    assert_eq!(status(&["--fail-on", "urho-mdl/*", "--fail-on", MISSING]), Some(1));
    let json = stdout(&validate(&["--json", "--fail-on", UNKNOWN, text(&data)]));
    assert!(json.lines().any(|line| line.contains("Level.xml") && line.contains("\"status\":\"error\"")), "{json}");
    assert!(json.lines().any(|line| line.contains("Stone.xml") && line.contains("\"status\":\"findings\"")), "{json}");
}

#[test]
fn ignored_kinds_are_neither_shown_nor_counted() {
    let folder = project(&[]);
    let data = path(&folder, "Data");
    let all = kinds(&[text(&data)]);
    assert!(all.iter().any(|kind| kind == UNKNOWN) && all.iter().any(|kind| kind == MISSING), "{all:?}");
    let left = kinds(&["--ignore", UNKNOWN, text(&data)]);
    assert_eq!(left, all.iter().filter(|kind| *kind != UNKNOWN).cloned().collect::<Vec<_>>());
    let output = validate(&["--deny", "warnings", "--ignore", "*/*", text(&data)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!stderr(&output).contains("warning:") && stderr(&output).contains(" findings ignored"));
    assert!(!stdout(&output).contains("warning"), "{}", stdout(&output));
    // One file has no summary, but the number.
    let output = validate(&["--ignore", UNKNOWN, text(&path(&folder, "Data/Scenes/Level.xml"))]);
    assert!(stderr(&output).contains("; 1 finding ignored"), "{}", stderr(&output));
    // A failing name has priority over an ignored pattern.
    let output = validate(&["--ignore", "*/*", "--fail-on", UNKNOWN, text(&data)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(kinds(&["--ignore", "*/*", "--fail-on", UNKNOWN, text(&data)]), [UNKNOWN]);
}

#[test]
fn unknown_kinds_are_refused_with_the_nearest() {
    for option in ["--fail-on", "--ignore"] {
        let output = validate(&[option, "urho-scene/class-unknwon", "."]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("did you mean urho-scene/class-unknown?"), "{}", stderr(&output));
        let output = validate(&[option, "nothing/like*", "."]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("explain --all"), "{}", stderr(&output));
    }
}

#[test]
fn files_that_cant_be_parsed_are_errors_in_any_case() {
    let folder = folder(&[("cut.mdl", b"UMD2\x01\0\0\0")]);
    let model = path(&folder, "cut.mdl");
    assert_eq!(validate(&["--ignore", "engine-assets/*", text(&model)]).status.code(), Some(1));
    let output = validate(&["--ignore", "engine-assets/unreadable", text(&model)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("can't be ignored"), "{}", stderr(&output));
}

#[test]
fn the_summary_counts_formats_severities_and_kinds() {
    let folder = project(&[]);
    let data = path(&folder, "Data");
    let output = validate(&[text(&data)]);
    let messages = stderr(&output);
    let row = |name: &str| -> Vec<String> {
        let line = messages.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {messages}"));
        line.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("format "), ["format", "files", "errors", "warnings", "notes"]);
    assert_eq!(row("urho-material "), ["urho-material", "1", "0", "1", "0"]);
    assert!(messages.contains(&format!("2  {MISSING}: ")), "{messages}");
    assert!(messages.contains("2 files: 2 ok, 0 bad, 0 unreadable; 0 others skipped"), "{messages}");
    let shown = messages.lines().filter(|line| line.contains(": note:") || line.contains(": warning:"));
    assert!(shown.clone().count() > 2 && shown.clone().all(|line| line.ends_with(']')), "{messages}");
    let quiet = run(&["--quiet", "validate", text(&data)]);
    assert!(!stderr(&quiet).contains("files") && stdout(&quiet) == stdout(&output));
    let one = validate(&[text(&path(&folder, "Data/Materials/Stone.xml"))]);
    assert!(!stderr(&one).contains("most frequent"), "{}", stderr(&one));
}

#[test]
fn the_nearest_configuration_applies() {
    let config = b"[validate]\nignore = [\"urho-scene/*\"]\nfail-on = [\"engine-assets/resource-missing\"]\n";
    let folder = project(&[("engine-assets.toml", config), ("Data/Scenes/engine-assets.toml", b"")]);
    let [data, scene, file] = ["Data", "Data/Scenes", "Data/Materials/Stone.xml"].map(|name| path(&folder, name));
    assert_eq!(validate(&[text(&data)]).status.code(), Some(1));
    assert_eq!(kinds(&[text(&data)]), [MISSING]);
    assert_eq!(validate(&[text(&file)]).status.code(), Some(1));
    assert_eq!(validate(&["--no-config", text(&data)]).status.code(), Some(0));
    assert!(kinds(&["--no-config", text(&data)]).contains(&UNKNOWN.to_owned()));
    // The nearest file counts, also if it is empty.
    assert_eq!(validate(&[text(&scene)]).status.code(), Some(0));
    // Options have priority.
    assert_eq!(validate(&["--ignore", MISSING, text(&data)]).status.code(), Some(0));
    assert!(kinds(&["--fail-on", UNKNOWN, text(&data)]).contains(&UNKNOWN.to_owned()));
    // Each path has its own configuration.
    let output = validate(&["--verbose", text(&scene), text(&file)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).matches("engine-assets.toml: configuration for").count(), 2, "{}", stderr(&output));
}

#[test]
fn a_configuration_denies_warnings() {
    let folder = project(&[("Data/engine-assets.toml", b"[validate]\ndeny = \"warnings\"\n")]);
    assert_eq!(validate(&[text(&path(&folder, "Data"))]).status.code(), Some(1));
    assert_eq!(validate(&["--no-config", text(&path(&folder, "Data"))]).status.code(), Some(0));
}

#[test]
fn wrong_configurations_are_refused_with_their_line() {
    for (config, line, problem) in [
        ("[validate]\nignored = []\n", "line 2", "unknown field `ignored`"),
        ("[validat]\n", "line 1", "unknown field `validat`"),
        ("[validate]\n\nignore = [\"urho-scene/class-unknwon\"]\n", "line 3", "did you mean urho-scene/class-unknown?"),
        ("[validate]\ndeny = \"notes\"\n", "line 2", "`notes`"),
        ("[validate\n", "line 1", ""),
    ] {
        let folder = project(&[("engine-assets.toml", config.as_bytes())]);
        for command in ["validate", "doctor"] {
            let output = run(&[command, text(&path(&folder, "Data"))]);
            assert_eq!(output.status.code(), Some(2), "{config}");
            let messages = stderr(&output);
            assert!(
                messages.contains("engine-assets.toml: ") && messages.contains(line) && messages.contains(problem),
                "{messages}"
            );
            assert!(stdout(&output).is_empty());
        }
    }
}

#[test]
fn doctor_has_the_same_policy() {
    let folder = project(&[]);
    let data = path(&folder, "Data");
    let doctor = |options: &[&str]| run(&[&["doctor"], options, &[text(&data)]].concat());
    assert_eq!(doctor(&[]).status.code(), Some(0));
    let failing = doctor(&["--fail-on", UNKNOWN]);
    assert_eq!(failing.status.code(), Some(1));
    assert!(stdout(&failing).contains("broken: 1"), "{}", stdout(&failing));
    assert_eq!(doctor(&["--deny", "warnings"]).status.code(), Some(1));
    assert_eq!(doctor(&["--fail-on", "engine-assets/unused-file"]).status.code(), Some(1));
    let ignoring = doctor(&["--ignore", MISSING, "--ignore", "engine-assets/unused-file"]);
    let shown = stdout(&ignoring);
    assert!(shown.contains("missing: none") && shown.contains("unused: none"), "{shown}");
    assert!(stderr(&ignoring).contains("2 findings ignored"), "{}", stderr(&ignoring));
}

#[test]
fn reports_follow_the_policy() {
    let folder = project(&[]);
    let (data, report) = (path(&folder, "Data"), path(&folder, "out.xml"));
    validate(&["--fail-on", UNKNOWN, "--ignore", MISSING, "--junit", text(&report), text(&data)]);
    let xml = std::fs::read_to_string(&report).expect("a report");
    assert!(xml.contains("failures=\"1\"") && xml.contains(UNKNOWN) && !xml.contains(MISSING), "{xml}");
}
