//! Models through real Blender and back, as artists edit them; the add-on, and its tests. Not a part of CI: it needs Python 3.11 and 400 MB of `bpy`.

use std::path::PathBuf;

use crate::python::{self, PYTHON as PLAIN_PYTHON};
use crate::run::{Failure, Run, Step, cargo, program_with, root};

/// Names a Python that has `bpy` already.
const READY: &str = "ENGINE_ASSETS_BLENDER";
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3.11" };
const BPY: &str = "bpy==4.5.15";

/// Names the program of another Blender, for the add-on; by default the one on the path.
const PROGRAM: &str = "ENGINE_ASSETS_BLENDER_PROGRAM";
/// Arguments with which a Blender fails that has no numpy.
const NUMPY: &str = "-b --python-exit-code 3 --python-expr __import__(\"numpy\")";
/// Folder with the files installed in Blender.
const DIST: &str = "target/blender/dist";

/// Converts models through Blender, all or the named ones.
pub(crate) fn blender(models: &[&str]) -> Run {
    script("check.py", models)?.go()
}

/// Builds the add-on and the extension, for the systems of the given wheels or for this one.
pub(crate) fn package(wheels: &[&str]) -> Result<(), Failure> {
    let own = if wheels.is_empty() { Some(python::release()?) } else { None };
    let wheels = own.as_deref().map_or_else(|| wheels.join(" "), str::to_owned);
    Ok(program_with(PLAIN_PYTHON, &format!("blender/package.py {wheels} -o {DIST}")).go()?)
}

/// Tests the add-on, all of it or the cases that are named, in `bpy` and in the program of a Blender if there is one.
pub(crate) fn add_on(cases: &[&str]) -> Run {
    package(&[])?;
    let named = std::env::var(PROGRAM).ok();
    // Packages of systems may come without numpy, which the add-on needs as Blender's own for glTF does.
    let is_there = |program: &str| program_with(program, NUMPY).output().is_ok();
    let program = named.or_else(|| is_there("blender").then(|| "blender".to_owned()));
    if program.is_none() {
        eprintln!("skipped: another Blender than {BPY}; none that has numpy is on the path, and {PROGRAM} names none");
    }
    script("addon.py", cases)?
        .env("ADDON_DIST", &root().join(DIST).display().to_string())
        .env("ADDON_PROGRAM", &program.unwrap_or_default())
        .go()
}

/// A script in the Python that has Blender.
fn script(name: &str, arguments: &[&str]) -> Result<Step, String> {
    let corpus = std::env::var("ENGINE_ASSETS_CORPUS")
        .map_err(|_| "expected the folder of real files in ENGINE_ASSETS_CORPUS, found none".to_owned())?;
    let python = match std::env::var(READY) {
        Ok(python) => PathBuf::from(python),
        Err(_) => environment()?,
    };
    cargo("build -q -p engine-assets-cli").go()?;
    // The command is built into the same folder as this program.
    let own = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let tool = own.with_file_name(format!("engine-assets{}", std::env::consts::EXE_SUFFIX));
    let out = root().join("target/blender/out");
    Ok(program_with(&python.display().to_string(), &format!("xtask/blender/{name} {}", arguments.join(" ")))
        .env("ENGINE_ASSETS", &tool.display().to_string())
        .env("ENGINE_ASSETS_CORPUS", &corpus)
        .env("BLENDER_OUT", &out.display().to_string()))
}

/// An environment with Blender as a module, which stays. Returns its Python.
fn environment() -> Result<PathBuf, String> {
    let folder = root().join("target/blender/venv");
    let needs = format!("expected Python 3.11 with venv and pip, or a Python with {BPY} in {READY}");
    program_with(PYTHON, "-c assert(__import__('sys').version_info[:2]==(3,11))")
        .output()
        .map_err(|error| format!("{needs}: {error}"))?;
    program_with(PYTHON, &format!("-m venv {}", folder.display())).go().map_err(|error| format!("{needs}: {error}"))?;
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let install = format!("install -q --disable-pip-version-check {BPY}");
    program_with(&programs.join("pip").display().to_string(), &install).go()?;
    Ok(programs.join("python"))
}
