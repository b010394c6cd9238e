//! Tests over the corpus, one trial per file.

mod edits;
mod evaluator;
#[cfg(feature = "fs")]
mod levels;
mod looks;
#[cfg(feature = "fs")]
mod maps;
#[cfg(feature = "fs")]
mod materials;
#[cfg(feature = "fbx")]
mod mixamo;
mod motion;
mod rewrite;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [
        edits::main(),
        levels::main(),
        looks::main(),
        maps::main(),
        materials::main(),
        motion::main(),
        rewrite::main(),
        #[cfg(feature = "fbx")]
        mixamo::main(),
    ];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
