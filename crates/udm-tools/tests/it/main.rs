//! Integration tests of `udm-tools`, in one binary: linking takes longer than most of them run.

mod golden;
mod hostile;
#[cfg(feature = "serde")]
mod json;
mod laws;
mod merge;
