//! Integration tests of `asset-image`, in one binary: linking takes longer than most of them run.

mod dds;
mod golden;
mod hostile;
mod kinds;
mod laws;
