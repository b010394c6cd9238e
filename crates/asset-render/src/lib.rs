//! A picture of a scene: without a GPU, an engine or a window, and the same bytes on every machine.
//!
//! | items | purpose |
//! |---|---|
//! | [`Renderer`], [`Picture`] | picture options, and rendering |
//! | [`Textures`] | images of a scene, decoded once for any number of pictures |
//! | [`View`], [`Projection`], [`Camera`], [`Lens`] | from where a scene is seen; fitted to it if nothing is said |
//! | [`Background`], [`LightSet`], [`Light`], [`Cone`], [`Overlays`] | background, light, overlays |
//! | [`Comparison`], [`Subject`] | two versions of a scene or an image, with the changes in colour |
//! | [`Sheet`] | contact sheets: many pictures in one, with names |
//! | [`Canvas`], [`Quad`], [`Blend`] | flat pictures out of parts of images: interfaces, sheets, maps |
//! | [`half_blocks`], [`kitty`], [`sixel`] | pictures in terminals |
//!
//! ```
//! use asset_render::{Renderer, Textures};
//! use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
//!
//! let mut scene = Scene::default();
//! let corners = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
//! let attributes = vec![Attribute { semantic: Semantic::Position, array: corners }];
//! let primitive = Primitive { attributes, ..Primitive::default() };
//! let mesh = scene.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
//! scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
//!
//! let picture = Renderer::new(64, 64).render(&scene, &Textures::of(&scene))?;
//! assert_eq!((picture.triangles, picture.pixels.size()), (1, (64, 64)));
//! # Ok::<(), asset_render::Error>(())
//! ```
//!
//! **The same bytes.** A picture depends on the scene and the options alone, not on the processor, the system, the number of threads or the build.
//! Coverage is decided in integers; all other numbers are computed by IEEE 754 addition, multiplication, division and square root in the order of the
//! code, without fused multiply-add, and by functions of `libm`, which consist of these operations. Tiles are drawn independently. Pixels of decoded
//! images depend on the decoders: the decoders of png, tga, bmp and dds use integers.
//!
//! **Limits.** Vertices and indices spend a budget before anything is reserved; at most 2³⁰ pixels are looked at, counted by the boxes around
//! all triangles.
//!
//! # Features
//! `parallel` (default): bands of a picture on all cores.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod background;
mod bins;
mod camera;
mod canvas;
mod color;
mod comparison;
mod empty;
mod error;
mod facing;
mod framing;
mod geometry;
pub mod kinds;
mod light;
mod lighting;
mod overlay;
mod picture;
mod raster;
mod renderer;
mod shade;
mod sheet;
mod sky;
mod stage;
mod terminal;
mod text;
mod texture;
mod tile;

pub use background::Background;
pub use camera::{Camera, Lens, Projection, View};
pub use canvas::{Blend, Canvas, Quad};
pub use comparison::{Comparison, Subject};
pub use error::{Error, ErrorKind};
pub use light::{Cone, Light};
pub use lighting::{LightSet, LightSpace};
pub use overlay::Overlays;
pub use picture::Picture;
pub use renderer::Renderer;
pub use sheet::Sheet;
pub use terminal::{Colors, half_blocks, kitty, sixel};
pub use texture::Textures;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
