//! Tests over the corpus, one trial per file.

mod evaluator;
#[cfg(all(feature = "scene-urho", feature = "resources", feature = "extract"))]
mod levels;
#[cfg(all(feature = "scene-urho", feature = "resources"))]
mod looks;
#[cfg(all(feature = "scene-pragma", feature = "resources", feature = "extract"))]
mod maps;
#[cfg(all(feature = "scene-urho", feature = "resources", feature = "extract", feature = "image"))]
mod materials;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [levels::main(), looks::main(), maps::main(), materials::main()];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
