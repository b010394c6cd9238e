//! Memory of commands: their peaks as the system counts them, and limits of it.

#![cfg(target_os = "linux")]

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use engine_assets::asset_image::Pixels;

use crate::common::{files, folder, path, run, stderr, stdout, text, zeros};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// Runs the command on 16 threads. Returns its output and its peak resident memory in bytes.
fn peak(arguments: &[&str]) -> (Output, u64) {
    let program = assert_cmd::cargo::cargo_bin("engine-assets");
    let mut command = Command::new(program);
    command.args(arguments).env("RAYON_NUM_THREADS", "16").stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it runs");
    let status = format!("/proc/{}/status", child.id());
    let watch = std::thread::spawn(move || {
        let mut peak = 0;
        // The process is there until it is waited for, its memory until it ends.
        while let Ok(text) = std::fs::read_to_string(&status) {
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let Some(size) = line else { break };
            peak = size.trim().trim_end_matches(" kB").parse().unwrap_or(peak);
            std::thread::sleep(Duration::from_millis(2));
        }
        peak * 1024
    });
    let output = child.wait_with_output().expect("it ends");
    (output, watch.join().expect("a number"))
}

#[test]
fn large_files_that_are_no_assets_are_not_read() {
    let folder = folder(&[("a/Character.mdl", &sample("Character.mdl"))]);
    // Files of equal sizes would be compared.
    for (number, name) in ["a/movie.mp4", "a/level.bin", "a/noise.json"].into_iter().enumerate() {
        let size = (2 << 30) + number as u64;
        std::fs::File::create(path(&folder, name)).and_then(|file| file.set_len(size)).expect("a sparse file");
    }
    let (below, sheet, out) = (path(&folder, "a"), path(&folder, "sheet.png"), path(&folder, "out"));
    let pak = path(&folder, "a.pak");
    for arguments in [
        &["validate", text(&below)][..],
        &["validate", "--unused", text(&below)],
        &["inspect", text(&below)],
        &["inspect", "--json", "--hashes", text(&below)],
        &["render", "--sheet", "--size", "64x64", text(&below), "-o", text(&sheet)],
        &["convert", text(&below), "--to", "glb", "-o", text(&out)],
        &["doctor", text(&below)],
        &["pak", "pack", "--dry-run", text(&below), "-o", text(&pak)],
    ] {
        let (output, peak) = peak(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(peak > 0 && peak < 200 << 20, "{arguments:?}: {peak}");
    }
}

#[test]
fn a_small_file_is_compared_in_little_memory() {
    // Its normals are zeros, and each would be written as another one.
    let file = zeros(1, 14_000_000).replace("POSITION", "NORMAL");
    assert!(file.len() < 300);
    let folder = folder(&[("a.gltf", file.as_bytes())]);
    let file = path(&folder, "a.gltf");
    let (output, peak) = peak(&["validate", "--roundtrip", text(&file)]);
    assert!(stderr(&output).contains("engine-assets/roundtrip-too-large"), "{}", stderr(&output));
    assert!(!stdout(&output).contains("identical"), "{}", stdout(&output));
    assert!(peak < 40 << 20, "{peak}");
}

#[test]
fn a_small_picture_of_many_pixels_is_checked_in_little_memory() {
    let picture = Pixels::filled(6000, 6000, [7, 7, 7, 255]).expect("pixels").to_png().expect("a png");
    assert!(picture.len() < 1 << 20, "{} bytes for 144 MB of pixels", picture.len());
    let folder = folder(&[("a.png", &picture)]);
    let file = path(&folder, "a.png");
    for arguments in [&["validate"][..], &["validate", "--roundtrip"], &["inspect"]] {
        let (output, peak) = peak(&[arguments, &[text(&file)]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(peak > 0 && peak < 60 << 20, "{arguments:?}: {peak}");
    }
}

/// Pictures and glTFs whose content is a hundred times as large as their files.
fn hostile() -> Vec<(String, Vec<u8>)> {
    let picture = Pixels::filled(2048, 2048, [7, 7, 7, 255]).expect("pixels").to_png().expect("a png");
    let model = zeros(1, 1_500_000).into_bytes();
    (0..24)
        .flat_map(|number| {
            [(format!("in/{number}.png"), picture.clone()), (format!("in/{number}.gltf"), model.clone())]
        })
        .collect()
}

#[test]
fn the_memory_of_a_run_is_limited() {
    let hostile = hostile();
    let all: Vec<(&str, &[u8])> = hostile.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let folder = folder(&all);
    let (below, out) = (path(&folder, "in"), path(&folder, "out"));
    let (below, out) = (text(&below), text(&out));
    let commands = [
        &["validate", below][..],
        &["validate", "--roundtrip", below],
        &["doctor", below],
        &["render", "--sheet", "--size", "32x32", below, "-o", &format!("{out}.png")],
        &["convert", below, "-o", out, "--to", "mdl", "--lossy"],
    ];
    for arguments in commands {
        let (output, peak) = peak(&[arguments, &["--max-memory", "256M"]].concat());
        eprintln!("{arguments:?}: {} MiB", peak >> 20);
        assert!(output.status.code().is_some(), "{arguments:?}: {}", stderr(&output));
        assert!(peak > 0 && peak < 256 << 20, "{arguments:?}: {peak}");
    }
}

#[test]
fn less_memory_gives_the_same_results() {
    let samples = fuzzkit::samples::all();
    let names: Vec<String> = samples.iter().map(|sample| format!("in/{}", sample.name)).collect();
    let all: Vec<(&str, &[u8])> =
        names.iter().zip(&samples).map(|(name, sample)| (name.as_str(), sample.bytes.as_slice())).collect();
    let folder = folder(&all);
    let (below, out) = (path(&folder, "in"), path(&folder, "out"));
    let (page, sheet) = (out.join("page.html"), out.join("sheet.png"));
    let below = text(&below);
    let commands = [
        &["validate", "--json", below][..],
        &["doctor", "--json", below],
        &["doctor", below, "--html", text(&page)],
        &["convert", below, "-o", text(&out), "--to", "glb", "--lossy"],
        &["render", "--sheet", "--size", "64x64", below, "-o", text(&sheet)],
    ];
    for arguments in commands {
        let results = |limit: &[&str]| {
            std::fs::create_dir(&out).expect("a folder");
            let output = run(&[arguments, limit].concat());
            let written = files(&out);
            std::fs::remove_dir_all(&out).expect("the folder");
            // Messages about outputs come as they are written.
            let mut messages: Vec<String> = stderr(&output).lines().map(str::to_owned).collect();
            messages.sort();
            (stdout(&output), messages, output.status.code(), written)
        };
        let (all, few) = (results(&[]), results(&["--max-memory", "1K"]));
        assert!(all == few, "{arguments:?}: {:?}\n{:?}", all.1, few.1);
        assert!(!all.0.is_empty() || !all.3.is_empty(), "{arguments:?}");
    }
    let refused = run(&["validate", "--max-memory", "much", below]);
    assert!(refused.status.code() == Some(2) && stderr(&refused).contains("256M"), "{}", stderr(&refused));
}

/// Prefabs that each show the next one four times, and scenes that show the first: a million nodes each.
fn showing_each_other() -> Vec<(String, String)> {
    let node = |id: usize, inside: &str| format!(r#"<node id="{id}">{inside}</node>"#);
    let shows = |number: usize| {
        let prefab = format!(r#"<attribute name="Prefab" value="PrefabResource;Prefabs/{number}.prefab"/>"#);
        let component = format!(r#"<component type="PrefabReference" id="9">{prefab}</component>"#);
        let nodes: String = (3..7).map(|id| node(id, &component)).collect();
        format!(r#"<scene id="1">{}</scene>"#, node(2, &nodes))
    };
    let prefabs = (0..10).map(|number| (format!("in/Prefabs/{number}.prefab"), shows(number + 1)));
    prefabs.chain((0..6).map(|number| (format!("in/Scenes/{number}.xml"), shows(0)))).collect()
}

#[test]
fn scenes_on_many_threads_share_nodes() {
    let files = showing_each_other();
    let mut all: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    // There is nothing to see in the scenes, and a sheet needs a picture.
    let model = sample("Character.mdl");
    all.push(("in/Models/Character.mdl", &model));
    let folder = folder(&all);
    let model = path(&folder, "in/Models/Character.mdl");
    let [project, scenes, out, page] = ["in", "in/Scenes", "out", "page.html"].map(|name| path(&folder, name));
    let (below, out) = (text(&scenes), text(&out));
    let commands = [
        &["convert", below, "-o", out, "--to", "glb"][..],
        &["doctor", text(&project), "--html", text(&page)],
        &["render", "--sheet", "--size", "32x32", below, text(&model), "-o", &format!("{out}.png")],
    ];
    for arguments in commands {
        let (output, peak) = peak(arguments);
        eprintln!("{arguments:?}: {} MiB", peak >> 20);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        // One such scene takes 200 MB, and six at once took a gigabyte.
        assert!(peak > 0 && peak < 400 << 20, "{arguments:?}: {peak}");
    }
    // Nothing that only another thread's scene left out is missing.
    let written = crate::common::files(&path(&folder, "out"));
    let sizes: Vec<usize> = written.values().map(Vec::len).collect();
    assert_eq!(sizes.len(), 6);
    assert!(sizes.iter().all(|size| *size == sizes[0] && *size > 1 << 20), "{sizes:?}");
}
