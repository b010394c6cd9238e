//! Integration tests of `urho-resource`, in one binary: linking takes longer than most of them run.

mod editor;
mod format;
mod golden;
mod hostile;
mod laws;
mod particles;
mod views;
