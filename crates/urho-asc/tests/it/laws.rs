//! The laws over generated scripts.

use fuzzkit::asc::{body, inverse, module};
use proptest::prelude::*;
use urho_asc::{Module, Script};

/// The laws in the version of the module, and in the version that is detected.
fn check(module: Module<'static>) {
    body(&inverse(module));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(module in module()) {
        check(module);
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        body(&[b"ASBC", &bytes[..]].concat());
        body(&bytes);
    }

    #[test]
    fn changed_bytes_are_safe(module in module(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = module.to_bytes().expect("generated modules can be encoded");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        body(&bytes);
    }

    #[test]
    fn stripping_leaves_a_module_that_reads_back(module in module()) {
        let mut module = module;
        module.strip().expect("types are in order");
        check(module);
    }
}

#[test]
fn documents_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<Script<'static>>();
    assert::<urho_asc::Error>();
}
