//! Tests over the corpus, one trial per file.

mod claims;

use std::process::ExitCode;

fn main() -> ExitCode {
    claims::main()
}
