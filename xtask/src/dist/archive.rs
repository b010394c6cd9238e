//! The archive of the command for one system: program, page, manual pages, completions, licenses.

use std::fs;
use std::path::{Path, PathBuf};

use super::{copy, files, host, sha256, skipped};
use crate::run::{Run, cargo, program_with, root, target};
use crate::web;

/// One program for both processors of macOS: its target triple here, and the triples that it is joined from.
const UNIVERSAL: &str = "universal-apple-darwin";
const APPLE: [&str; 2] = ["aarch64-apple-darwin", "x86_64-apple-darwin"];

/// Shells, with the file names of their completions.
const SHELLS: [(&str, &str); 4] = [
    ("bash", "engine-assets.bash"),
    ("zsh", "_engine-assets"),
    ("fish", "engine-assets.fish"),
    ("powershell", "_engine-assets.ps1"),
];

/// Builds the command for a target that this system can run, and packs it.
pub(super) fn archive(triple: &str) -> Run {
    let out = files();
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    // The browser's page is the same for every system: workflows build it once and name its folder.
    let page = match std::env::var_os("ENGINE_ASSETS_PAGE") {
        Some(folder) => Some(PathBuf::from(folder)),
        None => skipped("the page", web::dist())?,
    };
    // A program that was built before: the workflow of a distribution can have its own.
    let program = match std::env::var_os("ENGINE_ASSETS") {
        Some(program) => PathBuf::from(program),
        None => program(triple, page.as_deref())?,
    };
    // A folder of a fixed name, for the Debian package; the archive names its own.
    let stage = root().join("target/dist-stage/engine-assets");
    fill(&stage, &program)?;
    if triple.contains("linux") {
        desktop(&stage)?;
    }
    pack(&stage, triple, &out)?;
    if triple.contains("linux") {
        debian(triple, &out)?;
    }
    match page {
        Some(page) => tar(&page, ".", &out.join("engine-assets-page.tar.gz")),
        None => Ok(()),
    }
}

/// Builds the program. Returns its path.
fn program(triple: &str, page: Option<&Path>) -> Result<PathBuf, String> {
    if triple != UNIVERSAL {
        return build(triple, page);
    }
    let mut programs = Vec::new();
    for triple in APPLE {
        programs.push(build(triple, page)?.display().to_string());
    }
    let joined = target().join("dist/engine-assets");
    fs::create_dir_all(joined.with_file_name("")).map_err(|error| format!("{}: {error}", joined.display()))?;
    program_with("lipo", &format!("-create -output {} {}", joined.display(), programs.join(" "))).go()?;
    Ok(joined)
}

fn build(triple: &str, page: Option<&Path>) -> Result<PathBuf, String> {
    // Paths of this machine don't belong into the program.
    let mut flags = format!("--remap-path-prefix\x1f{}=cargo", cargo_home());
    if triple.ends_with("windows-msvc") {
        // Otherwise the program needs a redistributable package.
        flags.push_str("\x1f-Ctarget-feature=+crt-static");
    }
    // This system's own folder is shared with other builds of the profile.
    let is_own = triple == host()?;
    let to = if is_own { String::new() } else { format!("--target {triple}") };
    let build = cargo(&format!("build --locked --profile dist -p engine-assets-cli {to}"));
    let build = build.env("CARGO_ENCODED_RUSTFLAGS", &flags);
    match page {
        Some(page) => build.env("ENGINE_ASSETS_PAGE", &page.display().to_string()).go()?,
        None => build.without("ENGINE_ASSETS_PAGE").go()?,
    }
    let suffix = if triple.contains("windows") { ".exe" } else { "" };
    let folder = if is_own { target() } else { target().join(triple) };
    Ok(folder.join("dist").join(format!("engine-assets{suffix}")))
}

/// The folder where cargo keeps downloads.
fn cargo_home() -> String {
    std::env::var("CARGO_HOME").unwrap_or_else(|_| {
        let home = std::env::var("HOME").or_else(|_| std::env::var("USERPROFILE")).unwrap_or_default();
        format!("{home}/.cargo")
    })
}

/// Fills the folder of the archive. The program itself writes its manual pages and completions.
fn fill(stage: &Path, program: &Path) -> Run {
    let _ = fs::remove_dir_all(stage);
    for folder in ["completions", "man/man1"] {
        let folder = stage.join(folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    copy(program, &stage.join(super::file_name(program)))?;
    for page in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(page), &stage.join(page))?;
    }
    let run = |arguments: &str| program_with(&program.display().to_string(), arguments);
    run(&format!("man -o {}", stage.join("man/man1").display())).go()?;
    for (shell, name) in SHELLS {
        let file = stage.join("completions").join(name);
        let script = run(&format!("completions {shell}")).output()?;
        fs::write(&file, script).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    notices(stage)
}

/// Adds what file managers and menus read, and the script that installs everything.
fn desktop(stage: &Path) -> Run {
    let from = root().join("packaging/linux");
    let to = stage.join("linux");
    fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    for file in crate::links::files_of(&from, &["desktop", "svg", "thumbnailer", "xml"])? {
        copy(&file, &to.join(super::file_name(&file)))?;
    }
    copy(&from.join("install.sh"), &stage.join("install.sh"))
}

/// Writes the licenses of all libraries in the program.
fn notices(stage: &Path) -> Run {
    if program_with("cargo-about", "--version").output().is_err() {
        eprintln!(
            "skipped: the licenses of libraries; cargo-about isn't installed (cargo install cargo-about --locked --features cli)"
        );
        return Ok(());
    }
    let file = stage.join("THIRD-PARTY.html");
    let manifest = "crates/engine-assets-cli/Cargo.toml";
    let config = "-c packaging/about.toml";
    program_with("cargo-about", &format!("generate {config} -m {manifest} -o {} packaging/about.hbs", file.display()))
        .go()
}

/// Packs the folder: zip for Windows, otherwise tar with gzip. The checksum is written next to the archive.
fn pack(stage: &Path, triple: &str, out: &Path) -> Run {
    let name = format!("engine-assets-{}-{triple}", env!("CARGO_PKG_VERSION"));
    let named = stage.with_file_name(&name);
    let _ = fs::remove_dir_all(&named);
    fs::rename(stage, &named).map_err(|error| format!("{}: {error}", named.display()))?;
    let file = out.join(format!("{name}{}", if triple.contains("windows") { ".zip" } else { ".tar.gz" }));
    let parent = stage.with_file_name("");
    let packed = if triple.contains("windows") {
        // The tar of Windows writes zip too.
        let arguments = format!("-a -c -f {} -C {} {name}", file.display(), parent.display());
        program_with("tar", &arguments).go()
    } else {
        tar(&parent, &name, &file)
    };
    fs::rename(&named, stage).map_err(|error| format!("{}: {error}", stage.display()))?;
    packed?;
    let line = format!("{}  {}\n", sha256(&file)?, super::file_name(&file));
    let sum = out.join(format!("{}.sha256", super::file_name(&file)));
    fs::write(&sum, line).map_err(|error| format!("{}: {error}", sum.display()))
}

fn tar(folder: &Path, name: &str, file: &Path) -> Run {
    program_with("tar", &format!("-czf {} -C {} {name}", file.display(), folder.display())).go()
}

/// Makes the Debian package of the files that the archive contains.
fn debian(triple: &str, out: &Path) -> Run {
    if program_with("cargo-deb", "--version").output().is_err() {
        eprintln!("skipped: the Debian package; cargo-deb isn't installed (cargo install cargo-deb --locked)");
        return Ok(());
    }
    let options = "--no-build --no-strip --manifest-path crates/engine-assets-cli/Cargo.toml";
    program_with("cargo-deb", &format!("{options} --target {triple} -o {}", out.display())).go()
}
