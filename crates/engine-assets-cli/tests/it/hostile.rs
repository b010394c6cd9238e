//! Hostile files and folders: small files with large work, large files that are no assets, full disks, wrong names.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

use testkit::hostile::TimeLimit;

use crate::common::{files_below, flag, folder, path, run, stderr, stdout, text, zeros};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// Runs the command in a shell after other commands: limits.
fn run_after(before: &str, arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin("engine-assets");
    let script = format!("{before}; exec \"$0\" \"$@\"");
    Command::new("sh").args(["-c", &script]).arg(program).args(arguments).output().expect("it runs")
}

#[test]
fn a_shared_array_is_hashed_once() {
    let file = zeros(400, 3_000_000);
    let folder = folder(&[("a.gltf", file.as_bytes())]);
    let limit = TimeLimit::seconds(45);
    let output = run(&["inspect", "--json", "--hashes", text(&path(&folder, "a.gltf"))]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stdout(&output).matches("data_sha256").count(), 400);
    // 400 times 36 MB would take minutes.
    limit.check();
}

#[test]
fn files_of_the_system_have_an_end() {
    // /proc/self/pagemap has no bytes by its size, and no end.
    if Path::new("/proc/self/pagemap").exists() {
        let output = run_after("ulimit -t 60; ulimit -v 1500000", &["inspect", "--quiet", "/proc/self/"]);
        assert!(output.status.code().is_some() && !stderr(&output).contains("pagemap"), "{}", stderr(&output));
    }
}

#[test]
fn a_full_disk_is_reported_under_the_name_of_the_output() {
    let folder = folder(&[("Character.mdl", &sample("Character.mdl"))]);
    let (model, out) = (path(&folder, "Character.mdl"), path(&folder, "out/x.gltf"));
    let output = run_after("trap '' XFSZ; ulimit -f 8", &["convert", text(&model), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let messages = stderr(&output);
    assert!(messages.contains("out/x.") && !messages.contains("Character.mdl: "), "{messages}");
    assert!(!path(&folder, "out").exists() || files_below(&path(&folder, "out")).is_empty());
}

#[test]
fn text_has_no_name_of_binary() {
    let folder = folder(&[("in/Room.udm_b", &sample("Room.udm_b")), ("in/Crate.pmdl_b", &sample("Crate.pmdl_b"))]);
    let (room, out) = (path(&folder, "in/Room.udm_b"), path(&folder, "o.udm_b"));
    for output_format in ["udm-text", "udm-compact", "udm-reference"] {
        let output = run(&["convert", text(&room), "-o", text(&out), "--to", output_format]);
        assert!(!output.status.success() && !out.exists(), "{output_format}");
    }
    let (below, texts) = (path(&folder, "in"), path(&folder, "texts"));
    let output = run(&["convert", text(&below), "-o", text(&texts), "--to", "udm-text"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(files_below(&texts), ["Crate.pmdl", "Room.udm"]);
    let binaries = path(&folder, "binaries");
    let output = run(&["convert", text(&texts), "-o", text(&binaries), "--to", "udm-binary"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(files_below(&binaries), ["Crate.pmdl_b", "Room.udm_b"]);
    assert!(std::fs::read(binaries.join("Room.udm_b")).expect("a file").starts_with(b"UDMB"));
}

#[test]
fn pictures_have_the_names_of_pictures() {
    let folder = folder(&[("a.glb", &flag(1))]);
    let model = path(&folder, "a.glb");
    for name in ["x.webp", "x.jpg", "x"] {
        let out = path(&folder, name);
        for sheet in [&[][..], &["--sheet"]] {
            let output = run(&[&["render", text(&model), "-o", text(&out)], sheet].concat());
            assert_eq!(output.status.code(), Some(2), "{name}");
            assert!(stderr(&output).contains("pictures end in .png or .apng") && !out.exists(), "{}", stderr(&output));
        }
    }
}

#[test]
fn empty_pictures_are_a_warning() {
    let folder = folder(&[("a.glb", &flag(1))]);
    let render = |view: &str| {
        let out = path(&folder, &format!("{view}.png"));
        run(&["render", text(&path(&folder, "a.glb")), "--size", "32x32", "--view", view, "-o", text(&out)])
    };
    let empty = [render("front"), render("back")]
        .map(|output| stderr(&output).contains("warning: picture: the picture is empty"));
    assert_eq!(empty.iter().filter(|is_empty| **is_empty).count(), 1, "one side is seen");
}

#[test]
fn advice_fits_the_error() {
    let needed = br#"{"asset":{"version":"2.0"},"extensionsRequired":["X_none"],"extensionsUsed":["X_none"]}"#;
    let mut glb =
        [&b"glTF\x02\0\0\0"[..], &(20 + 88_u32).to_le_bytes(), &88_u32.to_le_bytes(), b"JSON", needed].concat();
    glb.resize(20 + 88, b' ');
    let folder = folder(&[("a.glb", &glb), ("cut.mdl", &sample("Character.mdl")[..99])]);
    let messages = stderr(&run(&["inspect", text(&path(&folder, "a.glb"))]));
    assert!(messages.contains("X_none") && messages.contains("next: export the file again without it"), "{messages}");
    let messages = stderr(&run(&["inspect", text(&path(&folder, "cut.mdl"))]));
    assert!(messages.contains("next: get the file again"), "{messages}");
}
