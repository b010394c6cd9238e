//! The summary of a font, which is the output of `inspect --json`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::summary::{Block, Float, floats};
use serde::Serialize;

use super::{EngineFont, Font, SizeWidth};
use crate::container::Container;
use crate::model::summary::{ChunkSummary, HeaderSummary, stored};

/// A font without its texture.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum FontSummary {
    /// A font as the engine reads it.
    Engine(EngineFontSummary),
    /// A font as in the format document. Like any other file of opaque chunks, you only get its chunks.
    Document(ContainerSummary),
}

/// A font as the engine reads it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EngineFontSummary {
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The size of a chunk description, in bytes.
    pub chunk_desc_bytes: usize,
    /// The header.
    pub header: FontHeaderSummary,
    /// The texture, if there is one.
    pub texture: Option<TextureSummary>,
    /// The number of glyphs.
    pub glyph_count: usize,
    /// The glyphs, in order.
    pub glyphs: Vec<GlyphSummary>,
    /// The number of bytes after the END of the file.
    pub trailing_bytes: usize,
}

/// The header of a font.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FontHeaderSummary {
    /// The first bytes of the file, `ZEDF`.
    pub id: &'static str,
    /// The type, as a number.
    pub r#type: u32,
    /// The type in words.
    pub type_name: String,
    /// The background mode, as a number.
    pub background_mode: u32,
    /// The colour key (red, green, blue, alpha).
    pub colour_key: [Float; 4],
}

/// The texture of a font.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TextureSummary {
    /// The width, in pixels.
    pub width: u32,
    /// The height, in pixels.
    pub height: u32,
    /// The format in the TGA header. This is omitted if there is no TGA file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The TGA file, if there is one.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub data: Option<Block>,
}

/// A glyph, and where to find it in the texture.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct GlyphSummary {
    /// The character, which is a single byte.
    pub char: u8,
    /// The distance from the left, in pixels.
    pub x: u32,
    /// The distance from the top, in pixels.
    pub y: u32,
    /// The width, in pixels.
    pub w: u32,
    /// The height, in pixels.
    pub h: u32,
    /// How far to move the glyph down.
    pub bearing_y: u32,
}

/// A file of opaque chunks: an animation, or a font as in the format document.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ContainerSummary {
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The header.
    pub header: HeaderSummary,
    /// Either `little` or `big`.
    pub endianness: &'static str,
    /// All chunks, in order.
    pub chunks: Vec<ChunkSummary>,
    /// The number of bytes after the END of the file.
    pub trailing_bytes: usize,
}

/// The size of a font up to its first chunk.
const HEADER_LEN: u64 = 28;

impl Font<'_> {
    /// Returns the summary. Set `hashes` to get the SHA-256 of bulk data.
    pub fn summary(&self, hashes: bool) -> FontSummary {
        match self {
            Self::Engine(font) => FontSummary::Engine(font.summary(hashes)),
            Self::Document(container) => FontSummary::Document(ContainerSummary::of(container, hashes)),
        }
    }
}

impl SizeWidth {
    /// Returns the size of a chunk description, in bytes.
    const fn description_len(self) -> usize {
        match self {
            Self::U32 => 6,
            Self::U64 => 10,
        }
    }
}

impl EngineFont<'_> {
    fn summary(&self, hashes: bool) -> EngineFontSummary {
        let glyph = |glyph: super::Glyph| {
            let super::Glyph { character, x, y, width, height, bearing_y } = glyph;
            GlyphSummary { char: character, x, y, w: width, h: height, bearing_y }
        };
        let glyphs: Vec<_> = self.glyphs().into_iter().flat_map(|table| table.iter().map(glyph)).collect();
        EngineFontSummary {
            bytes: self.len(),
            chunk_desc_bytes: self.sizes.description_len(),
            header: FontHeaderSummary {
                id: "ZEDF",
                r#type: self.font_type.0,
                type_name: self.font_type.to_string(),
                background_mode: self.background.0,
                colour_key: floats(self.colour_key),
            },
            texture: self.texture_summary(hashes),
            glyph_count: glyphs.len(),
            glyphs,
            trailing_bytes: self.chunks.trailing.len(),
        }
    }

    fn len(&self) -> u64 {
        let description = self.sizes.description_len() as u64;
        let chunks = self.chunks.list.iter().map(|chunk| {
            let content = match &chunk.content {
                super::FontContent::Glyphs(table) => super::read::GLYPHS_HEAD_LEN + table.data.len() as u64,
                super::FontContent::Texture(bytes) | super::FontContent::Other(bytes) => bytes.len() as u64,
            };
            description + content + chunk.end.map_or(0, |_| description)
        });
        let end = self.chunks.end.map_or(0, |_| description);
        HEADER_LEN + chunks.sum::<u64>() + end + self.chunks.trailing.len() as u64
    }

    fn texture_summary(&self, hashes: bool) -> Option<TextureSummary> {
        let texture = self.texture();
        let told = self.glyphs().map(|table| (table.texture_width, table.texture_height));
        let size = texture.as_ref().and_then(super::Texture::size);
        let (width, height) = told.or(size.map(|(width, height)| (u32::from(width), u32::from(height))))?;
        let format = texture.and_then(|texture| {
            let origin = if texture.is_top_down()? { "top-left" } else { "bottom-left" };
            Some(format!("TGA type {}, {} bpp, {origin} origin", texture.image_type()?, texture.bits()?))
        });
        let data = texture.map(|texture| Block::new(texture.bytes(), hashes));
        Some(TextureSummary { width, height, format, data })
    }
}

impl ContainerSummary {
    pub(crate) fn of(container: &Container<'_>, hashes: bool) -> Self {
        let Container { header, byte_order, chunks } = container;
        let list = chunks.list.iter().map(|chunk| ChunkSummary {
            token: chunk.token.0,
            name: chunk.token.name(),
            size: stored(chunk.size, chunk.content.len() as u64),
            closed: chunk.end.is_some(),
            data_sha256: if hashes { Block::new(&chunk.content, true).data_sha256 } else { None },
        });
        let inside = chunks.list.iter().map(|chunk| 6 + chunk.content.len() as u64 + chunk.end.map_or(0, |_| 6));
        let bytes = crate::header::HEADER_LEN as u64 + inside.sum::<u64>() + chunks.end.map_or(0, |_| 6);
        Self {
            bytes: bytes + chunks.trailing.len() as u64,
            header: HeaderSummary::of(header),
            endianness: byte_order.as_str(),
            chunks: list.collect(),
            trailing_bytes: chunks.trailing.len(),
        }
    }
}
