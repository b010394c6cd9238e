//! Use this crate to read and write glTF 2.0 as a neutral [`Scene`](asset_scene::Scene). It does not know the formats
//! of any engine.
//!
//! | to do this | use |
//! |---|---|
//! | read a `.glb` or `.gltf` as a scene; every number is checked before memory is reserved | [`parse`], [`ReadOptions`] |
//! | also get findings if something is not as the specification requires: bounds, indices, weights, key times, images | [`ReadOptions::check`] |
//! | read the files that a `.gltf` references, from a folder or not at all | [`Resolver`], [`Folder`], [`NoFiles`] |
//! | read a file in parts, so that images are only read when they are needed | [`parse_at`], [`ReadOptions::images_later`] |
//! | write a scene to `.glb`, or to `.gltf`, `.bin` and images | [`write_glb`], [`write_gltf`], [`WriteOptions`] |
//! | write it in pieces, with only one image in memory at a time | [`glb()`], [`gltf()`] |
//! | decode `EXT_meshopt_compression` | `meshopt` |
//! | see how values are changed that glTF does not allow | [`Rule`] |
//! | see how content is converted from and to glTF | [`format`](mod@format) |
//!
//! If glTF allows a value, you can write it and will read the same bits back. Other values are changed by a rule and
//! reported, or they are an error if you set [`WriteOptions::strict`]. Written files have no errors or warnings in the
//! Khronos validator.
//!
//! ```
//! use asset_gltf::asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
//! use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
//!
//! let mut scene = Scene::default();
//! let positions = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let normals = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 2.0]; 3]));
//! let attributes = [(Semantic::Position, positions), (Semantic::Normal, normals)];
//! let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
//! let mesh = Mesh { primitives: vec![Primitive { attributes, ..Primitive::default() }], ..Mesh::default() };
//! let mesh = scene.meshes.push(mesh);
//! scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
//!
//! let (glb, findings) = write_glb(&scene, &WriteOptions::default())?;
//! // The normals were too long, and nothing else was changed.
//! assert_eq!(findings.len(), 1);
//! let (back, _) = parse(&glb, &ReadOptions::default(), &NoFiles)?;
//! assert_eq!(back.arrays[normals].to_f32s::<3>().unwrap()[0], [0.0, 0.0, 1.0]);
//! assert_eq!(back.arrays[positions], scene.arrays[positions]);
//! # Ok::<(), asset_gltf::Error>(())
//! ```
//!
//! # Features
//! * `folder` (default): adds [`Folder`], which needs an operating system.
//! * `meshopt` (default): can read `EXT_meshopt_compression` and `KHR_meshopt_compression`.
//! * `draco`: can read `KHR_draco_mesh_compression`. It needs Rust 1.88.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod check;
mod environment;
mod error;
mod extras;
#[cfg(feature = "folder")]
mod folder;
mod glb;
mod json;
pub mod kinds;
#[cfg(feature = "meshopt")]
pub mod meshopt;
mod offsets;
mod options;
mod packed;
mod read;
mod resolver;
mod rule;
mod shape;
mod uri;
mod write;

pub use asset_scene;
pub use binio;
pub use error::{Error, ErrorKind};
#[cfg(feature = "folder")]
pub use folder::Folder;
pub use options::{Compression, ReadOptions, SceneChoice, WriteOptions};
pub use read::{parse, parse_at};
pub use resolver::{NoFiles, Resolver};
pub use rule::Rule;
pub use uri::external_file;
pub use write::{Glb, Gltf, GltfFiles, ImageFile, glb, gltf, write_glb, write_gltf};
