//! Models of the ZED engine as neutral scenes, and back.
//!
//! | task | API |
//! |---|---|
//! | read a model | [`to_scene`] |
//! | restore a scene's original model, byte for byte | [`restore`] |
//! | create a model of any scene | [`create()`] |
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
//! **Space.** The engine's space is the scene's: right-handed, Y up. No unit is stored, so numbers are kept. Fronts are clockwise in files, so
//! triangles are turned around both ways. Texture coordinates are kept.
//!
//! **Meshes.** Each ZED mesh becomes a mesh and a node, and each of its index arrays a primitive. Arrays that draw nothing, or have
//! indices beyond the vertices, aren't in the scene; [`restore`] brings them back.
//!
//! # Stored source
//! [`Source::layout`](asset_scene::Source::layout) of format [`FORMAT`]:
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `version`, `flags` | fields of the header |
//! | `big_endian`, `dialect` | byte order; `engine`, `document`, `engine-u32` or `document-u16` |
//! | `chunks[]` | in the file's order: `token`; `size`, if the stored one is wrong; `end`, the size in the following END chunk; one of `metadata`, `mesh`, `data` |
//! | `chunks[].metadata` | `totals` in the file's order; `name` in Base64, without zeros at its end; `version` |
//! | `chunks[].mesh` | `material`; number of `vertices`; `strips`, `lists`, `fans`; `mesh`, its number in the scene, or `data`, its vertices in Base64 |
//! | `strips[]`, `lists[]`, `fans[]` | number of `indices`; `primitive`, its number in the mesh; `rest`, the indices in Base64 that the primitive doesn't have |
//! | `end`, `trailing` | the size in the file's END chunk; the bytes after it |
//!
//! Blocks are `mesh 0 vertices`, `mesh 0 strip 0`, `mesh 0 list 0`, `mesh 0 fan 0`; meshes are counted through the file.

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

/// Name of the format in [`Source::format`](asset_scene::Source::format).
pub const FORMAT: &str = "zed-model";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
