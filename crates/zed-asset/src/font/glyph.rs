//! Glyphs and their positions in the texture.

use alloc::vec::Vec;
use binio::{Bytes, Strided};
use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A glyph: position and size of a character in the texture, in pixels from its top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Glyph {
    /// The character, one byte; its encoding is undefined.
    pub character: u8,
    /// Pixels from the left.
    pub x: u32,
    /// Pixels from the top.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Downward offset; 0 in a table without bearings.
    pub bearing_y: u32,
}

/// A glyph in the file.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct GlyphRecord {
    character: u8,
    x: U32,
    y: U32,
    width: U32,
    height: U32,
}

/// Layout of the glyphs in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GlyphLayout {
    /// 17 bytes, without the bearing: a few days of April 2014. The engine misreads it.
    Short,
    /// 21 bytes, as the engine reads it.
    #[default]
    Full,
}

impl GlyphLayout {
    /// Returns the size of a glyph in bytes.
    pub const fn stride(self) -> usize {
        match self {
            Self::Short => 17,
            Self::Full => 21,
        }
    }
}

/// The glyphs of a font.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlyphTable<'a> {
    /// Width of the texture in pixels.
    pub texture_width: u32,
    /// Height of the texture in pixels.
    pub texture_height: u32,
    /// Layout of the glyphs.
    pub layout: GlyphLayout,
    /// The stored glyphs, without a partial one.
    pub data: Bytes<'a>,
}

impl GlyphTable<'static> {
    /// Creates a table of these glyphs in a texture of `width` by `height` pixels.
    pub fn new(width: u32, height: u32, glyphs: &[Glyph]) -> Self {
        let mut data = Vec::with_capacity(glyphs.len() * GlyphLayout::Full.stride());
        for glyph in glyphs {
            let Glyph { character, x, y, width, height, bearing_y } = *glyph;
            let [x, y, width, height] = [x, y, width, height].map(U32::new);
            data.extend_from_slice(GlyphRecord { character, x, y, width, height }.as_bytes());
            data.extend_from_slice(&bearing_y.to_le_bytes());
        }
        let layout = GlyphLayout::Full;
        Self { texture_width: width, texture_height: height, layout, data: Bytes::from(data) }
    }
}

binio::into_owned! { pub GlyphTable { data; texture_width, texture_height, layout } }

impl GlyphTable<'_> {
    /// Returns the number of glyphs.
    pub fn len(&self) -> usize {
        self.data.len() / self.layout.stride()
    }

    /// Returns whether there are no glyphs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the glyphs in file order.
    pub fn iter(&self) -> impl Iterator<Item = Glyph> + '_ {
        let stride = self.layout.stride();
        let records = Strided::<GlyphRecord>::new(&self.data, stride, 0);
        let bearings = Strided::<U32>::new(&self.data, stride, GlyphLayout::Short.stride());
        let records = records.into_iter().flat_map(|records| records.iter());
        records.enumerate().map(move |(index, record)| Glyph {
            character: record.character,
            x: record.x.get(),
            y: record.y.get(),
            width: record.width.get(),
            height: record.height.get(),
            bearing_y: bearings.and_then(|bearings| bearings.get(index)).map_or(0, |bearing| bearing.get()),
        })
    }

    /// Returns the rectangle of a glyph in the texture, from 0 to 1. `None` if the texture has no pixels.
    pub fn tex_rect(&self, glyph: &Glyph) -> Option<TexRect> {
        if self.texture_width == 0 || self.texture_height == 0 {
            return None;
        }
        let (width, height) = (f64::from(self.texture_width), f64::from(self.texture_height));
        let [x, y] = [glyph.x, glyph.y].map(f64::from);
        let (right, bottom) = (x + f64::from(glyph.width), y + f64::from(glyph.height));
        let part = |part: f64, of: f64| (part / of) as f32;
        Some(TexRect {
            left: part(x, width),
            right: part(right, width),
            top: part(height - y, height),
            bottom: part(height - bottom, height),
        })
    }
}

/// A part of a texture: U from the left, V from the bottom, as in the engine. So `top` is above `bottom`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TexRect {
    /// U of the left edge.
    pub left: f32,
    /// U of the right edge.
    pub right: f32,
    /// V of the upper edge.
    pub top: f32,
    /// V of the lower edge.
    pub bottom: f32,
}

/// A texture: a whole TGA file, which this crate doesn't decode.
#[derive(Clone, Copy, Debug)]
pub struct Texture<'a> {
    tga: &'a [u8],
}

/// Start of a TGA file.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct TgaHeader {
    id_length: u8,
    _colour_map_type: u8,
    image_type: u8,
    _colour_map: [u8; 5],
    _origin: [U16; 2],
    width: U16,
    height: U16,
    bits: u8,
    descriptor: u8,
}

impl<'a> Texture<'a> {
    pub(crate) const fn new(tga: &'a [u8]) -> Self {
        Self { tga }
    }

    /// Returns the TGA file.
    pub fn bytes(&self) -> &'a [u8] {
        self.tga
    }

    fn header(&self) -> Option<&'a TgaHeader> {
        TgaHeader::ref_from_prefix(self.tga).ok().map(|(header, _)| header)
    }

    /// Returns width and height in pixels; `None` if the file has no header.
    pub fn size(&self) -> Option<(u16, u16)> {
        self.header().map(|header| (header.width.get(), header.height.get()))
    }

    /// Returns TGA's image type: 2 for uncompressed true colour.
    pub fn image_type(&self) -> Option<u8> {
        self.header().map(|header| header.image_type)
    }

    /// Returns the bits of a pixel. The engine only supports 32.
    pub fn bits(&self) -> Option<u8> {
        self.header().map(|header| header.bits)
    }

    /// Returns the number of bytes of free text after the header. The engine doesn't skip them.
    pub fn id_length(&self) -> Option<u8> {
        self.header().map(|header| header.id_length)
    }

    /// Returns whether the first line of pixels is the top one; the engine always reads it as the bottom one.
    pub fn is_top_down(&self) -> Option<bool> {
        self.header().map(|header| header.descriptor & 0x20 != 0)
    }
}
