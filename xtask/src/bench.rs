//! Measures everything, and writes it down.

use crate::run::{Run, cargo};

/// The benchmarks, curves, real files and what each crate costs; then `benches/RESULTS.md`.
pub(crate) fn bench() -> Run {
    // Whole commands are measured as well.
    cargo("build --release -p engine-assets-cli").go()?;
    cargo("bench -p benches").go()?;
    // LZ4 in C on our side too.
    cargo("bench -p benches --features hc --bench urho_pak").go()?;
    cargo("run --release -p benches --bin files").go()?;
    cargo("run --release -p benches --bin curves").go()?;
    crate::costs::measure()?;
    cargo("run --release -p benches --bin report").go()
}
