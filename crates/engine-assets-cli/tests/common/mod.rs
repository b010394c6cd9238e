//! What the tests of the command share.

#![allow(dead_code, reason = "each test binary uses some of it")]

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// Runs the command.
pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::cargo_bin("engine-assets").expect("the command").args(arguments).output().expect("it runs")
}

/// What it printed.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What it complained about.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// A folder with files in it.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    folder
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A path below a folder.
pub(crate) fn path(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}
