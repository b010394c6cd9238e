//! Samples for ZED, except the tile.

use testkit::ByteBuilder;
use zed_asset::{Background, Compression, EngineFont, Font, Glyph, GlyphTable, ImageBuilder};

/// Three letters with 5 x 7 dots. Each byte is a row.
const LETTERS: [(u8, [u8; 7]); 3] = [
    (b'D', [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110]),
    (b'E', [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111]),
    (b'Z', [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b11111]),
];
const CELL: u8 = 8;

/// Creates a font with three letters.
pub(super) fn font() -> Vec<u8> {
    let dot = |x: u8, y: u8| {
        let (_, rows) = LETTERS.get(usize::from(x / CELL))?;
        let row = rows.get(usize::from(y))?;
        4_u8.checked_sub(x % CELL).map(|bit| row >> bit & 1)
    };
    let texture = super::urho::tga_grey(32, CELL, |x, y| if dot(x, y) == Some(1) { 255 } else { 0 });
    let glyph = |(index, (character, _)): (usize, &(u8, [u8; 7]))| Glyph {
        character: *character,
        x: index as u32 * u32::from(CELL),
        y: 0,
        width: 5,
        height: 7,
        bearing_y: 7,
    };
    let glyphs: Vec<Glyph> = LETTERS.iter().enumerate().map(glyph).collect();
    let table = GlyphTable::new(32, CELL.into(), &glyphs);
    let font = EngineFont { background: Background::TRANSLUCENT, ..EngineFont::new(table, texture) };
    Font::Engine(font).to_bytes().expect("the sample can be encoded")
}

/// Creates two joints.
pub(super) fn animation() -> Vec<u8> {
    let joint = |bytes: ByteBuilder, height: f32, parent: u8| {
        bytes.f32s(&[0.0, 0.0, 0.0, 1.0]).f32s(&[0.0, height, 0.0]).u8(parent)
    };
    let end = |bytes: ByteBuilder| bytes.u16(0xffff).u32(0);
    // Version 0.0.1, forward kinematics; a skeleton of 58 bytes.
    let head = ByteBuilder::new().raw(b"ZEDA").raw(&[0, 0, 1]).u32(4).u16(0x10).u32(58);
    end(end(joint(joint(head, 0.0, 255), 1.0, 0))).build()
}

/// Creates an archive without compression.
pub(super) fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = ImageBuilder::new().compression(Compression::STORED);
    for (name, bytes) in files {
        builder.add(*name, *bytes).expect("a good name");
    }
    builder.build().and_then(|image| image.to_bytes()).expect("the sample can be encoded")
}
