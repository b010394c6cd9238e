//! The program itself, from its start to its end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program, which cargo puts into our folder, or two folders above benchmarks: `cargo build --release` makes it.
pub fn program() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let name = format!("engine-assets{}", std::env::consts::EXE_SUFFIX);
    own.ancestors().skip(1).take(2).map(|folder| folder.join(&name)).find(|program| program.is_file())
}

/// Runs it.
///
/// # Panics
/// If it doesn't run to its end. Errors in its input files are no reason.
pub fn run<A: AsRef<std::ffi::OsStr>>(program: &Path, arguments: &[A]) {
    on(program, 0, arguments);
}

/// Runs it on `cores` cores; 0 means all.
///
/// # Panics
/// As [`run`].
pub fn on<A: AsRef<std::ffi::OsStr>>(program: &Path, cores: usize, arguments: &[A]) {
    let mut command = Command::new(program);
    command.env("RAYON_NUM_THREADS", cores.to_string());
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().expect("the program starts").code().is_some_and(|code| code < 2));
}

/// Writes a file, and the folders that it is in.
///
/// # Panics
/// If there is no room.
pub fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
}
