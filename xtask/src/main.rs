//! Starts programs and nothing else: what CI runs, and what is too long for it.
//!
//! `cargo xtask ci | corpus | fuzz [TARGET] | soak | bench | python | dist`

mod ci;
mod links;
mod python;
mod run;
mod workspace;

use std::process::ExitCode;

use run::{Run, cargo};

const USAGE: &str = "\
cargo xtask ci               everything that has to pass before a change lands
cargo xtask corpus           the tests over real files only; ENGINE_ASSETS_CORPUS says where they are
cargo xtask fuzz [TARGET]    a minute of coverage-guided fuzzing per target (nightly, cargo-fuzz)
cargo xtask soak             10 000 cases of each property, all changes to all seeds
cargo xtask bench            the benchmarks, then their ratios in one table
cargo xtask python           the wheel of the Python module, its tests and its types
cargo xtask dist             the command line and the wheel as they are handed out, and verified packages";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["ci"] => ci::ci(),
        ["corpus"] => ci::corpus(),
        ["fuzz", targets @ ..] => fuzz(targets),
        ["soak"] => soak(),
        ["bench"] => bench(),
        ["python"] => python::python(),
        ["dist"] => dist(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Many cases of each property, and every change to every seed where other runs take a sample of them.
fn soak() -> Run {
    let tests = cargo("test --workspace --release --all-features");
    tests.env("PROPTEST_CASES", "10000").env("ENGINE_ASSETS_SOAK", "1").go()
}

fn bench() -> Run {
    cargo("bench -p benches").go()?;
    cargo("run --release -p benches --bin report").go()
}

fn dist() -> Run {
    cargo("build --profile dist -p engine-assets-cli").go()?;
    python::dist()?;
    ci::package("")
}

/// A minute of each target, beginning with the seeds.
fn fuzz(targets: &[&str]) -> Run {
    let listed = cargo("run -q -p fuzzkit --bin seeds").output()?;
    let mut chosen = listed.lines().filter(|target| targets.is_empty() || targets.contains(target));
    chosen.try_for_each(|target| cargo(&format!("+nightly fuzz run {target} -- -max_total_time=60")).go())
}
