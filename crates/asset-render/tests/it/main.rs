//! Integration tests of `asset-render`, in one binary: linking takes longer than most of them run.

mod baked;
mod bright;
mod compare;
mod golden;
mod hostile;
mod scenes;
mod sprites;
mod staging;
mod surfaces;
mod zones;
