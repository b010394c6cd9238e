//! `refs`, and the unused files of `doctor` and `validate`: who names which file.

use crate::common;

use std::path::Path;

use common::{folder, path, run, schema, stderr, stdout, text};
use serde_json::Value;

const MATERIAL: &[u8] = b"<material>\n\t<technique name=\"Techniques/Mine.xml\" />\n\t<texture unit=\"diffuse\" name=\"Textures/Stone.png\" />\n</material>\n";

/// A project of a scene, a script, code and files that they name.
fn project() -> tempfile::TempDir {
    folder(&[
        ("Data/Materials/Stone.xml", MATERIAL),
        ("Data/Techniques/Mine.xml", b"<technique vs=\"Mine\" ps=\"LitSolid\"><pass name=\"base\" /></technique>\n"),
        ("Data/Shaders/GLSL/Mine.glsl", b"void VS() {}\n"),
        ("Data/Textures/Stone.png", b"\x89PNG\r\n\x1a\n"),
        ("Data/Textures/Icon.png", b"\x89PNG\r\n\x1a\n"),
        ("Data/Textures/Sky3.png", b"\x89PNG\r\n\x1a\n"),
        ("Data/Textures/Far.png", b"\x89PNG\r\n\x1a\n"),
        ("Data/Textures/Old.png", b"\x89PNG\r\n\x1a\n"),
        ("Data/Textures/Old.xml", b"<texture><mipmap enable=\"false\" /></texture>\n"),
        ("Data/Scripts/Game.as", b"// It's \"old\".\nauto icon = cache.GetResource(\"Texture2D\", \"Textures/Icon.png\");\nauto sky = \"Textures/Sky\" + 3 + \".png\";\nauto none = \"Textures/None.png\";\n"),
        ("src/main.cpp", b"auto far = cache->GetResource<Texture2D>(\"Data/Textures/Far.png\");\n"),
    ])
}

fn lines_fit(name: &str, arguments: &[&str]) -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
    let known: Value = serde_json::from_slice(&std::fs::read(file).expect("a schema")).expect("JSON");
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let lines = stdout(&output);
    let values = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    values.inspect(|value| assert_eq!(schema::check(&known, value), Ok(()), "{name}")).collect()
}

#[test]
fn users_of_a_file_are_listed_by_certainty() {
    let folder = project();
    let (data, code) = (path(&folder, "Data"), path(&folder, "src"));
    let (data, code) = (text(&data), text(&code));
    let of = |name: &str| stdout(&run(&["refs", name, "--project", data, "--code", code])).replace('\\', "/");
    assert_eq!(
        of("Textures/Stone.png"),
        "Textures/Stone.png: 1 reference\n  certain  Materials/Stone.xml:3: \"Textures/Stone.png\", texture 0\n"
    );
    assert_eq!(of("Textures/Icon.png").lines().nth(1), Some("  literal  Scripts/Game.as:2: \"Textures/Icon.png\""));
    assert_eq!(of("textures/sky3.png").lines().nth(1), Some("  perhaps  Scripts/Game.as:3: \"textures/sky*.png\""));
    assert!(of("Textures/Far.png").contains("src/main.cpp:1: \"Data/Textures/Far.png\""));
    assert_eq!(of("Textures/Old.png"), "Textures/Old.png: 0 references\n");
    assert!(of("Textures/Old.xml").contains("certain  Textures/Old.png: \"Old.xml\", side file"));
    assert!(of("Shaders/GLSL/Mine.glsl").contains("certain  Techniques/Mine.xml:1: \"Mine\", Shader"));
    let users = lines_fit("refs.json", &["refs", "Textures/Stone.png", "--project", data, "--json"]);
    assert_eq!(users[0]["users"][0]["line"], 3);
    let output = run(&["refs", "Textures/Nothing.png", "--project", data]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("is called \"Textures/Nothing.png\"; pass --project DIR"), "{}", stderr(&output));
    assert_eq!(run(&["refs", "a", "--project", "no such folder"]).status.code(), Some(2));
}

#[test]
fn missing_files_have_users_too() {
    let folder = folder(&[("Data/Materials/Stone.xml", MATERIAL)]);
    let output = run(&["refs", "Textures/Stone.png", "--project", text(folder.path())]);
    let told = stdout(&output);
    assert!(told.starts_with("Textures/Stone.png: not a file of the project, 1 reference\n"), "{told}");
}

#[test]
fn a_file_uses_files_in_steps() {
    let folder = project();
    let data = path(&folder, "Data");
    let deep = ["refs", "--of", "Materials/Stone.xml", "--deep", "--json", "--project", text(&data)];
    let found = &lines_fit("refs-of.json", &deep)[0]["uses"];
    let steps: Vec<_> = found.as_array().expect("a list").iter().map(|one| (&one["depth"], &one["target"])).collect();
    assert_eq!(
        steps,
        [
            (&1.into(), &"file".into()),
            (&1.into(), &"file".into()),
            (&2.into(), &"file".into()),
            (&2.into(), &"engine".into())
        ]
    );
    let shallow = stdout(&run(&["refs", "--of", text(&data.join("Materials/Stone.xml")), "--project", text(&data)]));
    assert!(shallow.starts_with("Materials/Stone.xml: 2 references\n"), "{shallow}");
}

#[test]
fn the_whole_graph_is_dot_or_json() {
    let folder = project();
    let graph = &lines_fit("refs-graph.json", &["refs", "--graph", "json", "--project", text(folder.path())])[0];
    let files = graph["files"].as_array().expect("a list");
    let named = |name: &str| files.iter().find(|file| file["name"] == name).expect("a file")["certainty"].clone();
    assert_eq!((named("Textures/Stone.png"), named("Textures/Sky3.png")), ("certain".into(), "perhaps".into()));
    assert_eq!((named("Textures/Old.png"), named("Textures/Far.png")), (Value::Null, "literal".into()));
    let dot = stdout(&run(&["refs", "--graph", "dot", "--project", text(folder.path())]));
    assert!(dot.starts_with("digraph references {") && dot.ends_with("}\n"), "{dot}");
    assert!(dot.contains(" [style=dashed];\n") && dot.contains("label=\"Data/Materials/Stone.xml\""), "{dot}");
}

#[test]
fn only_files_that_nothing_names_are_unused() {
    let folder = project();
    let (data, code) = (path(&folder, "Data"), path(&folder, "src"));
    let (data, code) = (text(&data), text(&code));
    let lists = |arguments: &[&str]| {
        let report: Value =
            serde_json::from_str(&stdout(&run(&[&["doctor", "--json", data], arguments].concat()))).expect("JSON");
        let files = |list: &Value| -> Vec<String> {
            let files = list.as_array().expect("a list").iter().filter_map(|one| one["file"].as_str());
            let mut files: Vec<String> = files.map(|file| file.replace('\\', "/")).collect();
            files.sort();
            files
        };
        (files(&report["unused"]), files(&report["perhaps_unused"]))
    };
    let perhaps = vec!["Textures/Sky3.png".to_owned()];
    let material = "Materials/Stone.xml".to_owned();
    let [far, old] = ["Textures/Far.png", "Textures/Old.png"].map(str::to_owned);
    assert_eq!(lists(&[]), (vec![material.clone(), far, old.clone()], perhaps.clone()));
    assert_eq!(lists(&["--code", code]), (vec![material, old], perhaps));

    let told = stderr(&run(&["validate", "--unused", "--code", code, data])).replace('\\', "/");
    for expected in ["no file that was searched names", "only \"textures/sky*.png\" in"] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let unused = told.lines().filter(|line| line.contains("unused: "));
    assert!(unused.clone().count() == 3 && unused.clone().all(|line| !line.contains("Far.png")), "{told}");
    let failing = run(&["validate", "--unused", "--fail-on", "engine-assets/perhaps-unused-file", data]);
    assert_eq!(failing.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn watched_answers_follow_the_files() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    let folder = project();
    let (data, told) = (path(&folder, "Data"), path(&folder, "told.txt"));
    let output = std::fs::File::create(&told).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine-assets"));
    let command = command.args(["refs", "Textures/Stone.png", "--watch", "--project", text(&data)]);
    let mut running = command.stdout(output).stderr(Stdio::null()).spawn().expect("it starts");
    let start = Instant::now();
    let mut wait = |count: usize| {
        let expected = format!("Textures/Stone.png: {count} reference");
        while !std::fs::read_to_string(&told).expect("a text").contains(&expected) {
            let is_running = running.try_wait().expect("a child").is_none();
            assert!(is_running && start.elapsed() < Duration::from_secs(60), "no {expected:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait(1);
    std::fs::write(data.join("Materials/More.xml"), MATERIAL).expect("a file");
    wait(2);
    std::fs::write(data.join("Scripts/Game.as"), b"\"Textures/Stone.png\";\n").expect("a file");
    wait(3);
    kill_process(Pid::from_child(&running), Signal::INT).expect("it runs");
    assert_eq!(running.wait().expect("it ends").code(), Some(0));
}
