//! Tests over the corpus, one trial per file.

mod contrast;
mod flat;
mod particles;
mod pictures;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [contrast::main(), pictures::main(), flat::main(), particles::main()];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
