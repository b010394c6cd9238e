//! Tests over the corpus, one trial per file.

mod complaints;
mod graph;
mod rename;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [complaints::main(), graph::main(), rename::main()];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
