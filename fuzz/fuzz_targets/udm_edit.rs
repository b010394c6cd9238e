#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (fuzzkit::udm::EDIT_TARGET.body)(bytes));
