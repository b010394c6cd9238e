//! Integration tests of `asset-render`, in one binary: linking takes longer than most of them run.

mod golden;
mod hostile;
mod scenes;
