//! Integration tests of `urho-material`, in one binary: linking takes longer than most of them run.

mod golden;
mod hostile;
mod others;
