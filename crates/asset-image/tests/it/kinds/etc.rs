//! ETC blocks of every mode, worked out by hand: the examples of the Khronos Data Format Specification 1.4, sections "ETC1" and "ETC2".
//! ETC1 is decoded as ETC2.

use super::files::ktx;
use super::pixels::pixels;

/// Numbers of `glInternalFormat`.
const ETC1: u32 = 0x8d64;
const ETC2: u32 = 0x9274;
const ETC2_A1: u32 = 0x9276;
const ETC2_A8: u32 = 0x9278;

/// Pixel indices of every mode but planar: 0, 1, 2 and 3 from the top of each column to its bottom.
const INDICES: [u8; 4] = [0xcc, 0xcc, 0xaa, 0xaa];

/// Alpha of pixels with index 2 in `ETC2_A1` blocks that aren't opaque.
const PUNCHED: [u8; 4] = [0; 4];

type Column = [[u8; 4]; 4];

/// Asserts the pixels of a block of [`INDICES`]: both columns of the left half are equal, and both columns of the right half.
#[track_caller]
fn assert_halves(name: &str, internal: u32, head: [u8; 4], [left, right]: [Column; 2]) {
    let pixels = pixels(name, &ktx([internal, 0, 0], (4, 4), &[head, INDICES].concat()));
    for (y, (left, right)) in left.into_iter().zip(right).enumerate() {
        let row = &pixels.pixels()[y * 4..y * 4 + 4];
        assert_eq!(row, [left, left, right, right], "{name}, row {y}");
    }
}

fn opaque(colors: [[u8; 3]; 4]) -> Column {
    colors.map(|[red, green, blue]| [red, green, blue, 255])
}

/// The column of an `ETC2_A1` block that isn't opaque.
fn punched(mut column: Column) -> Column {
    column[2] = PUNCHED;
    column
}

/// Colours (4, 11, 9) with table 4 and (14, 3, 8) with table 0, four bits each.
#[test]
fn blocks_of_individual_mode_decode() {
    let first = opaque([[86, 205, 171], [128, 247, 213], [50, 169, 135], [8, 127, 93]]);
    let second = opaque([[240, 53, 138], [246, 59, 144], [236, 49, 134], [230, 43, 128]]);
    let flipped = [first[0], first[1], second[2], second[3]];
    for internal in [ETC1, ETC2] {
        assert_halves("side by side", internal, [0x4e, 0xb3, 0x98, 0x80], [first, second]);
        assert_halves("one above the other", internal, [0x4e, 0xb3, 0x98, 0x81], [flipped, flipped]);
    }
}

/// Colour (29, 26, 8) of five bits with table 2, and its sum with (−4, −3, 3) with table 3.
#[test]
fn differential() {
    let first = opaque([[248, 223, 75], [255, 243, 95], [230, 205, 57], [210, 185, 37]]);
    let second = opaque([[219, 202, 103], [248, 231, 132], [193, 176, 77], [164, 147, 48]]);
    let flipped = [first[0], first[1], second[2], second[3]];
    for internal in [ETC1, ETC2, ETC2_A1] {
        assert_halves("side by side", internal, [0xec, 0xd5, 0x43, 0x4e], [first, second]);
        assert_halves("one above the other", internal, [0xec, 0xd5, 0x43, 0x4f], [flipped, flipped]);
    }
    // Without the opaque bit the smaller modifiers are 0.
    let first = punched(opaque([[239, 214, 66], [255, 243, 95], [0; 3], [210, 185, 37]]));
    let second = punched(opaque([[206, 189, 90], [248, 231, 132], [0; 3], [164, 147, 48]]));
    assert_halves("punched", ETC2_A1, [0xec, 0xd5, 0x43, 0x4c], [first, second]);
}

/// Colours (13, 1, 8) and (4, 12, 13) with the distance 32.
#[test]
fn t_and_h() {
    const OPAQUE_BIT: u8 = 2;
    for (name, head, colors) in [
        ("T", [0xf9, 0x18, 0x4c, 0xdb], [[221, 17, 136], [100, 236, 253], [68, 204, 221], [36, 172, 189]]),
        ("H", [0x68, 0x1c, 0x26, 0x6e], [[253, 49, 168], [189, 0, 104], [100, 236, 253], [36, 172, 189]]),
    ] {
        for internal in [ETC1, ETC2, ETC2_A1] {
            assert_halves(name, internal, head, [opaque(colors); 2]);
        }
        let [first, second, third, fourth] = head;
        let head = [first, second, third, fourth & !OPAQUE_BIT];
        assert_halves(name, ETC2_A1, head, [punched(opaque(colors)); 2]);
    }
}

/// The lowest bit of the distance's index is 1 unless the first colour is less than the second.
#[test]
fn h_compares_its_colors() {
    let equal = opaque([[227, 23, 142], [215, 11, 130], [227, 23, 142], [215, 11, 130]]);
    assert_halves("equal colours, distance 6", ETC2, [0x68, 0x1c, 0x68, 0xc2], [equal, equal]);
    let less = opaque([[224, 20, 139], [218, 14, 133], [224, 20, 156], [218, 14, 150]]);
    assert_halves("less blue, distance 3", ETC2, [0x68, 0x1c, 0x68, 0xca], [less, less]);
}

/// Colours (12, 64, 62), (50, 5, 37) to the right and (40, 112, 45) downwards.
#[test]
fn planar() {
    #[rustfmt::skip]
    let expected = [
        [48, 129, 251], [87, 99, 226], [126, 70, 201], [164, 40, 175],
        [77, 153, 234], [115, 123, 209], [154, 94, 183], [193, 64, 158],
        [105, 177, 217], [144, 147, 191], [183, 118, 166], [221, 88, 141],
        [134, 201, 199], [172, 171, 174], [211, 142, 149], [250, 112, 124],
    ]
    .map(|[red, green, blue]| [red, green, blue, 255]);
    // Planar blocks are opaque, with either opaque bit.
    for (internal, fourth) in [(ETC1, 0x66), (ETC2, 0x66), (ETC2_A1, 0x66), (ETC2_A1, 0x64)] {
        let block = [0x19, 0x01, 0xfb, fourth, 0x0b, 0x2d, 0x1c, 0x2d];
        assert_eq!(pixels("planar", &ktx([internal, 0, 0], (4, 4), &block)).pixels(), expected);
    }
}

/// Alpha by base, multiplier and table; the indices are 0 to 7 down the first two columns, and again down the last two.
#[test]
fn alpha() {
    for (name, base, multiplier_and_table, expected) in [
        ("multiplier 2, table 13", 103, 0x2d, [101, 99, 97, 83, 103, 105, 107, 121]),
        ("multiplier 0", 103, 0x0d, [103; 8]),
        ("less than 0", 20, 0xf0, [0, 0, 0, 0, 50, 95, 140, 230]),
        ("greater than 255", 250, 0xf0, [205, 160, 115, 25, 255, 255, 255, 255]),
    ] {
        let alpha = [base, multiplier_and_table, 0x05, 0x39, 0x77, 0x05, 0x39, 0x77];
        let data = [alpha, [0x88, 0x88, 0x88, 0, 0, 0, 0, 0]].concat();
        let pixels = pixels(name, &ktx([ETC2_A8, 0, 0], (4, 4), &data));
        for y in 0..4 {
            let [first, second] = [expected[y], expected[y + 4]].map(|alpha| [138, 138, 138, alpha]);
            assert_eq!(pixels.pixels()[y * 4..y * 4 + 4], [first, second, first, second], "{name}, row {y}");
        }
    }
}
