//! Writes text into pictures. Each letter is eight pixels wide and high.

use asset_image::Pixels;
use font8x8::UnicodeFonts as _;

/// The width and height of a letter, in pixels.
pub(crate) const SIZE: u32 = 8;

/// Writes text to a picture, given its upper left corner. Text outside the picture will be cut off. If the font does
/// not have a character, a square will be written.
pub(crate) fn write(pixels: &mut Pixels, text: &str, (left, top): (u32, u32), [red, green, blue]: [u8; 3]) {
    let (width, height) = pixels.size();
    for (position, character) in (0_u32..).zip(text.chars()) {
        let rows = glyph(character);
        for (row, bits) in (0..).zip(rows) {
            for column in (0..SIZE).filter(|column| bits >> column & 1 == 1) {
                let x = position.saturating_mul(SIZE).saturating_add(left).saturating_add(column);
                let y = top.saturating_add(row);
                if x < width && y < height {
                    let index = y as usize * width as usize + x as usize;
                    pixels.pixels_mut().get_mut(index).into_iter().for_each(|pixel| *pixel = [red, green, blue, 255]);
                }
            }
        }
    }
}

/// Returns rows of bits, where the leftmost pixel is the lowest bit.
fn glyph(character: char) -> [u8; 8] {
    let basic = font8x8::BASIC_FONTS.get(character);
    let others = || font8x8::LATIN_FONTS.get(character).or_else(|| font8x8::GREEK_FONTS.get(character));
    basic.or_else(others).unwrap_or([0, 0x7e, 0x42, 0x42, 0x42, 0x42, 0x7e, 0])
}

/// The narrowest picture with a note about what it doesn't show. In a smaller picture, the note would cover too much.
const LEAST: u32 = 320;

/// Writes into the lower left corner what a picture doesn't show, because it could otherwise be taken for the whole
/// scene.
pub(crate) fn not_shown(pixels: &mut Pixels, contents: &[String]) {
    let (width, height) = pixels.size();
    if contents.is_empty() || width < LEAST || height < 4 * SIZE {
        return;
    }
    let note = format!("not shown: {}", contents.join(", "));
    let most = (width / SIZE) as usize - 1;
    let note: String = if note.chars().count() > most {
        note.chars().take(most.saturating_sub(3)).chain("...".chars()).collect()
    } else {
        note
    };
    let top = height - SIZE - 2;
    let length = SIZE * (note.chars().count() as u32 + 1);
    let rows = pixels.pixels_mut().chunks_exact_mut(width as usize).skip(top as usize - 2);
    rows.flat_map(|row| row.iter_mut().take(length as usize)).for_each(|pixel| *pixel = [0, 0, 0, 255]);
    write(pixels, &note, (SIZE / 2, top), [255, 200, 255]);
}
