//! Integration tests of `asset-gltf`, in one binary: linking takes longer than most of them run.

mod check;
#[cfg(feature = "meshopt")]
mod compressed;
mod copies;
#[cfg(feature = "draco")]
mod draco;
mod golden;
mod grids;
mod hostile;
mod laws;
mod lenient;
mod lods;
#[cfg(feature = "meshopt")]
mod meshopt;
mod quantize;
mod rules;
#[path = "../support/mod.rs"]
mod support;
mod tangents;
