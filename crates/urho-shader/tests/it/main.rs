//! Integration tests of `urho-shader`, in one binary: linking takes longer than most of them run.

mod golden;
mod hostile;
mod laws;
mod names;
