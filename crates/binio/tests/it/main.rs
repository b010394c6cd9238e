//! Integration tests of `binio`, in one binary: linking takes longer than most of them run.

mod errors;
mod input;
mod io;
mod locate;
mod primitives;
mod reader;
mod summary;
mod views;
