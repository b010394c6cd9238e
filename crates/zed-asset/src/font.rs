//! Fonts: the engine's own, and those of the document, which has no byte layout for them.

mod glyph;
mod read;
#[cfg(feature = "serde")]
pub(crate) mod summary;
mod validate;
mod write;

use binio::{Bytes, same_bits};
use core::fmt;

pub use glyph::{Glyph, GlyphLayout, GlyphTable, TexRect, Texture};

use crate::container::{Chunk, Chunks, Container, Token};

/// A font, of the engine or of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum Font<'a> {
    /// As the engine's code reads it.
    Engine(EngineFont<'a>),
    /// A file of the kind `F` by the document: chunks of bytes.
    Document(Container<'a>),
}

/// A font as the engine's code reads it ([Fonts](crate::format#fonts)).
#[derive(Clone, Debug, Default)]
pub struct EngineFont<'a> {
    /// How the texture is to be taken.
    pub font_type: FontType,
    /// What is behind the glyphs.
    pub background: Background,
    /// The colour that is left out, red, green, blue, alpha.
    pub colour_key: [f32; 4],
    /// How wide the sizes of chunks are.
    pub sizes: SizeWidth,
    /// Glyphs, texture, and whatever else there is.
    pub chunks: Chunks<'a, FontContent<'a>>,
}

impl PartialEq for EngineFont<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { font_type, background, colour_key, sizes, chunks } = self;
        *font_type == other.font_type
            && *background == other.background
            && same_bits(colour_key, &other.colour_key)
            && *sizes == other.sizes
            && *chunks == other.chunks
    }
}

/// How the texture of a font is to be taken. The engine knows 1 to 3.
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

/// What is behind the glyphs of a font. The engine knows 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Background(pub u32);

impl Background {
    /// The colour key is left out.
    pub const COLOUR_KEY: Self = Self(1);
    /// A solid colour.
    pub const SOLID: Self = Self(2);
    /// Mode 3: nothing is drawn behind the text.
    pub const TRANSPARENT: Self = Self(3);
    /// Something that shines through.
    pub const TRANSLUCENT: Self = Self(4);
}

impl Default for Background {
    fn default() -> Self {
        Self::TRANSPARENT
    }
}

/// How wide the sizes of a font's chunks are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SizeWidth {
    /// 32 bits, descriptions of 6 bytes, as everywhere else. The engine misreads such a font.
    U32,
    /// 64 bits, descriptions of 10 bytes: what the engine reads.
    #[default]
    U64,
}

impl SizeWidth {
    /// Bytes of a chunk's description.
    pub const fn description_len(self) -> usize {
        match self {
            Self::U32 => 6,
            Self::U64 => 10,
        }
    }
}

/// What a chunk of a font holds.
#[derive(Clone, Debug, PartialEq)]
pub enum FontContent<'a> {
    /// Of [`Token::GLYPHS`].
    Glyphs(GlyphTable<'a>),
    /// Of [`Token::TEXTURE`]: a whole TGA file.
    Texture(Bytes<'a>),
    /// Of any other token: bytes.
    Other(Bytes<'a>),
}

impl<'a> EngineFont<'a> {
    /// A font as the engine loads it, of glyphs and a TGA file.
    pub fn new(glyphs: GlyphTable<'a>, texture: impl Into<Bytes<'a>>) -> Self {
        let glyphs = Chunk::new(Token::GLYPHS, FontContent::Glyphs(glyphs));
        let texture = Chunk::new(Token::TEXTURE, FontContent::Texture(texture.into()));
        let chunks = Chunks { list: alloc::vec![glyphs, texture], ..Chunks::default() };
        Self { chunks, ..Self::default() }
    }

    /// The glyphs, if there are any.
    pub fn glyphs(&self) -> Option<&GlyphTable<'a>> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            FontContent::Glyphs(glyphs) => Some(glyphs),
            _ => None,
        })
    }

    /// The glyph of a character: the first, if there are several.
    pub fn glyph(&self, character: u8) -> Option<Glyph> {
        self.glyphs()?.iter().find(|glyph| glyph.character == character)
    }

    /// The texture, if there is one.
    pub fn texture(&self) -> Option<Texture<'_>> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            FontContent::Texture(tga) => Some(Texture::new(tga)),
            _ => None,
        })
    }

    /// The font, free of the bytes it was read from.
    pub fn into_owned(self) -> EngineFont<'static> {
        let Self { font_type, background, colour_key, sizes, chunks } = self;
        let content = |content| match content {
            FontContent::Glyphs(glyphs) => FontContent::Glyphs(GlyphTable::into_owned(glyphs)),
            FontContent::Texture(tga) => FontContent::Texture(Bytes::into_owned(tga)),
            FontContent::Other(bytes) => FontContent::Other(Bytes::into_owned(bytes)),
        };
        EngineFont { font_type, background, colour_key, sizes, chunks: chunks.map_owned(content) }
    }
}

impl Font<'_> {
    /// The engine's font, if it is one.
    pub fn as_engine(&self) -> Option<&EngineFont<'_>> {
        match self {
            Font::Engine(font) => Some(font),
            Font::Document(_) => None,
        }
    }

    /// The font, free of the bytes it was read from.
    pub fn into_owned(self) -> Font<'static> {
        match self {
            Self::Engine(font) => Font::Engine(font.into_owned()),
            Self::Document(container) => Font::Document(container.into_owned()),
        }
    }
}
