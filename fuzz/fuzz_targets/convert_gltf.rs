#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (fuzzkit::convert::CHANGED_GLTF.body)(bytes));
