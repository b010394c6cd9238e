//! Measures everything, and writes it down.

use crate::run::{Run, cargo};

/// Ratios of what is measured side by side settle in two seconds each.
const SHORT: &str = "--warm-up-time 0.5 --measurement-time 2 --noplot";

/// The benchmarks, curves, real files and what each crate costs; then `benches/RESULTS.md`.
pub(crate) fn bench() -> Run {
    // Whole commands are measured as well.
    cargo("build --release -p engine-assets-cli").go()?;
    cargo(&format!("bench -p benches -- {SHORT}")).go()?;
    // LZ4 in C on our side too.
    cargo(&format!("bench -p benches --features hc --bench urho_pak -- {SHORT}")).go()?;
    cargo("run --release -p benches --bin files").go()?;
    cargo("run --release -p benches --bin curves").go()?;
    crate::costs::measure()?;
    cargo("run --release -p benches --bin report").go()
}
