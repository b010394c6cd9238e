//! Commands of every day: messages with places and names, words of other programs, conversions in one step, thumbnails.

use crate::common;

use std::path::Path;

use common::{SCENE, folder, path, run, stderr, stdout, text};

const MATERIAL: &str = "<material>\n\t<technique name=\"Techniques/NoTexture.xml\" />\n\t<parameter name=\"MatDiffColor\" value=\"1 0.5 0.25 1\" />\n</material>\n";

fn sample(name: &str) -> Vec<u8> {
    let samples = fuzzkit::samples::all();
    samples.into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// A scene that names two files that don't exist.
fn broken_scene() -> String {
    let component = |id: u32, model: &str| {
        format!(
            "\t\t<component type=\"StaticModel\" id=\"{id}\">\n\t\t\t<attribute name=\"Model\" value=\"Model;{model}\" />\n\t\t</component>\n\t</node>\n\t<node id=\"3\">"
        )
    };
    SCENE.replace("\t</node>\n\t<node id=\"3\">", &component(7, "Models/Gone.mdl")).replace(
        "\t\t<attribute name=\"Name\" value=\"Post\" />\n",
        "\t\t<attribute name=\"Name\" value=\"Post\" />\n\t\t<component type=\"StaticModel\" id=\"8\">\n\t\t\t<attribute name=\"Model\" value=\"Model;Models/Lost.mdl\" />\n\t\t</component>\n",
    )
}

#[test]
fn findings_have_lines_names_and_ids() {
    let scene = broken_scene();
    let line = 1 + scene.lines().position(|line| line.contains("Models/Gone.mdl")).expect("a line");
    let project = folder(&[("Data/Scenes/Yard.xml", scene.as_bytes()), ("Data/Models/a.txt", b"")]);
    let (yard, sarif) = (path(&project, "Data/Scenes/Yard.xml"), path(&project, "report.sarif"));
    let output = run(&["validate", text(&yard), "--sarif", text(&sarif)]);
    let messages = stderr(&output);
    let place = format!("Yard.xml:{line}: warning: node \"Lamp\" [2] > StaticModel: \"Models/Gone.mdl\" doesn't exist");
    assert!(messages.contains(&place), "{messages}");
    // One line for the kind, all of them with --verbose.
    assert!(messages.contains("(and 1 more; --verbose lists them)") && !messages.contains("Lost.mdl"), "{messages}");
    let messages = stderr(&run(&["--verbose", "validate", text(&yard)]));
    assert!(messages.contains("node \"Post\" [3] > StaticModel: \"Models/Lost.mdl\""), "{messages}");
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(&sarif).expect("a report")).expect("JSON");
    let lines: Vec<u64> = report["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|one| one["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().expect("a line"))
        .collect();
    assert!(lines.len() >= 2 && lines.iter().all(|line| *line > 1), "{lines:?}");
}

#[test]
fn quiet_prints_errors_only() {
    let project = folder(&[
        ("Data/Scenes/Yard.xml", broken_scene().as_bytes()),
        ("Data/Models/a.mdl", &sample("Character.mdl")[..900]),
    ]);
    let data = path(&project, "Data");
    let messages = stderr(&run(&["--quiet", "validate", text(&data)]));
    assert!(messages.lines().all(|line| !line.contains("warning: ") && !line.contains("note: ")), "{messages}");
    assert!(messages.contains("error: ") && messages.contains("a.mdl"), "{messages}");
}

#[test]
fn no_line_is_printed_twice() {
    let project = folder(&[
        ("Data/Scenes/Yard.xml", broken_scene().as_bytes()),
        ("Data/Models/Jack.mdl", &sample("Character.mdl")),
    ]);
    let data = path(&project, "Data");
    for command in [
        vec!["--verbose", "validate", text(&data)],
        vec!["convert", text(&data), "--to", "glb", "-o", text(&path(&project, "out"))],
    ] {
        let messages = stderr(&run(&command));
        let mut lines: Vec<&str> = messages.lines().filter(|line| !line.trim().is_empty()).collect();
        let all = lines.len();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), all, "{messages}");
    }
}

#[test]
fn words_of_other_programs_lead_to_commands() {
    for (word, command) in [
        ("extract", "pak unpack"),
        ("compare", "diff"),
        ("check", "validate"),
        ("info", "inspect"),
        ("export", "convert"),
    ] {
        let output = run(&[word, "a"]);
        assert_eq!(output.status.code(), Some(2), "{word}");
        assert!(stderr(&output).contains(&format!("'{command}'")), "{word}: {}", stderr(&output));
    }
    let messages = stderr(&run(&["lookinto"]));
    assert!(!messages.contains("look-into-a-file"), "{messages}");
}

#[test]
fn guides_have_the_names_of_their_pages() {
    let page = stdout(&run(&["help", "look"]));
    assert_eq!(page, stdout(&run(&["help", "look-into-a-file"])));
    assert!(page.lines().all(|line| !line.starts_with('|') && !line.contains("](") && !line.contains("**")), "{page}");
    assert!(stdout(&run(&["help", "git"])).contains("Usage"), "git is a command");
}

#[test]
fn files_that_cant_be_written_are_one_sentence() {
    let project = folder(&[("Jack.mdl", &sample("Character.mdl"))]);
    let model = path(&project, "Jack.mdl");
    for (end, instead) in [("fbx", ".glb"), ("obj", ".glb"), ("jpg", ".png")] {
        let out = path(&project, &format!("Jack.{end}"));
        let output = run(&["convert", text(&model), "-o", text(&out)]);
        let messages = stderr(&output);
        assert_eq!((output.status.code(), messages.lines().count()), (Some(2), 1), "{messages}");
        assert!(messages.contains(instead) && messages.len() < 120 + text(&out).len(), "{messages}");
    }
}

#[test]
fn existing_files_name_the_option_with_dashes() {
    let project = folder(&[("Jack.mdl", &sample("Character.mdl")), ("Jack.glb", b"x")]);
    let (model, glb) = (path(&project, "Jack.mdl"), path(&project, "Jack.glb"));
    let messages = stderr(&run(&["convert", text(&model), "-o", text(&glb)]));
    assert!(
        messages.contains("already exists") && messages.contains("--force") && !messages.contains("entity"),
        "{messages}"
    );
    let messages = stderr(&run(&["convert", text(&model), "--no-animations", "--weld-nothing", "-o", text(&glb)]));
    assert!(messages.contains("--weld-nothing"), "{messages}");
    let messages = stderr(&run(&["convert", text(&model), "--prefab", "-o", text(&path(&project, "b.glb"))]));
    assert!(messages.contains("--prefab") && !messages.contains("the option"), "{messages}");
}

#[test]
fn a_wrong_kind_of_file_is_named() {
    let project = folder(&[("Jack.mdl", &sample("Character.mdl"))]);
    let model = path(&project, "Jack.mdl");
    for command in [&["pak", "list"][..], &["asc", "list"], &["udm", "keys"], &["zed", "list"]] {
        let output = run(&[command, &[text(&model)]].concat());
        let messages = stderr(&output);
        if command[0] != "udm" {
            assert_eq!(output.status.code(), Some(1), "{messages}");
        }
        assert!(messages.contains("Urho3D model") || command[0] == "udm", "{messages}");
        assert!(!messages.contains("00000000 |"), "{messages}");
    }
    let messages = stderr(&run(&["udm", "get", text(&model), "a"]));
    assert!(messages.contains("expected a UDM document, found Urho3D model"), "{messages}");
}

#[test]
fn materials_become_spheres_and_change_their_form() {
    let project = folder(&[("Data/Materials/Stone.xml", MATERIAL.as_bytes())]);
    let at = |name: &str| path(&project, name);
    let good = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    };
    good(&["convert", text(&at("Data/Materials/Stone.xml")), "-o", text(&at("stone.glb"))]);
    let glb = stdout(&run(&["inspect", text(&at("stone.glb"))]));
    assert!(glb.contains("glTF"), "{glb}");
    good(&["convert", text(&at("Data/Materials/Stone.xml")), "--to", "json", "-o", text(&at("stone.json"))]);
    good(&["convert", text(&at("stone.json")), "--to", "xml", "-o", text(&at("again.xml"))]);
    good(&["convert", text(&at("again.xml")), "-o", text(&at("again.json"))]);
    let read = |name: &str| std::fs::read(at(name)).expect("a file");
    assert_eq!(read("stone.json"), read("again.json"));
    let value = stdout(&run(&["get", text(&at("again.xml")), "parameters/MatDiffColor"]));
    assert!(value.contains("1 0.5 0.25 1"), "{value}");
    // A folder of models isn't a folder of spheres.
    let output = run(&["convert", text(&at("Data")), "--to", "glb", "-o", text(&at("out"))]);
    assert!(stderr(&output).contains("skipped 1: 1 other format"), "{}", stderr(&output));
}

#[test]
fn what_a_form_has_no_place_for_is_a_loss() {
    let wrong = MATERIAL.replace("</material>", "\t<wrong />\n\t<!-- mine -->\n</material>");
    let project = folder(&[("Stone.xml", wrong.as_bytes())]);
    let (xml, json) = (path(&project, "Stone.xml"), path(&project, "Stone.json"));
    let output = run(&["convert", text(&xml), "-o", text(&json)]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("element-unknown") && !json.exists(), "{}", stderr(&output));
    let output = run(&["convert", text(&xml), "--lossy", "-o", text(&json)]);
    assert!(stderr(&output).contains("comments are left out") && json.exists(), "{}", stderr(&output));
}

#[test]
fn scenes_and_maps_change_their_engine_in_one_step() {
    let project = folder(&[("Data/Scenes/Yard.xml", SCENE.as_bytes())]);
    let at = |name: &str| path(&project, name);
    let output =
        run(&["convert", text(&at("Data/Scenes/Yard.xml")), "--lossy", "-o", text(&at("game/maps/yard.pmap_b"))]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let map = stdout(&run(&["inspect", text(&at("game/maps/yard.pmap_b"))]));
    assert!(map.contains("Pragma map"), "{map}");
    let output =
        run(&["convert", text(&at("game/maps/yard.pmap_b")), "--lossy", "-o", text(&at("New/Scenes/Yard.xml"))]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let scene = std::fs::read_to_string(at("New/Scenes/Yard.xml")).expect("a scene");
    assert!(scene.contains("<scene") && scene.contains("type=\"Light\""), "{scene}");
}

#[test]
fn folders_of_tools_are_not_walked() {
    let (model, material) = (sample("Character.mdl"), MATERIAL.as_bytes());
    let project = folder(&[
        ("Data/Models/Jack.mdl", &model),
        (".git/objects/Jack.mdl", &model),
        ("node_modules/a/Stone.xml", material),
        ("build/Jack.mdl", &model),
        ("build/CMakeCache.txt", b""),
        ("target/Jack.mdl", &model),
        ("target/CACHEDIR.TAG", b""),
        ("builds/Jack.mdl", &model),
    ]);
    let findings = stdout(&run(&["validate", text(project.path())]));
    let names: Vec<&str> = findings.lines().collect();
    assert_eq!(names.len(), 2, "{findings}");
    assert!(findings.contains("Data/Models/Jack.mdl") && findings.contains("builds/Jack.mdl"), "{findings}");
    // A folder that a person names is walked.
    assert_eq!(stdout(&run(&["validate", text(&path(&project, "build"))])).lines().count(), 1);
}

#[test]
fn hooks_skip_files_of_other_programs() {
    let project = folder(&[
        ("package.json", b"{\"name\": \"a\"}"),
        ("pom.xml", b"<project/>"),
        ("Stone.xml", MATERIAL.as_bytes()),
    ]);
    let at = |name: &str| path(&project, name);
    let (package, pom, stone) = (at("package.json"), at("pom.xml"), at("Stone.xml"));
    let output = run(&["validate", "--skip-others", "--", text(&package), text(&pom), text(&stone)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 1, "{}", stdout(&output));
    assert_eq!(run(&["validate", text(&package)]).status.code(), Some(1));
}

/// The line of the `.thumbnailer`, as a file manager runs it: without a network, a terminal and a graphics card.
#[test]
fn the_line_of_the_thumbnailer_draws() {
    let entry = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/linux/engine-assets.thumbnailer");
    let entry = std::fs::read_to_string(entry).expect("the entry");
    let line = entry.lines().find_map(|line| line.strip_prefix("Exec=engine-assets ")).expect("a line");
    let project = folder(&[
        ("a model.mdl", &sample("Character.mdl")),
        ("crate.pmdl_b", &sample("Crate.pmdl_b")),
        ("Stone.xml", MATERIAL.as_bytes()),
        ("no.mdl", b"no"),
    ]);
    let out = path(&project, "out.png");
    for (name, size) in [("a model.mdl", 128), ("crate.pmdl_b", 256), ("Stone.xml", 64)] {
        let input = path(&project, name);
        let size_text = format!("{size}");
        let words: Vec<&str> = line
            .split(' ')
            .map(|word| match word {
                "%s" => size_text.as_str(),
                "%o" => text(&out),
                "%i" => text(&input),
                other => other,
            })
            .collect();
        let output = run(&words);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{name}");
        let png = std::fs::read(&out).expect("a picture");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        assert_eq!((&png[1..4], number(16), number(20)), (&b"PNG"[..], size, size), "{name}");
    }
    assert_eq!(run(&["thumbnail", text(&path(&project, "no.mdl")), "-o", text(&out)]).status.code(), Some(1));
}
