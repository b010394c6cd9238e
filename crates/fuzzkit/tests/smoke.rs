//! The bodies of the fuzz targets on stable Rust: over their seeds, cut and changed.

use fuzzkit::TARGETS;
use testkit::hostile::{truncations, with_words};

/// At most so many changed versions of each seed, spread over it.
const CHANGES: usize = 64;

#[test]
fn seeds_pass() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        assert!(seeds.len() > 10, "{}: {} seeds", target.name, seeds.len());
        seeds.iter().for_each(|seed| (target.body)(seed));
    }
}

#[test]
fn changed_seeds_pass() {
    for target in TARGETS {
        for seed in (target.seeds)() {
            let step = seed.len() / CHANGES + 1;
            truncations(&seed).step_by(step).for_each(target.body);
            for word in [0, 1, 0x7fff_ffff, u32::MAX] {
                with_words(&seed, word).step_by(step).for_each(|(_, changed)| (target.body)(&changed));
            }
        }
    }
}
