//! A neutral scene between model formats: the common content of engines, glTF, viewers and renderers. It doesn't know any file format or engine.
//!
//! | items | purpose |
//! |---|---|
//! | [`Scene`], [`Node`], [`Mesh`], [`Primitive`], [`Skin`] | the scene: lists whose items refer to each other by [`Id`] |
//! | [`Material`], [`Texture`], [`Image`] | surfaces: metallic-roughness, as in glTF |
//! | [`Light`], [`Camera`] | lights and cameras, at any number of nodes |
//! | [`Environment`], [`Fog`], [`Sky`] | even light, fog and sky |
//! | [`Array`], [`Component`], [`Data`] | vertex attributes, indices, key times and values, in the bits of their file |
//! | [`Animation`], [`Channel`] | keyframes of nodes and morph weights |
//! | [`Primitive::positions`] …, [`Rows`] | reading a primitive: one line per column |
//! | [`Player`], [`Pose`] | transforms of nodes, joints and vertices at a time of an animation |
//! | [`Source`] | additional data of the original format, so that the file can be restored |
//! | [`escape_name`], [`unescape_name`] | conversion between byte names and text |
//!
//! Building blocks; `scene-adapter` has further code that the engine adapters share:
//!
//! | module | purpose |
//! |---|---|
//! | [`world`], [`trs`] | world transforms of nodes, including shear; decomposition of matrices |
//! | [`appearance`] | visible meshes with their transforms and levels of detail |
//! | [`curve`] | channels sampled with double precision |
//! | [`motion`] | cutting, joining and changing animations; other skeletons |
//! | [`reduce`] | sampled curves with fewer keys, within a tolerance |
//! | [`influences`] | joints and weights, by one rule |
//! | [`winding`], [`color`] | reversal of triangles, colour spaces |
//! | [`tangents`] | tangents of triangles, for normal maps |
//!
//! **Space.** Right-handed, Y up, triangles counter-clockwise, texture coordinates from the top left, seconds, quaternions `x y z w`: as in glTF.
//! Metres at the roots: a format with another unit keeps its numbers, and its nodes are children of a root with a scale.
//!
//! **Bits.** Adapters only flip signs and reorder numbers, so converting back is exact. Floats are compared by their bits. A scene may contain
//! values that a target format forbids (a normal that isn't of unit length in glTF); the writer of that format handles them.
//!
//! **Building.** Structs of a scene may gain fields: end literals with `..Node::default()`.
//!
//! ```
//! use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
//! let mut scene = Scene::default();
//! let positions = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let primitive = Primitive { attributes: vec![Attribute { semantic: Semantic::Position, array: positions }], ..Primitive::default() };
//! let mesh = scene.meshes.push(Mesh { name: "triangle".into(), primitives: vec![primitive], ..Mesh::default() });
//! scene.nodes.push(Node { name: "triangle".into(), mesh: Some(mesh), ..Node::default() });
//!
//! let pose = scene.rest_pose()?; // checks the scene; `Player::sample` gives the pose at a time of an animation
//! for (node, mesh) in scene.mesh_nodes() {
//!     for primitive in &scene[mesh].primitives {
//!         let posed = pose.posed(&scene, node, primitive)?; // in the scene's space, metres; skinned or moved by the node
//!         let triangles: Vec<[u32; 3]> = primitive.triangles(&scene)?.collect();
//!         assert_eq!((posed.positions.len(), triangles.len()), (3, 1));
//!     }
//! }
//! # Ok::<(), asset_scene::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod animation;
pub mod appearance;
mod array;
mod bake;
mod bits;
mod camera;
mod check;
pub mod color;
pub mod curve;
mod edit;
mod environment;
mod error;
mod id;
mod image;
pub mod influences;
pub mod kinds;
mod light;
mod material;
mod mesh;
pub mod motion;
mod name;
mod node;
mod pose;
mod read;
pub mod reduce;
mod repair;
mod scene;
mod skeleton;
mod skin;
mod source;
#[cfg(feature = "serde")]
mod summary;
pub mod tangents;
pub mod trs;
mod up_axis;
pub mod winding;
pub mod world;

pub use animation::{Animation, Channel, Interpolation, Property};
pub use array::{Array, Component, Data, Rows};
pub use asset_geometry::{Topology, glam};
pub use camera::{Camera, Projection};
pub use environment::{Environment, Fog, Sky, SkyCube};
pub use error::{Error, ErrorKind};
pub use id::{AnimationId, ArrayId, Id, IdIndex, IdMap, ImageId, Item, List};
pub use image::{Image, ImageBytes, ImageSource, SharedRead};
pub use light::{Light, LightKind};
pub use material::{Alpha, Filter, Material, Minify, Sampler, Specular, Texture, TextureTransform, Wrap};
pub use mesh::{Attribute, Mesh, Primitive, Semantic, UnknownSemantic};
pub use name::{escape_name, unescape_name};
pub use node::{LodLevel, Node, PLAIN_EXTRAS, Transform};
pub use pose::{Player, Pose, Posed};
pub use scene::{Listed, Scene};
pub use skeleton::bind_space;
pub use skin::Skin;
pub use source::Source;
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use up_axis::UpAxis;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
