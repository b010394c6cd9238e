//! Integration tests of `asset-merge`, in one binary: linking takes longer than most of them run.

mod merge;
mod merge_hostile;
