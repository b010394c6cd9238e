//! Integration tests of `urho-pak`, in one binary: linking takes longer than most of them run.

mod access;
mod extract;
mod golden;
mod hostile;
mod laws;
