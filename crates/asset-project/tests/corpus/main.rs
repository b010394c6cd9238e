//! Tests over the corpus, one trial per file.

#[cfg(feature = "fs")]
mod claims;
#[cfg(feature = "fs")]
mod complaints;
#[cfg(feature = "fs")]
mod graph;
#[cfg(feature = "fs")]
mod rename;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [claims::main(), complaints::main(), graph::main(), rename::main()];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
