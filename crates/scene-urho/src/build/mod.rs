//! New models and animations of any scene: what a program that imports glTF does.
//!
//! ```
//! use asset_scene::urho::build::{BuildOptions, build_animations, build_model};
//! use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
//!
//! let mut scene = Scene::default();
//! let positions = scene.add_array(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let primitive = Primitive { attributes: vec![Attribute { semantic: Semantic::Position, array: positions }], ..Primitive::default() };
//! scene.meshes.push(Mesh { name: "triangle".into(), primitives: vec![primitive], ..Mesh::default() });
//! scene.nodes.push(Node { name: "triangle".into(), mesh: Some(0), ..Node::default() });
//!
//! let options = BuildOptions::default();
//! let (model, findings) = build_model(&scene, &options)?;
//! assert!(findings.is_empty());
//! assert_eq!(model.vertex_buffers[0].declaration.to_string(), "position:vec3 normal:vec3");
//! assert_eq!(model.bounds.min.to_array(), [-1.0, 0.0, 0.0]);
//! let (animations, _) = build_animations(&scene, &options)?;
//! assert!(animations.is_empty());
//! # Ok::<(), asset_scene::Error>(())
//! ```
//!
//! What comes out shows what glTF says that the scene shows, at rest and at any time of its animations, but for rounding and the
//! tolerance of [splines](BuildOptions::spline_tolerance). A second program has said so of every file of a corpus and of random scenes.
//!
//! **Space.** Mirrored at x = 0, as rbfx does it (conventions 1.1): the scene's +Z stays forward. Fronts are clockwise, texture
//! coordinates and the sign of tangents stay. Units are the scene's times [`BuildOptions::scale`].
//!
//! # Model
//! | what | how | whose rule |
//! |---|---|---|
//! | geometries | one for each primitive of each node that shows a mesh: nodes depth first, children by number. [`Built::materials`] says the material of each | AssetImporter |
//! | nothing moves | vertices stand where their nodes put them; no skeleton | AssetImporter |
//! | something moves | a bone for every joint, every animated node, every node with a mesh that isn't bound to a skin, and all above them; parents first. If several have no parent, or the scene is turned, there is a bone `Root` above them | rbfx, AssetImporter |
//! | vertices with bones | where they are at rest; the offset matrix takes them back. A mesh that isn't at rest as it was bound stays in its own space | AssetImporter; rbfx |
//! | several offsets for one bone | bones `…_Bind` below it, at its place | |
//! | nodes with shear | two bones, `…_Scale` and the node's: every matrix is a turn, a scale and a turn | |
//! | meshes without weights | hang on their node by weight 1 | AssetImporter |
//! | weights | the four heaviest, divided by their sum; a vertex without any hangs on its first joint | all; rbfx |
//! | more bones than [`BuildOptions::max_bones`] | every geometry has a bone mapping; those of more bones are split, triangles in their order | OgreImporter, which doesn't split |
//! | elements | position, normal, colours (bytes), texture coordinates, tangent, weights (four floats), joints (bytes) | AssetImporter |
//! | buffers | geometries of the same elements share one up to 65535 vertices; above that a geometry has one with indices of 32 bits | |
//! | missing normals | flat: every corner is a vertex | glTF, rbfx |
//! | missing tangents | MikkTSpace, where there are normals and texture coordinates; vertices part where tangents do | glTF |
//! | strips, fans, lines, points | stay; closed lines end where they begin. Generating and splitting make lists of them | |
//! | morph targets | deltas of vertices that move; one morph for all targets of a name. Default weights are baked in, or stored for [`Target::Rbfx`] | rbfx |
//! | levels of detail | [`Node::lods`](crate::Node::lods), matched primitive by primitive; they hang on the finest one's node. Distances in mean sizes of the model | |
//! | boxes and spheres of bones, centers | [`compute_bone_bounds`](urho_mdl::Model::compute_bone_bounds), [`compute_centers`](urho_mdl::Model::compute_centers) | AssetImporter |
//! | bounding box | around all vertices, as they are stored and at rest | all |
//! | names | unescaped; empty ones become `Node7`, `Morph2`, `Animation0`; those that are taken get a number | |
//!
//! Left out, with a finding: attributes the model has no place for, meshes below levels of detail, primitives that draw nothing.
//!
//! # Animations
//! One for each of the scene's, a track for each node that it moves, called as the node's bone. A track has keys at the times of all
//! channels of its node; between them the engine does what glTF does: straight lines, and the shorter way for rotations.
//!
//! | what | how |
//! |---|---|
//! | steps | two keys at one time: the engine goes toward the first and continues from the second |
//! | splines | as many keys as the tolerance needs, by halving |
//! | before the first key, behind the last | held by a key at 0 and one at the end: the engine would extrapolate, and lead back to the first when it loops |
//! | length | the greatest time of all channels |
//! | morph weights | left out with a finding: `UANI` has no place for them |

mod animations;
mod assemble;
mod curve;
mod influences;
mod model;
mod morphs;
mod names;
mod options;
mod place;
mod plan;
mod shade;
mod space;
mod split;
mod surface;

use binio::Findings;
use urho_ani::Animation;
use urho_mdl::Model;

use crate::{Error, Scene};

pub use model::{Built, build};
pub use options::{BuildOptions, Target, Up};

/// Builds a model.
///
/// # Errors
/// The scene doesn't [check](Scene::check), shows no mesh, refers to vertices or joints that don't exist, or is larger than
/// `options` allow.
pub fn build_model(scene: &Scene<'_>, options: &BuildOptions) -> Result<(Model<'static>, Findings), Error> {
    build(scene, options).map(|built| (built.model, built.findings))
}

/// Builds the animations, each with a name for its file.
///
/// # Errors
/// The scene doesn't [check](Scene::check), or there are more keys than `options` allow.
pub fn build_animations(
    scene: &Scene<'_>,
    options: &BuildOptions,
) -> Result<(Vec<(String, Animation<'static>)>, Findings), Error> {
    animations::build(scene, options)
}
