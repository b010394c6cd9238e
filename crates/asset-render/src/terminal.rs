//! Shows pictures in a terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use asset_image::Pixels;

/// The colours that a terminal supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colors {
    /// All colours.
    #[default]
    True,
    /// The 216 colours of the colour cube, and 24 greys.
    Indexed,
}

/// Converts a picture to text. Every character is an upper half block in the colour of a pixel, and its background has
/// the colour of the pixel below. To set the colours, the text contains escape sequences, and to reset them, there is
/// another at the end of each line. Where a pixel has half opacity or less, you will see the background of the
/// terminal.
///
/// The picture has the right proportions if a character is twice as high as wide.
pub fn half_blocks(pixels: &Pixels, colors: Colors) -> String {
    let width = pixels.width() as usize;
    let rows: Vec<&[[u8; 4]]> = pixels.pixels().chunks_exact(width.max(1)).collect();
    let mut text = String::new();
    for pair in rows.chunks(2) {
        let (Some(upper), lower) = (pair.first(), pair.get(1)) else { continue };
        for (column, above) in upper.iter().enumerate() {
            let below = lower.and_then(|row| row.get(column)).copied().unwrap_or_default();
            block(&mut text, *above, below, colors);
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

/// Converts a png into escape sequences. Use this to show a picture in kitty, and in other terminals that support the
/// same protocol.
pub fn kitty(png: &[u8]) -> String {
    let encoded = base64_simd::STANDARD.encode_to_string(png);
    // A sequence has a maximum length; all but the last announce a continuation.
    let parts: Vec<&str> = encoded.as_bytes().chunks(4096).filter_map(|part| std::str::from_utf8(part).ok()).collect();
    let mut text = String::new();
    for (number, part) in parts.iter().enumerate() {
        let what = if number == 0 { "a=T,f=100," } else { "" };
        let more = u8::from(number + 1 < parts.len());
        // Writing to a string can't fail.
        let _ = write!(text, "\x1b_G{what}m={more};{part}\x1b\\");
    }
    text.push('\n');
    text
}

/// Converts a picture into sixels, which are strips of six pixels. Use this for DEC terminals, and for other terminals
/// that support sixels. The result uses 252 colours in even steps, and any colour between two steps will be dithered.
/// Where a pixel has half opacity or less, you will see the background of the terminal.
pub fn sixel(pixels: &Pixels) -> String {
    let (width, height) = pixels.size();
    let across = (width as usize).max(1);
    let colors = pixels.pixels().iter().enumerate().map(|(at, pixel)| scattered(*pixel, at % across, at / across));
    let colors: Vec<Option<u8>> = colors.collect();
    // Undrawn pixels stay; a pixel is as wide as high.
    let mut text = format!("\x1bP0;1q\"1;1;{width};{height}");
    for color in colors.iter().flatten().collect::<BTreeSet<_>>() {
        let [red, green, blue] = percents(*color);
        // Writing to a string can't fail, here and below.
        let _ = write!(text, "#{color};2;{red};{green};{blue}");
    }
    for strip in colors.chunks(across * 6) {
        for (color, columns) in columns(strip, across) {
            let _ = write!(text, "#{color}");
            for run in columns.chunk_by(|left, right| left == right) {
                let character = char::from(b'?' + run.first().copied().unwrap_or(0));
                let _ = match run.len() {
                    count @ 1..=3 => (0..count).try_for_each(|_| write!(text, "{character}")),
                    count => write!(text, "!{count}{character}"),
                };
            }
            // Back to the left, for the next colour.
            text.push('$');
        }
        text.push('-');
    }
    text.push_str("\x1b\\\n");
    text
}

/// Finds the colours in a strip of six rows. For each colour, returns which rows of a column have it, where the
/// uppermost row is the lowest bit.
fn columns(strip: &[Option<u8>], across: usize) -> BTreeMap<u8, Vec<u8>> {
    let mut by_color: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
    for (row, line) in strip.chunks(across).enumerate() {
        for (column, color) in line.iter().enumerate() {
            let Some(color) = color else { continue };
            if let Some(bits) = by_color.entry(*color).or_insert_with(|| vec![0; across]).get_mut(column) {
                *bits |= 1 << row;
            }
        }
    }
    by_color
}

/// How many steps red, green and blue have. This must not be more colours than a terminal has registers for.
const STEPS: [u8; 3] = [5, 6, 5];

/// Returns the dithered colour of a pixel. This is one of the two nearest colours, chosen by a pattern of 4 × 4, so
/// that the average of many pixels will be the original colour.
fn scattered(pixel: [u8; 4], column: usize, row: usize) -> Option<u8> {
    const PATTERN: [[u16; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let [red, green, blue, alpha] = pixel;
    let threshold = PATTERN.get(row % 4).and_then(|row| row.get(column % 4)).copied().unwrap_or(0);
    // In parts of a step, 32 for each step.
    let step = |value: u8, steps: u8| (u16::from(value) * u16::from(steps) * 32 / 255 + threshold * 2 + 1) / 32;
    let [reds, greens, blues] = STEPS;
    let [red, green, blue] = [step(red, reds), step(green, greens), step(blue, blues)];
    let color = (red * u16::from(greens + 1) + green) * u16::from(blues + 1) + blue;
    (alpha >= 128).then_some(color as u8)
}

/// Returns red, green and blue of a colour in percent.
fn percents(color: u8) -> [u8; 3] {
    let [reds, greens, blues] = STEPS;
    let (above, blue) = (color / (blues + 1), color % (blues + 1));
    let (red, green) = (above / (greens + 1), above % (greens + 1));
    let percent = |step: u8, steps: u8| (u16::from(step) * 100 / u16::from(steps)) as u8;
    [percent(red, reds), percent(green, greens), percent(blue, blues)]
}

/// Writes the character for two pixels.
fn block(text: &mut String, above: [u8; 4], below: [u8; 4], colors: Colors) {
    let seen = |[_, _, _, alpha]: [u8; 4]| alpha >= 128;
    let code = |pixel: [u8; 4]| match (pixel, colors) {
        ([red, green, blue, _], Colors::True) => format!("2;{red};{green};{blue}"),
        (_, Colors::Indexed) => format!("5;{}", index(pixel)),
    };
    // Writing to a string can't fail.
    let _ = match (seen(above), seen(below)) {
        (true, true) => write!(text, "\x1b[38;{};48;{}m\u{2580}", code(above), code(below)),
        (true, false) => write!(text, "\x1b[0;38;{}m\u{2580}", code(above)),
        (false, true) => write!(text, "\x1b[0;38;{}m\u{2584}", code(below)),
        (false, false) => write!(text, "\x1b[0m "),
    };
}

/// Returns the nearest of the 256 colours. We can't use the first 16, because these can be changed by the terminal.
fn index([red, green, blue, _]: [u8; 4]) -> u8 {
    let level = |value: u8| if value < 48 { 0 } else { (u16::from(value).saturating_sub(35) / 40).min(5) as u8 };
    let most = red.max(green).max(blue);
    if most - red.min(green).min(blue) < 10 {
        // Grey, from 8 to 238 by tens.
        return match most {
            0..=4 => 16,
            247.. => 231,
            _ => 232 + (most.saturating_sub(3) / 10).min(23),
        };
    }
    16 + 36 * level(red) + 6 * level(green) + level(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_in_parts() {
        let text = kitty(&[7; 4000]);
        assert!(text.starts_with("\x1b_Ga=T,f=100,m=1;BwcH") && text.ends_with("\x1b\\\n"));
        assert_eq!((text.matches("\x1b_G").count(), text.matches("m=0;").count()), (2, 1));
    }

    /// Draws sixels like a terminal would, using colour numbers.
    fn drawn(text: &str, width: usize, height: usize) -> Vec<Option<u8>> {
        let mut out = vec![None; width * height];
        let (mut color, mut x, mut y, mut count) = (0, 0, 0, 1);
        let mut rest =
            text.strip_prefix("\x1bP0;1q").and_then(|text| text.strip_suffix("\x1b\\\n")).unwrap_or_default();
        while let Some(character) = rest.chars().next() {
            rest = &rest[1..];
            let end = rest.find(|next: char| !next.is_ascii_digit() && next != ';').unwrap_or(rest.len());
            match character {
                '"' | '#' | '!' => {
                    let numbers: Vec<usize> = rest[..end].split(';').filter_map(|number| number.parse().ok()).collect();
                    match (character, &numbers[..]) {
                        ('"', [1, 1, across, down]) => assert_eq!((*across, *down), (width, height)),
                        ('#', [number]) => color = *number as u8,
                        ('#', [number, 2, red, green, blue]) => {
                            assert_eq!([*red, *green, *blue], percents(*number as u8).map(usize::from));
                        }
                        ('!', [number]) => count = *number,
                        _ => panic!("{character} {numbers:?}"),
                    }
                    rest = &rest[end..];
                }
                '$' => x = 0,
                '-' => (x, y) = (0, y + 6),
                '?'..='~' => {
                    for _ in 0..count {
                        for row in (0..6).filter(|row| (character as u8 - b'?') >> row & 1 == 1) {
                            out[(y + row) * width + x] = Some(color);
                        }
                        x += 1;
                    }
                    count = 1;
                }
                other => panic!("{other:?}"),
            }
        }
        out
    }

    #[test]
    fn sixels_draw_the_picture() {
        let (width, height) = (37, 15);
        let pixel = |at: usize| {
            let (x, y) = (at % width, at / width);
            [(x * 7) as u8, (y * 17) as u8, 90, if (x + y) % 11 == 0 || x > 30 && y < 6 { 0 } else { 255 }]
        };
        let pixels: Vec<[u8; 4]> = (0..width * height).map(pixel).collect();
        let expected: Vec<Option<u8>> =
            pixels.iter().enumerate().map(|(at, pixel)| scattered(*pixel, at % width, at / width)).collect();
        let picture =
            Pixels::new(width as u32, height as u32, pixels.concat()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(drawn(&sixel(&picture), width, height), expected);
    }

    /// Checks that dithering keeps the average: a field with a single colour must not change its mean.
    #[test]
    fn scattered_colors_keep_their_mean() {
        for color in [[200, 120, 60, 255], [100, 100, 100, 255], [10, 20, 30, 255], [250, 240, 5, 255]] {
            let shades = (0..16).filter_map(|at| scattered(color, at % 4, at / 4)).map(percents);
            let sum = shades.fold([0u16; 3], |sum, shade| std::array::from_fn(|at| sum[at] + u16::from(shade[at])));
            for (sum, channel) in sum.into_iter().zip(color) {
                assert!((f32::from(sum) / 1600.0 - f32::from(channel) / 255.0).abs() < 0.02, "{sum} {color:?}");
            }
        }
    }

    #[test]
    fn two_pixels_are_a_character() {
        let pixels = [[255, 0, 0, 255], [0, 0, 0, 0], [0, 0, 255, 255], [9, 9, 9, 255]];
        let pixels = Pixels::new(2, 2, pixels.concat()).unwrap_or_else(|error| panic!("{error}"));
        let text = half_blocks(&pixels, Colors::True);
        assert_eq!(text, "\x1b[38;2;255;0;0;48;2;0;0;255m\u{2580}\x1b[0;38;2;9;9;9m\u{2584}\x1b[0m\n");
        let text = half_blocks(&pixels, Colors::Indexed);
        assert_eq!(text, "\x1b[38;5;196;48;5;21m\u{2580}\x1b[0;38;5;232m\u{2584}\x1b[0m\n");
    }
}
