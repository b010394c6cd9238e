//! Models of Pragma, their animations and maps as neutral scenes, and back.
//!
//! | task | API |
//! |---|---|
//! | read a model and its animations | [`to_scene`] |
//! //! | create a model of any scene | [`create()`] |
//! | read and make maps with all that they show | [`level`] |
//! | write edits into the original model, which the scene carries | [`original()`], [`update()`] |
//! | give materials of the scene the looks that their files say | [`MaterialExport`]; [`format`](mod@format) says how |
//! | make material files and textures of a scene's materials | [`create_materials`] |
//!
//! ```
//! use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic, Transform};
//! use pragma_asset::{Limits, MeshData};
//! use scene_pragma::{CreateModelOptions, ShowOptions};
//!
//! let mut scene = Scene { name: "sign".into(), ..Scene::default() };
//! let array = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let attributes = vec![Attribute { semantic: Semantic::Position, array }];
//! let primitives = vec![Primitive { attributes, ..Primitive::default() }];
//! let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
//! scene.nodes.push(Node { mesh: Some(mesh), transform: Transform::from_scale(2.0), ..Node::default() });
//!
//! let built = scene_pragma::create(&scene, &CreateModelOptions::default())?;
//! assert!(built.findings.is_empty());
//! let model = built.model;
//! let data = MeshData::read(&model.meshes()[0], &mut Limits::default().budget())?;
//! assert_eq!(data.positions[1].to_array(), [80.0, 0.0, 0.0]);
//!
//! let (scene, _) = scene_pragma::to_scene(&model, "sign", &ShowOptions::default())?;
//! let original = scene_pragma::original(&scene)?.unwrap();
//! let same = scene_pragma::update(&original, &scene, &CreateModelOptions::default())?.model;
//! assert_eq!(same.to_bytes()?, model.to_bytes()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Space.** The engine's axes, winding and texture coordinates are the scene's. Its unit is 0.025 m: numbers are kept, and node 0, called after
//! the scene, scales its descendants. Skinned meshes are scaled by their joints. Bitangents point the other way, so the fourth number
//! of tangents changes its sign. No other bit changes.
//!
//! **Bones** are nodes 1 and up, in the order of the model's bones, as children of their parents; bones without parent are children of node 0. Nodes
//! have the reference pose, relative to their parents. Inverse bind matrices are the inverse of the reference pose without its scale, as in the
//! engine. There is one skin per pose of sub meshes with weights. Weights of bone −1 and of missing bones become 0, and joints with weight 0 become
//! joint 0. Weights 4 to 7 are a second set.
//!
//! **Mesh groups** become nodes and meshes of their name, sub meshes become primitives with the material of the first skin; of several skins each is
//! a variant of the scene, `skin0`, `skin1` …. Sub meshes at another
//! pose than the group's first, or with weights where it has none, get a further node and mesh, `name 2` and so on. Groups that only
//! replace others far away have no parent, and are levels of detail of those. Groups that only a body group chooses are in the scene, with a
//! note. Sub meshes that can't be drawn (no positions, indices beyond the vertices, incomplete triangles) aren't; [`update()`] keeps them.
//!
//! **Vertices** have positions, normals, tangents and texture coordinates; tangents of zeros are omitted. Further uv sets follow in their order.
//! Alphas are the attribute `PRAGMA_ALPHA`. **Morph target animations** become sparse morph targets, one per frame, named after the animation, with
//! ` 2` and so on from the second frame. Their weights are the results of the flexes, computed from flex controllers. Animations of flex controllers
//! (PFLEXANI) are morph weights in the animation of the same name, or in an additional one.
//!
//! **Animations** keep the stored channels. The animation `reference` is the reference pose and isn't included, nor are animations that move no bone.
//! If an animation lists a bone without a channel, the engine uses the bone's reference pose in model space as relative to its parent; if that
//! differs from its rest pose, the bone gets a channel of one key. Gestures, which the engine adds to other animations, are shown on the reference
//! pose; older animations, which store frames, become channels.
//!
//! # Stored source
//! [`Source::original`](asset_scene::Source::original) of a model, of format [`FORMAT`], is its file: what wasn't edited keeps its bytes.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod adapter;
mod bones;
mod bulk;
mod create;
mod export;
mod fault;
mod into;
pub mod kinds;
mod layout;
pub mod level;
mod look;
mod original;
mod sub_mesh;
mod tracks;
mod vertex;
mod weights;

pub use asset_scene;
pub use create::{CreateModelOptions, CreatedModel, create};
pub use export::to_scene;
pub use into::update;
pub use look::{
    CreateMaterialOptions, CreatedMaterials, MaterialExport, MaterialFile, MaterialFiles, ResourceFile, Rule,
    TextureFile, create_materials, parse_material, textures,
};
pub use original::original;
pub use pragma_asset::{self, Model};
pub use scene_adapter::ShowOptions;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

/// Name of the format of models in [`Source::format`](asset_scene::Source::format).
pub const FORMAT: &str = "pragma-model";

/// Name of the format of materials in [`Source::format`](asset_scene::Source::format).
pub const MATERIAL_FORMAT: &str = "pragma-material";

/// Name of the format of textures that images were created from, in [`Source::format`](asset_scene::Source::format).
pub const TEXTURE_FORMAT: &str = "pragma-texture";

/// Metres in a unit of the engine.
pub const METRES_PER_UNIT: f32 = 0.025;

/// Name of the attribute that alphas are.
const ALPHA: &str = "PRAGMA_ALPHA";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
