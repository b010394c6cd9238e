//! Integration tests of `asset-formats`, in one binary: linking takes longer than most of them run.

mod content;
#[cfg(feature = "serde")]
mod output_formats;
#[cfg(feature = "serde")]
mod shared;
