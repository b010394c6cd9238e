//! PVRTC words of every mode, worked out by hand from the Khronos Data Format Specification 1.4, section "PVRTC".

use asset_image::Pixels;

use super::files::ktx;
use super::pixels::pixels;

/// Numbers of `glInternalFormat`.
const PVRTC4: u32 = 0x8c02;
const PVRTC2: u32 = 0x8c03;

/// Opaque colours: A in the lower half, whose last bit is the mode, B in the upper half.
const BLACK_TO_WHITE: u32 = 0xffff_8000;
const MODE: u32 = 1;

/// Decodes an image of 2 x 2 words, each modulation and colours.
fn image(name: &str, internal: u32, words: [[u32; 2]; 4]) -> Pixels {
    let size = if internal == PVRTC2 { (16, 8) } else { (8, 8) };
    let data: Vec<u8> = words.into_iter().flatten().flat_map(u32::to_le_bytes).collect();
    pixels(name, &ktx([internal, 0, 0], size, &data))
}

fn grey(value: u8) -> [u8; 4] {
    [value, value, value, 255]
}

/// White of this weight, in eighths, over black.
fn weighted(weight: u8) -> [u8; 4] {
    grey((255 * u16::from(weight) / 8) as u8)
}

/// Weights of four-bit words: 0, 3, 5, 8, or 0, 4, 4 without alpha, 8.
#[test]
fn four_bit_weights() {
    const INDICES: u32 = 0xe4e4_e4e4;
    let standard = [grey(0), grey(95), grey(159), grey(255)];
    let punched = [grey(0), grey(127), [127, 127, 127, 0], grey(255)];
    for (name, mode, row) in [("standard", 0, standard), ("punch-through", MODE, punched)] {
        let pixels = image(name, PVRTC4, [[INDICES, BLACK_TO_WHITE | mode]; 4]);
        assert!(pixels.pixels().chunks_exact(4).all(|part| part == row), "{name}: {:?}", pixels.pixels());
    }
}

/// Colours with alpha: three bits of it, and four of each other channel, but three of blue in colour A.
#[test]
fn translucent_colors() {
    // Alpha 4 and 5: 8 and 10 of 15. Red 8: 17 of 31. Green 1: 2 of 31. Blue 4 of 7: 18 of 31; 9 of 15: 19 of 31.
    let colors = 0x5819_4818;
    for (name, modulation, expected) in
        [("colour A", 0, [140, 16, 148, 136]), ("colour B", u32::MAX, [140, 16, 156, 170])]
    {
        for internal in [PVRTC4, PVRTC2] {
            let pixels = image(name, internal, [[modulation, colors]; 4]);
            assert!(pixels.pixels().iter().all(|pixel| *pixel == expected), "{name}: {:?}", pixels.get(0, 0));
        }
    }
}

/// Colour A of the first word is white, all others are black: it fades by a quarter or an eighth per pixel, around the edges too.
#[test]
fn colors_are_interpolated() {
    let words = [[0, 0x8000_fffe], [0, 0x8000_8000], [0, 0x8000_8000], [0, 0x8000_8000]];
    let four = image("four bits", PVRTC4, words);
    let across = [127, 191, 255, 191, 127, 63, 0, 63].map(grey);
    assert_eq!(four.pixels()[16..24], across);
    assert_eq!((0..8).map(|y| four.pixels()[y * 8 + 2]).collect::<Vec<_>>(), across);
    // Half of the full colour, then a quarter.
    assert_eq!(four.get(0, 0), Some(grey(63)));

    let two = image("two bits", PVRTC2, words);
    let across = [127, 159, 191, 223, 255, 223, 191, 159, 127, 95, 63, 31, 0, 31, 63, 95].map(grey);
    assert_eq!(two.pixels()[32..48], across);
    assert_eq!(two.get(0, 0), Some(grey(63)));
}

/// Words follow each other downwards first.
#[test]
fn order_of_words() {
    let [black, white] = [0x8000_8000, 0xffff_fffe].map(|colors| [0, colors]);
    let pixels = image("order", PVRTC4, [black, white, black, black]);
    assert_eq!((pixels.get(2, 6), pixels.get(6, 2)), (Some(grey(255)), Some(grey(0))));
}

/// Two-bit words with one bit for each pixel.
#[test]
fn two_bit_direct() {
    let pixels = image("direct", PVRTC2, [[0xf0f0_f0f0, BLACK_TO_WHITE]; 4]);
    let row = [0, 0, 0, 0, 8, 8, 8, 8].map(weighted);
    assert!(pixels.pixels().chunks_exact(8).all(|part| part == row), "{:?}", pixels.pixels());
}

/// Two-bit words with two bits for every other pixel; the others have the mean of four, two horizontal, or two vertical neighbours. Stored weights
/// are 3, except for weights of a single bit, which are 0: the first, and, if two neighbours are averaged, also the middle one.
#[test]
fn two_bit_interpolated() {
    let all = [[0, 2, 3, 3, 3, 3, 3, 2], [2, 3, 3, 3, 3, 3, 3, 3], [3, 3, 3, 3, 3, 3, 3, 3], [2, 3, 3, 3, 3, 3, 3, 3]];
    let horizontal =
        [[0, 2, 3, 3, 3, 3, 3, 2], [3, 3, 3, 3, 3, 3, 3, 3], [3, 3, 3, 2, 0, 2, 3, 3], [3, 3, 3, 3, 3, 3, 3, 3]];
    let vertical =
        [[0, 3, 3, 3, 3, 3, 3, 3], [2, 3, 3, 3, 2, 3, 3, 3], [3, 3, 3, 3, 0, 3, 3, 3], [2, 3, 3, 3, 2, 3, 3, 3]];
    for (name, modulation, weights) in [
        ("four neighbours", 0x5555_5554, all),
        ("horizontal neighbours", 0x5545_5555, horizontal),
        ("vertical neighbours", 0x5555_5555, vertical),
    ] {
        let pixels = image(name, PVRTC2, [[modulation, BLACK_TO_WHITE | MODE]; 4]);
        for (y, row) in pixels.pixels().chunks_exact(16).enumerate() {
            let expected = weights[y % 4].map(weighted);
            assert_eq!(row, [expected, expected].concat(), "{name}, row {y}");
        }
    }
}
