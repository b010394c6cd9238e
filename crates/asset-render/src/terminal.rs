//! Pictures in terminals.

use std::fmt::Write as _;

use asset_image::Pixels;

/// Colours that a terminal knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colors {
    /// All.
    #[default]
    True,
    /// The 216 of the colour cube, and 24 of grey.
    Indexed,
}

/// Returns a picture as text: every character is an upper half block, in the colour of one pixel, on that of the pixel below it. Escape
/// sequences set the colours; every line ends by setting them back. What can be seen through by half and more stays as the terminal is.
///
/// Pixels are about as wide as high where characters are twice as high as wide.
pub fn half_blocks(pixels: &Pixels, colors: Colors) -> String {
    let width = pixels.width() as usize;
    let rows: Vec<&[[u8; 4]]> = pixels.pixels().chunks_exact(width.max(1)).collect();
    let mut text = String::new();
    for pair in rows.chunks(2) {
        let (Some(upper), lower) = (pair.first(), pair.get(1)) else { continue };
        for (place, above) in upper.iter().enumerate() {
            let below = lower.and_then(|row| row.get(place)).copied().unwrap_or_default();
            block(&mut text, *above, below, colors);
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

/// Returns a png as the escape sequences by which kitty, and terminals that do as it does, show a picture.
pub fn kitty(png: &[u8]) -> String {
    let encoded = base64_simd::STANDARD.encode_to_string(png);
    // A sequence has at most so many characters; all but the last say that there are more.
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

/// The character of two pixels.
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

/// The nearest of the 256 colours: the first 16 are for the terminal to choose.
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
