//! Unpacking into a folder that others have put things into.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use asset_unpack::{UnpackOptions, Unpacker, write_whole};
use binio::Limits;

fn messages(unpacker: Unpacker) -> Vec<String> {
    unpacker.finish().unwrap().refused.iter().map(ToString::to_string).collect()
}

fn put(unpacker: &mut Unpacker, name: &str) -> bool {
    unpacker.file(name.as_bytes(), 4, |out| out.write_all(b"data")).expect("the disk is fine")
}

/// Everything below a folder.
fn tree(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/"));
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_bad_is_reported_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("x/y");
    let mut unpacker = Unpacker::new(&target, UnpackOptions::default()).unwrap();
    assert!(put(&mut unpacker, "a/b.txt"));
    for bad in ["../evil.txt", "/evil", "a/B.TXT", "A/c", "a/b.txt", "a", "a/b.txt/c"] {
        assert!(!put(&mut unpacker, bad), "{bad}");
    }
    assert!(put(&mut unpacker, "a/c.txt"));
    let unpacked = unpacker.finish().unwrap();
    assert_eq!((unpacked.written, unpacked.bytes, unpacked.refused.len()), (2, 8, 7));
    assert_eq!(tree(folder.path()), ["x", "x/y", "x/y/a", "x/y/a/b.txt", "x/y/a/c.txt"]);
}

#[test]
fn files_that_are_there_stay_unless_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("old"), "old").unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    let mut unpacker = Unpacker::new(folder.path(), UnpackOptions::default()).unwrap();
    assert!(!put(&mut unpacker, "old") && !put(&mut unpacker, "folder") && !put(&mut unpacker, "old/x"));
    let unpacked = unpacker.finish().unwrap();
    assert_eq!(unpacked.existing, 1);
    let refused: Vec<String> = unpacked.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused,
        [
            "error: old: refused: the file exists",
            "error: folder: refused: is a folder already",
            "error: old/x: refused: \"old\" is a file, not a folder",
        ]
    );
    assert_eq!(fs::read(folder.path().join("old")).unwrap(), b"old");
    let mut unpacker = Unpacker::new(folder.path(), UnpackOptions::default().overwrite(true)).unwrap();
    assert!(put(&mut unpacker, "old") && !put(&mut unpacker, "folder"));
    assert_eq!(fs::read(folder.path().join("old")).unwrap(), b"old");
    drop(unpacker.finish().unwrap());
    assert_eq!(fs::read(folder.path().join("old")).unwrap(), b"data");
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let (target, outside) = (folder.path().join("target"), folder.path().join("outside"));
    fs::create_dir(&target).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("file"), "mine").unwrap();
    symlink(&outside, target.join("out")).unwrap();
    symlink("../outside", target.join("relative")).unwrap();
    symlink(".", target.join("self")).unwrap();
    symlink(outside.join("file"), target.join("link")).unwrap();
    symlink("nowhere", target.join("dangling")).unwrap();
    let options = UnpackOptions::default().overwrite(true);
    let mut unpacker = Unpacker::new(&target, options.clone()).unwrap();
    for bad in ["out/x", "relative/x", "self/x", "dangling/x"] {
        assert!(!put(&mut unpacker, bad), "{bad}");
    }
    // The link itself is replaced.
    assert!(put(&mut unpacker, "link"));
    assert_eq!(messages(unpacker)[0], "error: out/x: refused: \"out\" is a link");
    assert_eq!(tree(&outside), ["file"]);
    assert_eq!(fs::read(outside.join("file")).unwrap(), b"mine");
    assert_eq!(fs::read(target.join("link")).unwrap(), b"data");
    assert!(!fs::symlink_metadata(target.join("link")).unwrap().is_symlink());
    let mut unpacker = Unpacker::new(&target, options.dry_run(true)).unwrap();
    assert!(!put(&mut unpacker, "out/x"));
}

#[test]
fn content_that_fails_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut unpacker = Unpacker::new(folder.path(), UnpackOptions::default()).unwrap();
    let broken = |out: &mut dyn Write| {
        out.write_all(b"da")?;
        Err(io::Error::new(io::ErrorKind::InvalidData, "block 3: broken"))
    };
    assert!(!unpacker.file(b"broken", 4, broken).unwrap());
    assert!(!unpacker.file(b"short", 4, |out| out.write_all(b"dat")).unwrap());
    assert!(!unpacker.file(b"long", 4, |out| out.write_all(b"data!")).unwrap());
    assert!(unpacker.file(b"folder/empty", 0, |_| Ok(())).unwrap());
    assert_eq!(
        messages(unpacker),
        [
            "error: broken: refused: block 3: broken",
            "error: short: refused: fewer bytes than it says",
            "error: long: refused: more bytes than it says",
        ]
    );
    assert_eq!(tree(folder.path()), ["folder", "folder/empty"]);
}

#[test]
fn a_batch_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("a/old")).unwrap();
    let before = tree(folder.path());
    let batch = |sync| {
        let mut unpacker = Unpacker::new(folder.path(), UnpackOptions::default().sync(sync)).unwrap();
        for name in ["a/new", "a/old/new", "b/c/d", "b/c/e", "a/new2", "x"] {
            assert!(put(&mut unpacker, name), "{name}");
        }
        unpacker
    };
    // Given up.
    drop(batch(false));
    assert_eq!(tree(folder.path()), before);
    // Somebody puts a folder in the way of a file.
    let unpacker = batch(false);
    fs::create_dir(folder.path().join("x")).unwrap();
    let error = unpacker.finish().unwrap_err().to_string();
    assert!(error.starts_with(folder.path().to_str().unwrap()) && error.contains(": x: "), "{error}");
    for name in tree(folder.path()) {
        assert!(!name.contains("tmp"), "{name}");
    }
    fs::remove_dir_all(folder.path()).unwrap();
    fs::create_dir_all(folder.path().join("a/old")).unwrap();
    drop(batch(true).finish().unwrap());
    let after = ["a", "a/new", "a/new2", "a/old", "a/old/new", "b", "b/c", "b/c/d", "b/c/e", "x"];
    assert_eq!(tree(folder.path()), after);
}

#[test]
fn errors_name_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Unpacker::new(&file, UnpackOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with(file.to_str().unwrap()), "{error}");
}

#[test]
fn bytes_and_entries_run_out() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits::default().max_expanded_bytes(10).max_entries(4);
    let mut unpacker = Unpacker::new(folder.path(), UnpackOptions::default().limits(limits)).unwrap();
    assert!(put(&mut unpacker, "a/1"));
    let bomb = |_: &mut dyn Write| -> io::Result<()> { panic!("nothing is asked of what is refused") };
    assert!(!unpacker.file(b"a/bomb", u64::MAX, bomb).unwrap());
    assert!(put(&mut unpacker, "a/2"));
    assert!(!put(&mut unpacker, "a/3") && !put(&mut unpacker, "a/4"));
    assert_eq!(
        messages(unpacker),
        [
            "error: a/bomb: refused: 18446744073709551615 bytes, 6 are left of the limit",
            "error: a/3: refused: the limit of files and folders is reached",
            "error: a/4: refused: the limit of files and folders is reached",
        ]
    );
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("new");
    let unread = |_: &mut dyn Write| -> io::Result<()> { panic!("nothing is read in a dry run") };
    for there in [false, true] {
        let mut unpacker = Unpacker::new(&target, UnpackOptions::default().dry_run(true)).unwrap();
        assert!(unpacker.file(b"a/b", 4, unread).unwrap());
        assert!(!unpacker.file(b"../x", 4, unread).unwrap());
        assert!(!unpacker.file(b"A/B", 4, unread).unwrap());
        assert_eq!(unpacker.finish().unwrap().written, 1);
        assert_eq!(target.exists(), there);
        fs::create_dir_all(&target).unwrap();
    }
    assert_eq!(tree(folder.path()), ["new"]);
}

#[test]
fn one_file_is_whole_or_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pak");
    write_whole(&path, false, |file| file.write_all(b"old")).unwrap();
    let fails = write_whole(&path, true, |file| -> io::Result<()> {
        file.write_all(b"half of the new")?;
        Err(io::Error::other("the source is gone"))
    });
    assert_eq!(fails.unwrap_err().to_string(), "the source is gone");
    assert_eq!(write_whole(&path, false, |_| io::Result::Ok(())).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(tree(folder.path()), ["game.pak"]);
    write_whole(&path, true, |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(write_whole(folder.path(), true, |_| io::Result::Ok(())).is_err());
    assert!(write_whole(folder.path().join("no/x"), true, |_| io::Result::Ok(())).is_err());
}

/// A process that ends while it writes, as if killed: `abort` runs no destructor.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_writer_leaves_the_old_file_and_nothing_else() {
    const VARIABLE: &str = "ASSET_UNPACK_KILLED";
    if let Some(path) = std::env::var_os(VARIABLE) {
        let _ = write_whole(Path::new(&path), true, |file| -> io::Result<()> {
            file.write_all(b"half of the new")?;
            std::process::abort()
        });
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pak");
    fs::write(&path, "old").unwrap();
    let this = std::env::current_exe().unwrap();
    let name = "unpack::a_killed_writer_leaves_the_old_file_and_nothing_else";
    let killed = std::process::Command::new(this).args([name, "--exact"]).env(VARIABLE, &path).output().unwrap();
    assert!(!killed.status.success());
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(tree(folder.path()), ["game.pak"]);
    write_whole(&path, true, |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[test]
fn a_result_with_refused_entries_is_not_complete() {
    let folder = tempfile::tempdir().unwrap();
    let unpack = || {
        let mut unpacker = Unpacker::new(folder.path(), UnpackOptions::default())?;
        unpacker.file(b"a", 1, |out| out.write_all(b"a"))?;
        unpacker.finish()
    };
    assert_eq!(unpack().unwrap().complete().unwrap().written, 1);
    // The file exists now.
    let again = unpack().unwrap();
    assert_eq!(again.written, 0);
    assert!(again.complete().is_err());
}
