//! Writes fonts.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Encode, Sink, Within, Writer};

use super::glyph::GlyphTable;
use super::{EngineFont, Font, FontContent, SizeWidth};
use crate::container::{Content, Framing, READS_BACK, Token, write_chunks};
use crate::error::{Error, ErrorKind, Written};
use crate::kind::Kind;
use crate::order::ByteOrder;

impl Font<'_> {
    /// Returns the number of bytes that [`to_bytes`](Self::to_bytes) will return.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.to_bytes()?.len() as u64)
    }

    /// Writes the font to bytes. If you have not changed it, the result will be the same as the file.
    ///
    /// # Errors
    /// Fails if the content can't be stored, or if it would be misread.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let bytes = match self {
            Self::Engine(font) => binio::to_bytes(font)?,
            Self::Document(file) if file.header.kind == Kind::FONT => file.to_bytes()?,
            Self::Document(_) => {
                return Err(Error::new(ErrorKind::Contradiction("the kind of a font is F"), "header"));
            }
        };
        match Font::parse(&bytes) {
            Ok(read) if read == *self => Ok(bytes),
            _ => Err(Error::new(READS_BACK, "chunks")),
        }
    }

    /// Writes the font to `out`. If it can't be encoded, nothing will be written.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does, and on an I/O error in `out`.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        out.write_all(&self.to_bytes()?)?;
        out.flush()
    }
}

impl Encode for EngineFont<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let Self { font_type, background, colour_key, sizes, chunks } = self;
        out.mark("header", None);
        out.bytes(b"ZEDF");
        out.u32_le(font_type.0);
        out.u32_le(background.0);
        colour_key.iter().for_each(|channel| out.f32_le(*channel));
        for (index, chunk) in chunks.list.iter().enumerate() {
            let typed = matches!(chunk.token, Token::GLYPHS | Token::TEXTURE);
            let fits = match chunk.content {
                FontContent::Glyphs(_) => chunk.token == Token::GLYPHS,
                FontContent::Texture(_) => chunk.token == Token::TEXTURE,
                FontContent::Other(_) => !typed,
            };
            if !fits {
                let kind = ErrorKind::Contradiction("the token belongs to other content");
                return Err(out.fail(kind)).within_item("chunk", index);
            }
        }
        out.mark("chunks", None);
        write_chunks(out, chunks, Framing { order: ByteOrder::Little, wide: *sizes == SizeWidth::U64 })
    }
}

impl Content for FontContent<'_> {
    fn encode<S: Sink>(&self, out: &mut Writer<S>, _: ByteOrder) -> Written {
        match self {
            Self::Glyphs(table) => glyphs(out, table),
            Self::Texture(bytes) | Self::Other(bytes) => {
                out.bytes(bytes);
                Ok(())
            }
        }
    }

    fn may_lie(&self) -> bool {
        matches!(self, Self::Glyphs(_))
    }
}

fn glyphs<S: Sink>(out: &mut Writer<S>, table: &GlyphTable<'_>) -> Written {
    let GlyphTable { texture_width, texture_height, layout, data } = table;
    if !data.chunks_exact(layout.stride()).remainder().is_empty() {
        return Err(out.fail(ErrorKind::Contradiction("the glyphs are not whole ones")));
    }
    out.count_u32(table.len())?;
    out.u32_le(*texture_width);
    out.u32_le(*texture_height);
    out.bytes(data);
    Ok(())
}
