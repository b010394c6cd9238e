//! The Python module: its wheel, and its tests in an environment of their own. Wheels and environments are below `target/python`.

use std::path::PathBuf;

use crate::run::{Failure, Run, Step, program, program_with, root, target};

const CRATE: &str = "crates/engine-assets-py";
pub(crate) const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// Builds the wheel, and prints its path.
pub(crate) fn build() -> Run {
    println!("{}", wheel(&tools()?, "release")?);
    Ok(())
}

/// Builds the wheel and tests it: its tests and examples, its types, and whether it keeps to the stable interface of Python 3.9.
pub(crate) fn test() -> Run {
    let tools = tools()?;
    // The wheel of the lints isn't used, but what it depends on is: `cargo clippy` would check all of that first, to compile it again.
    maturin(&tools, "dev").linted().go()?;
    let wheel = wheel(&tools, "dev")?;
    tools.program("abi3audit", &format!("--strict {wheel}")).go()?;
    // The tests open a file of every format.
    program_with(&program("seeds", "dev")?.display().to_string(), "").output()?;
    let fresh = Environment::new("venv");
    fresh.make("--clear")?;
    fresh.program("pip", &format!("install -q --disable-pip-version-check {wheel}[test]")).go()?;
    let python = |arguments: &str| fresh.program("python", arguments).within(CRATE).go();
    python("-m pytest -q")?;
    // Parts of the Blender add-on that don't need Blender.
    python("-m pytest -q ../../blender/tests")?;
    python("-m mypy python tests conftest.py")?;
    python("-m mypy.stubtest engine_assets._native")?;
    let folder = fresh.folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    python(&format!("-m pyright --pythonpath {} --level error python", folder.join("python").display()))?;
    notebook(&fresh)
}

/// Executes the notebook of the documentation, in a folder of its own; skipped, with the reason, if there is no nbconvert.
fn notebook(fresh: &Environment) -> Run {
    let install = fresh.program("pip", "install -q --disable-pip-version-check nbconvert ipykernel");
    if let Err(error) = install.output() {
        eprintln!("skipped: the notebook; nbconvert can't be installed: {error}");
        return Ok(());
    }
    let folder = root().join("target/python/notebook");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let source = root().join(CRATE).join("docs/tour.ipynb");
    std::fs::copy(&source, folder.join("tour.ipynb")).map_err(|error| format!("{}: {error}", source.display()))?;
    let execute = "-m jupyter nbconvert --to notebook --execute --output executed.ipynb tour.ipynb";
    fresh.program("python", execute).within("target/python/notebook").go()
}

/// Builds the wheel that the Blender add-on holds. Returns its path.
pub(crate) fn release() -> Result<String, Failure> {
    Ok(wheel(&tools()?, "release")?)
}

/// [`test()`] as a part of CI: skipped, with the reason, if Python or the build tools of the wheel are missing.
pub(crate) fn python_if_there() -> Run {
    match tools() {
        Ok(_) => test(),
        Err(error) => {
            eprintln!("skipped: the Python module; {error}");
            Ok(())
        }
    }
}

/// Builds the wheel for release.
pub(crate) fn dist() -> Result<(), Failure> {
    let wheel = wheel(&tools()?, "dist")?;
    eprintln!("{wheel}");
    Ok(())
}

/// Creates the persistent environment with the tools that build and inspect wheels.
fn tools() -> Result<Environment, Failure> {
    let tools = Environment::new("tools");
    let needs = "expected Python 3.9 or later with venv and pip";
    let is_late_enough = program_with(PYTHON, "-c assert(__import__('sys').version_info>=(3,9))").output();
    is_late_enough.map_err(Failure::missing(needs))?;
    tools.make("").map_err(Failure::missing(needs))?;
    let install = "install -q --disable-pip-version-check maturin>=1.9,<2 abi3audit";
    tools.program("pip", install).go().map_err(Failure::missing("expected maturin and abi3audit"))?;
    Ok(tools)
}

/// Builds the wheel. Returns its path.
fn wheel(tools: &Environment, profile: &str) -> Result<String, String> {
    let folder = wheels(profile);
    // Wheels of other versions would be taken for this one.
    let _ = std::fs::remove_dir_all(&folder);
    maturin(tools, profile).go()?;
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let wheel =
        entries.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "whl"));
    wheel.map(|wheel| wheel.display().to_string()).ok_or_else(|| format!("{}: no wheel", folder.display()))
}

/// The folder of the wheel that is built in this profile.
fn wheels(profile: &str) -> PathBuf {
    root().join("target/python/wheels").join(profile)
}

/// maturin, which builds the wheel.
fn maturin(tools: &Environment, profile: &str) -> Step {
    // Names of functions aren't needed, and it takes abi3audit a minute to look through them.
    let build = format!(
        "build --locked --strip --profile {profile} --manifest-path {CRATE}/Cargo.toml --target-dir {} --out {}",
        target().display(),
        wheels(profile).display()
    );
    // The tests open small files: to optimise everything for them would take longer, whatever the tests of the workspace need.
    tools.program("maturin", &build).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
}

/// A virtual environment below `target/python`.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    fn new(name: &str) -> Self {
        Self { folder: root().join("target/python").join(name) }
    }

    /// Makes it, if it isn't there.
    fn make(&self, options: &str) -> Run {
        program_with(PYTHON, &format!("-m venv {options} {}", self.folder.display())).go()
    }

    /// One of its programs.
    fn program(&self, name: &str, arguments: &str) -> Step {
        let folder = self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
        program_with(&folder.join(name).display().to_string(), arguments)
    }
}
