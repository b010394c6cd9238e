//! A neutral scene: what stands between the models of the engines and glTF.
//!
//! | room | holds |
//! |---|---|
//! | [`Scene`], [`Node`], [`Mesh`], [`Primitive`], [`Skin`], [`Material`] | the scene: plain lists that refer to each other by number |
//! | [`Array`], [`Component`], [`Data`] | vertex attributes, indices, key times and values, in the bits of the file they come from |
//! | [`Animation`], [`Channel`] | keyframes of nodes and morph weights |
//! | [`Source`] | what the format a scene came from holds beside it, for the way back |
//! | [`escape_name`], [`unescape_name`] | names of any bytes as text and back |
//! | `pragma`, `urho`, `zed` (features) | adapters: the files of an engine as a scene, and back |
//!
//! **Space.** Right-handed, Y up, triangles counter-clockwise, texture coordinates from the top left, seconds, quaternions `x y z w`: as in glTF.
//! Metres at the roots: a format with another unit keeps its numbers and hangs its nodes below a root that scales.
//!
//! **Bits.** An adapter changes numbers only by what changes no bits but signs (mirroring, reordering), so that whatever a scene carries
//! goes back exactly. Values a target refuses (a normal that isn't unit length in glTF) are the target's business, not the scene's.
//!
//! ```
//! use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
//! let mut scene = Scene::default();
//! let positions = scene.add_array(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let primitive = Primitive { attributes: vec![Attribute { semantic: Semantic::Position, array: positions }], ..Primitive::default() };
//! scene.meshes.push(Mesh { name: "triangle".into(), primitives: vec![primitive], ..Mesh::default() });
//! scene.nodes.push(Node { name: "triangle".into(), mesh: Some(0), ..Node::default() });
//! assert!(scene.check().is_ok());
//! assert_eq!(scene.arrays[positions].to_f32s::<3>().unwrap()[1], [1.0, 0.0, 0.0]);
//! ```

#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod animation;
mod array;
mod check;
#[cfg(feature = "pragma")]
mod columns;
mod edit;
mod error;
#[cfg(any(feature = "pragma", feature = "urho", feature = "zed"))]
#[cfg_attr(not(feature = "urho"), allow(dead_code, reason = "what the other adapters need none of"))]
mod json;
mod name;
#[cfg(feature = "pragma")]
pub mod pragma;
mod scene;
mod source;
#[cfg(feature = "serde")]
mod summary;
#[cfg(feature = "urho")]
pub mod urho;
#[cfg(any(feature = "urho", feature = "zed"))]
mod winding;
#[cfg(feature = "zed")]
pub mod zed;

pub use animation::{Animation, Channel, Interpolation, Property};
pub use array::{Array, Component, Data};
pub use asset_geometry::{Topology, glam};
pub use error::{Error, ErrorKind};
pub use name::{escape_name, unescape_name};
pub use scene::{Attribute, LodLevel, Material, Mesh, Node, Primitive, Scene, Semantic, Skin, Transform};
pub use source::{Block, Source};
#[cfg(feature = "serde")]
pub use summary::Summary;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
