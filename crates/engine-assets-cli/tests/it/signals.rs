//! Commands ended by a signal leave no files; after a kill the next run cleans up.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::common::{files_below, flag, folder, path, run, stderr, stdout, text};

/// A conversion of two models into `Data` whose second one never comes: its file is a pipe that nobody writes.
fn waiting(folder: &TempDir) -> Child {
    let pipe = path(folder, "b.glb");
    if !pipe.exists() {
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    }
    let program = assert_cmd::cargo::cargo_bin("engine-assets");
    let mut convert = Command::new(program);
    convert.args(["convert", "--to", "mdl", "--lossy", "-o"]).arg(path(folder, "Data"));
    convert.arg(path(folder, "a.glb")).arg(&pipe).stderr(Stdio::null());
    let child = convert.spawn().expect("it runs");
    let since = Instant::now();
    let data = path(folder, "Data");
    let is_written = |name: &String| std::fs::read_dir(data.join(name)).is_ok_and(|mut files| files.next().is_some());
    while !temporary(&data).iter().any(is_written) {
        assert!(since.elapsed() < Duration::from_secs(60), "no temporary file");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// Names in a folder that aren't outputs.
fn temporary(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.map(|one| one.file_name().to_string_lossy().into_owned());
    names.filter(|name| name != "kept.txt").collect()
}

#[test]
fn signals_leave_nothing_behind() {
    let folder = folder(&[("a.glb", &flag(1)), ("Data/kept.txt", b"kept")]);
    for signal in [Signal::INT, Signal::TERM] {
        let mut child = waiting(&folder);
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{signal:?}");
        assert_eq!(files_below(&path(&folder, "Data")), ["kept.txt"], "{signal:?}");
        assert!(temporary(&path(&folder, "Data")).is_empty(), "{signal:?}");
    }
}

#[test]
fn leftovers_of_a_kill_are_ignored_and_removed() {
    let folder = folder(&[("a.glb", &flag(1)), ("Data/kept.txt", b"kept")]);
    let data = path(&folder, "Data");
    let mut child = waiting(&folder);
    child.kill().and_then(|()| child.wait()).expect("it ends");
    let [left] = &temporary(&data)[..] else { panic!("nothing is left") };
    assert!(left.starts_with('.') && std::fs::read_dir(data.join(left)).expect("a folder").count() > 0, "{left}");
    // A model among the leftovers.
    std::fs::write(data.join(left).join("x.glb"), flag(2)).expect("a file");
    let pak = path(&folder, "a.pak");
    assert!(run(&["pak", "pack", text(&data), "-o", text(&pak), "--all"]).status.success());
    let listed = stdout(&run(&["pak", "list", text(&pak)]));
    assert!(listed.contains("kept.txt") && !listed.contains("glb"), "{listed}");
    let messages = stderr(&run(&["validate", text(&data)]));
    assert!(messages.contains("0 files"), "{messages}");
    let messages = stderr(&run(&["convert", text(&data), "--to", "mdl", "-o", text(&path(&folder, "out"))]));
    assert!(messages.contains("nothing to convert"), "{messages}");
    let output = run(&["convert", text(&path(&folder, "a.glb")), "-o", text(&data.join("a.mdl")), "--lossy"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!data.join(left).exists(), "the next run removes it");
}
