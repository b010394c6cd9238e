//! Integration tests of `fuzzkit`, in one binary: linking takes longer than most of them run.

#[cfg(feature = "convert")]
mod convert_back;
mod readers;
mod samples;
mod small;
mod smoke;
