//! A neutral scene that sits between model formats. It contains what engines, glTF, viewers and renderers have in
//! common, but it doesn't know any file format or engine. Use it to build your own renderer, viewer or converter:
//! adapters such as `asset-gltf` and `scene-urho` will then read and write the files for you.
//!
//! | items | use them for |
//! |---|---|
//! | [`Scene`], [`Node`], [`Mesh`], [`Primitive`], [`Skin`] | the scene: lists whose items refer to each other by [`Id`] |
//! | [`Material`], [`Texture`], [`Image`] | surfaces: metallic-roughness, as in glTF |
//! | [`Light`], [`Camera`] | lights and cameras, which can be shared by nodes |
//! | [`Environment`], [`Fog`], [`Sky`] | ambient light, fog and sky |
//! | [`Staging`] | content that only pictures need, for example shadows |
//! | [`Array`], [`Component`], [`Data`] | vertex attributes, indices, key times and values, with the same bits as in the file |
//! | [`Animation`], [`Channel`] | keyframes for nodes and morph weights |
//! | [`Primitive::positions`] …, [`Rows`] | reading a primitive, with one call per attribute |
//! | [`Player`], [`Pose`] | where nodes, joints and vertices are at a time in an animation |
//! | [`Source`] | additional data from the original format, needed to restore the file |
//! | [`escape_name`], [`unescape_name`] | names that are not valid text |
//!
//! These are building blocks. `scene-adapter` has more code that the engine adapters share:
//!
//! | module | use it to |
//! |---|---|
//! | [`world`], [`trs`] | get world transforms of nodes, including shear; split matrices |
//! | [`appearance`] | find the visible meshes, with their transforms and levels of detail |
//! | [`curve`] | sample channels with double precision |
//! | [`motion`] | cut, join and change animations, and move them to other skeletons |
//! | [`reduce`] | remove keys from sampled curves, within a tolerance |
//! | [`influences`] | read joints and weights, with the same rule for every format |
//! | [`winding`], [`color`] | reverse triangles, convert colours |
//! | [`tangents`] | compute tangents for normal maps |
//! | [`cores`] | run work on all cores |
//!
//! **Space.** Everything is as in glTF: right-handed, Y up, triangles counter-clockwise, texture coordinates from the
//! top left, seconds, and quaternions as `x y z w`. Roots are in metres. If a format uses another unit, its numbers
//! don't change. Instead, its nodes are below a root node with a scale.
//!
//! **Bits.** Adapters only flip signs and reorder numbers, so you can convert back without any loss. When you compare
//! scenes, floats must have the same bits. Note that a scene may contain values that a target format doesn't allow, for
//! example a normal that doesn't have unit length, which is an error in glTF. The writer for this format will handle
//! them.
//!
//! **Building.** New fields may be added to these structs, so you should end literals with `..Node::default()`.
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
mod camera;
mod check;
pub mod color;
pub mod cores;
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
mod staging;
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
pub use source::{Source, sum};
pub use staging::{
    Exposure, Facing, Harmonics, HeightFog, Layers, LightEffect, Mixing, Probe, Reflection, Shadow, ShadowMap, Sprite,
    SpriteSet, Staging, SurfaceEffect, Text, ToneCurve, Water, Zone,
};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use up_axis::UpAxis;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
