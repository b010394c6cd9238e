//! Integration tests of `asset-unpack`, in one binary: linking takes longer than most of them run.

mod links;
mod names;
mod races;
mod replace;
mod unpack;
