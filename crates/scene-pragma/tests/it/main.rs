//! Integration tests of `scene-pragma`, in one binary: linking takes longer than most of them run.

mod build;
mod built_looks;
mod edits;
mod faces;
mod golden;
mod hostile;
#[path = "../kit/mod.rs"]
mod kit;
mod laws;
mod level;
mod looks;
mod renamed_bones;
