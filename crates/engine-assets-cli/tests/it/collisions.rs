//! `convert` of folders: every output has a unique name, in any processing order.

use crate::common;

use common::{files, folder, path, run, stderr, text};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

#[test]
fn three_hundred_files_with_forty_collisions_are_the_same_each_time() {
    let models = [("mdl", sample("Character.mdl")), ("zed", sample("Tile.zed")), ("pmdl_b", sample("Crate.pmdl_b"))];
    let mut all: Vec<(String, &[u8])> = Vec::new();
    for number in 0..240 {
        let (extension, bytes) = &models[number % 3];
        all.push((format!("in/d{}/only{number}.{extension}", number % 7), bytes));
    }
    for number in 0..20 {
        for (extension, bytes) in &models {
            all.push((format!("in/same{number}.{extension}"), bytes));
        }
    }
    assert_eq!(all.len(), 300);
    let listed: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let folder = folder(&listed);
    let mut first = None;
    for time in 0..10 {
        let out = path(&folder, &format!("out{time}"));
        let output = run(&["convert", "--to", "glb", text(&path(&folder, "in")), "-o", text(&out)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let written = files(&out);
        assert_eq!(written.len(), 300);
        assert!(written.contains_key("same0.mdl.glb") && written.contains_key("same0.zed.glb"));
        let first = first.get_or_insert_with(|| written.clone());
        assert!(*first == written, "run {time} gave other files");
    }
}

#[test]
fn two_folders_with_equal_names_are_refused_before_anything_is_written() {
    let tile = sample("Tile.zed");
    let folder = folder(&[("one/a.zed", &tile), ("two/a.zed", &tile)]);
    let [one, two, out] = ["one", "two", "out"].map(|name| path(&folder, name));
    for force in [&["--force"][..], &[]] {
        let arguments = [&["convert", "--to", "glb", text(&one), text(&two), "-o", text(&out)], force].concat();
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2));
        let messages = stderr(&output).replace('\\', "/");
        assert!(
            messages.contains("one/a.zed and") && messages.contains("two/a.zed") && !messages.contains("--force"),
            "{messages}"
        );
        assert!(!out.exists());
    }
}

#[test]
fn a_converted_file_never_replaces_another_input() {
    let (model, tile) = (sample("Character.mdl"), sample("Tile.zed"));
    let folder = folder(&[
        ("in/a.mdl", model.as_slice()),
        ("in/a.zed", &tile),
        ("in/readme.txt", b"not an asset"),
        ("in/a.xml", b"<x/>"),
    ]);
    let (input, out) = (path(&folder, "in"), path(&folder, "out"));
    let output = run(&["convert", "--to", "umd2", text(&input), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let written = files(&out);
    assert_eq!(written.keys().collect::<Vec<_>>(), ["a.mdl", "a.zed.mdl"]);
    assert_eq!(written["a.mdl"], model);
}

#[test]
fn which_of_two_animations_gets_a_name_does_not_depend_on_time() {
    let (model, wave) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    // The same but for its last rotation: a quarter about X.
    let mut other = wave.clone();
    let (at, last) = (wave.len() - 16, [0.5_f32.sqrt(), 0.5_f32.sqrt(), 0.0, 0.0].map(f32::to_le_bytes));
    other[at..].copy_from_slice(last.as_flattened());
    assert_ne!(other, wave);
    let folder = folder(&[("a.mdl", &model), ("x_y.ani", &wave), ("y.ani", &other)]);
    let at = |name: &str| path(&folder, name);
    std::fs::create_dir(at("in")).expect("a folder");
    let make = |arguments: &[&str]| {
        let output = run(&[&["convert", "--to", "glb", text(&at("a.mdl"))], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    // Both have an animation with the output `A_x_y.ani`, with different content.
    make(&[text(&at("x_y.ani")), "-o", text(&at("in/A.glb"))]);
    make(&[text(&at("y.ani")), "-o", text(&at("in/A_x.glb"))]);
    let mut first = None;
    for time in 0..10 {
        let out = at(&format!("out{time}"));
        let output = run(&["convert", "--to", "mdl", text(&at("in")), "-o", text(&out)]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let messages = stderr(&output);
        assert!(messages.contains("A_x_y.ani: two files of this run") && !messages.contains("--force"), "{messages}");
        let written = files(&out);
        assert_eq!(
            written.keys().collect::<Vec<_>>(),
            ["A.mdl", "A_x_y.ani"],
            "all of one model, nothing of the other"
        );
        assert!(*first.get_or_insert_with(|| written.clone()) == written, "run {time} gave other files");
    }
}

#[test]
fn a_file_that_comes_along_replaces_no_input() {
    let (model, wave) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    let folder = folder(&[("a.mdl", &model), ("x.ani", &wave), ("A_x.ani", b"UANI, or so it seems")]);
    let at = |name: &str| path(&folder, name);
    let glb = run(&["convert", "--to", "glb", text(&at("a.mdl")), text(&at("x.ani")), "-o", text(&at("A.glb"))]);
    assert_eq!(glb.status.code(), Some(0), "{}", stderr(&glb));
    let [glb, other] = ["A.glb", "A_x.ani"].map(at);
    let output = run(&["convert", "--force", "--to", "mdl", text(&glb), text(&other), "-o", text(folder.path())]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("A_x.ani: a file that is converted too would be replaced"), "{}", stderr(&output));
    assert_eq!(std::fs::read(at("A_x.ani")).expect("the file"), b"UANI, or so it seems");
}

#[test]
fn standard_input_is_what_it_holds() {
    use assert_cmd::Command;
    let pipe = |arguments: &[&str], bytes: &[u8]| {
        let mut command = Command::cargo_bin("engine-assets").expect("the command");
        command.arg("convert").args(arguments).write_stdin(bytes).output().expect("it runs")
    };
    let text = b"$string assetType \"PMAT\"\n$uint32 assetVersion 1\n\"assetData\"\n{\n}\n";
    for to in ["udm-binary", "udm-text", "json"] {
        let output = pipe(&["-", "--to", to, "-o", "-"], text);
        assert_eq!(output.status.code(), Some(0), "{to}: {}", stderr(&output));
        assert!(!output.stdout.is_empty() && output.stdout.starts_with(b"UDMB") == (to == "udm-binary"), "{to}");
    }
    let shown = pipe(&["-", "--to", "glb", "-o", "-"], &sample("Crate.pmdl_b"));
    assert!(shown.status.success() && shown.stdout.starts_with(b"glTF"), "{}", stderr(&shown));
    let nothing = pipe(&["-", "--to", "glb", "-o", "-"], b"neither this nor that");
    assert!(nothing.status.code() == Some(1) && nothing.stdout.is_empty());
}

#[test]
fn files_of_unknown_names_are_what_they_hold() {
    let (document, tile) = (sample("Room.udm_b"), sample("Tile.zed"));
    let folder = folder(&[("room.bak", &document), ("tile", &tile)]);
    let at = |name: &str| path(&folder, name);
    for (from, to, into) in [("room.bak", "udm-text", "room.udm"), ("tile", "glb", "tile.glb")] {
        let output = run(&["convert", text(&at(from)), "--to", to, "-o", text(&at(into))]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("wrote {}", text(&at(into)))), "{}", stderr(&output));
    }
}

#[test]
fn folders_say_what_was_written_and_why_nothing_was() {
    let folder = folder(&[("in/Wave.ani", &sample("Character_Wave.ani")), ("in/readme.txt", b"no asset")]);
    let (input, out) = (path(&folder, "in"), path(&folder, "out"));
    let messages = stderr(&run(&["convert", "--to", "glb", text(&input), "-o", text(&out)]));
    assert!(messages.contains("Wave.ani: skipped: an animation without a model"), "{messages}");
    assert!(messages.contains("nothing to convert: wrote 0 files (0 bytes), skipped 2"), "{messages}");
    std::fs::create_dir_all(&out).expect("a folder");
    let messages = stderr(&run(&["convert", "--to", "glb", text(&input.join("Wave.ani")), "-o", text(&out)]));
    assert!(
        messages.contains("Wave.glb") && messages.contains("wrote 1 file (") && !messages.contains("skipped"),
        "{messages}"
    );
    // An animation converted with its model isn't skipped.
    std::fs::write(input.join("Wav.mdl"), sample("Character.mdl")).expect("a file");
    std::fs::rename(input.join("Wave.ani"), input.join("Wav_e.ani")).expect("a file");
    let messages = stderr(&run(&["convert", "--to", "glb", text(&input), "-o", text(&path(&folder, "both"))]));
    assert!(messages.contains("wrote 1 file (") && messages.contains("B), skipped 1"), "{messages}");
}

#[test]
fn an_output_folder_around_an_input_folder_is_refused() {
    let folder = folder(&[("A/Models/a.mdl", &sample("Character.mdl"))]);
    let at = |name: &str| path(&folder, name);
    for (input, out, messages) in [
        ("A", "A", "is the input folder"),
        ("A", "A/Models/..", "is the input folder"),
        ("A", "", "contains the input folder"),
        ("A/Models", "A", "contains the input folder"),
    ] {
        let output = run(&["convert", text(&at(input)), "-o", text(&at(out)), "--to", "glb"]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{input} to {out}: {message}");
        assert!(message.contains(messages) && message.contains("choose an"), "{input} to {out}: {message}");
    }
    assert_eq!(files(folder.path()).keys().collect::<Vec<_>>(), ["A/Models/a.mdl"]);
    // Named files, and outputs below the input, which aren't converted again.
    let file = run(&["convert", text(&at("A/Models/a.mdl")), "-o", text(&at("A/Models")), "--to", "glb"]);
    assert_eq!(file.status.code(), Some(0), "{}", stderr(&file));
    std::fs::remove_file(at("A/Models/a.glb")).expect("a file");
    for _ in 0..2 {
        let below = run(&["convert", text(&at("A")), "-o", text(&at("A/out")), "--to", "glb", "--force"]);
        let messages = stderr(&below);
        assert!(below.status.success() && messages.contains("wrote 1 file"), "{messages}");
    }
    assert_eq!(files(folder.path()).keys().collect::<Vec<_>>(), ["A/Models/a.mdl", "A/out/Models/a.glb"]);
}

#[test]
fn standard_output_takes_one_file() {
    let tile = sample("Tile.zed");
    let folder = folder(&[("a.zed", &tile)]);
    let file = path(&folder, "a.zed");
    let output = run(&["convert", "--to", "glb", text(&file), "-o", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(output.stdout.starts_with(b"glTF"));
    let same = run(&["convert", text(&file), "-o", "-"]);
    assert_eq!(same.stdout, tile);
}

#[test]
fn contradictions_and_unknown_names_are_usage() {
    let tile = sample("Tile.zed");
    let folder = folder(&[("a.zed", &tile)]);
    let file = path(&folder, "a.zed");
    for (name, to, why) in
        [("x.mdl", Some("glb"), "doesn't match the format glb"), ("x.fbx", None, ".glb"), ("x", None, "no extension")]
    {
        let out = path(&folder, name);
        let to = to.map_or_else(Vec::new, |to| vec!["--to", to]);
        let output = run(&[&["convert", text(&file), "-o", text(&out)], to.as_slice()].concat());
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(why), "{name}: {}", stderr(&output));
        assert!(!out.exists(), "{name}");
    }
}
