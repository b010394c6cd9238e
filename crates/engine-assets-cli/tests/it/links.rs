//! Links in output folders, pipes beside inputs, and several commands that change one file.

#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use testkit::hostile::TimeLimit;

use crate::common::{files, folder, path, run, stderr, text};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// A glTF with a material and a texture: the commands of the demonstration make it.
fn gltf() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&["demo", text(folder.path())]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    std::fs::read(path(&folder, "Character.glb")).expect("a file")
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

/// Runs a command that writes into `out`, in which `link` leads to the folder `victim`. Nothing is written there, with `--force` neither.
fn check(link: &str, arguments: &[&str], named: &[(&str, &[u8])]) {
    for force in [&[][..], &["--force"]] {
        let folder = folder(named);
        for name in ["out", "victim"] {
            std::fs::create_dir_all(path(&folder, name)).expect("a folder");
        }
        let link = path(&folder, "out").join(link);
        std::fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        symlink(path(&folder, "victim"), &link).expect("a link");
        // What would be overwritten.
        let existing = ["Character.xml", "Character.png", "Character.glb", "Room.udm"];
        for name in existing.iter().filter(|_| !force.is_empty()) {
            std::fs::write(path(&folder, "victim").join(name), "victim").expect("a file");
        }
        let was = files(&path(&folder, "victim"));
        let program = env!("CARGO_BIN_EXE_engine-assets");
        let output =
            Command::new(program).args(arguments).args(force).current_dir(folder.path()).output().expect("it runs");
        assert!(!output.status.success(), "{arguments:?} {force:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("is a link"), "{arguments:?} {force:?}: {}", stderr(&output));
        assert_eq!(files(&path(&folder, "victim")), was, "{arguments:?} {force:?}");
    }
}

#[test]
fn no_command_writes_through_a_link_in_its_output_folder() {
    let (gltf, room, package) = (gltf(), sample("Room.udm_b"), sample("Character.pak"));
    // A single file, with side files; a resource folder; a folder, with its subfolders.
    check("Materials", &["convert", "a.glb", "-o", "out/Models/a.mdl"], &[("a.glb", &gltf)]);
    check("Textures", &["convert", "a.glb", "-o", "out/a.mdl", "--resource-dir", "out"], &[("a.glb", &gltf)]);
    check("x", &["convert", "--to", "glb", "in", "-o", "out"], &[("in/x/Character.mdl", &sample("Character.mdl"))]);
    check("x/y", &["convert", "--to", "pak", "in", "-o", "out"], &[("in/x/y/Character.pak", &package)]);
    check("x", &["convert", "--to", "udm-text", "in", "-o", "out"], &[("in/x/Room.udm_b", &room)]);
    check("x", &["udm", "fmt", "in", "-o", "out"], &[("in/x/Room.udm", b"$int8 doors 2\n")]);
    check(
        "x",
        &["render", "in", "-o", "out"],
        &[("in/x/Character.mdl", &sample("Character.mdl")), ("in/b.mdl", &sample("Character.mdl"))],
    );
}

#[test]
fn a_link_that_the_person_named_is_followed() {
    let folder = folder(&[("a.glb", &gltf())]);
    std::fs::create_dir(path(&folder, "real")).expect("a folder");
    symlink("real", path(&folder, "link")).expect("a link");
    symlink("real", path(&folder, "Models")).expect("a link");
    let at = |name: &str| text(&path(&folder, name)).to_owned();
    let named = [at("link/a.mdl"), at("link/Models/b.mdl"), at("Models/c.mdl")];
    for output in &named {
        let result = run(&["convert", &at("a.glb"), "-o", output]);
        assert_eq!(result.status.code(), Some(0), "{output}: {}", stderr(&result));
    }
    for name in ["real/a.mdl", "real/Models/b.mdl", "real/c.mdl"] {
        assert!(path(&folder, name).is_file(), "{name}");
    }
}

#[test]
fn a_pipe_beside_a_model_stops_nothing() {
    let folder = folder(&[("in/Fox.mdl", &sample("Character.mdl"))]);
    for name in ["Fox_Run.ani", "Fox.xml", "Fox.json", "Fox.txt", "engine-assets.toml", "Data.pak"] {
        mkfifo(&path(&folder, "in").join(name));
    }
    let mut ended = Command::new("true").spawn().expect("a process");
    let number = ended.id();
    ended.wait().expect("it ends");
    mkfifo(&path(&folder, &format!(".engine-assets-tmp-{number}-0")));
    mkfifo(&path(&folder, "Fox.txt"));
    let limit = TimeLimit::seconds(60);
    let [model, out, input] = ["in/Fox.mdl", "Fox.glb", "in"].map(|name| text(&path(&folder, name)).to_owned());
    let png = text(&path(&folder, "Fox.png")).to_owned();
    for arguments in [
        &["convert", &model, "-o", &out][..],
        &["convert", &model, "-o", &out, "--force"],
        &["validate", &model],
        &["validate", &input],
        &["inspect", &model],
        &["render", &model, "-o", &png],
        &["render", &model, "-o", &png, "--force", "--animation", "Run"],
        &["doctor", &input],
    ] {
        // A command that waits is killed.
        let mut timed = vec!["20", env!("CARGO_BIN_EXE_engine-assets")];
        timed.extend(arguments);
        let status = Command::new("timeout").args(timed).stdout(Stdio::null()).stderr(Stdio::null()).status();
        let code = status.expect("timeout runs").code();
        // `timeout` returns 124.
        assert!(code.is_some_and(|code| code <= 2), "{arguments:?}: {code:?}");
    }
    limit.check();
}

/// Runs commands at once, and returns how many of them say that they did their work.
fn at_once(commands: &[Vec<String>]) -> Vec<bool> {
    let start = |arguments: &Vec<String>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_engine-assets"));
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
    };
    let mut running: Vec<_> = commands.iter().map(start).collect();
    running.iter_mut().map(|child| child.wait().expect("it ends").success()).collect()
}

#[test]
fn no_change_of_several_commands_is_lost() {
    const ROUNDS: usize = 5;
    for round in 0..ROUNDS {
        let names = ["1.txt", "2.txt", "3.txt", "4.txt"];
        let folder = folder(&[
            ("a.pak", &sample("Character.pak")),
            ("a.udm", b"$int32 a 0\n$int32 b 0\n$int32 c 0\n$int32 d 0\n"),
            ("1.txt", b"1"),
            ("2.txt", b"2"),
            ("3.txt", b"3"),
            ("4.txt", b"4"),
        ]);
        let at = |name: &str| text(&path(&folder, name)).to_owned();
        let add = |name: &&str| ["pak", "add", &at("a.pak"), &at(name), "--name", name].map(str::to_owned).to_vec();
        let done = at_once(&names.iter().map(add).collect::<Vec<_>>());
        let package = urho_pak::Package::open_path(path(&folder, "a.pak")).expect("a package");
        let there = names.map(|name| package.get(name.as_bytes()).is_some());
        assert_eq!(done, there, "round {round}");
        assert!(done.contains(&true), "round {round}");

        let keys = ["a", "b", "c", "d"];
        let set = |key: &&str| ["udm", "set", &at("a.udm"), key, "7"].map(str::to_owned).to_vec();
        let done = at_once(&keys.iter().map(set).collect::<Vec<_>>());
        let written = std::fs::read_to_string(path(&folder, "a.udm")).expect("a file");
        let there = keys.map(|key| written.contains(&format!("{key} 7")));
        assert_eq!(done, there, "round {round}: {written}");
        assert!(done.contains(&true), "round {round}");
    }
}

#[test]
fn a_pipe_in_the_place_of_an_output_is_not_replaced() {
    let folder = folder(&[("a.udm_b", &sample("Room.udm_b"))]);
    let (from, pipe) = (path(&folder, "a.udm_b"), path(&folder, "a.udm"));
    mkfifo(&pipe);
    for arguments in [
        &["convert", text(&from), "-o", text(&pipe), "--force"][..],
        &["udm", "fmt", text(&from), "-o", text(&pipe), "--force"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(!pipe.is_file() && pipe.exists(), "{arguments:?}");
    }
}
