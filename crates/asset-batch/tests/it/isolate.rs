//! Parsers in C in a process of their own, which may end in any way.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use asset_batch::{ConvertFolder, Isolate};
use asset_convert::OutputFormat;

/// An FBX text, as much of it as is needed to detect it.
const FBX: &[u8] = b"; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n}\n";

/// A program that runs these lines of the shell.
fn program(folder: &Path, lines: &str) -> PathBuf {
    let path = folder.join("reader.sh");
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_crash_is_an_error_of_one_file_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&input).unwrap();
    fs::write(input.join("bad.fbx"), FBX).unwrap();
    fs::write(
        input.join("good.gltf"),
        b"{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{}], \"scenes\": [{\"nodes\": [0]}]}",
    )
    .unwrap();
    for (lines, end) in [("kill -SEGV $$", "signal: 11"), ("kill -ABRT $$", "signal: 6"), ("exit 1", "exit status: 1")]
    {
        let _ = fs::remove_dir_all(&output);
        let isolate = Isolate::new(program(folder.path(), lines), ["--quiet"]);
        let report = ConvertFolder::new([&input], OutputFormat::GLB, &output).isolate(Some(isolate)).run().unwrap();
        let failures: Vec<String> = report.failures().iter().map(|failure| failure.error.to_string()).collect();
        assert!(failures.len() == 1 && failures[0].contains(end), "{failures:?}");
        assert!(failures[0].contains("the process that reads it ended"), "{failures:?}");
        let written: Vec<_> = fs::read_dir(&output).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(written, ["good.glb"]);
    }
}

#[test]
fn a_reader_that_is_a_script_gets_its_own_arguments_first() {
    let folder = tempfile::tempdir().unwrap();
    let (input, said) = (folder.path().join("a.fbx"), folder.path().join("said"));
    fs::write(&input, FBX).unwrap();
    let script = program(folder.path(), &format!("echo \"$1 $2 $3 $5 $7\" > {}; exit 2", said.display()));
    let isolate = Isolate::new(script, ["--lossy"]).before(["-m", "reader"]);
    let error = isolate.glb(&input).expect("it is FBX").unwrap_err();
    assert!(error.to_string().contains("exit status: 2"), "{error}");
    assert_eq!(fs::read_to_string(said).unwrap(), "-m reader convert -o --lossy\n");
    assert!(isolate.glb(&folder.path().join("reader.sh")).is_none());
}
