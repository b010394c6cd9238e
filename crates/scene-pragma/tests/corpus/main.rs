//! Tests over the corpus, one trial per file.

mod gltf;
#[path = "../kit/mod.rs"]
mod kit;
mod round_trip;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [round_trip::main(), gltf::main()];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
