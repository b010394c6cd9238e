//! Writes notes into pictures.

use asset_image::Pixels;

use crate::letters::Letters;

/// The height of a line with the space around it, in pixels.
pub(crate) const LINE: u32 = 17;
/// The space to the left and right of a note, in pixels.
const MARGIN: u32 = 4;
const INK: [u8; 3] = [255, 200, 255];

/// Writes text to a picture, given its upper left corner. Text outside the picture will be cut off.
pub(crate) fn write(pixels: &mut Pixels, text: &str, (left, top): (u32, u32), color: [u8; 3]) {
    if let Some(letters) = Letters::new() {
        letters.write(pixels, text, (left, top), u32::MAX, color);
    }
}

/// Writes lines into the lower left corner, on black. A long line is cut off. Lines that don't fit above each other are
/// left out.
pub(crate) fn notes(pixels: &mut Pixels, lines: &[String]) {
    let (width, height) = pixels.size();
    let (Some(letters), Some(room)) = (Letters::new(), width.checked_sub(2 * MARGIN)) else { return };
    let count = lines.len().min((height / LINE) as usize);
    for (line, row) in lines.iter().zip(0..count as u32) {
        let top = height - LINE * (count as u32 - row);
        let length = letters.width_within(line, room) + 2 * MARGIN;
        let rows = pixels.pixels_mut().chunks_exact_mut(width as usize).skip(top as usize).take(LINE as usize);
        rows.flat_map(|row| row.iter_mut().take(length as usize)).for_each(|pixel| *pixel = [0, 0, 0, 255]);
        letters.write(pixels, line, (MARGIN, top + 1), room, INK);
    }
}

/// The narrowest picture with a note about what it doesn't show. In a smaller picture, the note would cover too much.
const LEAST: u32 = 320;

/// Writes into the lower left corner what a picture doesn't show, because it could otherwise be taken for the whole
/// scene.
pub(crate) fn not_shown(pixels: &mut Pixels, contents: &[String]) {
    let (width, height) = pixels.size();
    if contents.is_empty() || width < LEAST || height < 2 * LINE {
        return;
    }
    notes(pixels, &[format!("not shown: {}", contents.join(", "))]);
}
