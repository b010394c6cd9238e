//! Integration tests of `asset-scene`, in one binary: linking takes longer than most of them run.

mod kit;
mod many;
mod motion;
mod repair;
mod retarget;
mod skeleton;
#[cfg(feature = "serde")]
mod summary;
