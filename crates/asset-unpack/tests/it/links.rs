//! Links in an output folder lead nowhere, and pipes are not opened.
#![cfg(unix)]

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use asset_unpack::{
    Staged, UnpackOptions, Unpacker, open_regular, read_regular, remove_below, write_below, write_whole,
};

/// An output folder, and a folder of somebody else with a file, to which `out/Materials` leads.
fn out_and_victim() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let [out, victim] = ["out", "victim"].map(|name| folder.path().join(name));
    fs::create_dir(&out).expect("a folder");
    fs::create_dir(&victim).expect("a folder");
    fs::write(victim.join("Fur.xml"), b"victim").expect("a file");
    symlink("../victim", out.join("Materials")).expect("a link");
    (folder, out, victim)
}

/// Stages a secondary file of this name and a requested file, and moves them to their places.
fn staged(given: &[&Path], out: &Path, name: &str, overwrite: bool) -> io::Result<Vec<PathBuf>> {
    let mut files = Staged::below(given);
    files.add(&out.join(name), &mut |file| file.write_all(b"out"))?;
    files.add(&out.join("Fox.mdl"), &mut |file| file.write_all(b"UMDL"))?;
    files.commit(overwrite)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|one| one.file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn a_link_in_an_output_folder_is_not_followed() {
    for (name, overwrite) in [
        ("Materials/Fur.xml", false),
        ("Materials/Fur.xml", true),
        ("Materials/New.xml", false),
        ("Materials/x/y.xml", true),
    ] {
        let (_folder, out, victim) = out_and_victim();
        let error = staged(&[&out], &out, name, overwrite).expect_err(name);
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{name} {error}");
        let place = out.join(name);
        let error = write_below(&[&out], &place, overwrite, |file| file.write_all(b"out")).expect_err(name);
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{name} {error}");
        let error = remove_below(&[&out], &place).expect_err(name);
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{name} {error}");
        assert_eq!((names(&out), names(&victim)), (vec!["Materials".into()], vec!["Fur.xml".into()]), "{name}");
        assert_eq!(fs::read(victim.join("Fur.xml")).expect("a file"), b"victim");
    }
}

#[test]
fn a_link_that_a_person_named_is_followed() {
    let (_folder, out, victim) = out_and_victim();
    let link = out.join("Materials");
    staged(&[&out, &link], &link, "x/a", false).expect("written");
    write_below(&[&link], &link.join("b"), false, |file| file.write_all(b"b")).expect("written");
    assert_eq!(names(&victim), ["Fox.mdl", "Fur.xml", "b", "x"]);
}

#[test]
fn a_link_in_the_place_of_a_file_is_replaced_itself() {
    let (_folder, out, victim) = out_and_victim();
    symlink("../victim/Fur.xml", out.join("a.xml")).expect("a link");
    // Equal content behind a link is not the output either.
    fs::write(victim.join("Fur.xml"), b"out").expect("a file");
    assert_eq!(staged(&[&out], &out, "a.xml", false).expect_err("exists").kind(), io::ErrorKind::AlreadyExists);
    staged(&[&out], &out, "a.xml", true).expect("written");
    assert!(!out.join("a.xml").is_symlink());
    write_below(&[&out], &out.join("a.xml"), true, |file| file.write_all(b"new")).expect("written");
    assert_eq!(fs::read(victim.join("Fur.xml")).expect("a file"), b"out");
}

#[test]
fn a_path_out_of_the_folder_is_refused() {
    let (folder, out, _) = out_and_victim();
    for place in [out.join("../a"), out.join("x/../../a"), folder.path().join("a"), PathBuf::from("a"), out.join("..")]
    {
        let error = write_below(&[&out], &place, true, |file| file.write_all(b"out")).expect_err("refused");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{} {error}", place.display());
    }
    assert_eq!(names(folder.path()), ["out", "victim"]);
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

/// Returns the result of `work` within ten seconds; a pipe that is opened is never closed.
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(Duration::from_secs(10)).expect("it doesn't wait")
}

#[test]
fn a_pipe_is_not_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    fifo(&pipe);
    let link = folder.path().join("link");
    symlink("pipe", &link).expect("a link");
    for path in [pipe, link, "/dev/zero".into(), folder.path().to_path_buf()] {
        let kinds = in_time(move || {
            [open_regular(&path).map(drop), read_regular(&path).map(drop)].map(|one| one.map_err(|error| error.kind()))
        });
        assert_eq!(kinds, [Err(io::ErrorKind::InvalidInput); 2]);
    }
}

#[test]
fn a_pipe_named_like_a_temporary_file_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ended = Command::new("true").spawn().expect("a process");
    let number = ended.id();
    ended.wait().expect("it ends");
    let pipe = folder.path().join(format!(".engine-assets-tmp-{number}-0"));
    fifo(&pipe);
    let place = folder.path().join("a");
    in_time(move || write_whole(&place, false, |file| file.write_all(b"a"))).expect("it is written");
    assert!(pipe.symlink_metadata().is_ok());
}

#[test]
fn a_pipe_in_the_place_of_an_output_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    fifo(&pipe);
    let given = folder.path();
    for overwrite in [false, true] {
        let kind = if overwrite { io::ErrorKind::InvalidInput } else { io::ErrorKind::AlreadyExists };
        let whole = write_whole(&pipe, overwrite, |file| file.write_all(b"a")).expect_err("refused");
        let below = write_below(&[given], &pipe, overwrite, |file| file.write_all(b"a")).expect_err("refused");
        let staged = staged(&[given], given, "pipe", overwrite).expect_err("refused");
        assert_eq!([whole.kind(), below.kind(), staged.kind()], [kind; 3]);
        let mut unpacker = Unpacker::new(given, UnpackOptions::default().overwrite(overwrite)).expect("a folder");
        assert!(!unpacker.file(b"pipe", 1, |out| out.write_all(b"a")).expect("refused"));
        assert_eq!(unpacker.finish().expect("finished").refused.len(), 1);
    }
    assert_eq!(names(given), ["pipe"]);
    assert!(!pipe.is_file());
}
