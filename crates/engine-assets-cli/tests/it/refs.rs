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
    let messages = stdout(&output);
    assert!(messages.starts_with("Textures/Stone.png: not a file of the project, 1 reference\n"), "{messages}");
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

    let messages = stderr(&run(&["validate", "--unused", "--code", code, data])).replace('\\', "/");
    for expected in ["no file that was searched names", "only \"textures/sky*.png\" in"] {
        assert!(messages.contains(expected), "{expected}: {messages}");
    }
    let unused = messages.lines().filter(|line| line.contains("unused: "));
    assert!(unused.clone().count() == 3 && unused.clone().all(|line| !line.contains("Far.png")), "{messages}");
    let failing = run(&["validate", "--unused", "--fail-on", "engine-assets/perhaps-unused-file", data]);
    assert_eq!(failing.status.code(), Some(1));
}

/// A command that runs until it is interrupted.
#[cfg(unix)]
struct Watching {
    running: std::process::Child,
    folder: std::path::PathBuf,
    start: std::time::Instant,
}

#[cfg(unix)]
impl Watching {
    /// What it says goes to two files in the folder.
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_engine-assets"));
        let file = |name: &str| std::fs::File::create(folder.join(name)).expect("a file");
        let command = command.args(["refs", "--watch"]).args(arguments).stdout(file("told.txt"));
        let running = command.stderr(file("said.txt")).spawn().expect("it starts");
        Self { running, folder: folder.to_path_buf(), start: std::time::Instant::now() }
    }

    fn wait(&mut self, file: &str, expected: &str) {
        while !std::fs::read_to_string(self.folder.join(file)).expect("a text").contains(expected) {
            let is_running = self.running.try_wait().expect("a child").is_none();
            assert!(is_running && self.start.elapsed().as_secs() < 60, "no {expected:?}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    fn end(mut self) {
        use rustix::process::{Pid, Signal, kill_process};

        kill_process(Pid::from_child(&self.running), Signal::INT).expect("it runs");
        assert_eq!(self.running.wait().expect("it ends").code(), Some(0));
    }
}

#[cfg(unix)]
impl Drop for Watching {
    fn drop(&mut self) {
        // It has ended already, unless the test fails.
        let _ = self.running.kill();
    }
}

#[cfg(unix)]
#[test]
fn watched_answers_follow_the_files() {
    let folder = project();
    let data = path(&folder, "Data");
    let mut watching = Watching::start(folder.path(), &["Textures/Stone.png", "--project", text(&data)]);
    watching.wait("told.txt", "Textures/Stone.png: 1 reference");
    std::fs::write(data.join("Materials/More.xml"), MATERIAL).expect("a file");
    watching.wait("told.txt", "Textures/Stone.png: 2 reference");
    std::fs::write(data.join("Scripts/Game.as"), b"\"Textures/Stone.png\";\n").expect("a file");
    watching.wait("told.txt", "Textures/Stone.png: 3 reference");
    watching.end();
}

/// A file outside of the project changes what a name leads to.
#[cfg(unix)]
#[test]
fn watched_answers_follow_named_resource_folders() {
    let folder = project();
    let (data, engine) = (path(&folder, "Data"), path(&folder, "Engine"));
    std::fs::write(data.join("Materials/Far.xml"), b"<material><technique name=\"Techniques/Far.xml\"/></material>")
        .expect("a file");
    std::fs::write(data.join("Scripts/Wide.as"), b"\xff\xfe\"\0a\0\"\0").expect("a file");
    std::fs::create_dir_all(engine.join("Techniques")).expect("a folder");
    let roots = ["--resources", text(&data), "--resources", text(&engine)];
    let arguments = [&["--of", "Materials/Far.xml", "--project", text(&data)], &roots[..]].concat();
    let mut watching = Watching::start(folder.path(), &arguments);
    watching.wait("told.txt", "\"Techniques/Far.xml\", technique 0 -> doesn't exist");
    watching.wait("said.txt", "Wide.as: not searched");
    std::fs::write(engine.join("Techniques/Far.xml"), b"<technique><pass name=\"base\" /></technique>")
        .expect("a file");
    watching.wait("told.txt", "\"Techniques/Far.xml\", technique 0 -> outside of the project");
    watching.end();
}
