//! Integration tests of `fuzzkit`, in one binary: linking takes longer than most of them run.

mod readers;
mod samples;
mod small;
mod smoke;
