#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (fuzzkit::resource::TARGET.body)(bytes));
