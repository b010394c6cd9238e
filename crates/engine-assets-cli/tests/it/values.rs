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

/// A row of the guide's table: an example, and what can be done with it.
struct Row {
    file: String,
    path: String,
    sets: bool,
    merges: bool,
}

fn rows() -> Vec<Row> {
    let page = guide();
    let table = page.lines().skip_while(|line| !line.starts_with("| format |")).skip(2);
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (file, path) = cells[2].trim_matches('`').split_once(' ').expect("a file and a path");
        assert_eq!([cells[3], cells[5]], ["✓", "✓"], "{line}");
        Row { file: file.to_owned(), path: path.to_owned(), sets: cells[4] == "✓", merges: cells[6] == "✓" }
    };
    table.take_while(|line| line.starts_with('|')).map(row).collect()
}

/// The table of the guide has every format. The value of each example can be read, set to another value and set back; changed files are compared and merged.
#[test]
fn the_formats_of_the_guide_are_read_changed_compared_and_merged() {
    let samples = samples();
    let rows = rows();
    for row in &rows {
        let Row { file, path, sets, merges } = row;
        let before = stdout(&run_in(samples.path(), &["get", file, path]));
        assert!(!before.trim().is_empty(), "{file} {path}");
        if *sets {
            let changed = set_and_back(samples.path(), row);
            let other = changed_beside(samples.path(), file, &changed);
            let output = run_in(samples.path(), &["diff", file, &other]);
            assert_eq!(output.status.code(), Some(1), "{file}: {}", stderr(&output));
            let end = path.rsplit('/').next().expect("a name");
            assert!(stdout(&output).contains(end), "{file} {path}: {}", stdout(&output));
            merge(samples.path(), row, &other, *merges);
        } else {
            read_only(samples.path(), row);
        }
    }
    assert_eq!(rows.len(), 16);
}

/// Writes another version of a file, and returns its name.
fn changed_beside(place: &Path, file: &str, bytes: &[u8]) -> String {
    let (folder, name) = file.rsplit_once('/').map_or(("", file), |(folder, name)| (folder, name));
    let other = format!("{folder}{}other-{name}", if folder.is_empty() { "" } else { "/" });
    std::fs::write(place.join(&other), bytes).expect("a file");
    other
}

/// Sets the value of an example, and sets it back; returns the changed file.
fn set_and_back(place: &Path, Row { file, path, .. }: &Row) -> Vec<u8> {
    let before = stdout(&run_in(place, &["get", file, path]));
    let bytes = std::fs::read(place.join(file)).expect("a file");
    let other = other(before.trim_end());
    let set = |value: &str| {
        let output = run_in(place, &["set", "--allow-missing", file, path, value]);
        assert_eq!(output.status.code(), Some(0), "{file} {path} = {value}: {}", stderr(&output));
    };
    set(&other);
    assert_eq!(stdout(&run_in(place, &["get", file, path])).trim_end(), other, "{file} {path}");
    let changed = std::fs::read(place.join(file)).expect("a file");
    assert_ne!(changed, bytes, "{file} {path}");
    // The default filter isn't spelled.
    if path == "filter" {
        std::fs::write(place.join(file), &bytes).expect("a file");
    } else {
        set(before.trim_end());
    }
    assert_eq!(std::fs::read(place.join(file)).expect("a file"), bytes, "{file} {path}");
    changed
}

/// Checks that a value can't be set, and that another version of the file differs.
fn read_only(place: &Path, Row { file, path, .. }: &Row) {
    let refused = run_in(place, &["set", file, path, "1"]);
    assert_eq!(refused.status.code(), Some(1), "{file} {path}");
    assert!(stderr(&refused).contains("can't be set"), "{file} {path}: {}", stderr(&refused));
    let bytes = std::fs::read(place.join(file)).expect("a file");
    assert_eq!(run_in(place, &["diff", file, file]).status.code(), Some(0), "{file}");
    // A package has sums of its bytes.
    if file.ends_with(".pak") {
        let packed = run_in(place, &["pak", "pack", "Materials", "-o", "other.pak"]);
        assert_eq!(packed.status.code(), Some(0), "{}", stderr(&packed));
        assert_eq!(run_in(place, &["diff", file, "other.pak"]).status.code(), Some(1), "{file}");
        return;
    }
    // Some bytes can't be changed without damage.
    for part in 1..24 {
        let mut changed = bytes.clone();
        changed[bytes.len() * part / 24] ^= 1;
        let other = changed_beside(place, file, &changed);
        if run_in(place, &["diff", file, &other]).status.code() == Some(1) {
            return;
        }
    }
    panic!("{file}: no change is a difference");
}

/// Merges the changed example with a change of another value of the file.
fn merge(place: &Path, Row { file, path, .. }: &Row, ours: &str, merges: bool) {
    let listed = stdout(&run_in(place, &["get", file, "**", "--json"]));
    let values = listed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let theirs = ours.replace("other-", "theirs-");
    let found =
        values.filter_map(|value| Some((value["path"].as_str()?.to_owned(), value["text"].as_str()?.to_owned())));
    // A new name is another path.
    let is_name = |one: &str| one.to_ascii_lowercase().ends_with("name");
    let is_near = |one: &str| is_name(one) || one.starts_with(path.as_str()) || path.starts_with(one);
    let second = found.filter(|(one, _)| !is_near(one)).find_map(|(one, text)| {
        std::fs::copy(place.join(file), place.join(&theirs)).expect("a file");
        let new = other(&text);
        let set = run_in(place, &["set", "--allow-missing", "--quiet", &theirs, &one, &new]);
        set.status.success().then_some((one, new))
    });
    let (second, new) = second.unwrap_or_else(|| panic!("{file}: no other value can be set"));
    let merged = format!("{ours}.merged");
    let output = run_in(place, &["merge", file, ours, &theirs, "-o", &merged, "--path", file]);
    if !merges {
        assert_eq!(output.status.code(), Some(2), "{file}: {}", stderr(&output));
        assert!(stderr(&output).contains("can't be merged"), "{file}: {}", stderr(&output));
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{file}: {}", stderr(&output));
    let get = |name: &str, path: &str| stdout(&run_in(place, &["get", name, path]));
    // By its own name, which tells the format.
    std::fs::rename(place.join(file), place.join(format!("{ours}.base"))).expect("a file");
    std::fs::copy(place.join(&merged), place.join(file)).expect("a file");
    assert_eq!(get(file, path), get(ours, path), "{file} {path}");
    let is_new = get(file, &second).trim_end().ends_with(&new);
    assert!(is_new, "{file} {second}: {} instead of {new}", get(file, &second));
    std::fs::rename(place.join(format!("{ours}.base")), place.join(file)).expect("a file");
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

#[test]
fn parts_are_added_and_removed_where_files_of_folders_have_their_place() {
    let samples = samples();
    let place = samples.path();
    // It has the node, too, and is only read.
    let result = run_in(place, &["convert", "Scenes/Camp.xml", "-o", "Camp.glb", "--quiet"]);
    assert_eq!(result.status.code(), Some(0), "{}", stderr(&result));
    let camp = || std::fs::read_to_string(place.join("Scenes/Camp.xml")).expect("a scene");
    let before = camp();
    // Materials, models, images, scripts have no such node.
    for (arguments, has) in [
        (&["insert", ".", "nodes/Ann/components", "Zone"][..], "Zone"),
        (&["set", ".", "nodes/Ann/speed", "1", "--create", "--type", "Float"], "speed"),
    ] {
        let output = run_in(place, arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), "changed 1 value in 1 file\n", "{arguments:?}");
        assert!(!before.contains(has) && camp().contains(has), "{arguments:?}");
    }
    // Nodes of glTF are only read.
    let removed = run_in(place, &["remove", ".", "nodes/Flag"]);
    assert_eq!(removed.status.code(), Some(1));
    assert!(stderr(&removed).contains("no value was changed"), "{}", stderr(&removed));
    let named = run_in(place, &["remove", "Flag.glb", "nodes/Flag"]);
    assert!(stderr(&named).contains("nothing can be removed in this format"), "{}", stderr(&named));
}

#[cfg(unix)]
#[test]
fn a_file_and_a_link_to_it_are_changed_once() {
    let samples = samples();
    let scenes = samples.path().join("Scenes");
    // By name, one before the file and one after it.
    for link in ["A.xml", "Z.xml"] {
        std::os::unix::fs::symlink("Camp.xml", scenes.join(link)).expect("a link");
    }
    for arguments in
        [&["insert", "Scenes", "nodes/Ann/components", "Light"][..], &["remove", "Scenes", "nodes/Ann/components[0]"]]
    {
        let output = run_in(samples.path(), arguments);
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), "changed 1 value in 1 file\n"),
            "{arguments:?}"
        );
    }
}
