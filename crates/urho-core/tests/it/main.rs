//! Integration tests of `urho-core`, in one binary: linking takes longer than most of them run.

mod golden;
mod hostile;
mod laws;
mod sidecar;
mod tree;
