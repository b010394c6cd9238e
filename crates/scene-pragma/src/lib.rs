//! Converts Pragma models, their animations and maps to neutral scenes, and back.
//!
//! | if you want to | use |
//! |---|---|
//! | read a model and its animations | [`to_scene`] |
//! | create a model from any scene | [`create()`] |
//! | read and create maps with everything that they show | [`level`] |
//! | write edits to the original model, which is stored in the scene | [`original()`], [`update()`] |
//! | make materials in a scene look like their files | [`MaterialExport`]; see [`format`](mod@format) for how they are converted |
//! | create material files and textures from a scene | [`create_materials`] |
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
//! **Space.** The engine uses the same axes, winding and texture coordinates as the scene. Its unit is 0.025 m. The
//! numbers don't change; instead, node 0, which has the name of the scene, scales everything below it. A mesh with a
//! skin gets this scale from its joints. Bitangents point in the other direction, so the sign of the fourth number in
//! tangents is changed. This is the only bit that changes.
//!
//! **Bones** become node 1 and the nodes after it, in the same order as in the model. The parent of such a node is the
//! node of the parent bone, or node 0 if the bone has none. Nodes have the reference pose, relative to their parents.
//! Inverse bind matrices are the inverse of the reference pose without its scale, as in the engine. There is one skin
//! per pose of sub meshes with weights. Weights for bone −1 or for a missing bone become 0, and if a weight is 0, the
//! joint is 0 too. Weights 4 to 7 become a second set.
//!
//! **Mesh groups** become nodes and meshes with the same name, and sub meshes become primitives with the material of
//! the first skin. If the model has more than one skin, each becomes a variant of the scene, `skin0`, `skin1` and so
//! on. If a sub mesh has another pose than the first in its group, or has weights where the first has none, it gets
//! another node and mesh, `name 2` and so on. A group that only replaces others at a distance has no parent. Instead,
//! the others use this group as a level of detail. If a group can only be selected by a body group, it is in the scene,
//! with a note. If a sub mesh can't be drawn, it is not in the scene (no positions, indices beyond the vertices,
//! incomplete triangles), but [`update()`] keeps it.
//!
//! **Vertices** have positions, normals, tangents and texture coordinates. If the tangents only have zeros, this
//! ignores them. More uv sets follow in their order, and alphas become the attribute `PRAGMA_ALPHA`. **Morph target
//! animations** become sparse morph targets, one per frame. They have the name of the animation, and ` 2` and so on is
//! added from the second frame on. To get their weights, this computes the flexes, given the flex controllers.
//! Animations of flex controllers (PFLEXANI) become morph weights in the animation with the same name, or in an
//! additional animation.
//!
//! **Animations** keep their channels as stored. This does not include the animation `reference`, because it is the
//! reference pose, and also no animation that doesn't move any bone. If an animation lists a bone without a channel,
//! the engine uses the reference pose in model space as if it were relative to the parent. So if this is not the rest
//! pose, the bone gets a channel with one key. The engine adds gestures to other animations, but in the scene you will
//! see them on the reference pose. Older animations, which store frames, become channels.
//!
//! # Stored source
//! [`Source::original`](asset_scene::Source::original) of a model (format [`FORMAT`]) is its file. Everything that was
//! not edited keeps its bytes.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod adapter;
mod apply;
mod bones;
mod bulk;
mod export;
mod fault;
pub mod kinds;
pub mod level;
mod look;
mod original;
mod sub_mesh;
mod tracks;
mod vertex;
mod weights;

pub use apply::{CreateModelOptions, CreatedModel, create, update};
pub use asset_scene;
pub use export::to_scene;
pub use look::{
    CreateMaterialOptions, CreatedMaterials, MaterialExport, MaterialFile, MaterialFiles, ResourceFile, Rule,
    TextureFile, create_materials, parse_material, textures,
};
pub use original::original;
pub use pragma_asset::{self, Model};
pub use scene_adapter::ShowOptions;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

/// The format name to use in [`Source::format`](asset_scene::Source::format) for models.
pub const FORMAT: &str = "pragma-model";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for materials.
pub const MATERIAL_FORMAT: &str = "pragma-material";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for images that were created from
/// textures.
pub const TEXTURE_FORMAT: &str = "pragma-texture";

/// The engine's unit in metres.
pub(crate) const METRES_PER_UNIT: f32 = 0.025;

/// The attribute name to use for alphas.
const ALPHA: &str = "PRAGMA_ALPHA";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
