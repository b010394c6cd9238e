//! Promises of SECURITY.md.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::common::{folder, path, stderr, stdout, text};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the text of all files below a folder that are Rust.
fn sources(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        // The crates of Python, of the page and of Bevy may have folders of their tools.
        if path.is_dir() && !["target", "node_modules", ".venv"].iter().any(|name| path.ends_with(name)) {
            sources(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).expect("a file");
            files.push((path, text));
        }
    }
}

#[test]
fn every_promise_names_tests_that_exist() {
    let page = std::fs::read_to_string(root().join("SECURITY.md")).expect("the page");
    let (_, table) = page.split_once("| promise | test |").expect("the table");
    let rows: Vec<&str> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 20, "{rows:?}");
    let mut all = Vec::new();
    sources(&root().join("crates"), &mut all);
    let tests: HashSet<&str> = all
        .iter()
        .flat_map(|(_, text)| text.split("#[test]").skip(1))
        .filter_map(|behind| behind.split_once("fn ")?.1.split_once('(').map(|(name, _)| name))
        .collect();
    for row in rows {
        let cell = row.trim_matches('|').rsplit('|').next().unwrap_or_default();
        let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "{row}");
        for name in named {
            let exists = if name.contains('/') {
                root().join("crates").join(name).is_file() || root().join(name).is_file()
            } else {
                tests.contains(name)
            };
            assert!(exists, "{name}: {row}");
        }
    }
}

#[test]
fn unsafe_code_is_forbidden_in_every_library() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace");
    let (_, lints) = workspace.split_once("[workspace.lints.rust]").expect("lints");
    assert!(lints.lines().take_while(|line| !line.starts_with('[')).any(|line| line == "unsafe_code = \"forbid\""));
    let mut libraries = 0;
    for entry in std::fs::read_dir(root().join("crates")).expect("crates").flatten() {
        let library = entry.path().join("src/lib.rs");
        let Ok(code) = std::fs::read_to_string(&library) else { continue };
        let manifest = std::fs::read_to_string(entry.path().join("Cargo.toml")).expect("a manifest");
        let by_workspace =
            manifest.split_once("[lints]").is_some_and(|(_, rest)| rest.trim().starts_with("workspace = true"));
        // The allocator of the tests is no library that anyone gets.
        let is_test = entry.path().ends_with("testkit");
        // The binding generator of the page writes unsafe code, and the page is no library.
        if entry.path().ends_with("engine-assets-web") {
            continue;
        }
        assert!(by_workspace || code.contains("#![forbid(unsafe_code)]") || is_test, "{}", library.display());
        libraries += 1;
    }
    assert!(libraries > 20, "{libraries}");
}

/// A project never reaches up to the folder of a person, nor out of its repository.
#[test]
fn a_home_folder_is_no_project() {
    let shows =
        r#"<component type="StaticModel" id="1"><attribute name="Model" value="Model;Models/None.mdl"/></component>"#;
    let scene = format!(r#"<scene id="1"><node id="2">{shows}</node></scene>"#);
    let files: [(&str, &[u8]); 4] = [
        ("home/Data/Materials/Stone.xml", b"<material/>"),
        ("home/Models/Box.mdl", b"a model"),
        ("home/game/Scenes/S.xml", scene.as_bytes()),
        ("home/folder/S.xml", scene.as_bytes()),
    ];
    let folder = folder(&files);
    // Returns the folders in which a missing model is searched.
    let searched = |file: &str, home: &str| {
        let (file, home) = (path(&folder, file), path(&folder, home));
        let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
        let command = command.args(["validate", text(&file)]);
        let output = command.env("HOME", &home).env("USERPROFILE", &home).output().expect("it runs");
        format!("{}{}", stdout(&output), stderr(&output))
    };
    let data = path(&folder, "home/Data");
    let (data, home) = (shown(&data), shown(&path(&folder, "home")));
    let (far, here) = (searched("home/game/Scenes/S.xml", "elsewhere"), searched("home/game/Scenes/S.xml", "home"));
    assert!(far.contains(&data), "{far}");
    assert!(!here.contains(&data) && here.contains("game"), "{here}");
    // The folder of a person is searched only as the folder of the file itself.
    let (far, here) = (searched("home/folder/S.xml", "elsewhere"), searched("home/folder/S.xml", "home"));
    assert!(far.contains(&format!("{home} ")) || far.contains(&data), "{far}");
    assert!(!here.contains(&format!("{home} ")) && !here.contains(&data), "{here}");
    // The same for what lies beside a repository.
    std::fs::create_dir(path(&folder, "home/game/.git")).expect("a folder");
    let beside = searched("home/game/Scenes/S.xml", "elsewhere");
    assert!(!beside.contains(&data) && beside.contains("game"), "{beside}");
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
