//! tga and bmp: every way to store pixels, in bytes written by hand.

use asset_image::{ErrorKind, Info, Limits, Mip, PixelFormat as P, decode};
use testkit::ByteBuilder;

use super::files::{bmp, bmp_info};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

#[track_caller]
fn assert_pixels(name: &str, file: &[u8], expected: &[[u8; 4]]) {
    let pixels = decode(file, Mip(0), &mut Limits::default().budget());
    assert_eq!(pixels.unwrap_or_else(|error| panic!("{name}: {error}")).pixels(), expected, "{name}");
}

#[track_caller]
fn assert_refused(file: &[u8], message: &str) {
    let error = decode(file, Mip(0), &mut Limits::default().budget()).expect_err(message);
    assert!(matches!(error.kind(), ErrorKind::Codec(_)), "{error}");
    assert_eq!(error.to_string(), format!("pixels: {message}"));
}

/// A tga: type, size, bits, descriptor; with an image identification of two bytes if there is no palette.
fn tga(image_type: u8, [width, height]: [u16; 2], bits: u8, descriptor: u8, data: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(&[2, 0, image_type]).raw(&[0; 9]).u16(width).u16(height);
    head.raw(&[bits, descriptor]).raw(b"id").raw(data).build()
}

/// Creates a tga with a palette of two entries; the first has the number `origin`.
fn tga_palette(image_type: u8, width: u16, bits: u8, origin: u16, entry_bits: u8, rest: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(&[0, 1, image_type]).u16(origin).u16(2).raw(&[entry_bits, 0, 0, 0, 0]);
    head.u16(width).u16(1).raw(&[bits, 0x20]).raw(rest).build()
}

const TOP: u8 = 0x20;
const RIGHT: u8 = 0x10;

#[test]
fn tga_depths_and_origins() {
    let (blue, green, red) = ([255, 0, 0], [0, 255, 0], [0, 0, 255]);
    let four = [blue, green, red, [0, 0, 0]].concat();
    assert_pixels("top left", &tga(2, [2, 2], 24, TOP, &four), &[BLUE, GREEN, RED, BLACK]);
    assert_pixels("bottom left", &tga(2, [2, 2], 24, 0, &four), &[RED, BLACK, BLUE, GREEN]);
    assert_pixels("top right", &tga(2, [2, 2], 24, TOP | RIGHT, &four), &[GREEN, BLUE, BLACK, RED]);
    assert_pixels("bottom right", &tga(2, [2, 2], 24, RIGHT, &four), &[BLACK, RED, GREEN, BLUE]);
    // Alpha is stored, whether the descriptor has its bits or not.
    for alpha in [0, 8] {
        assert_pixels("32 bits", &tga(2, [1, 1], 32, TOP | alpha, &[1, 2, 3, 4]), &[[3, 2, 1, 4]]);
    }
    assert_pixels("grey", &tga(3, [2, 1], 8, TOP, &[7, 9]), &[[7, 7, 7, 255], [9, 9, 9, 255]]);
    assert_pixels("grey and alpha", &tga(3, [1, 1], 16, TOP | 8, &[7, 9]), &[[7, 7, 7, 9]]);
    // Red 16 of 31: 131.6; green 31, blue 1: 8.2; the upper bit is 1 in the first pixel.
    let words = [0xe1, 0xc3, 0xe1, 0x43];
    for (bits, alpha, format, last) in
        [(15, 0, P::Bgr5X1, [255; 2]), (16, 0, P::Bgr5X1, [255; 2]), (16, 1, P::Bgr5A1, [255, 0])]
    {
        let file = tga(2, [2, 1], bits, TOP | alpha, &words);
        assert_eq!(Info::of(&file).expect("a tga").format, format);
        assert_pixels("15 and 16 bits", &file, &last.map(|alpha| [132, 255, 8, alpha]));
    }
}

#[test]
fn tga_palettes() {
    let colors = [1, 2, 3, 4, 5, 6];
    let with = |data: &[u8]| [&colors[..], data].concat();
    let (first, second) = ([3, 2, 1, 255], [6, 5, 4, 255]);
    assert_pixels("bytes", &tga_palette(1, 3, 8, 0, 24, &with(&[1, 0, 1])), &[second, first, second]);
    assert_pixels("words", &tga_palette(1, 2, 16, 0x1ff, 24, &with(&[0, 2, 0xff, 1])), &[second, first]);
    assert_pixels("runs", &tga_palette(9, 3, 8, 0, 24, &with(&[0x81, 1, 0, 0])), &[second, second, first]);
    let entries = [1, 2, 3, 4, 5, 6, 7, 8, 1];
    assert_pixels("32 bits", &tga_palette(1, 1, 8, 0, 32, &entries), &[[7, 6, 5, 8]]);
    assert_pixels("16 bits", &tga_palette(1, 1, 8, 0, 16, &[0, 0, 0x1f, 0, 1]), &[BLUE]);
    assert_refused(&tga_palette(1, 2, 8, 0, 24, &with(&[0, 2])), "colour out of bounds in row 0");
    assert_refused(&tga_palette(1, 2, 8, 1, 24, &with(&[1, 0])), "colour out of bounds in row 0");
}

#[test]
fn tga_runs() {
    let grey = |values: &[u8]| values.iter().map(|value| [*value, *value, *value, 255]).collect::<Vec<_>>();
    // A run of three, which ends in the second row; two pixels one by one; a run that is longer than the picture.
    let packets = [0x82, 7, 0x01, 1, 2, 0x8f, 9];
    assert_pixels("grey", &tga(11, [2, 3], 8, TOP, &packets), &grey(&[7, 7, 7, 1, 2, 9]));
    assert_pixels("from the bottom", &tga(11, [2, 3], 8, 0, &packets), &grey(&[2, 9, 7, 1, 7, 7]));
    let colors = [0x81, 1, 2, 3, 4, 0x00, 5, 6, 7, 8];
    assert_pixels("32 bits", &tga(10, [3, 1], 32, TOP | 8, &colors), &[[3, 2, 1, 4], [3, 2, 1, 4], [7, 6, 5, 8]]);
    assert_pixels("24 bits", &tga(10, [2, 1], 24, TOP, &[0x81, 1, 2, 3]), &[[3, 2, 1, 255]; 2]);
    assert_pixels("16 bits", &tga(10, [2, 1], 16, TOP, &[0x81, 0x1f, 0]), &[BLUE; 2]);
    assert_refused(&tga(11, [2, 2], 8, TOP, &[0x82, 7, 0x01]), "data cut off in row 1 of 2");
    assert_refused(&tga(11, [2, 2], 8, TOP, &[0x80, 7, 0x80]), "data cut off in row 0 of 2");
    assert_refused(&tga(3, [1, 1], 16, TOP, &[7, 9]), "16 bits of grey, 0 bits of alpha");
}

/// A bmp with a palette of black, red, green and blue.
fn indexed(size: [i32; 2], bits: u16, compression: u32, data: &[u8]) -> Vec<u8> {
    let info = ByteBuilder::new().raw(&size[0].to_le_bytes()).raw(&size[1].to_le_bytes()).u16(1).u16(bits);
    let info = info.u32(compression).raw(&[0; 12]).u32s(&[4, 0]);
    bmp(&info.build(), &[0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0], data)
}

#[test]
fn bmp_rows() {
    // Rows are padded to four bytes; the bottom one is first. A number without entry is black.
    let rows = [1, 2, 3, 9, 0, 0, 0, 0, 3, 3, 3, 3, 3, 0, 0, 0];
    let top = [BLUE; 5];
    let bottom = [RED, GREEN, BLUE, BLACK, BLACK];
    assert_pixels("8 bits", &indexed([5, 2], 8, 0, &rows), &[top, bottom].concat());
    assert_pixels("top first", &indexed([5, -2], 8, 0, &rows), &[bottom, top].concat());
    assert_pixels("2 bits", &indexed([5, 1], 2, 0, &[0b0001_1011, 0b0100_0000, 0, 0]), &[BLACK, RED, GREEN, BLUE, RED]);
    let rows = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0];
    let expected = [[9, 8, 7, 255], [12, 11, 10, 255], [3, 2, 1, 255], [6, 5, 4, 255]];
    assert_pixels("24 bits", &bmp(&bmp_info([2, 2], 24, 0).build(), &[], &rows), &expected);
    assert_refused(&indexed([1, 1], 8, 2, &[1, 1]), "8 bits a pixel with compression 2");
    assert_refused(&indexed([1, -1], 8, 1, &[1, 1]), "run-length encoding with the top row first");
    let mut many = indexed([1, 1], 1, 0, &[0; 4]);
    many[46] = 3;
    assert_refused(&many, "3 colours of at most 2");
    many[46] = 0;
    many[26] = 2;
    assert_refused(&many, "2 planes");
}

#[test]
fn bmp_masks() {
    let file = |size: usize, bits, compression, masks: &[u32], data: &[u8]| {
        let info =
            bmp_info([1, 1], bits, compression).u32s(masks).raw(&vec![0; (size - 40).saturating_sub(4 * masks.len())]);
        let mut file = bmp(&info.build(), &[], data);
        file[14] = size as u8;
        file
    };
    // Red 31, green 32: 129.5, blue 1: 8.2.
    let word = [0x01, 0xfc, 0, 0];
    let masks = [0xf800, 0x7e0, 0x1f];
    assert_eq!(Info::of(&file(40, 16, 3, &masks, &word)).expect("a bmp").format, P::Bgr565);
    for size in [40, 52, 56, 108, 124] {
        assert_pixels("BGR565", &file(size, 16, 3, &masks, &word), &[[255, 130, 8, 255]]);
    }
    let alpha = [0xf00, 0xf0, 0xf, 0xf000];
    assert_pixels("BGRA4", &file(56, 16, 3, &alpha, &[0x18, 0x4f, 0, 0]), &[[255, 17, 136, 68]]);
    // Masks of four channels after the shortest header.
    assert_pixels("with alpha", &file(40, 16, 6, &alpha, &[0x18, 0x4f, 0, 0]), &[[255, 17, 136, 68]]);
    // Of ten bits the upper eight.
    let ten = [0x3ff0_0000, 0xf_fc00, 0x3ff, 0];
    let word = (1023_u32 << 20 | 512 << 10 | 7).to_le_bytes();
    assert_pixels("ten bits", &file(108, 32, 3, &ten, &word), &[[255, 128, 1, 255]]);
    assert_refused(&file(40, 32, 3, &[0xff, 0, 0xff_0000], &word), "missing mask of a colour");
    assert_refused(&file(40, 32, 3, &[0xff, 0xf0f0_0000, 0xff00], &word), "invalid mask 0xf0f00000");
    assert_refused(&file(64, 32, 3, &[0xff, 0xff00, 0xff_0000], &word), "a header of 64 bytes");
}

#[test]
fn bmp_runs() {
    // The bottom row: two of red, one skipped, green. A move one up, one right; then three pixels one by one, padded.
    let data = [2, 1, 0, 2, 1, 0, 1, 2, 0, 0, 0, 2, 1, 0, 0, 3, 3, 1, 2, 0, 0, 0, 0, 1];
    let middle = [BLACK, BLUE, RED, GREEN];
    let bottom = [RED, RED, BLACK, GREEN];
    assert_pixels("8 bits", &indexed([4, 3], 8, 1, &data), &[[BLACK; 4], middle, bottom].concat());
    // A move of two rows up keeps the column.
    let data = [1, 1, 0, 2, 1, 2, 1, 2, 0, 0];
    let top = [BLACK, BLACK, GREEN];
    assert_pixels("moves", &indexed([3, 3], 8, 1, &data), &[top, [BLACK; 3], [RED, BLACK, BLACK]].concat());
    // A run alternates between both numbers.
    let data = [3, 0x12, 0, 0, 0, 3, 0x31, 0x20, 0, 0];
    assert_pixels("4 bits", &indexed([3, 2], 4, 2, &data), &[[BLUE, RED, GREEN], [RED, GREEN, RED]].concat());
    // Some programs write runs of bytes beyond the row.
    assert_pixels("a long run", &indexed([2, 1], 8, 1, &[9, 1, 0, 0]), &[RED, RED]);
    assert_refused(&indexed([2, 1], 4, 2, &[3, 0x12, 0, 0]), "a run of 3 pixels leaves row 0 of 1");
    assert_refused(&indexed([2, 1], 8, 1, &[0, 3, 1, 1, 1, 0]), "a run of 3 pixels leaves row 0 of 1");
    assert_refused(&indexed([2, 1], 8, 1, &[0, 2, 3, 0]), "a move leaves the 2 x 1 pixels");
    assert_refused(&indexed([2, 1], 8, 1, &[0, 2, 0, 1]), "a move leaves the 2 x 1 pixels");
    for data in [&[2, 1][..], &[2, 1, 0], &[0, 2, 1], &[0, 3, 1, 1, 1]] {
        assert_refused(&indexed([3, 1], 8, 1, data), "data cut off in row 0 of 1");
    }
}
