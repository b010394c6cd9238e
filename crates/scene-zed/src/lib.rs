//! Converts models of the ZED engine to neutral scenes, and back.
//!
//! | if you want to | use |
//! |---|---|
//! | read a model | [`to_scene`] |
//! | restore the original model of a scene, byte for byte | [`restore`] |
//! | create a model from any scene | [`create()`] |
//!
//! ```
//! use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic, Transform};
//! use scene_zed::{CreateModelOptions, ShowOptions};
//!
//! let mut scene = Scene { name: "sign".into(), ..Scene::default() };
//! let array = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let attributes = vec![Attribute { semantic: Semantic::Position, array }];
//! let primitives = vec![Primitive { attributes, ..Primitive::default() }];
//! let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
//! scene.nodes.push(Node { mesh: Some(mesh), transform: Transform::from_scale(2.0), ..Node::default() });
//!
//! let built = scene_zed::create(&scene, &CreateModelOptions::default())?;
//! assert!(built.findings.is_empty());
//! let model = built.model;
//! assert_eq!(model.mesh(0).unwrap().positions().get(1), Some([2.0, 0.0, 0.0]));
//!
//! let (scene, _) = scene_zed::to_scene(&model, "sign", &ShowOptions::default())?;
//! assert_eq!(scene_zed::restore(&scene)?, Some(model));
//! # Ok::<(), asset_scene::Error>(())
//! ```
//!
//! **Space.** The engine uses the same space as the scene: right-handed, Y up. It doesn't store a unit, so the numbers
//! don't change. In a file, the front of a triangle is clockwise, so this must reverse the triangles in both
//! directions. Texture coordinates don't change.
//!
//! **Meshes.** A ZED mesh becomes a mesh and a node, and its index arrays become primitives. But if an array draws
//! nothing, or has an index beyond the vertices, it will not be in the scene. Use [`restore`] to write it again.
//!
//! # Stored source
//! [`Source::layout`](asset_scene::Source::layout) has the format [`FORMAT`], and contains:
//!
//! | key | value |
//! |---|---|
//! | `layout` | 1 |
//! | `version`, `flags` | the fields in the header |
//! | `big_endian`, `dialect` | the byte order; `engine`, `document`, `engine-u32` or `document-u16` |
//! | `chunks[]` | in the same order as in the file: `token`; `size`, if the stored size is wrong; `end`, the size in the END chunk that follows; and one of `metadata`, `mesh`, `data` |
//! | `chunks[].metadata` | `totals` in the same order as in the file; `name` in Base64, without zeros at the end; `version` |
//! | `chunks[].mesh` | `material`; the number of `vertices`; `strips`, `lists`, `fans`; and either `mesh`, the number in the scene, or `data`, the vertices in Base64 |
//! | `strips[]`, `lists[]`, `fans[]` | the number of `indices`; `primitive`, the number in the mesh; `rest`, the indices that are not in the primitive, in Base64 |
//! | `end`, `trailing` | the size in the END chunk of the file; the bytes after this chunk |
//!
//! The blocks have the names `mesh 0 vertices`, `mesh 0 strip 0`, `mesh 0 list 0`, `mesh 0 fan 0`. The numbers count
//! all meshes in the file.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod adapter;
mod create;
mod export;
pub mod kinds;
mod layout;
mod restore;

pub use asset_scene;
pub use create::{CreateModelOptions, CreatedModel, create};
pub use export::to_scene;
pub use restore::restore;
pub use scene_adapter::ShowOptions;
pub use zed_asset::{self, Dialect, Model};

/// The format name to use in [`Source::format`](asset_scene::Source::format).
pub const FORMAT: &str = "zed-model";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
