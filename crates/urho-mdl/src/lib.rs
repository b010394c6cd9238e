//! Read, validate, edit and write the models of Urho3D and its forks U3D, rbfx and Atomic (`.mdl`). A model that you do
//! not change is written byte for byte as it was.
//!
//! - [`Model::parse`] reads a file. It borrows vertices, indices, morph deltas and names from the bytes and does no
//!   work per vertex, so you can use it on large models.
//! - [`Model::validate`] reports invalid values, and what the engine will do with them.
//! - [`Model::to_bytes`] writes the model, including unknown semantics, spare bits and trailing bytes.
//! - [`Model::builder`] creates a model from arrays.
//!
//! Models use a left-handed space, with Y up and Z forward, and front faces are clockwise. Texture coordinates begin at
//! the top left. By convention, a unit is a metre.
//!
//! ```no_run
//! let bytes = std::fs::read("Kachujin.mdl")?;
//! let model = urho_mdl::Model::parse(&bytes)?;
//! println!("{} to {}", model.bounds.min, model.bounds.max);
//! for bone in &model.skeleton.bones {
//!     println!("{} below bone {}", bone.name, bone.parent);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In this example, each bone has the index of its parent. A root has its own index as the parent. The bounding box and
//! the bones are the fields [`Model::bounds`](field@Model::bounds) and [`Model::skeleton`](field@Model::skeleton).
//!
//! To get the vertices and triangles of a model, use the methods of a vertex buffer and of a level of detail:
//!
//! ```
//! use urho_mdl::{Model, Semantic};
//!
//! let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
//! let bytes = Model::builder().positions(&corners).indices(&[0, 1, 2]).build()?.to_bytes()?;
//!
//! let model = Model::parse(&bytes)?;
//! let buffer = &model.vertex_buffers[0];
//! assert_eq!(buffer.declaration.to_string(), "position:vec3");
//! assert_eq!(buffer.positions().unwrap().get(1).unwrap().y, 1.0);
//! assert!(buffer.find(Semantic::NORMAL, 0).is_none());
//! let lod = &model.geometries[0].lods[0];
//! assert_eq!(model.triangles(lod).collect::<Vec<_>>(), [[0, 1, 2]]);
//! for finding in &model.validate() {
//!     println!("{finding}");
//! }
//! assert_eq!(model.to_bytes()?, bytes);
//! # Ok::<(), urho_mdl::Error>(())
//! ```
//!
//! # Building and editing
//! Use [`Model::builder`] to create a model from arrays. To edit an existing model, change its fields, or use the
//! module [`edit`]: it can change vertex elements and levels of detail, compute bounds and centers again after an edit,
//! and fix what [`Model::validate`] reports. In this example, [`Model::repair`] returns a finding for each change that
//! it made:
//!
//! ```
//! use urho_mdl::{Model, Repair, Smoothing};
//!
//! let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
//! let mut model = Model::builder().positions(&corners).indices(&[0, 1, 2, 0, 2, 3]).lod(20.0, &[0, 1, 2]).build()?;
//! model.generate_normals(Smoothing::Vertices)?;
//! assert_eq!(model.vertex_buffers[0].declaration.to_string(), "position:vec3 normal:vec3");
//! assert!(model.validate().is_empty());
//! for note in &model.repair(Repair::DropBadTriangles) {
//!     println!("{note}");
//! }
//! # Ok::<(), urho_mdl::Error>(())
//! ```
//!
//! # Errors and findings
//! [`Model::parse`] only returns an error if the structure of a file is not valid, for example because the file ends
//! too early. Anything else can be read, even if it makes no sense: an index may be out of bounds, and a bone may be
//! its own ancestor. This allows you to open a broken model and to repair it.
//!
//! All methods of this crate accept such a model. They do not panic, but return `None` or nothing for a value that is
//! missing. But do not rely on the values in code of your own, for example as an index. Call [`Model::validate`] first,
//! which checks all of them. If it returns an error, the engine will reject the file or read out of bounds. If it
//! returns no findings at all, no problem is known.
//!
//! # What it can't do
//! This crate does not load the materials and textures of a model. Animations are in the crate `urho-ani`, and
//! `scene-urho` converts models to scenes and back. From there, you can convert them to glTF.
//!
//! # Features
//! `std` (default) adds `Model::write_to`, and `serde` adds `Model::summary`. Without `std`, the crate only needs
//! `alloc`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod access;
mod convert;
pub mod edit;
mod error;
mod index;
pub mod kinds;
mod model;
mod morph;
mod range;
mod read;
mod records;
mod skeleton;
#[cfg(feature = "serde")]
mod summary;
mod validate;
mod version;
mod vertex;
mod write;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

pub use asset_geometry::{self, Bounds, Column, Hierarchy, Similarity, Topology, glam};
pub use binio::{self, Bytes, Findings, Name};
pub use edit::{Delta, LodIndices, ModelBuilder, Repair, Smoothing};
pub use error::{Error, ErrorKind};
pub use index::{IndexBuffer, Primitive};
pub use model::{Geometry, GeometryNames, Lod, Model, Tail};
pub use morph::{Morph, MorphBuffer};
pub use range::Range;
pub use read::ReadOptions;
pub use skeleton::{Bone, Collision, Skeleton};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use version::Version;
pub use vertex::{Declaration, Element, ElementMask, ElementType, PlacedElement, Semantic, VertexBuffer, VertexValue};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
