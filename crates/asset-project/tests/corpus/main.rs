//! Tests over the corpus, one trial per file.

#[cfg(feature = "fs")]
mod claims;
#[cfg(feature = "fs")]
mod complaints;
mod contrast;
mod edits;
mod evaluator;
mod flat;
#[cfg(feature = "fs")]
mod graph;
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
mod paths;
mod pictures;
#[cfg(feature = "fs")]
mod rename;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [
        claims::main(),
        complaints::main(),
        contrast::main(),
        edits::main(),
        pictures::main(),
        flat::main(),
        graph::main(),
        levels::main(),
        looks::main(),
        maps::main(),
        materials::main(),
        paths::main(),
        rename::main(),
        motion::main(),
        #[cfg(feature = "fbx")]
        mixamo::main(),
    ];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
