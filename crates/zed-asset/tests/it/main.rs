//! Integration tests of `zed-asset`, in one binary: linking takes longer than most of them run.

#[path = "../engine_walk/mod.rs"]
mod engine_walk;
#[cfg(feature = "extract")]
mod extract;
mod golden;
mod hash;
mod hostile;
mod laws;
mod streams;
