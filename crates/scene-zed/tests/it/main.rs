//! Integration tests of `scene-zed`, in one binary: linking takes longer than most of them run.

mod golden;
#[path = "../kit/mod.rs"]
mod kit;
mod laws;
mod update;
