//! Faults around the command: a full disk, a killed process. Existing files stay, new files are whole, and the next run works.

#![cfg(target_os = "linux")]

use crate::common;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{folder, path, run, stderr, text};

const PROGRAM: &str = env!("CARGO_BIN_EXE_engine-assets");

/// A folder with 60 files of 40 KB that don't pack well, in `in`, and `a.pak` of them.
fn packed() -> tempfile::TempDir {
    let noise: Vec<u8> = (0..100_000_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let names: Vec<String> = (0..60).map(|index| format!("in/{}/{index}.bin", index % 7)).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().enumerate().map(|(index, name)| (name.as_str(), &noise[index * 1000..][..40_000])).collect();
    let folder = folder(&files);
    let (from, pak) = (path(&folder, "in"), path(&folder, "a.pak"));
    let output = run(&["pak", "pack", text(&from), "-o", text(&pak)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    folder
}

/// The command with a disk that has room for files of `kilobytes` at most.
fn with_room(kilobytes: u32, arguments: &[&str]) -> std::process::Output {
    // Blocks of 512 bytes; without the trap the system ends the process instead of refusing to write.
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", kilobytes * 2);
    Command::new("sh").args(["-c", &script, PROGRAM]).args(arguments).output().expect("a shell")
}

fn glb(folder: &tempfile::TempDir) -> std::path::PathBuf {
    let file = path(folder, "flag.glb");
    std::fs::write(&file, common::flag(1)).expect("room");
    file
}

#[test]
fn without_room_the_old_file_stays() {
    let folder = packed();
    let (from, pak, out) = (path(&folder, "in"), path(&folder, "a.pak"), path(&folder, "old.pak"));
    std::fs::write(&out, "old").expect("room");
    let output = with_room(100, &["pak", "pack", "--store", "--force", text(&from), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("old.pak: "), "{}", stderr(&output));
    assert_eq!(std::fs::read(&out).expect("the old file"), b"old");

    let before = std::fs::read(&pak).expect("a package");
    let output = with_room(100, &["pak", "rm", text(&pak), "0/0.bin"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(std::fs::read(&pak).expect("a package") == before, "the package has changed");

    let to = path(&folder, "out");
    let output = with_room(8, &["pak", "unpack", text(&pak), "-o", text(&to)]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let left: Vec<_> = walk(&to);
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(run(&["pak", "unpack", text(&pak), "-o", text(&to)]).status.code(), Some(0));
}

#[test]
fn without_room_nothing_is_converted_by_half() {
    let folder = packed();
    let (from, to) = (glb(&folder), path(&folder, "Data/Models/Flag.mdl"));
    std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    let output = with_room(0, &["convert", text(&from), "-o", text(&to)]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(walk(&path(&folder, "Data")).is_empty(), "{:?}", walk(&path(&folder, "Data")));
    let output = run(&["convert", text(&from), "-o", text(&to)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(walk(&path(&folder, "Data")).len() > 1, "a model, materials and a picture");
}

/// Files below a folder, by name.
fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    files.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// Kills the command after longer and longer times, until it finishes; `check` looks at the remaining files each time.
fn killed(arguments: &[&str], check: impl Fn()) {
    let start = Instant::now();
    let mut pause = Duration::ZERO;
    loop {
        let mut command = Command::new(PROGRAM);
        let mut child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(pause);
        let done = child.try_wait().expect("a process").is_some();
        // It may end just now.
        drop(child.kill());
        child.wait().expect("a process");
        check();
        if done {
            return;
        }
        pause = pause.mul_f64(1.3) + Duration::from_millis(2);
        assert!(start.elapsed() < Duration::from_secs(120), "it never ends");
    }
}

/// A file read from a pipe byte by byte is the same file.
#[test]
fn input_comes_in_drops() {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/Tiles.zed")).expect("a sample");
    let mut command = Command::new(PROGRAM);
    command.args(["validate", "--roundtrip", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    for byte in &bytes {
        stdin.write_all(std::slice::from_ref(byte)).expect("it reads");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_killed_pack_leaves_the_old_package_or_the_new_one() {
    let folder = packed();
    let (from, pak, out) = (path(&folder, "in"), path(&folder, "a.pak"), path(&folder, "b.pak"));
    std::fs::write(&out, "old").expect("room");
    let whole = std::fs::read(&pak).expect("a package");
    killed(&["pak", "pack", "--force", text(&from), "-o", text(&out)], || {
        let left = std::fs::read(&out).expect("a file");
        assert!(left == b"old" || left == whole, "{} bytes of {}", left.len(), whole.len());
    });
    assert!(std::fs::read(&out).expect("a file") == whole, "the last run was not killed");
}

#[test]
fn a_killed_unpack_leaves_whole_files_only() {
    let folder = packed();
    let (from, pak, to) = (path(&folder, "in"), path(&folder, "a.pak"), path(&folder, "out"));
    killed(&["pak", "unpack", "--force", text(&pak), "-o", text(&to)], || {
        for file in walk(&to) {
            let name = file.strip_prefix(&to).expect("below");
            // Unfinished files have other names.
            if let Ok(expected) = std::fs::read(from.join(name)) {
                assert!(std::fs::read(&file).expect("a file") == expected, "{}", name.display());
            }
        }
    });
    let expected = walk(&from);
    for file in &expected {
        let name = file.strip_prefix(&from).expect("below");
        assert!(std::fs::read(to.join(name)).ok() == std::fs::read(file).ok(), "{}", name.display());
    }
}

#[test]
fn a_killed_conversion_leaves_whole_files_only() {
    let folder = packed();
    let (from, model) = (glb(&folder), path(&folder, "Data/Models/Flag.mdl"));
    std::fs::create_dir_all(model.parent().expect("a folder")).expect("a folder");
    let arguments = ["convert", "--force", text(&from), "-o", text(&model)];
    assert_eq!(run(&arguments).status.code(), Some(0));
    let data = path(&folder, "Data");
    let whole: Vec<_> = walk(&data).into_iter().map(|path| (std::fs::read(&path).expect("a file"), path)).collect();
    std::fs::remove_dir_all(&data).expect("a folder");
    std::fs::create_dir_all(model.parent().expect("a folder")).expect("a folder");
    killed(&arguments, || {
        for (bytes, path) in &whole {
            let left = std::fs::read(path).ok();
            assert!(left.is_none_or(|left| left == *bytes), "{}", path.display());
        }
    });
    for (bytes, path) in &whole {
        assert!(std::fs::read(path).expect("a file") == *bytes, "{}", path.display());
    }
}
