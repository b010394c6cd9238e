//! Tests over the corpus, one trial per file.

mod paths;

use std::process::ExitCode;

fn main() -> ExitCode {
    paths::main()
}
