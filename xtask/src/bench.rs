//! Runs the benchmarks and writes the report.

use crate::run::{Run, cargo, program_with, target};
use crate::web;

/// Ratios of adjacent measurements settle in two seconds each.
const SHORT: &str = "--warm-up-time 0.5 --measurement-time 2 --noplot";

/// Converts glTF files of other programs to each format, then writes `benches/SAMPLES.md`.
pub(crate) fn samples() -> Run {
    cargo("build --release -p engine-assets-cli").go()?;
    if let Err(error) = web::tools() {
        eprintln!("skipped: the column of three.js; {error}");
    }
    program_with("python3", "benches/samples.py").env("CARGO_TARGET_DIR", &target().display().to_string()).go()
}

/// Runs the benchmarks, whole jobs, the curves and the real files, then writes `benches/RESULTS.md`.
pub(crate) fn bench() -> Run {
    // Whole commands are measured too.
    cargo("build --release -p engine-assets-cli").go()?;
    // One folder for the command, the benchmarks and their results.
    let folder = target().display().to_string();
    let benches = |arguments: &str| cargo(arguments).within("benches").env("CARGO_TARGET_DIR", &folder);
    benches(&format!("bench -- {SHORT}")).go()?;
    // LZ4 in C on our side too.
    benches(&format!("bench --features hc --bench urho_pak -- {SHORT}")).go()?;
    program_with("python3", "benches/jobs.py").env("CARGO_TARGET_DIR", &folder).go()?;
    program_with("python3", "benches/growth.py").env("CARGO_TARGET_DIR", &folder).go()?;
    benches("run --release --bin files").go()?;
    benches("run --release --bin curves").go()?;
    benches("run --release --bin report").go()
}
