//! Integration tests of `urho-mdl`, in one binary: linking takes longer than most of them run.

mod access;
mod edit;
mod golden;
mod hostile;
mod laws;
mod sound;
mod transform;
mod validate;
mod vectors;
