//! Law 4, metered: a test binary of its own with a single test, since the meter counts for the whole process.

use fuzzkit::mdl::Mdl;
use fuzzkit::udm::{Udm, UdmText};
use testkit::corpus::Selection;
use testkit::hostile::{truncations, with_words};
use testkit::laws::{Format, frugal};
use testkit::meter::Meter;

#[global_allocator]
static HEAP: Meter = Meter;

/// Every seed, cut everywhere and with every count made enormous, then all real and hostile files.
fn check<F: Format>(target: &fuzzkit::Target, files: &Selection) {
    for seed in (target.seeds)() {
        frugal::<F>(&HEAP, &seed);
        truncations(&seed).for_each(|cut| frugal::<F>(&HEAP, cut));
        for word in [u32::MAX, 0x0010_0000, 1000] {
            with_words(&seed, word).for_each(|(_, changed)| frugal::<F>(&HEAP, &changed));
        }
    }
    for file in files.files().into_iter().flatten() {
        frugal::<F>(&HEAP, &file.bytes());
    }
}

#[test]
fn parsing_takes_heap_in_proportion_to_the_input() {
    check::<Mdl<true>>(&fuzzkit::mdl::TARGET, &Selection::new("urho", &["mdl"], 118));
    check::<Udm>(&fuzzkit::udm::TARGET, &Selection::new("udm/hostile", &["bin"], 80));
    check::<UdmText>(&fuzzkit::udm::TEXT_TARGET, &Selection::new("udm/grammar/cases", &["udm"], 334));
}
