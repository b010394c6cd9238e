//! Use this crate to read, check, edit and write the files of the ZED engine: models, fonts, animations and image
//! files. A file that you do not change is written back byte for byte.
//!
//! | document | files |
//! |---|---|
//! | [`Model`] | models, in the encodings of the engine and of its format document, and in two mixtures of these |
//! | [`Animation`] | files of kind `A`, as chunks of bytes, and as joints if the size of a chunk fits |
//! | [`Font`] | the `ZEDF` files that the engine reads, and the fonts in its format document |
//! | [`Image`], `ImageFile` | archives, whose layout was defined by this crate |
//!
//! To find out which kind of file you have, call [`FileKind::detect`]. It also knows the files of older and later
//! engines, which this crate is not able to read. When you parse a file, bulk data is borrowed, and nothing has to be
//! done for each vertex. To find out about invalid values and what the engine will do about them, call `validate`.
//!
//! The axes are right-handed, and Y is up. The unit of length is not defined.
//!
//! ```
//! use zed_asset::glam::Vec3;
//! use zed_asset::{Encoding, MeshBuilder, Model, ModelBuilder};
//!
//! let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
//! let mesh = MeshBuilder::new(&corners).triangles(&[0, 1, 2, 1, 3, 2]).material(7);
//! let bytes = ModelBuilder::new("tent").encoding(Encoding::DOCUMENT).mesh(mesh).build()?.to_bytes()?;
//!
//! let model = Model::parse(&bytes)?;
//! assert_eq!(model.encoding, Encoding::DOCUMENT, "no byte of the file says so");
//! let mesh = model.mesh(0).unwrap();
//! assert_eq!(mesh.positions().get(3), Some([0.0, 0.0, 1.0]));
//! assert_eq!(mesh.triangles().count(), 2);
//! for finding in &model.validate() {
//!     println!("{finding}"); // the engine refuses this encoding
//! }
//! assert_eq!(model.to_bytes()?, bytes);
//!
//! let engine = model.for_engine()?;
//! assert_eq!(engine.encoding, Encoding::ENGINE);
//! # Ok::<(), zed_asset::Error>(())
//! ```
//!
//! # Features
//! * `std` (default) lets you write to `std::io::Write`, and adds `ImageFile`. Without it, the crate only needs
//!   `alloc`.
//! * `serde` adds summaries.
//! * `extract` lets you extract image files into folders.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod animation;
mod container;
mod error;
mod font;
mod hash;
mod header;
mod image;
mod joints;
mod kind;
pub mod kinds;
mod model;
mod order;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

/// Includes the README, so that its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub mod readme {}

pub use animation::Animation;
pub use asset_geometry::{self, Bounds, Column, Hierarchy, Similarity, Topology, glam};
pub use binio::{self, Bytes, Findings, Name};
pub use container::{Chunk, ChunkSize, Chunks, Container, Ends, Token};
pub use error::{Error, ErrorKind};
pub use font::{
    Background, EngineFont, Font, FontContent, FontType, Glyph, GlyphLayout, GlyphTable, SizeWidth, TexRect, Texture,
};
pub use hash::{fnv1a, hash_string};
pub use header::{Flags, Header};
pub use image::{Compression, Image, ImageBuilder, ImageEntry, ImageOptions};
#[cfg(feature = "std")]
pub use image::{EntryReader, EntryRef, ImageFile};
pub use joints::{Joint, Joints, NO_PARENT};
pub use kind::{FileKind, Kind};
pub use model::{
    Attribute, Content, CountWidth, Encoding, Floats, Mesh, MeshBuilder, MeshView, Metadata, Model, ModelBuilder,
    NAME_LEN, ReadOptions, Totals, TriangleArray, VertexLayout,
};
pub use order::ByteOrder;

/// The output of `inspect --json` (feature `serde`).
#[cfg(feature = "serde")]
pub mod summary {
    pub use crate::animation::summary::{AnimationContent, AnimationSummary, JointSummary};
    pub use crate::font::summary::{
        ContainerSummary, EngineFontSummary, FontHeaderSummary, FontSummary, GlyphSummary, TextureSummary,
    };
    pub use crate::image::summary::{ImageEntrySummary, ImageSummary};
    pub use crate::model::summary::{
        ChunkSummary, EncodingSummary, HeaderSummary, MeshOffsets, MeshSummary, MetadataSummary, ModelSummary,
    };
}
