//! Integration tests of `asset-formats`, in one binary: linking takes longer than most of them run.

mod causes;
mod content;
mod detection;
#[cfg(feature = "serde")]
mod output_formats;
#[cfg(feature = "serde")]
mod shared;
