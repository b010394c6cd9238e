//! Draws bitmap fonts, using lines of text and then all characters.

use asset_render::{Canvas, Quad};
use urho_resource::Document;
use urho_resource::views::{BitmapFont, View as _};

use super::files::{Files, covered};

/// A text that contains all letters.
const SAMPLE: [&str; 3] = ["The quick brown fox", "jumps over the lazy dog", "0123456789 (.,:;!?)"];

pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) -> Result<(), urho_resource::Error> {
    let font = BitmapFont::of(document)?;
    let is_distance = BitmapFont::is_distance_field(files.resource());
    let mut pages = Vec::new();
    for page in &font.pages.page {
        let names = files.beside(&page.file);
        let image = files.image(&names);
        pages.push(if is_distance { image.map(|image| std::rc::Rc::new(covered(&image))) } else { image });
    }
    let all: Vec<char> = font.chars.char.iter().filter_map(|glyph| char::from_u32(glyph.id)).collect();
    let step = font.common.line_height.clamp(1, 1 << 12) as f32;
    let width = canvas.pixels().width() as f32;
    let (mut x, mut y) = (4.0_f32, 4.0_f32);
    let rows = SAMPLE.iter().map(|row| row.chars().collect::<Vec<char>>()).chain([all]);
    for row in rows {
        for letter in row {
            let Some(glyph) = font.glyph(letter.into()) else { continue };
            if x + glyph.x_advance as f32 > width {
                (x, y) = (4.0, y + step);
            }
            if let Some(page) = pages.get(glyph.page as usize).and_then(Option::as_ref) {
                let area =
                    [x + glyph.x_offset as f32, y + glyph.y_offset as f32, glyph.width as f32, glyph.height as f32];
                let [left, top, width, height] =
                    [glyph.x, glyph.y, glyph.width, glyph.height].map(|value| value as f32);
                let part = [left, top, left + width, top + height];
                // Letters are white or their image's colour: black on the light background.
                canvas.draw(page, &Quad { tint: [0.0, 0.0, 0.0, 1.0], ..Quad::upright(area, part) });
            }
            x += glyph.x_advance as f32;
        }
        (x, y) = (4.0, y + step);
    }
    Ok(())
}
