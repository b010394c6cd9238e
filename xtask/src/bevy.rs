//! The Bevy plugin. Bevy takes minutes to build and needs a newer Rust than the libraries, so that CI leaves it out.

use crate::run::{Run, cargo};

const CRATE: &str = "crates/bevy_engine_assets";

/// Lints and tests the plugin; its examples compile.
pub(crate) fn bevy() -> Run {
    cargo("fmt --check").within(CRATE).go()?;
    // Without the features of the tests: as other crates build it.
    cargo("check --locked").within(CRATE).go()?;
    // `cargo clippy` would check all crates of Bevy again before the tests build them.
    cargo("test --locked --no-run").within(CRATE).linted().go()?;
    cargo("test --locked").within(CRATE).go()
}
