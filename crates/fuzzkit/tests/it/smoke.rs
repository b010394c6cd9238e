//! The bodies of the fuzz targets on stable Rust: over their seeds, cut and changed.

use fuzzkit::TARGETS;
use testkit::hostile::{mutations, sample, truncations, with_small_stack, with_words};

/// At most so many versions of each seed, per kind of change; all of them in `cargo xtask soak`. Each crate's own hostile tests change every byte of
/// its format: here it is about the bodies.
const CHANGES: usize = 1;

/// The target whose documents are made by `proptest`, which needs a larger stack than what it tests.
const GENERATED: &str = "documents";

/// On the smallest stack that a host gives.
#[test]
fn seeds_pass() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        assert!(seeds.len() > 10, "{}: {} seeds", target.name, seeds.len());
        let pass = || seeds.iter().for_each(|seed| (target.body)(seed));
        if target.name == GENERATED { pass() } else { with_small_stack(pass) }
    }
}

#[test]
fn changed_seeds_pass() {
    for target in TARGETS {
        for seed in (target.seeds)() {
            let step = sample(seed.len(), CHANGES);
            truncations(&seed).step_by(step).for_each(target.body);
            for word in [0, 1, 0x7fff_ffff, u32::MAX] {
                with_words(&seed, word).step_by(step).for_each(|(_, changed)| (target.body)(&changed));
            }
        }
    }
}

#[test]
fn changed_bytes_pass() {
    for target in TARGETS {
        mutations(&(target.seeds)(), 25).for_each(|changed| (target.body)(&changed));
    }
}
