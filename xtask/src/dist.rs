//! Everything that is handed out, into `target/dist-files`, with checksums.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::run::{Failure, Run, cargo, program_with, root, target};
use crate::workspace::packages;
use crate::{ci, links, python, web};

/// Packages, the command, the page, the wheel, the add-on, and `SHA256SUMS` of all.
pub(crate) fn dist() -> Run {
    let out = root().join("target/dist-files");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    crates(&out)?;
    let page = skipped("the page", web::dist())?;
    command(&out, page.as_deref())?;
    if let Some(page) = page {
        archive(&page, &out.join("engine-assets-page.tar.gz"))?;
    }
    if skipped("the wheel", python::dist())?.is_some() {
        take(&root().join("target/python/wheels/dist"), &["whl"], &out)?;
    }
    if add_on()? {
        take(&root().join("target/blender/dist"), &["zip"], &out)?;
    }
    semver()?;
    checksums(&out)
}

/// What needs programs that aren't everywhere: without them it is left out, which is said. Anything else that is wrong is an error.
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

/// Packages what is published, builds each from its package, and asks the registry's client whether it would take them.
fn crates(out: &Path) -> Run {
    ci::package("")?;
    // They were built from their packages just now.
    cargo(&format!("publish --workspace --dry-run --no-verify --allow-dirty {}", ci::unpublished(&packages()?)))
        .go()?;
    take(&target().join("package"), &["crate"], out)
}

/// Builds the command, with the page inside if there is one.
fn command(out: &Path, page: Option<&Path>) -> Run {
    let build = |features: &str| {
        let step = cargo(&format!("build --profile dist -p engine-assets-cli {features}"));
        // Paths of this machine don't belong into the command.
        step.env("CARGO_ENCODED_RUSTFLAGS", &format!("--remap-path-prefix\x1f{}=cargo", cargo_home()))
    };
    match page {
        Some(page) => build("--features page").env("ENGINE_ASSETS_PAGE", &page.display().to_string()).go()?,
        None => build("").go()?,
    }
    let name = format!("engine-assets{}", std::env::consts::EXE_SUFFIX);
    let built = target().join("dist").join(&name);
    let size = fs::metadata(&built).map_err(|error| format!("{}: {error}", built.display()))?.len();
    eprintln!("{name}: {size} bytes");
    copy(&built, &out.join(name))
}

/// The folder where cargo keeps what it downloads.
fn cargo_home() -> String {
    std::env::var("CARGO_HOME").unwrap_or_else(|_| {
        let home = std::env::var("HOME").or_else(|_| std::env::var("USERPROFILE")).unwrap_or_default();
        format!("{home}/.cargo")
    })
}

/// Whether the public items fit to the version, beside the last release.
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

fn archive(folder: &Path, file: &Path) -> Run {
    program_with("tar", &format!("-czf {} -C {} .", file.display(), folder.display())).go()
}

/// `SHA256SUMS` as `sha256sum --check` reads it.
fn checksums(out: &Path) -> Run {
    let mut files = links::entries(out)?;
    files.sort();
    let mut lines = String::new();
    for file in &files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        // Writing to a string can't fail.
        let _ = writeln!(lines, "{hash}  {name}");
    }
    let path = out.join("SHA256SUMS");
    fs::write(&path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
    eprintln!("{}: {} files", out.display(), files.len());
    Ok(())
}
