#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (fuzzkit::convert_back::TARGET.body)(bytes));
