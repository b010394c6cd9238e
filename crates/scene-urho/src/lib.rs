//! Converts models, animations, materials, scenes and prefabs of Urho3D, U3D and rbfx to neutral scenes, and back.
//!
//! Use this crate when you want to edit, draw or export the files of these engines without the engine. A
//! [neutral scene](asset_scene::Scene) contains what engines and glTF have in common: nodes, meshes, skins, materials,
//! lights and animations, in metres and with Y up. Once you have such a scene, you can write it to glTF using the crate
//! `asset-gltf`, draw it using `asset-render`, or create files for another engine from it. In the other direction, this
//! crate creates engine files from any scene, and it can write your edits into the original file so that all other data
//! stays the same.
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
//! In this example, the bounding box begins at -1 because the engines use a left-handed space, so x changes its sign.
//! The model has normals because the scene had none. The last part converts the model to a scene and back without an
//! edit, which gives the same model.
//!
//! | if you want to | use |
//! |---|---|
//! | convert a model to a scene | [`to_scene`] |
//! | add animations to the scene | [`add_animation`] |
//! | get the model or animation that a scene was converted from | [`original`], [`original_animation`] |
//! | create new files from any scene | [`create()`], [`create_animations`] |
//! | write edits into the original files | [`update()`], [`updated_animation`] |
//! | convert materials to the scene | [`needs`], [`MaterialExport`]; see [`format`](mod@format) for how they are converted |
//! | create material files and textures | [`create_materials`] |
//! | convert whole scenes and prefabs, or create them | [`level`] |
//!
//! # What is lost
//! When you convert a file to a scene and back with [`update()`] and its original, nothing is lost. If you create a new
//! file from a scene, some content can't be stored. You will get a finding for each row of this table but the last:
//!
//! | content | what happens |
//! |---|---|
//! | invalid geometries of a model | They are not in the scene, but [`update()`] keeps them |
//! | vertex attributes that a model can't store | They are skipped |
//! | meshes below levels of detail, and primitives that draw nothing | They are skipped |
//! | colours below 0 or above 1 | They are clamped |
//! | default weights of morphs | For Urho3D and U3D, they are applied to the vertices, because only rbfx stores them |
//! | morph weights, if the model is in a scene | The attribute animation can only play one animation, so the weights of all others are lost |
//! | morph weights, if several nodes have the same morphs | They are merged, so all nodes move like the first one |
//! | more than four weights for a vertex | The largest four are kept |
//! | animations of a node that shears | The node doesn't move, because bones can't shear |
//! | splines in animations | They become linear keys, within a tolerance that you can set |
//!
//! The rest of this page specifies the conversion. You only need it if you want to know why a value has changed, or if
//! you write a converter.
//!
//! # A model as a scene
//! **Space.** The engines use a left-handed space, and scenes a right-handed one. To convert, x changes its sign: a
//! position (x, y, z) becomes (-x, y, z), and the same applies to normals, tangents and morph offsets. A rotation (x,
//! y, z, w) becomes (x, -y, -z, w). A matrix *M* becomes *SMS*, where *S* is the scale (-1, 1, 1): the elements in the
//! first row or the first column change their signs, except for the element in both. This is what rbfx's own importer
//! does, and forward is still +Z. The sign of tangents (`w`) and texture coordinates don't change.
//!
//! A mirrored triangle faces backwards, so the order of corners is reversed too. For a list, this swaps the second and
//! third corner. For a fan, it reverses all indices but the first. For a strip, it reverses the indices as a whole. If
//! a strip has an even number of triangles, this would not turn them, so the last index is repeated first. For example,
//! the strip 0 1 2 3 becomes 3 3 2 1 0. Because only signs and the order change, everything can be converted back bit
//! for bit, even NaN and −0.
//!
//! **Bones** become nodes in the same order, and they are the joints of one skin. If a bone is in a cycle or has no
//! valid parent, it becomes a root. If there is more than one root, a node is added above them. **Blend indices** are
//! resolved with the bone mapping of the geometry. If a weight is 0, the joint is 0 too.
//!
//! **Geometries** become primitives. Each geometry gets a material with the same name. If the geometry has no name,
//! this is the name of the model with the number of the geometry, for example `Jack 0` and `Jack 1`. Material *n* in
//! the scene belongs to geometry *n*, and you will find its file in line *n* of the material list
//! (`urho_material::MaterialList`).
//!
//! There is one mesh per level of detail. At level *k*, it contains level *k* of all geometries, or the last level of a
//! geometry that has fewer. If only some of the geometries have blend weights, there are two meshes per level, because
//! in glTF a skin moves a mesh as a whole. The node with the finest mesh refers to the nodes with the coarser meshes.
//! Their distance is the engine's distance times the [`mean_size`] of the model, which is in metres if the camera has
//! an LOD bias of 1.
//!
//! If a geometry is invalid, it will not be in any mesh: for example, its positions may not be three floats, or its
//! indices or ranges may be out of bounds. But when you update the model, the geometry is kept, and so are vertices and
//! indices that no geometry draws. If geometries share vertices, they also share arrays.
//!
//! **Vertex elements** that have no name in glTF, or not with this type, become
//! [`Semantic::Custom`](asset_scene::Semantic::Custom) `URHO_NAME_index`. If a name occurs again, it ends with `_2` and
//! so on. 32-bit integers become two 16-bit integers. The sets of texture coordinates and colours are numbered without
//! gaps, in the order of their indices.
//!
//! **Morphs** become sparse morph targets. If a morph changes a vertex twice, the target has the sum of both. In rbfx,
//! an animation can have a variant track, which sets any attribute. If it sets the weight of a morph
//! (`…@AnimatedModel…/Morphs/N`), it becomes an animation of the weights for all meshes with this morph. Urho3D and U3D
//! store such animations as attribute animations in a side file; use [`add_side_weights`] to add them.
//!
//! # Stored source
//! To convert a scene back, you need the original file. It is stored in the scene:
//! [`Source::original`](asset_scene::Source::original) has the bytes of the file, and the format is [`FORMAT`] for a
//! model and [`ANIMATION_FORMAT`] for an animation. If there is a [`SideFile`], it is stored in the `layout` of the
//! source, with the key `side_file`, as a `format` (`xml` or `json`) and a `text`. If it isn't valid UTF-8, there is
//! `data` in Base64 instead of `text`.
//!
//! # Edits of a scene
//! [`update()`] converts the original to a scene again, compares the result to your scene, and writes the differences
//! into the original.
//!
//! | content | what happens |
//! |---|---|
//! | meshes, primitives | Meshes are found by the name of the mesh or node, or else by their order. Primitives are found by their number of indices, or else by their order |
//! | faces | Faces are compared first, because other programs change the order of vertices. A face that is equal to a face in the original is not edited. If the remaining faces have the same neighbours as before and there are as many of them, their vertices were moved. All others are new, or were removed |
//! | vertices | If a value differs by more than rounding, it is changed in place: this is 1/100 000 of the mesh size for positions, 0.00002 for texture coordinates, 0.02 for normals and 0.005 for colours. If something else still draws the old vertex, for example another level of detail, the vertex is copied. New vertices are added |
//! | tangents | They are changed where positions, normals or texture coordinates were. Everywhere else, the original tangents are kept |
//! | bones | They are found by name. If a joint has another name, but the same position and parent, it was renamed. Positions and bind poses are written if they have changed, and new joints are added. If a bone is missing in the scene, it is kept |
//! | levels of detail | If the scene was converted with only one level, the other levels are kept. If somebody deleted a level from the scene, it is removed. Distances are written if they have changed. If only the finest level was moved, turned or scaled as a whole, the other levels follow |
//! | morphs | They are found by name. If only one name has changed, the morph was renamed. The offsets of changed vertices are written |
//! | box, centers, boxes and spheres of bones | The bounding box grows if it doesn't contain all vertices. The centers of changed geometries are computed again. Bone shapes don't change |
//!
//! # A new model from a scene
//! The new model looks the same as the scene, in the rest pose and at any time of its animations. It only differs by
//! rounding and by the tolerance for [splines](CreateModelOptions::curve_tolerance). The unit is the same as in the
//! scene, multiplied by [`CreateModelOptions::scale`].
//!
//! ## Model
//! The last column names the program that follows the same rule, so that you can compare both results. AssetImporter
//! and OgreImporter are tools of Urho3D, *rbfx* is its glTF importer, and *glTF* is the specification. If the column is
//! empty, this crate has its own rule.
//!
//! | content | what happens | same rule |
//! |---|---|---|
//! | geometries | one for each primitive of each node that has a mesh. Nodes are visited depth first, and children by number. See [`CreatedModel::materials`] for the material of each | AssetImporter |
//! | nothing moves | the transform of the node is applied to its vertices, and there is no skeleton | AssetImporter |
//! | something moves | there is a bone for every joint, every animated node, every node with a mesh that isn't bound to a skin, and every node above these. Parents come first. A bone `Root` is added if there is more than one root, if the scene is turned, or if no node has a mesh | rbfx, AssetImporter |
//! | vertices with bones | stored where they are in the rest pose, and the offset matrix moves them back. If the rest pose of a mesh isn't its bind pose, the vertices stay in mesh space | AssetImporter; rbfx |
//! | a parent of the skeleton that isn't a bone | removed if it is at the origin, because programs add a node above every skeleton | |
//! | more than one offset for a bone | A bone can only have one offset matrix. For each further matrix, a bone `…_Bind` is added below it, at the same position | |
//! | nodes with shear | A bone can't shear, but two can: the bone `…_Scale` rotates and scales, and the node's bone below it rotates again. Every matrix is such a product (its singular value decomposition) | |
//! | meshes without weights | use the bone of their node with weight 1. If no node has the mesh, this is the root | AssetImporter |
//! | weights | the largest four are kept and divided by their sum. A vertex without weights follows its first joint | all; rbfx |
//! | equal vertices, order of triangles | vertices that are equal in all columns are merged. Triangles and vertices are sorted for the vertex cache, but transparent triangles are not ([`CreateModelOptions::optimization`]) | |
//! | more bones than [`CreateModelOptions::max_bones`] | every geometry has a bone mapping. If it has too many bones, it is split, and the order of the triangles is kept | OgreImporter, but it doesn't split |
//! | elements | position, normal, colours (bytes), texture coordinates, tangent, weights (four floats), joints (bytes) | AssetImporter |
//! | buffers | geometries with the same elements share a buffer, up to 65535 vertices. A larger geometry has its own buffer, with 32-bit indices | |
//! | missing normals | flat: every corner becomes a vertex. If you set [`CreateModelOptions::smooth`], they are smooth up to this angle | glTF, rbfx |
//! | missing tangents | computed with MikkTSpace if the material has a normal map ([`CreateModelOptions::tangents`]), and there are normals and texture coordinates. Where tangents differ, vertices are copied | glTF |
//! | strips, fans, lines, points | kept, but a closed line ends where it begins. When vertices are generated or a geometry is split, they become lists | |
//! | morph targets | offsets for the vertices that move. All targets with the same name become one morph. Default weights are baked into the vertices, or stored for [`Engine::Rbfx`] | rbfx |
//! | levels of detail | [`Node::lods`](asset_scene::Node::lods). Primitive *n* of a coarser mesh is a level of primitive *n* of the finest mesh. All levels use the transform of the node with the finest. The engine's distances are those of the scene, divided by the [`mean_size`] of the model | |
//! | boxes and spheres of bones, centers | see [`compute_bone_bounds`](urho_mdl::Model::compute_bone_bounds) and [`compute_centers`](urho_mdl::Model::compute_centers) | AssetImporter |
//! | bounding box | contains all vertices, both as stored and in the rest pose | all |
//! | names | unescaped. An empty name becomes `Node7`, `Morph2` or `Animation0`. Duplicate names get a number | |
//!
//! ## Animations
//! There is one animation for each animation of the scene. It has a track for each node that moves, with the name of
//! the node's bone. A track has keys at the times of all channels of its node. Between keys, the engine interpolates
//! like glTF: straight lines, and the shorter way for rotations.
//!
//! | content | what happens |
//! |---|---|
//! | steps | become two keys at one time. The engine moves to the first, and continues with the second |
//! | splines | get as many keys as the tolerance needs, by halving |
//! | before the first key, after the last key | a key at 0 and a key at the end are added to hold the value. Without these, the engine would extrapolate, and would interpolate to the first key in a loop |
//! | length | the greatest time of all channels |
//! | morph weights for [`Engine::Rbfx`] | There is a variant track `@AnimatedModel/Morphs/N` for each morph that moves. It is linear, stepped, or a spline whose tangents are multiplied by the time between its keys |
//! | morph weights for other engines | [`CreatedAnimation::morphs`] is an attribute animation of `@AnimatedModel/Morphs` for the side file. It has one byte per morph in each key, and at most 30 keys per second. The game must set it as the `ObjectAnimation` of the model's node |
//! | morph weights in scenes | They are the attribute animation `Morphs` of the `AnimatedModel`, which can only play one animation. See [What is lost](#what-is-lost) |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod adapter;
mod apply;
mod blend;
mod engine_files;
mod export;
mod fit;
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

pub use apply::{
    AnimationBefore, CreateModelOptions, CreatedAnimation, CreatedModel, create, create_animations, update,
    update_animation, updated_animation,
};
pub use asset_scene::{self, UpAxis};
pub use engine_files::is_engine_file;
pub use export::{add_animation, to_scene};
pub use fit::{SkeletonMismatch, mean_size, skeleton_mismatch};
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
pub use urho_scene::Engine;
pub use weights::{add_side_weights, with_weights};
pub use {urho_ani, urho_mdl, urho_scene};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

/// The format name to use in [`Source::format`](asset_scene::Source::format) for models.
pub const FORMAT: &str = "urho-mdl";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for animations.
pub const ANIMATION_FORMAT: &str = "urho-ani";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for materials.
pub const MATERIAL_FORMAT: &str = "urho-material";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for images that were created from
/// textures.
pub const TEXTURE_FORMAT: &str = "urho-texture";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
