//! Integration tests of `asset-unpack`, in one binary: linking takes longer than most of them run.

mod names;
mod races;
mod replace;
mod unpack;
