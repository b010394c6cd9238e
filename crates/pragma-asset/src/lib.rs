//! Use this crate to read, check, edit and write assets of the Pragma engine: models, materials, maps, navigation
//! meshes, particle systems and animations.
//!
//! An asset is a [`udm::Document`] whose kind is known, and [`Asset`] contains nothing but this document. You use views
//! to read from it by the rules of the engine, and setters to write to it. Unknown data stays in the document, so
//! nothing will be lost, and if you edit a value, only this value will change. If you do not edit a file,
//! [`Asset::to_bytes`] returns the same bytes. In a text, comments, order and spacing will be kept even if you edit it.
//! (This would not be possible with a separate copy of typed data, because it does not know the other fields.)
//!
//! A view is cheap because it only borrows, and it will not fail on invalid data. When a value is missing or has
//! another type, the view returns the default value of the engine, and [`Asset::validate`] will report this. Note that
//! compressed data will be decompressed on every call, within a [`Budget`], so you should keep the result.
//!
//! ```
//! use pragma_asset::{Limits, MeshData, Model, glam::{Vec2, Vec3}};
//!
//! let triangle = MeshData {
//!     positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
//!     normals: vec![Vec3::Z; 3],
//!     uvs: vec![Vec2::ZERO, Vec2::X, Vec2::Y],
//!     indices: vec![0, 1, 2],
//!     ..MeshData::default()
//! };
//! let bytes = Model::builder().material("white").mesh("reference", triangle).build()?.to_bytes()?;
//!
//! let mut model = Model::parse(&bytes)?;
//! let mut budget = Limits::default().budget();
//! let mesh = &model.meshes()[0];
//! assert_eq!(mesh.vertices(&mut budget)?.positions().get(1), Some(Vec3::X));
//! assert_eq!(model.material_of(mesh, 0).unwrap(), "white");
//! assert_eq!(model.animation("reference").unwrap().frames(None, &mut budget)?.len(), 1);
//! assert_eq!(model.to_bytes()?, bytes);
//!
//! let before = model.clone();
//! model.set_material(0, "black")?;
//! let changes: Vec<String> = udm_tools::diff(&before.document, &model.document).iter().map(ToString::to_string).collect();
//! assert_eq!(changes, ["~ materials[0]"]);
//! # Ok::<(), pragma_asset::Error>(())
//! ```
//!
//! | asset | files |
//! |---|---|
//! | [`Model`]: meshes, [`Skeleton`], [`Animation`]s and their [`Frames`], hit boxes, flexes … | `.pmdl_b`, `.pmdl` |
//! | [`Material`] | `.pmat`, `.pmat_b` |
//! | [`Map`]: entities, [`map::Bsp`] | `.pmap_b`, `.pmap` |
//! | [`NavMesh`] | `.pnav_b`, `.pnav` |
//! | [`Particles`] | `.pptsys`, `.pptsys_b` |
//! | [`Animations`] | `.pgma_b`, `.pgma` |
//! | [`IkRig`] | `.pikr`, `.pikr_b` |
//!
//! This crate does not support save games, lightmap caches and hair. To open these, use [`udm`]. To learn what all of
//! these files contain, see [`format`].
//!
//! # Features
//! * `std` (default) adds `Asset::write_to`. Without it, the crate only needs `alloc`.
//! * `serde` adds `Asset::summary`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod animation;
mod asset;
mod check;
#[cfg(feature = "serde")]
mod describe;
mod edit;
mod error;
pub mod ik;
pub mod kinds;
pub mod map;
mod material;
pub mod model;
pub mod navmesh;
mod node;
mod panima;
mod particles;
mod pose;
mod reference;
mod references;
#[cfg(feature = "serde")]
pub mod summary;
mod wmi;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

pub use animation::{Animation, AnimationData, AnimationFlags, Blend, Channel, Event, Frames, NodeSet, Values};
pub use asset::{Asset, Kind};
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
pub use reference::Reference;
pub use udm::{self, Encoding, ReadOptions};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
