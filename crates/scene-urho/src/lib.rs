//! Models and animations of Urho3D, U3D and rbfx as neutral scenes, and back.
//!
//! | task | API |
//! |---|---|
//! | read a model | [`to_scene`] |
//! | add animations to it | [`add_animation`] |
//! | read the files that a scene carries along | [`original`], [`original_animation`] |
//! | create files of any scene | [`create()`], [`create_animations`] |
//! | write edits into the original files | [`update()`], [`updated_animation`] |
//! | show its materials | [`needs`], [`MaterialExport`]; [`format`](mod@format) says how |
//! | create material files and textures | [`create_materials`] |
//! | show whole scenes and prefabs, and create them | [`level`] |
//!
//! ```
//! use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
//! use scene_urho::CreateModelOptions;
//!
//! let mut scene = Scene::default();
//! let positions = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
//! let primitives = vec![Primitive { attributes, ..Primitive::default() }];
//! let mesh = scene.meshes.push(Mesh { name: "triangle".into(), primitives, ..Mesh::default() });
//! scene.nodes.push(Node { name: "triangle".into(), mesh: Some(mesh), ..Node::default() });
//!
//! // A new model of it.
//! let built = scene_urho::create(&scene, &CreateModelOptions::default())?;
//! assert!(built.findings.is_empty());
//! assert_eq!(built.model.vertex_buffers[0].declaration.to_string(), "position:vec3 normal:vec3");
//! assert_eq!(built.model.bounds.min.to_array(), [-1.0, 0.0, 0.0]);
//!
//! // The model as a scene, and the same model again: nothing was edited.
//! let (scene, _) = scene_urho::to_scene(&built.model, "triangle", &Default::default())?;
//! let original = scene_urho::original(&scene)?.expect("a scene of a model carries it");
//! let updated = scene_urho::update(&original, &scene, &CreateModelOptions::default())?;
//! assert_eq!(updated.model, built.model);
//! # Ok::<(), asset_scene::Error>(())
//! ```
//!
//! # A model as a scene
//! **Space.** The engines use a left-handed space. The signs of x in positions, normals, tangents and morph deltas change, the signs of y and z in
//! rotations, and the signs of matrix elements that couple x with another axis, as in rbfx's own importer: forward stays +Z. The sign of tangents
//! (`w`) and texture coordinates mean the same on both sides. Triangles are reversed: a list swaps the second and third corner, a fan reverses all
//! but the first index, a strip is reversed, after its last index is repeated if it has an even number of them. Only signs and orders change, so that
//! everything round-trips bit for bit, NaN and −0 included.
//!
//! **Bones** are nodes, in their order, and the joints of the one skin. A bone in a cycle, or without an existing parent, becomes a root;
//! several roots get a node above them. **Blend indices** are resolved through the geometry's bone mapping; where the weight is 0, so is the joint.
//!
//! **Geometries** are primitives, each with a material of its own, named like the geometry, or like the model with the geometry's number. Material
//! *n* of the scene belongs to geometry *n*; its file is line *n* of the material list (`urho_material::MaterialList`). There is a mesh per level of
//! detail: at level *k* each geometry has its level *k*, or its last. Geometries with blend weights and without are in two meshes. The node of the
//! finest mesh references the nodes of the others, with the engine's distance times the [`mean_size`] of the model, which is in metres if the
//! camera's LOD bias is 1. Invalid geometries (vertices without positions of three floats, indices beyond the vertices, ranges beyond the indices)
//! are in no mesh; an update keeps them, like data that no geometry draws. Geometries that share vertices share arrays.
//!
//! **Vertex elements** that glTF has no name for, or not in this type, are [`Semantic::Custom`](asset_scene::Semantic::Custom) `URHO_NAME_index`, with
//! the second and further ones of a name end with `_2` and so on; whole numbers of 32 bits are two of 16. Sets of texture coordinates and colours are
//! numbered without gaps, in the order of their indices.
//!
//! **Morphs** are sparse morph targets. If a morph changes a vertex twice, the target has the sum of both. Variant tracks of their weights
//! (`…@AnimatedModel…/Morphs/N`) are weights of all meshes with these morphs; [`add_side_weights`] adds the weights of attribute animations in a side
//! file.
//!
//! # Stored source
//! [`Source::original`](asset_scene::Source::original) of a model, with the format [`FORMAT`], and of an animation, with the format [`ANIMATION_FORMAT`],
//! is the file itself. The `layout` has the [`SideFile`], if there is one, as `side_file`: its `format`, `xml` or `json`, and its `text`; `data` in Base64
//! if it isn't UTF-8.
//!
//! # Edits of a scene
//! [`update()`] shows the original again, compares the scene with it, and writes the differences into the original.
//!
//! | content | conversion |
//! |---|---|
//! | meshes, primitives | found by the names of meshes and nodes, then by their order; primitives by their number of indices, then by their order |
//! | faces | equal ones are found in any order; between the same neighbours, as many as before are the same faces with moved vertices; others are new or gone |
//! | vertices | values that differ by more than other programs round are written in place. A vertex that something else draws as it was is copied, as for another level of detail; new ones are added |
//! | tangents | follow where positions, normals or texture coordinates changed; everywhere else the original's stay |
//! | bones | found by name; a joint of another name at the same place below the same parent was renamed. Places and bind poses that changed are written; new joints are added; bones that a scene hasn't got stay |
//! | levels of detail | that were left out by an option stay, deleted ones are removed, distances are written if they changed; if only the finest level was moved, turned or scaled as a whole, the others move along |
//! | morphs | found by name; the only changed name was changed. Offsets of vertices that changed are written |
//! | box, centers, boxes and spheres of bones | the bounding box grows if vertices leave it; centers of changed geometries are computed; shapes of bones stay |
//!
//! # A new model of a scene
//! The model shows the same as the scene by the rules of glTF, at rest and at any time of its animations, except for rounding and the tolerance of
//! [splines](CreateModelOptions::curve_tolerance).
//!
//! Units are the scene's times [`CreateModelOptions::scale`].
//!
//! ## Model
//! | content | conversion | source of the rule |
//! |---|---|---|
//! | geometries | one for each primitive of each node that shows a mesh: nodes depth first, children by number. [`CreatedModel::materials`] has the material of each | AssetImporter |
//! | nothing moves | vertices get their nodes' transforms; no skeleton | AssetImporter |
//! | something moves | a bone for every joint, every animated node, every node with a mesh that isn't bound to a skin, and all above them; parents first. If several have no parent, the scene is turned, or no node shows a mesh, there is a bone `Root` above them | rbfx, AssetImporter |
//! | vertices with bones | where they are at rest; the offset matrix takes them back. A mesh that isn't at rest as it was bound stays in its own space | AssetImporter; rbfx |
//! | a parent of the skeleton that is no bone | left out, if it is at the origin: programs add a node above every skeleton | |
//! | several offsets for one bone | bones `…_Bind` below it, at its place | |
//! | nodes with shear | two bones, `…_Scale` and the node's: every matrix is a rotation, a scale and a rotation | |
//! | meshes without weights | the bone of their node, with weight 1; of meshes that no node shows, the root | AssetImporter |
//! | weights | the four heaviest, divided by their sum; a vertex without any follows its first joint | all; rbfx |
//! | equal vertices, order of triangles | vertices that are equal in all columns become one; triangles and vertices get an order for the vertex cache, except transparent triangles ([`CreateModelOptions::optimization`]) | |
//! | more bones than [`CreateModelOptions::max_bones`] | every geometry has a bone mapping; geometries with more bones are split, with triangles in their order | OgreImporter, which doesn't split |
//! | elements | position, normal, colours (bytes), texture coordinates, tangent, weights (four floats), joints (bytes) | AssetImporter |
//! | buffers | geometries of the same elements share one up to 65535 vertices; above that a geometry has one with indices of 32 bits | |
//! | missing normals | flat: every corner is a vertex; or smooth up to the angle of [`CreateModelOptions::smooth`] | glTF, rbfx |
//! | missing tangents | MikkTSpace, where the material has a normal map ([`CreateModelOptions::tangents`]) and there are normals and texture coordinates; vertices are copied where tangents differ | glTF |
//! | strips, fans, lines, points | stay; closed lines end where they begin. Generating and splitting make lists of them | |
//! | morph targets | deltas of vertices that move; one morph for all targets of a name. Default weights are baked in, or stored for [`Target::Rbfx`] | rbfx |
//! | levels of detail | [`Node::lods`](asset_scene::Node::lods), matched primitive by primitive; they follow the finest one's node. Distances in mean sizes of the model | |
//! | boxes and spheres of bones, centers | [`compute_bone_bounds`](urho_mdl::Model::compute_bone_bounds), [`compute_centers`](urho_mdl::Model::compute_centers) | AssetImporter |
//! | bounding box | around all vertices, as they are stored and at rest | all |
//! | names | unescaped; empty names become `Node7`, `Morph2`, `Animation0`; duplicate names get a number | |
//!
//! Left out, with a finding: attributes the model can't store, meshes below levels of detail, primitives that draw nothing.
//!
//! ## Animations
//! One for each animation of the scene, with a track for each moved node, named as the node's bone. A track has keys at the times of all channels of
//! its node; between them the engine interpolates like glTF: straight lines, and the shorter way for rotations.
//!
//! | content | conversion |
//! |---|---|
//! | steps | two keys at one time: the engine goes toward the first and continues from the second |
//! | splines | as many keys as the tolerance needs, by halving |
//! | before the first key, after the last key | held by a key at 0 and a key at the end: otherwise the engine would extrapolate, and interpolate to the first key when it loops |
//! | length | the greatest time of all channels |
//! | morph weights | for [`Target::Rbfx`] a variant track `@AnimatedModel/Morphs/N` for each morph that moves: linear, stepped, or a spline whose tangents are multiplied by the time between its keys; otherwise [`CreatedAnimation::morphs`], an attribute animation of `@AnimatedModel/Morphs` for the side file. It contains one byte per morph at each key, at most 30 keys per second; the game sets it as the `ObjectAnimation` of the model's node. Scenes have it as the attribute animation `Morphs` of the `AnimatedModel`, which plays one: further ones are left out (loss) |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod adapter;
mod blend;
mod create;
mod engine_files;
mod export;
mod fit;
mod into;
pub mod kinds;
pub mod level;
mod look;
mod mirror;
mod morph;
mod original;
mod side;
mod track;
mod triggers;
mod vertex;
mod weights;

pub use asset_scene::{self, UpAxis};
pub use create::{CreateModelOptions, CreatedAnimation, CreatedModel, Target, create, create_animations};
pub use engine_files::is_engine_file;
pub use export::{add_animation, to_scene};
pub use fit::{SkeletonMismatch, mean_size, skeleton_mismatch};
pub use into::{AnimationBefore, update, update_animation, updated_animation};
pub use look::{
    ColorSpace, CreateMaterialOptions, CreatedMaterials, MaterialExport, MaterialFiles, Needs, ResourceFile, Rule,
    TextureFile, create_materials, material_of_rbfx, needs,
};
pub use original::{original, original_animation, original_xml_animation};
pub use scene_adapter::ShowOptions;
pub use side::SideFile;
pub use triggers::{MovedTriggers, TriggerPart, moved_triggers};
pub use urho_ani::Animation;
pub use urho_mdl::Model;
pub use weights::{add_side_weights, with_weights};
pub use {urho_ani, urho_mdl, urho_scene};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

/// Name of the model format in [`Source::format`](asset_scene::Source::format).
pub const FORMAT: &str = "urho-mdl";

/// Name of the animation format in [`Source::format`](asset_scene::Source::format).
pub const ANIMATION_FORMAT: &str = "urho-ani";

/// Name of the material format in [`Source::format`](asset_scene::Source::format).
pub const MATERIAL_FORMAT: &str = "urho-material";

/// Name of the format of textures that images were created from, in [`Source::format`](asset_scene::Source::format).
pub const TEXTURE_FORMAT: &str = "urho-texture";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
