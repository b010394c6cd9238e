//! Pragma.
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod animation;
mod asset;
mod check;
mod edit;
mod error;
pub mod ik;
pub mod map;
mod material;
pub mod model;
pub mod navmesh;
mod node;
mod panima;
mod particles;
mod pose;
#[cfg(feature = "serde")]
pub mod summary;

pub use animation::{Animation, AnimationData, AnimationFlags, Blend, Channel, Event, Frames, NodeSet, Values};
pub use asset::{Asset, Form, Kind};
pub use asset_geometry::{self, Bounds, Hierarchy, glam};
pub use binio::{self, Budget, Bytes, Findings, Limits, Name};
pub use error::{Error, ErrorKind};
pub use ik::IkRig;
pub use map::{Entity, Map};
pub use material::{Material, MaterialKind};
pub use model::{Indices, Mesh, MeshData, MeshGroup, MeshId, Model, ModelBuilder, Skeleton, Vertices, Weights};
pub use navmesh::NavMesh;
pub use panima::{Animations, AnimationsKind, ChannelAnimation, Curve, PathChannel};
pub use particles::{ChildSystem, Operator, ParticleSystem, Particles, ParticlesKind};
pub use pose::Pose;
pub use udm::{self, ReadOptions};
