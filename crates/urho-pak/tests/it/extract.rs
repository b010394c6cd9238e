//! Extraction of malicious packages, and replacing a package while it is read.

#![cfg(feature = "extract")]

use std::fs;

use testkit::ByteBuilder;
use urho_pak::{Builder, Encoding, Package, UnpackOptions};

#[test]
fn the_bad_is_reported_and_the_rest_goes_on() {
    let names =
        ["ok.txt", "../evil.txt", "/abs", "C:\\x", "NUL", "a:b", "dot.", "OK.TXT", "ok.txt/x", "", "Sub/fine.txt"];
    let count = names.len() as u32;
    let directory: u32 = names.iter().map(|name| name.len() as u32 + 13).sum();
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(count).u32(0);
    let sum = urho_core::sdbm(0, b"data");
    let bytes =
        names.iter().fold(bytes, |bytes, name| bytes.cstr(name).u32s(&[12 + directory, 4, sum])).raw(b"data").build();
    let package = Package::open(bytes.as_slice()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out");
    let dry = package.extract(&target, UnpackOptions::default().dry_run(true)).unwrap();
    assert!(!target.exists());
    let unpacked = package.extract(&target, UnpackOptions::default()).unwrap();
    assert_eq!((unpacked.written, unpacked.refused.len()), (2, 9));
    assert_eq!((dry.written, dry.refused), (unpacked.written, unpacked.refused));
    assert_eq!(fs::read(target.join("ok.txt")).unwrap(), b"data");
    assert_eq!(fs::read(target.join("Sub/fine.txt")).unwrap(), b"data");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(fs::read_dir(&target).unwrap().count(), 2);
}

#[test]
fn of_two_the_later_is_written_and_damaged_ones_are_not() {
    let sum = urho_core::sdbm(0, b"new");
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(3).u32(0);
    let bytes = bytes.cstr("a").u32s(&[54, 3, 0]).cstr("a").u32s(&[57, 3, sum]).cstr("b").u32s(&[54, 3, 7]);
    let bytes = bytes.raw(b"oldnew").build();
    let package = Package::open(bytes.as_slice()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let unpacked = package.extract(folder.path(), UnpackOptions::default()).unwrap();
    assert_eq!(fs::read(folder.path().join("a")).unwrap(), b"new");
    assert!(!folder.path().join("b").exists());
    let refused: Vec<_> = unpacked.refused.iter().map(ToString::to_string).collect();
    assert_eq!(refused[0], "error: a: refused: a later entry has the same name");
    assert!(refused[1].starts_with("error: b: refused: b: expected checksum "), "{}", refused[1]);
}

#[test]
fn bombs_do_not_fill_the_disk() {
    let mut builder = Builder::new(Encoding::Ulz4);
    builder.add("a", vec![0; 1_000_000]).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let package = Package::open(bytes.as_slice()).unwrap();
    let mut limits = package.extract_limits();
    assert!(limits.expanded_bytes() >= 1 << 30);
    limits = limits.max_expanded_bytes(999_999);
    let folder = tempfile::tempdir().unwrap();
    let unpacked = package.extract(folder.path(), UnpackOptions::default().limits(limits)).unwrap();
    assert_eq!((unpacked.written, unpacked.refused.len()), (0, 1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_package_is_edited_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pak");
    let mut builder = Builder::new(Encoding::Ulz4);
    builder.add("a", vec![1; 100_000]).unwrap();
    builder.add("b", b"b").unwrap();
    builder.save(&path, false).unwrap();
    assert!(builder.save(&path, false).is_err());
    let package = Package::open_path(&path).unwrap();
    let mut edit = package.edit();
    edit.replace("b", b"new").unwrap();
    edit.add_file("file", folder.path().join("missing")).unwrap_err();
    let mut heard = Vec::new();
    let written = edit.save_with_progress(&path, true, &mut |done, total| heard.push((done, total))).unwrap();
    assert_eq!((written.entries, written.raw, heard.last()), (2, 100_003, Some(&(100_003, 100_003))));
    let package = Package::open_path(&path).unwrap();
    assert!(package.verify(|_| {}).unwrap().is_empty());
    assert_eq!(package.get("b").unwrap().size(), 3);
    assert_eq!(package.file_size(), written.size);
}

/// A failure in the middle leaves the old package.
#[test]
fn what_changes_while_it_is_packed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (path, source) = (folder.path().join("game.pak"), folder.path().join("source"));
    fs::write(&path, "old").unwrap();
    for now in ["longer", "sh", ""] {
        fs::write(&source, "text").unwrap();
        let mut builder = Builder::new(Encoding::Upak);
        builder.add_file("source", &source).unwrap();
        fs::write(&source, now).unwrap();
        let error = builder.save(&path, true).unwrap_err();
        assert_eq!(error.to_string(), "source: changed while it was being packed");
    }
    fs::remove_file(&source).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
