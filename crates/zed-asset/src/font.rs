//! Fonts. The engine and its format document use different files for them, and the document does not define the bytes.

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

/// A font, in either of two forms.
#[derive(Clone, Debug, PartialEq)]
pub enum Font<'a> {
    /// A font as the engine reads it.
    Engine(EngineFont<'a>),
    /// A file of kind `F`, as in the format document. You only get its chunks as bytes.
    Document(Container<'a>),
}

/// A font as the engine reads it (see [Fonts](crate::format#fonts)).
#[derive(Clone, Debug, Default)]
pub struct EngineFont<'a> {
    /// What the texture contains.
    pub font_type: FontType,
    /// The background of the glyphs.
    pub background: Background,
    /// The colour to be drawn transparent (red, green, blue, alpha).
    pub colour_key: [f32; 4],
    /// How many bits a chunk size takes.
    pub sizes: SizeWidth,
    /// The glyphs, the texture and any other chunks.
    pub chunks: Chunks<'a, FontContent<'a>>,
}

binio::eq_by_bits! { EngineFont<'_> { colour_key; font_type, background, sizes, chunks } }

/// The kind of texture in a font. The engine supports 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FontType(pub u32);

impl FontType {
    /// Pictures of the glyphs.
    pub const BITMAP: Self = Self(1);
    /// Outlines (type 2).
    pub const VECTOR: Self = Self(2);
    /// The distance from the outline.
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

/// The background of the glyphs. The engine supports 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Background(pub u32);

impl Background {
    /// The colour key is drawn transparent.
    pub const COLOUR_KEY: Self = Self(1);
    /// The background is a solid colour.
    pub const SOLID: Self = Self(2);
    /// There is no background (mode 3).
    pub const TRANSPARENT: Self = Self(3);
    /// The background is translucent.
    pub const TRANSLUCENT: Self = Self(4);
}

impl Default for Background {
    fn default() -> Self {
        Self::TRANSPARENT
    }
}

/// How many bits a chunk size takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SizeWidth {
    /// 32 bits, as in all other files, so a description takes 6 bytes. The engine will misread such a font.
    U32,
    /// 64 bits, as the engine reads it, so a description takes 10 bytes.
    #[default]
    U64,
}

/// The content of a chunk in a font.
#[derive(Clone, Debug, PartialEq)]
pub enum FontContent<'a> {
    /// Used for [`Token::GLYPHS`].
    Glyphs(GlyphTable<'a>),
    /// Used for [`Token::TEXTURE`]. This is a whole TGA file.
    Texture(Bytes<'a>),
    /// Used for any other token. You only get the bytes.
    Other(Bytes<'a>),
}

impl<'a> EngineFont<'a> {
    /// Creates a font that the engine can load, from glyphs and a TGA file.
    pub fn new(glyphs: GlyphTable<'a>, texture: impl Into<Bytes<'a>>) -> Self {
        let glyphs = Chunk::new(Token::GLYPHS, FontContent::Glyphs(glyphs));
        let texture = Chunk::new(Token::TEXTURE, FontContent::Texture(texture.into()));
        let chunks = Chunks { list: alloc::vec![glyphs, texture], ..Chunks::default() };
        Self { chunks, ..Self::default() }
    }

    /// Returns the glyphs, if there are any.
    pub fn glyphs(&self) -> Option<&GlyphTable<'a>> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            FontContent::Glyphs(glyphs) => Some(glyphs),
            _ => None,
        })
    }

    /// Returns the glyph for a character. If there are duplicates, the first is returned.
    pub fn glyph(&self, character: u8) -> Option<Glyph> {
        self.glyphs()?.iter().find(|glyph| glyph.character == character)
    }

    /// Returns the texture, if there is one.
    pub fn texture(&self) -> Option<Texture<'_>> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            FontContent::Texture(tga) => Some(Texture::new(tga)),
            _ => None,
        })
    }
}

impl Font<'_> {
    /// Returns the font if it is in the form that the engine reads.
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
