//! The ZED engine's models, fonts, animations and image files: read, check, edit and write them, byte for byte.
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
mod kind;
mod model;
mod order;

pub use animation::{Animation, JOINT_LEN, Joint, Joints, NO_PARENT};
pub use asset_geometry::{self, Bounds, Column, Hierarchy, Topology, glam};
pub use binio::{self, Bytes, Findings, Name};
pub use container::{Chunk, ChunkSize, Chunks, Container, Token};
pub use error::{Error, ErrorKind};
pub use font::{
    Background, EngineFont, Font, FontContent, FontType, Glyph, GlyphLayout, GlyphTable, SizeWidth, TexRect, Texture,
};
pub use hash::{fnv1a, hash_string};
pub use header::{Flags, HEADER_LEN, Header, Kind};
pub use image::{Compression, IMAGE_VERSION, Image, ImageBuilder, ImageEntry, ImageOptions};
#[cfg(feature = "std")]
pub use image::{EntryReader, EntryRef, ImageFile};
pub use kind::FileKind;
pub use model::{
    Attribute, Content, CountWidth, Dialect, Floats, Mesh, MeshBuilder, MeshView, Metadata, Model, ModelBuilder,
    NAME_LEN, ReadOptions, Totals, TriangleArray, VertexLayout,
};
pub use order::ByteOrder;

/// What `inspect --json` prints (feature `serde`).
#[cfg(feature = "serde")]
pub mod summary {
    pub use crate::animation::summary::{AnimationContent, AnimationSummary, JointSummary};
    pub use crate::font::summary::{
        ContainerSummary, EngineFontSummary, FontHeaderSummary, FontSummary, GlyphSummary, TextureSummary,
    };
    pub use crate::image::summary::{ImageEntrySummary, ImageSummary};
    pub use crate::model::summary::{
        ChunkSummary, DialectSummary, HeaderSummary, MeshOffsets, MeshSummary, MetadataSummary, ModelSummary,
    };
}
