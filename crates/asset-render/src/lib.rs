//! Use this crate to draw a picture of a scene. You do not need a GPU, an engine or a window, and you will get the same
//! bytes on every machine, so you can compare pictures in tests.
//!
//! | item | use it to |
//! |---|---|
//! | [`Renderer`], [`Picture`] | set the options for a picture, and draw it |
//! | [`Textures`] | decode the images of a scene once, for any number of pictures |
//! | [`View`], [`Projection`], [`Camera`], [`Lens`] | decide from where to look at the scene; by default, the camera is fitted to it |
//! | [`Background`], [`LightSet`], [`Light`], [`Cone`], [`Overlays`] | change the background, the light and the overlays |
//! | [`Comparison`], [`Subject`] | compare two versions of a scene or an image, and show the changes in colour |
//! | [`Sheet`] | create a contact sheet, which shows many pictures and their names |
//! | [`Canvas`], [`Quad`], [`Blend`] | draw a flat picture from parts of images, for interfaces, sheets and maps |
//! | [`half_blocks`], [`kitty`], [`sixel`] | show a picture in a terminal |
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
//! **The same bytes.** A picture only depends on the scene and the options. It does not depend on the processor, the
//! system, the number of threads or the build. To make this possible, coverage is computed using integers. All other
//! numbers only use the addition, multiplication, division and square root of IEEE 754, in the order of the code and
//! without fused multiply-add, or a function of `libm`, which only uses these operations too. Tiles do not depend on
//! each other. Note that the pixels of an image depend on its decoder. The decoders for png, tga, bmp and dds use
//! integers.
//!
//! **Limits.** The memory for vertices and indices is taken from a budget before it is allocated. The renderer will
//! look at no more than 2³⁰ pixels, or 1024 for each pixel of a large picture, counted by the boxes around all
//! triangles. If a scene needs more, you will get an error.
//!
//! # Features
//! * `parallel` (default) draws bands of a picture on all cores.

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
mod exposure;
mod facing;
mod framing;
mod geometry;
mod grain;
pub mod kinds;
mod letters;
mod light;
mod lighting;
mod occluders;
mod overlay;
mod picture;
mod radiance;
mod raster;
mod renderer;
mod shade;
mod sheet;
mod sky;
mod splits;
mod sprites;
mod stage;
mod terminal;
mod text;
mod texts;
mod texture;
mod tile;
mod zones;

pub use background::Background;
pub use camera::{Camera, Lens, Projection, View, ViewAngles};
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
