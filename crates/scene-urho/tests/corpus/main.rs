//! Tests over the corpus, one trial per file.

mod build_corpus;
mod gltf;
#[path = "../kit/mod.rs"]
mod kit;
mod round_trip;
mod skinning;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [build_corpus::main(), round_trip::main(), gltf::main(), skinning::main()];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
