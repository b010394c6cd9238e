//! Fonts: the engine's own, and the document's, which have no defined byte layout.

mod glyph;
mod read;
#[cfg(feature = "serde")]
pub(crate) mod summary;
mod validate;
mod write;

use binio::Bytes;
use core::fmt;

pub use glyph::{Glyph, GlyphLayout, GlyphTable, TexRect, Texture};

use crate::container::{Chunk, Chunks, Container, Token};

/// A font of the engine or of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum Font<'a> {
    /// A font of the engine's code.
    Engine(EngineFont<'a>),
    /// A file of kind `F` in the document: chunks of bytes.
    Document(Container<'a>),
}

/// A font of the engine's code ([Fonts](crate::format#fonts)).
#[derive(Clone, Debug, Default)]
pub struct EngineFont<'a> {
    /// Content of the texture.
    pub font_type: FontType,
    /// Background of the glyphs.
    pub background: Background,
    /// Transparent colour: red, green, blue, alpha.
    pub colour_key: [f32; 4],
    /// Width of the chunk sizes.
    pub sizes: SizeWidth,
    /// Glyphs, texture and other chunks.
    pub chunks: Chunks<'a, FontContent<'a>>,
}

binio::eq_by_bits! { EngineFont<'_> { colour_key; font_type, background, sizes, chunks } }

/// Content of a font's texture. The engine supports 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FontType(pub u32);

impl FontType {
    /// Pictures of glyphs.
    pub const BITMAP: Self = Self(1);
    /// Type 2: outlines.
    pub const VECTOR: Self = Self(2);
    /// Distances from the outline.
    pub const SIGNED_DISTANCE: Self = Self(3);
}

impl Default for FontType {
    fn default() -> Self {
        Self::BITMAP
    }
}

impl fmt::Display for FontType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BITMAP => f.pad("bitmap"),
            Self::VECTOR => f.pad("vector"),
            Self::SIGNED_DISTANCE => f.pad("signed distance"),
            Self(other) => write!(f, "font type {other}"),
        }
    }
}

/// Background of a font's glyphs. The engine supports 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Background(pub u32);

impl Background {
    /// The colour key is transparent.
    pub const COLOUR_KEY: Self = Self(1);
    /// A solid colour.
    pub const SOLID: Self = Self(2);
    /// Mode 3: no background.
    pub const TRANSPARENT: Self = Self(3);
    /// A translucent background.
    pub const TRANSLUCENT: Self = Self(4);
}

impl Default for Background {
    fn default() -> Self {
        Self::TRANSPARENT
    }
}

/// Width of a font's chunk sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SizeWidth {
    /// 32 bits, descriptions of 6 bytes, as in all other files. The engine misreads such a font.
    U32,
    /// 64 bits, descriptions of 10 bytes, as the engine reads them.
    #[default]
    U64,
}

impl SizeWidth {
    /// Returns the size of a chunk's description in bytes.
    pub const fn description_len(self) -> usize {
        match self {
            Self::U32 => 6,
            Self::U64 => 10,
        }
    }
}

/// Content of a font's chunk.
#[derive(Clone, Debug, PartialEq)]
pub enum FontContent<'a> {
    /// For [`Token::GLYPHS`].
    Glyphs(GlyphTable<'a>),
    /// For [`Token::TEXTURE`]: a whole TGA file.
    Texture(Bytes<'a>),
    /// For any other token: bytes.
    Other(Bytes<'a>),
}

impl<'a> EngineFont<'a> {
    /// Creates a font that the engine loads, from glyphs and a TGA file.
    pub fn new(glyphs: GlyphTable<'a>, texture: impl Into<Bytes<'a>>) -> Self {
        let glyphs = Chunk::new(Token::GLYPHS, FontContent::Glyphs(glyphs));
        let texture = Chunk::new(Token::TEXTURE, FontContent::Texture(texture.into()));
        let chunks = Chunks { list: alloc::vec![glyphs, texture], ..Chunks::default() };
        Self { chunks, ..Self::default() }
    }

    /// Returns the glyphs, if they exist.
    pub fn glyphs(&self) -> Option<&GlyphTable<'a>> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            FontContent::Glyphs(glyphs) => Some(glyphs),
            _ => None,
        })
    }

    /// Returns the glyph of a character; for duplicates the first.
    pub fn glyph(&self, character: u8) -> Option<Glyph> {
        self.glyphs()?.iter().find(|glyph| glyph.character == character)
    }

    /// Returns the texture, if it exists.
    pub fn texture(&self) -> Option<Texture<'_>> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            FontContent::Texture(tga) => Some(Texture::new(tga)),
            _ => None,
        })
    }
}

impl Font<'_> {
    /// Returns the engine's font, if it is one.
    pub fn as_engine(&self) -> Option<&EngineFont<'_>> {
        match self {
            Font::Engine(font) => Some(font),
            Font::Document(_) => None,
        }
    }
}

binio::into_owned! { pub enum Font { Engine, Document } }
binio::into_owned! { pub EngineFont { chunks; font_type, background, colour_key, sizes } }
binio::into_owned! { enum FontContent { Glyphs, Texture, Other } }
