//! Glyphs, and where to find them in the texture.

use alloc::vec::Vec;
use binio::{Bytes, Strided};
use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A glyph. It tells you where a character is in the texture, in pixels from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Glyph {
    /// The character, which is a single byte. Its encoding is not defined.
    pub character: u8,
    /// The distance from the left, in pixels.
    pub x: u32,
    /// The distance from the top, in pixels.
    pub y: u32,
    /// The width, in pixels.
    pub width: u32,
    /// The height, in pixels.
    pub height: u32,
    /// How far to move the glyph down. If the table has no bearings, this is 0.
    pub bearing_y: u32,
}

/// A glyph as it is stored in the file.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct GlyphRecord {
    character: u8,
    x: U32,
    y: U32,
    width: U32,
    height: U32,
}

/// How a glyph is stored in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GlyphLayout {
    /// 17 bytes, without the bearing. This was only used for a few days in April 2014, and the engine will misread it.
    Short,
    /// 21 bytes, as the engine reads it.
    #[default]
    Full,
}

impl GlyphLayout {
    /// Returns the size of a glyph, in bytes.
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
    /// The width of the texture, in pixels.
    pub texture_width: u32,
    /// The height of the texture, in pixels.
    pub texture_height: u32,
    /// How a glyph is stored.
    pub layout: GlyphLayout,
    /// The glyphs as they are stored, not including an incomplete glyph at the end.
    pub data: Bytes<'a>,
}

impl GlyphTable<'static> {
    /// Creates a table from glyphs. The texture has `width` by `height` pixels.
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

    /// Returns `true` if this contains no glyphs.
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

    /// Returns the rectangle of a glyph in the texture, using coordinates from 0 to 1. If the texture has no pixels,
    /// this is `None`.
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

/// A rectangle in a texture. As in the engine, U starts at the left and V at the bottom, so `top` is above `bottom`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TexRect {
    /// The left edge (U).
    pub left: f32,
    /// The right edge (U).
    pub right: f32,
    /// The upper edge (V).
    pub top: f32,
    /// The lower edge (V).
    pub bottom: f32,
}

/// A texture, which is a whole TGA file. To get the pixels, you need to decode it yourself.
#[derive(Clone, Copy, Debug)]
pub struct Texture<'a> {
    tga: &'a [u8],
}

/// The beginning of a TGA file.
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

    /// Returns the width and the height, in pixels. If the file has no header, this is `None`.
    pub fn size(&self) -> Option<(u16, u16)> {
        self.header().map(|header| (header.width.get(), header.height.get()))
    }

    /// Returns the image type in the TGA header, for example 2 for uncompressed true colour.
    pub fn image_type(&self) -> Option<u8> {
        self.header().map(|header| header.image_type)
    }

    /// Returns how many bits a pixel takes. The engine only supports 32.
    pub fn bits(&self) -> Option<u8> {
        self.header().map(|header| header.bits)
    }

    /// Returns the length of the free text after the header. Note that the engine does not skip it.
    pub fn id_length(&self) -> Option<u8> {
        self.header().map(|header| header.id_length)
    }

    /// Returns whether the top line of pixels comes first. Note that the engine always reads the first line as the
    /// bottom line.
    pub(crate) fn is_top_down(&self) -> Option<bool> {
        self.header().map(|header| header.descriptor & 0x20 != 0)
    }
}
