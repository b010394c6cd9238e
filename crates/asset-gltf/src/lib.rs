//! Use this crate to read and write glTF 2.0 as a neutral [`Scene`](asset_scene::Scene). It does not know the formats
//! of any engine.
//!
//! The crate `gltf` gives you the objects of a file as they are in the JSON. This crate goes further: it resolves
//! accessors, sparse values, compression and extensions, checks them, and returns a scene that you can change and write
//! again. All values that glTF allows are then preserved bit for bit.
//!
//! | to do this | use |
//! |---|---|
//! | read a `.glb` or `.gltf` as a scene; every number is checked before memory is reserved | [`parse`], [`ReadOptions`] |
//! | also get findings if something is not as the specification requires: bounds, indices, weights, key times, images | [`ReadOptions::check`] |
//! | read the files that a `.gltf` references, from a folder or not at all | [`Resolver`], [`Folder`], [`NoFiles`] |
//! | read a file in parts, so that images are only read when they are needed | [`parse_at`], [`ReadOptions::images_later`] |
//! | write a scene to the bytes of a `.glb`, or to a `.gltf` with its `.bin` and images, all in memory | [`write_glb`], [`write_gltf`], [`WriteOptions`] |
//! | write large scenes in pieces, for example to a file, with only one image in memory at a time | [`glb()`], [`gltf()`] |
//! | decode a buffer view that was compressed by meshopt, without a scene | `meshopt` |
//! | see how values are changed that glTF does not allow | [`Rule`] |
//! | see how each part of a file is converted, in both directions | [`format`](mod@format) |
//!
//! ```
//! use asset_gltf::asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
//! use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
//!
//! let mut scene = Scene::default();
//! let positions = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let normals = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 2.0]; 3]));
//! let attributes = [(Semantic::Position, positions), (Semantic::Normal, normals)];
//! let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
//! let mesh = Mesh { primitives: vec![Primitive { attributes, ..Primitive::default() }], ..Mesh::default() };
//! let mesh = scene.meshes.push(mesh);
//! scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
//!
//! let (glb, findings) = write_glb(&scene, &WriteOptions::default())?;
//! // The normals were too long, and nothing else was changed.
//! assert_eq!(findings.len(), 1);
//! let (back, _) = parse(&glb, &ReadOptions::default(), &NoFiles)?;
//! assert_eq!(back.arrays[normals].to_f32s::<3>().unwrap()[0], [0.0, 0.0, 1.0]);
//! assert_eq!(back.arrays[positions], scene.arrays[positions]);
//! # Ok::<(), asset_gltf::Error>(())
//! ```
//!
//! If a scene has a value that glTF does not allow, such as the normals in this example, the writer changes it by a
//! [`Rule`] and reports a finding. To get an error instead, set [`WriteOptions::strict`]. Written files have no errors
//! or warnings in the Khronos validator, except for a normal map without tangents.
//!
//! # Extensions
//! | extension | read | write |
//! |---|---|---|
//! | `KHR_materials_unlit`, `KHR_materials_emissive_strength`, `KHR_materials_specular`, `KHR_materials_ior`, `KHR_materials_variants` | yes | yes |
//! | `KHR_materials_pbrSpecularGlossiness` | yes, as metallic-roughness | no |
//! | `KHR_texture_transform`, `KHR_texture_basisu`, `EXT_texture_webp` | yes | yes |
//! | `KHR_lights_punctual`, `KHR_node_visibility`, `MSFT_lod` | yes | yes |
//! | `EXT_mesh_gpu_instancing` | yes, as nodes | if you set [`WriteOptions::gpu_instancing`] |
//! | `KHR_mesh_quantization` | yes | yes |
//! | `EXT_meshopt_compression` | with the feature `meshopt` | with this feature, if you set [`WriteOptions::compression`] |
//! | `KHR_meshopt_compression` | with the feature `meshopt` | no |
//! | `KHR_draco_mesh_compression` | with the feature `draco` | no |
//!
//! # What it can't do
//! * It can't read other extensions. They are left out, and you get a finding. If a file *requires* such an extension,
//!   this is an error, unless it only describes materials, textures or lights.
//! * It does not decode images. A scene contains the bytes of a PNG or JPEG file; use `asset-image` to get the pixels.
//! * It does not keep the JSON. A file that you read and write again has the same content, but not the same bytes.
//!
//! # Features
//! * `folder` (default): adds [`Folder`], which needs an operating system.
//! * `meshopt` (default): can read `EXT_meshopt_compression` and `KHR_meshopt_compression`.
//! * `draco`: can read `KHR_draco_mesh_compression`. This feature needs Rust 1.88; without it, the crate needs Rust
//!   1.85.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod check;
mod environment;
mod error;
mod extras;
#[cfg(feature = "folder")]
mod folder;
mod glb;
mod json;
pub mod kinds;
#[cfg(feature = "meshopt")]
pub mod meshopt;
mod offsets;
mod options;
mod packed;
mod read;
mod resolver;
mod rule;
mod shape;
mod uri;
mod write;

pub use asset_scene;
pub use binio;
pub use error::{Error, ErrorKind};
#[cfg(feature = "folder")]
pub use folder::Folder;
pub use options::{Compression, ReadOptions, SceneChoice, WriteOptions};
pub use read::{parse, parse_at};
pub use resolver::{NoFiles, Resolver};
pub use rule::Rule;
pub use uri::external_file;
pub use write::{Glb, Gltf, GltfFiles, ImageFile, glb, gltf, write_glb, write_gltf};
