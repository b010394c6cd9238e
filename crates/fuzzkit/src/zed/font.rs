//! Fonts.

use binio::{Error, Findings};
use proptest::prelude::*;
use testkit::Format;
use zed_asset::{
    Background, ByteOrder, Chunk, Container, EngineFont, ErrorKind, Font, FontContent, FontType, GlyphLayout,
    GlyphTable, Kind, SizeWidth, Token,
};

use super::{chunks, copy, end, header, rebuild_chunks, rebuild_container, token};
use crate::common::{block, examples, float, number};

/// Applies the laws to fonts.
pub struct ZedFont;

impl Format for ZedFont {
    testkit::contract!(Font, ErrorKind);

    fn parse(bytes: &[u8]) -> Result<Font<'_>, Error<ErrorKind>> {
        Font::parse(bytes)
    }

    fn rebuild(font: Font<'static>) -> Font<'static> {
        match font {
            Font::Engine(EngineFont { font_type, background, colour_key, sizes, chunks }) => {
                let chunks = rebuild_chunks(chunks, rebuild_font_content);
                Font::Engine(EngineFont { font_type, background, colour_key, sizes, chunks })
            }
            Font::Document(container) => Font::Document(rebuild_container(container)),
        }
    }

    fn validate(font: &Font<'_>) -> Findings {
        if let Some(table) = font.as_engine().and_then(EngineFont::glyphs) {
            assert_eq!(table.iter().count(), table.len());
            assert!(table.iter().all(|glyph| table.tex_rect(&glyph).is_some() || table.texture_width.min(table.texture_height) == 0));
        }
        font.validate()
    }

    fn blocks<'d>(font: &'d Font<'_>) -> Vec<&'d [u8]> {
        match font {
            Font::Engine(font) => {
                let contents = font.chunks.list.iter().map(|chunk| match &chunk.content {
                    FontContent::Glyphs(table) => &*table.data,
                    FontContent::Texture(bytes) | FontContent::Other(bytes) => &**bytes,
                });
                contents.chain(std::iter::once(&*font.chunks.trailing)).collect()
            }
            Font::Document(container) => container.chunks.list.iter().map(|chunk| &*chunk.content).collect(),
        }
    }
}

fn rebuild_font_content(content: FontContent<'static>) -> FontContent<'static> {
    match content {
        FontContent::Glyphs(GlyphTable { texture_width, texture_height, layout, data }) => {
            FontContent::Glyphs(GlyphTable { texture_width, texture_height, layout, data: copy(data) })
        }
        FontContent::Texture(bytes) => FontContent::Texture(copy(bytes)),
        FontContent::Other(bytes) => FontContent::Other(copy(bytes)),
    }
}

fn font_chunk() -> impl Strategy<Value = Chunk<FontContent<'static>>> {
    let layout = prop_oneof![4 => Just(GlyphLayout::Full), 1 => Just(GlyphLayout::Short)];
    let glyphs =
        (number(), number(), layout, 1..5_usize).prop_flat_map(|(texture_width, texture_height, layout, count)| {
            block(count * layout.stride()).prop_map(move |data| {
                let table = GlyphTable { texture_width, texture_height, layout, data };
                Chunk::new(Token::GLYPHS, FontContent::Glyphs(table))
            })
        });
    let texture =
        (0..30_usize).prop_flat_map(block).prop_map(|tga| Chunk::new(Token::TEXTURE, FontContent::Texture(tga)));
    let other = (token(), (0..20_usize).prop_flat_map(block))
        .prop_map(|(token, bytes)| Chunk::new(token, FontContent::Other(bytes)));
    (prop_oneof![3 => glyphs, 2 => texture, 1 => other], end()).prop_map(|(chunk, end)| Chunk { end, ..chunk })
}

/// Generates fonts of both kinds.
pub fn font() -> impl Strategy<Value = Font<'static>> {
    let sizes = prop_oneof![3 => Just(SizeWidth::U64), 1 => Just(SizeWidth::U32)];
    let key = prop::array::uniform4(float());
    let engine = (1..=3_u32, 1..=4_u32, key, sizes, chunks(font_chunk())).prop_map(
        |(font_type, background, colour_key, sizes, chunks)| {
            let (font_type, background) = (FontType(font_type), Background(background));
            Font::Engine(EngineFont { font_type, background, colour_key, sizes, chunks })
        },
    );
    let chunk = (token(), (0..20_usize).prop_flat_map(block), end())
        .prop_map(|(token, content, end)| Chunk { end, ..Chunk::new(token, content) });
    let document = (header(Kind::FONT), chunks(chunk))
        .prop_map(|(header, chunks)| Font::Document(Container { header, byte_order: ByteOrder::Little, chunks }));
    prop_oneof![4 => engine, 1 => document]
}

pub(super) fn font_seeds() -> Vec<Vec<u8>> {
    examples(font(), 40).iter().filter_map(|font| font.to_bytes().ok()).collect()
}
