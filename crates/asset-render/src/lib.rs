//! A picture of a scene: without a GPU, an engine or a window, and the same bytes on every machine.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bins;
mod camera;
mod color;
mod error;
mod geometry;
mod light;
mod overlay;
mod picture;
mod raster;
mod renderer;
mod shade;
mod sheet;
mod stage;
mod terminal;
mod text;
mod texture;
mod tile;

pub use camera::{Camera, Lens, Projection, View};
pub use error::{Error, ErrorKind};
pub use light::Light;
pub use overlay::Overlays;
pub use picture::Picture;
pub use renderer::{Background, Renderer};
pub use sheet::Sheet;
pub use terminal::{Colors, half_blocks};
pub use texture::Textures;
