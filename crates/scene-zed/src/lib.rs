//! Converts models of the ZED engine to neutral scenes, and back.
//!
//! | if you want to | use |
//! |---|---|
//! | read a model | [`to_scene`] |
//! | write the edits of a scene into its original model | [`original()`], [`update()`] |
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
//! assert_eq!(scene_zed::original(&scene)?, Some(model));
//! # Ok::<(), asset_scene::Error>(())
//! ```
//!
//! **Space.** The engine uses the same space as the scene: right-handed, Y up. It doesn't store a unit, so the numbers
//! don't change. In a file, the front of a triangle is clockwise, so this must reverse the triangles in both
//! directions. Texture coordinates don't change.
//!
//! **Meshes.** Each ZED mesh becomes a mesh and a node, and each of its index arrays a primitive. Arrays that draw nothing, or have
//! indices beyond the vertices, aren't in the scene; [`update()`] keeps them.
//!
//! # Stored source
//! The scene carries the file, with a layout of format [`FORMAT`]: `encoding` is `engine`, `document`, `engine-u32` or `document-u16`, because the file
//! doesn't say it.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod adapter;
mod apply;
mod export;
pub mod kinds;
mod original;

pub use apply::{CreateModelOptions, CreatedModel, create, update};
pub use asset_scene;
pub use export::to_scene;
pub use original::original;
pub use scene_adapter::ShowOptions;
pub use zed_asset::{self, Encoding, Model};

/// The format name to use in [`Source::format`](asset_scene::Source::format).
pub const FORMAT: &str = "zed-model";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
