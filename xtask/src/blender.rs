//! Models through real Blender and back, as artists take them. Not a part of CI: it takes Python 3.11 and 400 MB of `bpy`.

use std::path::PathBuf;

use crate::run::{Run, cargo, program_with, root};

/// Names a Python that has `bpy` already.
const READY: &str = "ENGINE_ASSETS_BLENDER";
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3.11" };
const BPY: &str = "bpy==4.5.15";

/// Takes models through Blender, all or those that are named.
pub(crate) fn blender(models: &[&str]) -> Run {
    let corpus = std::env::var("ENGINE_ASSETS_CORPUS")
        .map_err(|_| "expected the folder of real files in ENGINE_ASSETS_CORPUS, found none".to_owned())?;
    let python = match std::env::var(READY) {
        Ok(python) => PathBuf::from(python),
        Err(_) => environment()?,
    };
    cargo("build -q -p engine-assets-cli").go()?;
    // The command line is built beside this program.
    let own = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let tool = own.with_file_name(format!("engine-assets{}", std::env::consts::EXE_SUFFIX));
    let out = root().join("target/blender/out");
    program_with(&python.display().to_string(), &format!("xtask/blender/check.py {}", models.join(" ")))
        .env("ENGINE_ASSETS", &tool.display().to_string())
        .env("ENGINE_ASSETS_CORPUS", &corpus)
        .env("BLENDER_OUT", &out.display().to_string())
        .go()
}

/// An environment with Blender as a module, which stays. Returns its Python.
fn environment() -> Result<PathBuf, String> {
    let folder = root().join("target/blender/venv");
    let needs = format!("expected Python 3.11 with venv and pip, or one that has {BPY} in {READY}");
    program_with(PYTHON, "-c assert(__import__('sys').version_info[:2]==(3,11))")
        .output()
        .map_err(|error| format!("{needs}: {error}"))?;
    program_with(PYTHON, &format!("-m venv {}", folder.display())).go().map_err(|error| format!("{needs}: {error}"))?;
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let install = format!("install -q --disable-pip-version-check {BPY}");
    program_with(&programs.join("pip").display().to_string(), &install).go()?;
    Ok(programs.join("python"))
}
