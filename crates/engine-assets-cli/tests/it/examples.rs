//! Every example below the help of a command works.

use crate::common;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{folder, run, stderr, stdout, text};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

const SETTINGS: &[u8] =
    b"$string assetType \"ROOM\"\n$uint32 assetVersion 1\nassetData\n{\n\tlamp\n\t{\n\t\t$uint16 watts 7\n\t\t$uint8 on 1\n\t}\n\t$array steps [int8;3][1,2,3]\n}\n";
const CONFLICT: &[u8] =
    b"lamp\n{\n<<<<<<< ours lamp/watts\n\t$uint16 watts 7\n=======\n\t$uint16 watts 8\n>>>>>>> theirs lamp/watts\n}\n";
const SCHEMA: &[u8] = br#"schema { types { Lamp { format { $string type ROOM $uint32 version 1 } } } }"#;

/// The files that the examples are about.
fn files() -> tempfile::TempDir {
    let model = sample("Character.mdl");
    let theirs = String::from_utf8_lossy(SETTINGS).replace('7', "8");
    let scene =
        String::from_utf8(sample("Scenes/Camp.xml")).expect("UTF-8").replace("Character.mdl", "Models/Jack.mdl");
    let night = scene.replacen("<scene", "<!-- at night -->\n<scene", 1);
    let conflict = scene.replacen("<scene", "<!-- conflict: \nours: id=\"1\"\ntheirs: id=\"7\"\n-->\n<scene", 1);
    let changes = r#"{"path":"lamp/watts","old":{"uint16":7},"new":{"uint16":9}}"#;
    let package = {
        let mut builder = urho_pak::Builder::new(urho_pak::Encoding::Upak);
        builder.add("Models/Jack.mdl", model.as_slice()).expect("a name");
        builder.add("Models/Jack.xml", sample("Character.xml")).expect("a name");
        builder.to_bytes().expect("a package")
    };
    let all: &[(&str, &[u8])] = &[
        ("Jack.mdl", &model),
        ("Jack_Walk.ani", &sample("Character_Wave.ani")),
        ("Fox.glb", &sample("Flag.glb")),
        ("Data/Models/Jack.mdl", &model),
        ("Data/Models/Box.mdl", &sample("Models/Box.mdl")),
        ("Data/Materials/Character.xml", &sample("Materials/Character.xml")),
        ("Data/Materials/Ground.xml", &sample("Materials/Ground.xml")),
        ("Data/Materials/Old.xml", b"<material><technique name=\"Techniques/NoTexture.xml\" /></material>"),
        ("Data/Textures/Character.tga", &sample("Textures/Character.tga")),
        ("Data/Techniques/DiffVCol.xml", &sample("Techniques/DiffVCol.xml")),
        ("Data/Techniques/NoTexture.xml", &sample("Techniques/NoTexture.xml")),
        ("Data/Scenes/Level.xml", scene.as_bytes()),
        ("base.xml", scene.as_bytes()),
        ("ours.xml", night.as_bytes()),
        ("theirs.xml", scene.as_bytes()),
        ("conflict.xml", conflict.as_bytes()),
        ("Start.asc", &sample("Scripts/Start.asc")),
        ("soldier.pmdl_b", &sample("Crate.pmdl_b")),
        ("tiles.zed", &sample("Tiles.zed")),
        ("game.pak", &package),
        ("settings.udm", SETTINGS),
        ("settings.udm_b", &sample("Room.udm_b")),
        ("base.udm", SETTINGS),
        ("theirs.udm", theirs.as_bytes()),
        ("conflict.udm", CONFLICT),
        ("settings.udms", SCHEMA),
        ("changes.json", changes.as_bytes()),
        ("data.json", br#"{"lamp": {"watts": 7}}"#),
        ("target/web/page/index.html", b"<!doctype html>"),
    ];
    let folder = folder(all);
    // `git install` writes the configuration of a repository.
    let git = Command::new("git").args(["init", "-q"]).current_dir(folder.path()).status();
    assert!(git.expect("git runs").success());
    folder
}

/// Every command with its subcommands, and the help of each.
fn commands() -> Vec<(Vec<String>, String)> {
    let mut pending = vec![Vec::<String>::new()];
    let mut found = Vec::new();
    while let Some(words) = pending.pop() {
        let mut arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = stdout(&run(&arguments));
        let listed =
            help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or_default());
        let names = listed
            .lines()
            .filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
        pending.extend(names.filter(|name| *name != "help").map(|name| [&words[..], &[name.to_owned()]].concat()));
        found.push((words, help));
    }
    found
}

/// The examples of a help.
fn examples(help: &str) -> Vec<&str> {
    let block = help.split_once("\nExamples:\n").map_or("", |(_, rest)| rest);
    block.lines().map_while(|line| line.strip_prefix("  engine-assets ")).collect()
}

#[test]
fn every_command_has_examples_that_work() {
    let commands = commands();
    assert!(commands.len() > 30, "all commands are found: {}", commands.len());
    let mut count = 0;
    for (words, help) in &commands {
        let has_commands = help.contains("\nCommands:\n");
        let found = examples(help);
        assert!(has_commands || !found.is_empty(), "{words:?} has no examples:\n{help}");
        for example in found {
            assert!(words.iter().zip(example.split(' ')).all(|(word, other)| word == other), "{example} of {words:?}");
            let is_quoted = |word: &str| !word.contains(['*', '?']) || word.starts_with('\'') && word.ends_with('\'');
            assert!(example.split(' ').all(is_quoted), "a shell would expand the pattern of {example}");
            works(example);
            count += 1;
        }
    }
    assert!(count > 60, "{count} examples");
}

fn works(example: &str) {
    let files = files();
    let words: Vec<&str> = example.split(' ').map(|word| word.trim_matches('\'')).collect();
    if words[0] == "view" {
        return serves(&words, files.path());
    }
    let output = command().args(&words).current_dir(files.path()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "engine-assets {example}:\n{}{}", stdout(&output), stderr(&output));
    if let Some(out) = words.iter().position(|word| *word == "-o").filter(|_| !words.contains(&"--dry-run")) {
        assert!(files.path().join(words[out + 1]).exists(), "engine-assets {example} wrote nothing");
    }
}

/// A server says where it is, and goes on until it is ended.
fn serves(words: &[&str], folder: &Path) {
    let mut child = command()
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    assert!(line.starts_with("http://127.0.0.1:"), "{line}");
}

fn command() -> Command {
    Command::new(text(&assert_cmd::cargo::cargo_bin("engine-assets")))
}
