//! Integration tests of `asset-paths`, in one binary: linking takes longer than most of them run.

#[cfg(feature = "serde")]
mod diff;
mod paths;
