//! `get`, `set`, `remove`, `insert`, `keys`: values by paths.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{folder, run, stderr, stdout, text};

/// The samples.
fn samples() -> tempfile::TempDir {
    let samples = fuzzkit::samples::all();
    let files: Vec<(&str, &[u8])> = samples.iter().map(|sample| (sample.name, sample.bytes.as_slice())).collect();
    folder(&files)
}

fn run_in(place: &Path, arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin("engine-assets");
    Command::new(program).args(arguments).current_dir(place).output().expect("it runs")
}

fn guide() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("guides/values.md");
    std::fs::read_to_string(page).expect("a page")
}

/// The table of the guide has every format with paths; the value of each example can be read, set to another value and set back.
#[test]
fn the_formats_of_the_guide_are_read_and_changed() {
    let samples = samples();
    let page = guide();
    let table = page.lines().skip_while(|line| !line.starts_with("| format |")).skip(2);
    let mut count = 0;
    for row in table.take_while(|line| line.starts_with('|')) {
        let example = row.split('`').nth(1).expect("an example");
        let (file, path) = example.split_once(' ').expect("a file and a path");
        let before = stdout(&run_in(samples.path(), &["get", file, path]));
        let bytes = std::fs::read(samples.path().join(file)).expect("a file");
        let other = other(before.trim_end());
        let set = |value: &str| {
            let output = run_in(samples.path(), &["set", "--allow-missing", file, path, value]);
            assert_eq!(output.status.code(), Some(0), "{example} = {value}: {}", stderr(&output));
        };
        set(&other);
        assert_eq!(stdout(&run_in(samples.path(), &["get", file, path])).trim_end(), other, "{example}");
        assert_ne!(std::fs::read(samples.path().join(file)).expect("a file"), bytes, "{example}");
        if path != "filter" {
            set(before.trim_end());
            assert_eq!(std::fs::read(samples.path().join(file)).expect("a file"), bytes, "{example}");
        }
        count += 1;
    }
    assert_eq!(count, 10);
}

/// Returns another value of the same type.
fn other(value: &str) -> String {
    let numbers: Result<Vec<f64>, _> = value.split(' ').map(str::parse::<f64>).collect();
    match (numbers, value) {
        (Ok(numbers), _) => numbers.iter().map(|number| (number + 2.0).to_string()).collect::<Vec<_>>().join(" "),
        (Err(_), "nearest") => "bilinear".to_owned(),
        (Err(_), "default" | "bilinear" | "trilinear" | "anisotropic") => "nearest".to_owned(),
        // The end of a name may tell the format.
        (Err(_), text) => text.rsplit_once('.').map_or(format!("{text}2"), |(name, end)| format!("{name}2.{end}")),
    }
}

#[test]
fn errors_set_the_exit_status_and_change_nothing() {
    let samples = samples();
    let scene = std::fs::read(samples.path().join("Scenes/Camp.xml")).expect("a scene");
    for (arguments, status, message) in [
        (&["set", "Scenes/Camp.xml", "nodes/Nobody/Name", "x"][..], 1, "there is no such part"),
        (&["set", "Scenes/Camp.xml", "nodes/*/Nothing", "x"], 1, "no value was changed"),
        (&["set", "Materials", "nodes/Ann/Name", "x"], 1, "no value was changed"),
        (&["set", "no such file", "nodes/Ann/Name", "x"], 2, "No such file"),
        (&["set", "Scenes/Camp.xml", "nodes[", "x"], 2, "expected a position"),
        (&["set", "Scenes/Camp.xml", "nodes/Ann/Name", "x", "--where", "y"], 2, "expected PATH=VALUE"),
        (&["set", "Scenes/Camp.xml", "nodes/Ann/speed", "1"], 1, "--create adds values"),
        (&["set", "Scenes/Camp.xml", "nodes/Ann/speed", "1", "--create", "--type", "Speed"], 1, "Float"),
        (&["get", "Scenes/Camp.xml", "nodes/*/Nothing"], 1, "the pattern matches no value"),
        (&["get", "sheet.png", "width"], 2, "No such file"),
        (&["set", "Textures/Character.tga", "width", "1"], 1, "can't be set"),
        (&["set", "Scenes", "nodes/Ann/Position", "high"], 1, "three numbers"),
        (&["insert", "Scenes/Camp.xml", "nodes/Ann", "x"], 1, "only lists take items"),
        (&["remove", "Scenes/Camp.xml", "nodes[0]"], 1, "outermost node"),
        (&["remove", "Scenes/Camp.xml", "nodes/Ann/Scale"], 1, "the value is the default"),
    ] {
        let output = run_in(samples.path(), arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(std::fs::read(samples.path().join("Scenes/Camp.xml")).expect("a scene"), scene);
}

#[test]
fn values_may_begin_with_a_hyphen() {
    let samples = samples();
    let output = run_in(samples.path(), &["set", "Scenes/Camp.xml", "nodes/Ann/Position", "-1 -2 -3", "--quiet"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    assert_eq!(stdout(&run_in(samples.path(), &["get", "Scenes/Camp.xml", "nodes/Ann/Position"])), "-1 -2 -3\n");
}

#[test]
fn a_package_and_standard_input_are_read() {
    let samples = samples();
    let entry = format!("{}:Character.mdl", text(&samples.path().join("Character.pak")));
    let alone = stdout(&run_in(samples.path(), &["get", "Character.mdl", "bounds/max"]));
    assert_eq!((alone.split(' ').count(), stdout(&run(&["get", &entry, "bounds/max"]))), (3, alone));
    let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
    let scene = std::fs::read_to_string(samples.path().join("Scenes/Camp.xml")).expect("a scene");
    let changed =
        command.args(["set", "-", "nodes/Ann/Name", "Eve"]).write_stdin(scene.as_str()).output().expect("it runs");
    assert_eq!(stdout(&changed), scene.replace("Ann", "Eve"), "{}", stderr(&changed));
}

#[test]
fn folders_are_changed_where_files_have_the_path() {
    let samples = samples();
    let at = |name: &str| samples.path().join(name);
    std::fs::create_dir_all(at("Scenes/More")).expect("a folder");
    std::fs::copy(at("Scenes/Camp.xml"), at("Scenes/More/Camp.xml")).expect("a file");
    std::fs::write(at("Scenes/notes.txt"), "no asset").expect("a file");
    let before = crate::common::files(samples.path());
    let planned = run_in(samples.path(), &["set", ".", "nodes/Ann/Position", "7 8 9", "--dry-run"]);
    assert_eq!(planned.status.code(), Some(0), "{}", stderr(&planned));
    assert!(stderr(&planned).contains("would change 2 values in 2 files"), "{}", stderr(&planned));
    assert_eq!(crate::common::files(samples.path()), before);
    let done = run_in(samples.path(), &["set", ".", "nodes/Ann/Position", "7 8 9"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let after = crate::common::files(samples.path());
    let changed: Vec<&String> = before.keys().filter(|name| before[*name] != after[*name]).collect();
    assert_eq!(changed, ["Scenes/Camp.xml", "Scenes/More/Camp.xml"]);
    let values = stdout(&run_in(samples.path(), &["get", "Scenes", "nodes/Ann/Position"]));
    assert_eq!(values.lines().filter(|line| line.ends_with(": 7 8 9")).count(), 2, "{values}");
    let removed = run_in(samples.path(), &["remove", "Scenes", "nodes/Ann"]);
    assert!(stderr(&removed).contains("changed 2 values in 2 files"), "{}", stderr(&removed));
}
