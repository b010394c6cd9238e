//! Reads fonts.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Input, Within, bytes, chunk, f32_le, u32_le};

use super::glyph::{GlyphLayout, GlyphTable};
use super::{Background, EngineFont, Font, FontContent, FontType, SizeWidth};
use crate::container::{ChunkSize, Chunks, Container, Framing, Measure, Next, Steps, Token};
use crate::error::{Error, ErrorKind, Failed, Parsed};
use crate::kind::FileKind;
use crate::order::ByteOrder;

/// The size of a glyph table up to its first glyph.
pub(crate) const GLYPHS_HEAD_LEN: u64 = 12;

impl<'a> Font<'a> {
    /// Reads a font in either form. The glyphs and the texture are borrowed from `bytes`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotZed`], [`ErrorKind::OtherFile`], [`ErrorKind::WrongSize`] or [`ErrorKind::Data`] if the
    /// structure is invalid. Invalid values are not an error, but [`validate`](Self::validate) will report them.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        match FileKind::detect(bytes) {
            Some(FileKind::Font) => binio::parse(Input::new(bytes), engine_font).map(Self::Engine),
            Some(FileKind::DocumentFont) => Container::parse(bytes).map(Self::Document),
            Some(other) => Err(Error::new(ErrorKind::OtherFile(other), binio::Path::new()).at(0)),
            None => Err(Error::new(ErrorKind::NotZed, binio::Path::new()).at(0)),
        }
    }
}

fn engine_font(input: Input<'_>) -> Parsed<'_, EngineFont<'_>> {
    let (input, _) = chunk::<4, _>(input).within("header")?;
    let (input, font_type) = u32_le(input).within("font type")?;
    let (input, background) = u32_le(input).within("background mode")?;
    let mut colour_key = [0.0; 4];
    let mut behind = input;
    for channel in &mut colour_key {
        (behind, *channel) = f32_le(behind).within("colour key")?;
    }
    let (sizes, count) = widths(behind)?;
    let chunks = chunks(behind, sizes, count)?;
    let (rest, _) = binio::rest::<ErrorKind>(behind)?;
    let (font_type, background) = (FontType(font_type), Background(background));
    Ok((rest, EngineFont { font_type, background, colour_key, sizes, chunks }))
}

fn steps(input: Input<'_>, sizes: SizeWidth) -> Steps<'_, impl Measure<'_>> {
    let framing = Framing { order: ByteOrder::Little, wide: sizes == SizeWidth::U64 };
    Steps::new(input, framing, |token, stored, input| match token {
        Token::GLYPHS => glyphs_len(input, stored).map(|(length, _)| Some(length)),
        _ => Ok(None),
    })
}

/// Finds out how many bits a size takes, by trying which of them uses up the file, and counts the chunks. If both are
/// possible, the result is 64 bits, as in the engine.
fn widths(input: Input<'_>) -> Result<(SizeWidth, usize), Failed> {
    let wide = fit(input, SizeWidth::U64);
    if let Ok((count, 0)) = wide {
        return Ok((SizeWidth::U64, count));
    }
    match (fit(input, SizeWidth::U32), wide) {
        (Ok((count, wrong)), wide) if wide.as_ref().map_or(true, |(_, more)| wrong < *more) => {
            Ok((SizeWidth::U32, count))
        }
        (_, Ok((count, _))) => Ok((SizeWidth::U64, count)),
        (_, Err(failed)) => Err(failed),
    }
}

/// Returns the number of chunks, and how many of them have the wrong size.
fn fit(input: Input<'_>, sizes: SizeWidth) -> Result<(usize, usize), Failed> {
    let (mut count, mut wrong) = (0_usize, 0_usize);
    let mut steps = steps(input, sizes);
    while let Next::Chunk(step) = steps.next()? {
        count = count.saturating_add(1);
        wrong = wrong.saturating_add(usize::from(step.size != ChunkSize::Exact));
    }
    Ok((count, wrong))
}

fn chunks(input: Input<'_>, sizes: SizeWidth, count: usize) -> Result<Chunks<'_, FontContent<'_>>, Failed> {
    let mut list = Vec::with_capacity(count);
    let mut steps = steps(input, sizes);
    loop {
        match steps.next()? {
            Next::Chunk(step) => {
                let content = match step.token {
                    Token::GLYPHS => FontContent::Glyphs(glyphs(step.content)?.1),
                    Token::TEXTURE => FontContent::Texture(step.bytes()),
                    _ => FontContent::Other(step.bytes()),
                };
                list.push(step.with(content));
            }
            Next::End { end, trailing } => return Ok(Chunks { list, end, trailing: Bytes::from(trailing) }),
        }
    }
}

/// Returns the length of a glyph table. This is its size, if it fits to one of the layouts. Otherwise, it is computed
/// the way the engine does it.
fn glyphs_len(input: Input<'_>, stored: u64) -> Result<(u64, GlyphLayout), Failed> {
    let (_, count) = u32_le(input).within("glyph count")?;
    let length =
        |layout: GlyphLayout| u64::from(count).saturating_mul(layout.stride() as u64).saturating_add(GLYPHS_HEAD_LEN);
    if count > 0 && stored == length(GlyphLayout::Short) {
        return Ok((stored, GlyphLayout::Short));
    }
    Ok((length(GlyphLayout::Full), GlyphLayout::Full))
}

fn glyphs(input: Input<'_>) -> Parsed<'_, GlyphTable<'_>> {
    let (_, layout) = glyphs_len(input, input.len() as u64)?;
    let (input, count) = u32_le(input)?;
    let (input, texture_width) = u32_le(input).within("texture width")?;
    let (input, texture_height) = u32_le(input).within("texture height")?;
    let (input, data) = bytes(input, u64::from(count).saturating_mul(layout.stride() as u64)).within("glyphs")?;
    Ok((input, GlyphTable { texture_width, texture_height, layout, data: Bytes::from(data) }))
}
