//! Integration tests of `urho-scene`, in one binary: linking takes longer than most of them run.

mod archives;
mod classes;
mod edits;
mod golden;
mod hostile;
mod laws;
mod order;
mod to_engine;
mod update;
