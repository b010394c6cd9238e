//! Tests over the corpus, one trial per file.

#[cfg(all(feature = "folder", feature = "meshopt"))]
mod by_npm;
#[cfg(all(feature = "folder", feature = "meshopt"))]
mod quantized;
#[cfg(feature = "folder")]
mod round_trip;
#[path = "../support/mod.rs"]
mod support;
mod valid;

use std::process::ExitCode;

fn main() -> ExitCode {
    let done = [
        round_trip::main(),
        #[cfg(feature = "meshopt")]
        quantized::main(),
        #[cfg(feature = "meshopt")]
        by_npm::main(),
        valid::main(),
    ];
    done.into_iter().find(|code| *code != ExitCode::SUCCESS).unwrap_or(ExitCode::SUCCESS)
}
