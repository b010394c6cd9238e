//! Geometry for model formats: columns, hierarchies, triangles, bounds, keyframes.
//!
//! | items | purpose |
//! |---|---|
//! | [`Value`], [`Column`] | one vertex element or one channel of a keyframe, read in place as `f32`, [`glam`] vectors … |
//! | [`Hierarchy`] | bones as a forest: any order, any number of roots; cycles are handled |
//! | [`Topology`], [`triangles`], [`lines`], [`points`] | index lists as separate primitives |
//! | [`TrianglesAround`] | the triangles around each vertex |
//! | [`cache_order`], [`fetch_order`], [`cache_miss_ratio`] | triangles and vertices in an order for the vertex cache |
//! | [`shading`] | smooth normals, tangents |
//! | [`Bounds`], [`Sphere`] | boxes and spheres around points |
//! | [`Cursor`], [`key_at`], [`Segment`] and the functions of [`interpolate`] | sampling of keyframes by the rules of the Urho3D family |
//!
//! You can use this crate with any file format, axis convention and unit, because the results are in the space of the
//! input. No input will cause a panic, unbounded recursion or more than linear time.
//!
//! ```
//! use asset_geometry::glam::{Affine3A, Vec3, Vec3A};
//! use asset_geometry::{Bounds, Column, Hierarchy, Topology, triangles};
//!
//! // Two vertices of 16 bytes: a position, then four bytes of colour.
//! let mut data = Vec::new();
//! for x in [1.0f32, 3.0] {
//!     data.extend([x.to_le_bytes(), 0.0f32.to_le_bytes(), 2.0f32.to_le_bytes(), [255; 4]].concat());
//! }
//! let positions = Column::<Vec3>::new(&data, 16, 0).unwrap();
//! assert_eq!(positions.get(1), Some(Vec3::new(3.0, 0.0, 2.0)));
//! assert_eq!(Bounds::from_points(positions.iter()).center(), Some(Vec3::new(2.0, 0.0, 2.0)));
//!
//! // The second of two bones is the root; Urho3D says so by naming it as its own parent.
//! let skeleton = Hierarchy::new([Some(1), Some(1)]);
//! let locals = [Affine3A::from_translation(Vec3::Y), Affine3A::from_translation(Vec3::X)];
//! let globals = skeleton.global_transforms(&locals).unwrap();
//! assert_eq!(globals[0].translation, Vec3A::new(1.0, 1.0, 0.0));
//!
//! let strip = triangles(Topology::TriangleStrip, [0, 1, 2, 3]);
//! assert_eq!(strip.collect::<Vec<_>>(), [[0, 1, 2], [1, 3, 2]]);
//! ```
//!
//! # Features
//! `std` (default): this will only be passed on to [`glam`] and [`binio`]. The API is the same without it.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;

mod around;
mod bounds;
mod hierarchy;
pub mod interpolate;
mod keyframe;
pub mod shading;
mod similarity;
mod topology;
mod value;
mod vertex_cache;

pub use around::TrianglesAround;
pub use bounds::{Bounds, Sphere};
pub use glam;
pub use hierarchy::Hierarchy;
pub use keyframe::{Cursor, Segment, Times, key_at};
pub use similarity::Similarity;
pub use topology::{Points, Segments, Topology, Triangles, is_degenerate, lines, points, triangles};
pub use value::{Column, QuatWxyz, Value, write_column};
pub use vertex_cache::{CACHE_SIZE, cache_miss_ratio, cache_order, fetch_order};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
