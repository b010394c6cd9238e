//! Models of Pragma, their animations and maps as neutral scenes, and back.
//!
//! | task | API |
//! |---|---|
//! | read a model and its animations | [`to_scene`] |
//! | restore a scene's original model, with changed arrays, keys and bones | [`restore`] |
//! | create a model of any scene | [`create()`] |
//! | read and make maps with all that they show | [`level`] |
//! | write edits into the original model | [`update()`] |
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
//! assert_eq!(scene_pragma::restore(&scene)?.unwrap().to_bytes()?, model.to_bytes()?);
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
//! note. Sub meshes that can't be drawn (no positions, indices beyond the vertices, incomplete triangles) aren't; [`restore`] brings them back.
//!
//! **Vertices** have positions, normals, tangents and texture coordinates; tangents of zeros are omitted. Further uv sets follow in their order.
//! Alphas are the attribute `PRAGMA_ALPHA`. **Morph target animations** become sparse morph targets, one per frame, named after the animation, with
//! ` 2` and so on from the second frame. Their weights are the results of the flexes, computed from flex controllers. Animations of flex controllers
//! (PFLEXANI) are morph weights in the animation of the same name, or in an additional one. [`restore`] ignores changes of these weights and of morph
//! targets.
//!
//! **Animations** keep the stored channels. The animation `reference` is the reference pose and isn't included, nor are animations that move no bone.
//! If an animation lists a bone without a channel, the engine uses the bone's reference pose in model space as relative to its parent; if that
//! differs from its rest pose, the bone gets a channel of one key. Gestures, which the engine adds to other animations, are shown on the reference
//! pose; older animations, which store frames, become channels. [`restore`] ignores changes of the latter two.
//!
//! # Stored source
//! [`Source::layout`](asset_scene::Source::layout) of format [`FORMAT`]. Names are as [`escape_name`](asset_scene::escape_name) writes them.
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `text` | whether the file was text |
//! | `document` | the model as UDM text, without the items of arrays that are in the scene; or `binary`, the same in Base64, if text can't hold it |
//! | `sub_meshes[]` | place in the model: `group`, `mesh`, `sub_mesh`; `place` in the scene: mesh and primitive; number of `vertices` and `indices` |
//! | `sub_meshes[].keeps_vertices` | whether the document keeps all vertices, since they have fields that the scene has not |
//! | `sub_meshes[].no_tangents` | the value of all tangents, 16 bytes, if they are zeros |
//! | `sub_meshes[].uv_sets` | numbers of the document's uv sets that are in the scene |
//! | `sub_meshes[].weights`, `.extended_weights` | `unused`: the bone number stored with weight 0; `slots`: 4 × vertex + 0…3 where the scene's joint and weight differ from the stored ones, and `values`: the stored ones, 8 bytes each |
//! | `sub_meshes[].alphas` | whether alphas are in the scene |
//! | `animations` | names of the animations in the scene |
//!
//! [`Source::original`](asset_scene::Source::original) is the file: a scene that wasn't edited becomes it again.
//!
//! The layout of an animation, of format [`ANIMATION_FORMAT`]: `layout`, 1; `animation`, its name; `channels`, numbers of the document's channels
//! that are in the scene bit for bit; `flexes`, whether it is a flex animation.

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
mod restore;
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
pub use pragma_asset::{self, Model};
pub use restore::{restore, restored_materials};
pub use scene_adapter::ShowOptions;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

/// Name of the format of models in [`Source::format`](asset_scene::Source::format).
pub const FORMAT: &str = "pragma-model";

/// Name of the format of animations in [`Source::format`](asset_scene::Source::format).
pub const ANIMATION_FORMAT: &str = "pragma-animation";

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
