#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (fuzzkit::pragma::WMI_TARGET.body)(bytes));
