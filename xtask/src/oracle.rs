//! Random documents through the conversions of the command, compared by writers and readers that share no code with the crates: scripts in Python
//! below `crates/testkit/oracle`.

use crate::python::PYTHON;
use crate::run::{Run, program, program_with};

/// Documents of each route: a first look that takes seconds.
const COUNT: &str = "20";

/// Builds the command and runs the routes with this number of documents.
pub(crate) fn oracle(arguments: &[&str]) -> Run {
    match arguments {
        [] => run("dev", COUNT),
        [count] if count.parse::<u32>().is_ok() => run("dev", count),
        _ => Err("cargo xtask oracle [COUNT]".to_owned()),
    }
}

/// Runs the routes with a command that is built in this profile.
pub(crate) fn run(profile: &str, count: &str) -> Run {
    let command = program("engine-assets", profile)?;
    let script = "-B crates/testkit/oracle/routes.py";
    program_with(PYTHON, &format!("{script} --count {count} --command {}", command.display())).go()
}

/// The same as a part of CI: skipped, with the reason, if there is no Python.
pub(crate) fn run_if_there() -> Run {
    match program_with(PYTHON, "--version").output() {
        Ok(_) => oracle(&[]),
        Err(error) => {
            eprintln!("skipped: the oracle; {error}");
            Ok(())
        }
    }
}
