//! Starts programs and nothing else: what CI runs, and what is too long for it.
//!
//! `cargo xtask architecture | ci | corpus | fuzz [TARGET] | soak | bench | python | web [--test] | blender [MODEL | --addon | --package] | dist`

mod architecture;
mod blender;
mod ci;
mod links;
mod python;
mod run;
mod web;
mod workspace;

use std::process::ExitCode;

use run::{Run, cargo};

const USAGE: &str = "\
cargo xtask architecture     draws the crates and their dependencies into ARCHITECTURE.md
cargo xtask ci               everything that has to pass before a change lands
cargo xtask corpus           the tests over real files only; ENGINE_ASSETS_CORPUS says where they are
cargo xtask fuzz [TARGET]    a minute of coverage-guided fuzzing per target (nightly, cargo-fuzz)
cargo xtask soak             10 000 cases of each property, all changes to all seeds
cargo xtask bench            the benchmarks, then their ratios in one table
cargo xtask python           the wheel of the Python module, its tests and its types
cargo xtask web [--test]     the page for browsers, into target/web/page; its tests in Chromium
cargo xtask blender [MODEL]  models through Blender 4.5 and back (Python 3.11; ENGINE_ASSETS_BLENDER names one that has bpy)
cargo xtask blender --package [WHEEL…]  the Blender add-on and extension, with the wheels or one for this system, into target/blender/dist
cargo xtask blender --addon [CASE]      the same, installed and tested in bpy 4.5 and in the Blender on the path (or ENGINE_ASSETS_BLENDER_PROGRAM)
cargo xtask dist             the command line with the page inside, the page and the wheel as they are handed out, and verified packages";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["architecture"] => architecture::draw(),
        ["ci"] => ci::ci(),
        ["corpus"] => ci::corpus(),
        ["fuzz", targets @ ..] => fuzz(targets),
        ["soak"] => soak(),
        ["bench"] => bench(),
        ["python"] => python::python(),
        ["web"] => web::web(false),
        ["web", "--test"] => web::web(true),
        ["blender", "--package", wheels @ ..] => blender::package(wheels),
        ["blender", "--addon", cases @ ..] => blender::add_on(cases),
        ["blender", models @ ..] => blender::blender(models),
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
    // Whole commands are measured as well.
    cargo("build --release -p engine-assets-cli").go()?;
    cargo("bench -p benches").go()?;
    cargo("run --release -p benches --bin report").go()
}

fn dist() -> Run {
    let page = web::dist()?.display().to_string();
    cargo("build --profile dist -p engine-assets-cli --features page").env("ENGINE_ASSETS_PAGE", &page).go()?;
    python::dist()?;
    ci::package("")
}

/// A minute of each target, beginning with the seeds.
fn fuzz(targets: &[&str]) -> Run {
    let listed = cargo("run -q -p fuzzkit --all-features --bin seeds").output()?;
    let mut chosen = listed.lines().filter(|target| targets.is_empty() || targets.contains(target));
    chosen.try_for_each(|target| cargo(&format!("+nightly fuzz run {target} -- -max_total_time=60")).go())
}
