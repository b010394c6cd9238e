//! The page: wasm, JavaScript, and its tests in a browser. The page is built into `target/web/page`; its parts are beside it.

use std::path::{Path, PathBuf};

use crate::run::{Failure, Run, Step, cargo, program, program_with, root, target};

const CRATE: &str = "crates/engine-assets-web";
const TARGET: &str = "wasm32-unknown-unknown";
/// Where the package of the command has the page. Git ignores it.
const PACKAGED: &str = "crates/engine-assets-cli/page";
/// Bytes that the page may have there: the registry takes packages of 10 MB, and most of the page is compressed already.
const MOST_PACKAGED: u64 = 9_000_000;

/// Which page is built.
#[derive(Clone, Copy)]
enum Form {
    /// The one that is handed out: small and fast.
    Optimized,
    /// The same without the optimizers, which take minutes: for CI.
    Plain,
}

/// Builds the page into `target/web/page`, a folder for any web server; with `test` it is tested in Chromium.
pub(crate) fn web(test: bool) -> Run {
    tools()?;
    build(Form::Optimized)?;
    if test { tests("long") } else { Ok(()) }
}

/// Checks of CI: the page compiles for the browser without a warning, and the built page passes the short form of its tests, if npm and Chromium
/// are available.
pub(crate) fn check_if_there() -> Run {
    if program_with("rustup", &format!("target add {TARGET}")).output().is_err() {
        eprintln!("skipped: the page; the target {TARGET} can't be had");
        return Ok(());
    }
    // The dependencies are compiled once for the lints and the page, instead of being checked and then compiled.
    compiler(&format!("build -q --profile tested --target {TARGET}"), "").linted().go()?;
    if let Err(error) = tools() {
        eprintln!("skipped: building the page, and its tests in Chromium; {error}");
        return Ok(());
    }
    build(Form::Plain)?;
    match chromium() {
        Ok(_) => tests("short"),
        Err(error) => {
            eprintln!("skipped: the tests of the page; {error}");
            Ok(())
        }
    }
}

/// Builds the page as it is handed out, and returns its folder.
pub(crate) fn dist() -> Result<PathBuf, Failure> {
    tools()?;
    build(Form::Optimized)?;
    Ok(root().join("target/web/page"))
}

/// Puts the page into the package of the command, so that `cargo install` builds a program that has it. Takes the page of the folder that
/// ENGINE_ASSETS_PAGE names, which workflows build once, or builds it.
pub(crate) fn into_package() -> Result<(), Failure> {
    let page = match std::env::var_os("ENGINE_ASSETS_PAGE") {
        Some(folder) => PathBuf::from(folder),
        None => dist()?,
    };
    let to = root().join(PACKAGED);
    let said = |error: std::io::Error| format!("{}: {error}", to.display());
    if to.exists() {
        std::fs::remove_dir_all(&to).map_err(said)?;
    }
    let size = copy_folder(&page, &to).map_err(said)?;
    if size > MOST_PACKAGED {
        return Err(Failure::Failed(format!("the page has {size} bytes, and the registry takes packages of 10 MB")));
    }
    eprintln!("{}: the page, {:.1} MB", to.display(), size as f64 / 1e6);
    Ok(())
}

/// Copies a folder with all below it. Returns the bytes that were copied.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<u64> {
    std::fs::create_dir_all(to)?;
    let mut size = 0;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        size += if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?
        } else {
            std::fs::copy(entry.path(), target)?
        };
    }
    Ok(size)
}

/// The target of the compiler, and the packages of npm in the versions that the lock file has.
pub(crate) fn tools() -> Result<(), Failure> {
    program_with("rustup", &format!("target add {TARGET}"))
        .output()
        .map_err(Failure::missing(&format!("expected {TARGET}")))?;
    program_with("npm", "--version").output().map_err(Failure::missing("expected npm"))?;
    let folder = root().join("target/web/npm");
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(said)?;
    for file in ["package.json", "package-lock.json"] {
        std::fs::copy(root().join(CRATE).join(file), folder.join(file)).map_err(said)?;
    }
    let install = "ci --prefix target/web/npm --no-audit --no-fund --ignore-scripts --loglevel=error";
    program_with("npm", install).go().map_err(Failure::missing("expected the packages of the page"))
}

/// `cargo` with the crate of the page, into the folder that all workspaces share.
fn compiler(command: &str, options: &str) -> Step {
    cargo(&format!("{command} --locked --target-dir {} {options}", target().display())).within(CRATE)
}

fn build(form: Form) -> Run {
    let (profile, word) = match form {
        Form::Optimized => ("release", "optimized"),
        Form::Plain => ("tested", "plain"),
    };
    compiler(&format!("build -q --profile {profile} --target {TARGET}"), "").go()?;
    let wasm = target().join(TARGET).join(profile).join("engine_assets_web.wasm");
    compiler("run -q -p bind", &format!("-- {} ../../target/web/bound", wasm.display())).go()?;
    let page = format!("{CRATE}/build.mjs target/web/npm target/web/bound target/web/page {word}");
    program_with("node", &page).go()
}

/// The browser of the tests: CHROMIUM, or where Debian puts it.
fn chromium() -> Result<PathBuf, String> {
    let named = std::env::var_os("CHROMIUM").map_or_else(|| "/usr/bin/chromium".into(), PathBuf::from);
    if named.is_file() {
        Ok(named)
    } else {
        Err(format!("expected Chromium at {}, or where CHROMIUM says", named.display()))
    }
}

/// `form`: `short` for a few minutes, `long` for every format and every broken file.
fn tests(form: &str) -> Run {
    let browser = chromium()?;
    program_with("node", &format!("{CRATE}/tests/names.mjs")).go()?;
    program_with("npm", "pack ./target/web/package --pack-destination target/web --loglevel=error").go()?;
    let package = format!("target/web/engine-assets-{}.tgz", env!("CARGO_PKG_VERSION"));
    program_with("node", &format!("{CRATE}/tests/npm.mjs {package}")).go()?;
    let command = program("engine-assets", "dev")?;
    let test = format!("{CRATE}/tests/page.mjs target/web/npm target/web/page {} {form}", command.display());
    program_with("node", &test).env("CHROMIUM", &browser.display().to_string()).go()?;
    let firefox = std::env::var_os("FIREFOX").map_or_else(|| "/usr/bin/firefox-esr".into(), PathBuf::from);
    if !firefox.is_file() {
        eprintln!("skipped: the page in Firefox; expected it at {}, or where FIREFOX says", firefox.display());
        return Ok(());
    }
    let test = format!("{CRATE}/tests/firefox.mjs target/web/page");
    program_with("node", &test).env("FIREFOX", &firefox.display().to_string()).go()
}
