//! Writes readable text, in a proportional face.

use ab_glyph::{Font as _, FontRef, Glyph, PxScaleFont, ScaleFont as _, point};
use asset_image::Pixels;

/// See `fonts/README.md` for its origin and licence.
const ROBOTO: &[u8] = include_bytes!("../fonts/Roboto-Subset.ttf");
/// The height of a line without the space above it, in pixels: from the highest ascender to the lowest descender.
const HEIGHT: f32 = 15.0;
/// The replacement for characters that the font does not have.
const UNKNOWN: char = '\u{25a1}';
const ELLIPSIS: char = '…';

/// A face at a fixed size.
pub(crate) struct Letters {
    font: PxScaleFont<FontRef<'static>>,
}

impl Letters {
    /// Returns the face, or `None` if the font is damaged, which the tests rule out.
    pub(crate) fn new() -> Option<Self> {
        Some(Self { font: FontRef::try_from_slice(ROBOTO).ok()?.into_scaled(HEIGHT) })
    }

    /// Returns the characters to draw: names come from files, so they can contain anything.
    fn shown(&self, text: &str) -> Vec<char> {
        let known = |character: char| self.font.glyph_id(character).0 != 0 && !character.is_control();
        text.chars().map(|character| if known(character) { character } else { UNKNOWN }).collect()
    }

    fn width(&self, text: &[char]) -> f32 {
        text.iter().map(|character| self.font.h_advance(self.font.glyph_id(*character))).sum()
    }

    /// Cuts a name in the middle, so that its folder and its extension stay readable.
    fn cut_in_the_middle(&self, text: Vec<char>, room: f32) -> Vec<char> {
        if self.width(&text) <= room {
            return text;
        }
        // Letters are added to both ends in turn, until one doesn't fit.
        let (mut head, mut tail) = (0, 0);
        let mut left = room - self.width(&[ELLIPSIS]);
        while head + tail < text.len() {
            let is_tail = tail <= head;
            let next = if is_tail { text.len() - 1 - tail } else { head };
            left -= self.width(&text[next..=next]);
            if left < 0.0 {
                break;
            }
            if is_tail { tail += 1 } else { head += 1 }
        }
        let end = text.len() - tail;
        text[..head].iter().copied().chain([ELLIPSIS]).chain(text[end..].iter().copied()).collect()
    }

    /// Cuts the end of a text.
    fn cut_at_the_end(&self, mut text: Vec<char>, room: f32) -> Vec<char> {
        if self.width(&text) <= room {
            return text;
        }
        let room = room - self.width(&[ELLIPSIS]);
        let mut sum = 0.0;
        let fitting = text.iter().take_while(|character| {
            sum += self.width(&[**character]);
            sum <= room
        });
        text.truncate(fitting.count());
        text.push(ELLIPSIS);
        text
    }

    /// Writes a name into a picture, given its upper left corner and the pixels that it may be wide.
    pub(crate) fn write_name(&self, pixels: &mut Pixels, name: &str, at: (u32, u32), room: u32, color: [u8; 3]) {
        let text = self.cut_in_the_middle(self.shown(name), room as f32);
        self.draw(pixels, &text, at, color);
    }

    /// Writes other text, of which the beginning is the most important part.
    pub(crate) fn write(&self, pixels: &mut Pixels, text: &str, at: (u32, u32), room: u32, color: [u8; 3]) {
        let text = self.cut_at_the_end(self.shown(text), room as f32);
        self.draw(pixels, &text, at, color);
    }

    /// Returns how many pixels wide a text is after [`write`](Self::write) has cut it.
    pub(crate) fn width_within(&self, text: &str, room: u32) -> u32 {
        self.width(&self.cut_at_the_end(self.shown(text), room as f32)) as u32
    }

    fn draw(&self, pixels: &mut Pixels, text: &[char], (left, top): (u32, u32), color: [u8; 3]) {
        let (mut x, baseline) = (left as f32, top as f32 + self.font.ascent());
        for character in text {
            let id = self.font.glyph_id(*character);
            let glyph = Glyph { id, scale: self.font.scale(), position: point(x, baseline) };
            x += self.font.h_advance(id);
            let Some(outline) = self.font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|column, row, coverage| {
                let (x, y) = (bounds.min.x + column as f32, bounds.min.y + row as f32);
                if x >= 0.0 && y >= 0.0 {
                    mix(pixels, x as u32, y as u32, color, coverage);
                }
            });
        }
    }
}

/// A text that is made of rectangles.
pub(crate) struct Outlined {
    /// The width and the height in ems.
    pub(crate) size: [f32; 2],
    /// Left, top, right and bottom in ems, from the upper left corner of the text.
    pub(crate) rectangles: Vec<[f32; 4]>,
}

/// How many rows of rectangles an em has.
const ROWS: f32 = 28.0;

impl Outlined {
    /// Converts lines to rectangles. `align` says where each line starts, from left at 0 to right at 1.
    pub(crate) fn of(lines: &[String], align: f32) -> Option<Self> {
        let font = FontRef::try_from_slice(ROBOTO).ok()?;
        let units = font.units_per_em().unwrap_or(1000.0);
        let height = ROWS * font.height_unscaled() / units;
        let letters = Letters { font: font.into_scaled(height) };
        let lines: Vec<Vec<char>> = lines.iter().map(|line| letters.shown(line)).collect();
        let widths: Vec<f32> = lines.iter().map(|line| letters.width(line)).collect();
        let width = widths.iter().copied().fold(0.0, f32::max);
        let step = letters.font.height() + letters.font.line_gap();
        let mut rectangles = Vec::new();
        for (number, (line, own)) in lines.iter().zip(&widths).enumerate() {
            let at = [(width - own) * align, number as f32 * step + letters.font.ascent()];
            letters.outline(line, at, &mut rectangles);
        }
        rectangles.iter_mut().flatten().for_each(|edge| *edge /= ROWS);
        let size = [width / ROWS, lines.len() as f32 * step / ROWS];
        Some(Self { size, rectangles })
    }
}

impl Letters {
    /// Adds the rows of a line that are covered, given the start of its base line in rows.
    fn outline(&self, line: &[char], [mut x, baseline]: [f32; 2], rectangles: &mut Vec<[f32; 4]>) {
        for character in line {
            let id = self.font.glyph_id(*character);
            let glyph = Glyph { id, scale: self.font.scale(), position: point(x, baseline) };
            x += self.font.h_advance(id);
            let Some(outline) = self.font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            let mut run: Option<[f32; 4]> = None;
            outline.draw(|column, row, coverage| {
                let (left, top) = (bounds.min.x + column as f32, bounds.min.y + row as f32);
                let is_next = run.is_some_and(|[_, of_run, right, _]| of_run == top && right == left);
                match &mut run {
                    Some([.., right, _]) if coverage >= 0.5 && is_next => *right = left + 1.0,
                    _ if coverage >= 0.5 => {
                        rectangles.extend(run.take());
                        run = Some([left, top, left + 1.0, top + 1.0]);
                    }
                    _ => rectangles.extend(run.take()),
                }
            });
            rectangles.extend(run);
        }
    }
}

/// Covers a part of a pixel. Pixels outside the picture are ignored.
fn mix(pixels: &mut Pixels, x: u32, y: u32, color: [u8; 3], coverage: f32) {
    let (width, height) = pixels.size();
    if x >= width || y >= height {
        return;
    }
    let Some(pixel) = pixels.pixels_mut().get_mut(y as usize * width as usize + x as usize) else { return };
    let coverage = coverage.clamp(0.0, 1.0);
    if pixel[3] == 0 {
        *pixel = [color[0], color[1], color[2], (coverage * 255.0 + 0.5) as u8];
        return;
    }
    for (below, above) in pixel.iter_mut().zip(color) {
        *below = (f32::from(*below) * (1.0 - coverage) + f32::from(above) * coverage + 0.5) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(letters: &[char]) -> String {
        letters.iter().collect()
    }

    #[test]
    fn long_names_keep_both_ends() {
        let letters = Letters::new().expect("the font");
        let name: Vec<char> = "Models/NinjaSnowWar/Characters/Ninja.mdl".chars().collect();
        let cut = letters.cut_in_the_middle(name.clone(), 120.0);
        let said = text(&cut);
        assert!(said.starts_with("Models") && said.ends_with("Ninja.mdl") && said.contains('…'), "{said}");
        assert!(letters.width(&cut) <= 120.0 && letters.width(&cut) > 100.0, "{said}");
        assert_eq!(letters.cut_in_the_middle(name.clone(), 1000.0), name);
        // With room for nothing, only the mark of the cut is left.
        assert_eq!(text(&letters.cut_in_the_middle(name.clone(), 0.0)), "…");
        assert_eq!(text(&letters.cut_at_the_end(name.clone(), 0.0)), "…");
        let end = text(&letters.cut_at_the_end(name, 60.0));
        assert!(end.starts_with("Mode") && end.ends_with('…'), "{end}");
    }

    #[test]
    fn narrow_letters_take_less_room_and_unknown_ones_are_squares() {
        let letters = Letters::new().expect("the font");
        assert!(letters.width(&['i'; 10]) * 2.0 < letters.width(&['M'; 10]));
        assert_eq!(text(&letters.shown("Ä\u{202e}\n漢Ж")), "Ä□□□Ж");
    }

    #[test]
    fn letters_outside_the_picture_are_cut_off() {
        let letters = Letters::new().expect("the font");
        let mut pixels = Pixels::filled(8, 4, [0, 0, 0, 255]).expect("pixels");
        letters.write(&mut pixels, "MMMM", (6, 0), 100, [255; 3]);
        letters.write(&mut pixels, "MMMM", (100, 100), 100, [255; 3]);
        assert!(pixels.pixels().iter().all(|pixel| pixel[3] == 255));
    }
}
