//! Integration tests of `asset-geometry`, in one binary: linking takes longer than most of them run.

mod bounds;
mod columns;
mod hierarchy;
mod keyframes;
mod topology;
