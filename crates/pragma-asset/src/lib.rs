//! Pragma.
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod animation;
mod asset;
mod error;
pub mod model;
mod node;
mod pose;

pub use animation::{Animation, AnimationFlags, Blend, Channel, Event, Frames, NodeSet, Values};
pub use asset::{Asset, Form, Kind};
pub use asset_geometry::{self, Bounds, Hierarchy, glam};
pub use binio::{self, Budget, Bytes, Findings, Limits, Name};
pub use error::{Error, ErrorKind};
pub use model::{Indices, Mesh, MeshGroup, Model, Skeleton, Vertices, Weights};
pub use pose::Pose;
pub use udm::{self, ReadOptions};
