//! Everything that a release contains, into `target/dist-files`, with checksums.

mod archive;
mod check;
mod packaging;
mod publish;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

pub(crate) use self::check::check;
use crate::run::{Failure, Run, cargo, program_with, root, target};
use crate::workspace::packages;
use crate::{ci, links, python, web};

/// Runs a part of the release by its name, or all parts that make files.
pub(crate) fn run(part: &[&str]) -> Run {
    match part {
        [] => dist(),
        ["--check"] => check(),
        ["archive"] => archive::archive(&host()?),
        ["archive", target] => archive::archive(target),
        ["semver"] => semver(),
        ["packaging"] => finish(&files()),
        ["notes"] => packaging::notes().map(|notes| println!("{notes}")),
        ["publish"] => publish::publish(),
        _ => Err(format!("unknown part of the release: {}", part.join(" "))),
    }
}

/// The folder of all files of a release.
fn files() -> PathBuf {
    root().join("target/dist-files")
}

/// The target triple of this system.
fn host() -> Result<String, String> {
    let version = program_with("rustc", "-vV").output()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ").map(str::to_owned));
    host.ok_or_else(|| "rustc -vV prints no host".to_owned())
}

/// Packages, the command, the page, the wheel, the add-on, manifests for package managers, and `SHA256SUMS` of all.
fn dist() -> Run {
    check()?;
    let out = files();
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    crates(&out)?;
    archive::archive(&host()?)?;
    if skipped("the wheel", python::dist())?.is_some() {
        take(&root().join("target/python/wheels/dist"), &["whl"], &out)?;
    }
    if add_on()? {
        take(&root().join("target/blender/dist"), &["json", "zip"], &out)?;
    }
    semver()?;
    finish(&out)
}

/// Writes the manifests of package managers and `SHA256SUMS`.
fn finish(out: &Path) -> Run {
    packaging::fill(out)?;
    checksums(out)
}

/// Checks with optional programs. Without the program a check is skipped with a message; any other failure is an error.
fn skipped<T>(what: &str, made: Result<T, Failure>) -> Result<Option<T>, String> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(Failure::Missing(need)) => {
            eprintln!("skipped: {what}; {need}");
            Ok(None)
        }
        Err(Failure::Failed(error)) => Err(error),
    }
}

/// Packages the published crates, builds each from its package, and checks with the registry's client whether it would accept them.
fn crates(out: &Path) -> Run {
    skipped("the page in the package of the command", web::into_package())?;
    ci::package("")?;
    // They were built from their packages just now.
    cargo(&format!("publish --workspace --dry-run --no-verify --allow-dirty {}", ci::unpublished(&packages()?)))
        .go()?;
    take(&target().join("package"), &["crate"], out)
}

/// Checks whether the version fits the changes of public items since the last release.
fn semver() -> Run {
    if program_with("cargo-semver-checks", "--version").output().is_err() {
        eprintln!(
            "skipped: changes of public items; cargo-semver-checks isn't installed (cargo install cargo-semver-checks --locked)"
        );
        return Ok(());
    }
    // A tag of a release; before the first there is nothing to compare with.
    let tag = program_with("git", "describe --tags --abbrev=0 --match v*").output();
    let Ok(tag) = tag else {
        eprintln!("skipped: changes of public items; there is no release yet");
        return Ok(());
    };
    cargo(&format!("semver-checks --workspace --baseline-rev {}", tag.trim())).go()
}

/// Packs the add-on for Blender, if this tree has one. Returns whether.
fn add_on() -> Result<bool, String> {
    if !root().join("blender").is_dir() {
        eprintln!("skipped: the add-on; there is no folder blender");
        return Ok(false);
    }
    Ok(skipped("the add-on", crate::blender::package(&[]))?.is_some())
}

/// Copies the files of a folder that have one of these extensions.
fn take(folder: &Path, ends: &[&str], out: &Path) -> Run {
    for file in links::files_of(folder, ends)?.iter().filter(|file| file.parent() == Some(folder)) {
        copy(file, &out.join(file.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Run {
    fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

/// `SHA256SUMS` as `sha256sum --check` reads it.
fn checksums(out: &Path) -> Run {
    let mut files = links::entries(out)?;
    files.retain(|file| file.is_file() && !file.ends_with("SHA256SUMS"));
    files.sort();
    let mut lines = String::new();
    for file in &files {
        // Writing to a string can't fail.
        let _ = writeln!(lines, "{}  {}", sha256(file)?, file_name(file));
    }
    let path = out.join("SHA256SUMS");
    fs::write(&path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
    eprintln!("{}: {} files", out.display(), files.len());
    Ok(())
}

/// The SHA-256 of a file, as `sha256sum` prints it.
fn sha256(file: &Path) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
