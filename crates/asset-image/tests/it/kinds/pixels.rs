//! Pixels of tiny files, worked out by hand from the definitions of their formats.

use asset_image::{ErrorKind, Info, Limits, Mip, PixelFormat as P, Pixels, decode};
use testkit::ByteBuilder;

use super::files::{bmp, bmp_info, dds, dxgi, ktx, png, tga};

pub(super) fn pixels(name: &str, file: &[u8]) -> Pixels {
    decode(file, Mip(0), &mut Limits::default().budget()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[track_caller]
fn assert_pixel(name: &str, file: &[u8], expected: [u8; 4]) {
    assert_eq!(pixels(name, file).get(0, 0), Some(expected), "{name}");
}

fn u16s(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn u32s(values: &[u32]) -> Vec<u8> {
    ByteBuilder::new().u32s(values).build()
}

fn f32s(values: &[f32]) -> Vec<u8> {
    ByteBuilder::new().f32s(values).build()
}

/// Whole numbers of `n` bits are `255 · v / (2ⁿ − 1)`, rounded.
#[test]
fn whole_numbers_decode_rounded() {
    for (name, number, data, expected) in [
        ("R8_UNORM", 61, vec![200], [200, 200, 200, 255]),
        ("A8_UNORM", 65, vec![7], [0, 0, 0, 7]),
        ("R8G8_UNORM", 49, vec![10, 20], [10, 20, 0, 255]),
        ("B8G8R8A8_UNORM", 87, vec![1, 2, 3, 4], [3, 2, 1, 4]),
        ("B8G8R8X8_UNORM", 88, vec![1, 2, 3, 4], [3, 2, 1, 255]),
        // 4660 is 18.13, 32768 is 127.502.
        ("R16_UNORM", 56, u16s(&[0x1234]), [18, 18, 18, 255]),
        ("R16G16_UNORM", 35, u16s(&[0x1234, 0xffff]), [18, 255, 0, 255]),
        ("R16G16B16A16_UNORM", 11, u16s(&[0, 0x1234, 0x8000, 0xffff]), [0, 18, 128, 255]),
        // Red 1023, green 512: 127.6, blue 4: 0.997, alpha 1 of 3.
        ("R10G10B10A2_UNORM", 24, u32s(&[1023 | 512 << 10 | 4 << 20 | 1 << 30]), [255, 128, 1, 85]),
        // Red 31, green 32: 129.5, blue 1: 8.2.
        ("B5G6R5_UNORM", 85, u16s(&[31 << 11 | 32 << 5 | 1]), [255, 130, 8, 255]),
        // Red 16: 131.6; alpha 0.
        ("B5G5R5A1_UNORM", 86, u16s(&[16 << 10 | 31 << 5 | 1]), [132, 255, 8, 0]),
        ("B4G4R4A4_UNORM", 115, u16s(&[0x4f18]), [255, 17, 136, 68]),
    ] {
        assert_pixel(name, &dxgi(number, &data), expected);
    }
}

/// Signed numbers are −1 to 1, which becomes 0 to 255; the lowest of all counts as −1. Blue that isn't stored is 0, the middle.
#[test]
fn signed_numbers() {
    for (name, number, data, expected) in [
        // 64 of 127: 191.7; −64: 63.2.
        ("R8_SNORM", 63, vec![0x40], [192, 192, 192, 255]),
        ("R8G8_SNORM", 51, vec![0x81, 0xc0], [0, 63, 128, 255]),
        ("R8G8B8A8_SNORM", 31, vec![0x7f, 0x80, 0x40, 0xc0], [255, 0, 192, 63]),
        // 16384 of 32767: 191.25; −16384: 63.7.
        ("R16_SNORM", 58, u16s(&[0x4000]), [191, 191, 191, 255]),
        ("R16G16_SNORM", 37, u16s(&[0x7fff, 0x8001]), [255, 0, 128, 255]),
        ("R16G16B16A16_SNORM", 13, u16s(&[0x7fff, 0x8000, 0x4000, 0xc000]), [255, 0, 191, 64]),
        // Two ends, and every pixel is the first.
        ("BC4_SNORM", 81, vec![0x7f, 0x81, 0, 0, 0, 0, 0, 0], [255, 255, 255, 255]),
        ("BC5_SNORM", 84, vec![0x7f, 0x81, 0, 0, 0, 0, 0, 0, 0x81, 0x7f, 0, 0, 0, 0, 0, 0], [255, 0, 128, 255]),
    ] {
        assert_pixel(name, &dxgi(number, &data), expected);
    }
}

/// Floats are cut off to 0 to 1; a quarter is 63.75, three quarters are 191.25. NaN is 0.
#[test]
fn floats() {
    let [quarter, most, one, two, minus_one, nan] = [0x3400, 0x3a00, 0x3c00, 0x4000, 0xbc00, 0x7e00];
    // Five bits of exponent with a bias of 15, and six of mantissa, of blue five: 1, a quarter, three quarters.
    let small = 15 << 6 | (13 << 6) << 11 | (14 << 5 | 1 << 4) << 22;
    // The exponent 15 makes the mantissas parts of 512: a quarter, three quarters, an eighth.
    let shared = 128 | 384 << 9 | 64 << 18 | 15 << 27;
    for (name, number, data, expected) in [
        ("R16_FLOAT", 54, u16s(&[quarter]), [64, 64, 64, 255]),
        ("R16G16_FLOAT", 34, u16s(&[most, two]), [191, 255, 0, 255]),
        ("R16G16B16A16_FLOAT", 10, u16s(&[nan, minus_one, quarter, one]), [0, 0, 64, 255]),
        ("R32_FLOAT", 41, f32s(&[0.25]), [64, 64, 64, 255]),
        ("R32G32_FLOAT", 16, f32s(&[0.75, 7.0]), [191, 255, 0, 255]),
        ("R32G32B32_FLOAT", 6, f32s(&[-1.0, f32::NAN, 0.25]), [0, 0, 64, 255]),
        ("R32G32B32A32_FLOAT", 2, f32s(&[0.25, 0.75, f32::INFINITY, 0.0]), [64, 191, 255, 0]),
        ("R11G11B10_FLOAT", 26, u32s(&[small]), [255, 64, 191, 255]),
        ("R9G9B9E5_SHAREDEXP", 67, u32s(&[shared]), [64, 191, 32, 255]),
    ] {
        assert_pixel(name, &dxgi(number, &data), expected);
    }
}

/// Formats that only a dds without DX10 header can have.
#[test]
fn masks_and_characters() {
    let red_in_alpha = [200, 100, 0, 0, 0, 0, 0, 0, 0xe0, 0x07, 0, 0, 0, 0, 0, 0];
    for (name, file, expected) in [
        ("RGBX8", dds(0x40, [0; 4], 32, [0xff, 0xff00, 0xff_0000, 0], &[1, 2, 3, 4]), [1, 2, 3, 255]),
        ("RGB8", dds(0x40, [0; 4], 24, [0xff, 0xff00, 0xff_0000, 0], &[1, 2, 3]), [1, 2, 3, 255]),
        (
            "RGB565",
            dds(0x40, [0; 4], 16, [0x1f, 0x7e0, 0xf800, 0], &u16s(&[31 << 11 | 32 << 5 | 1])),
            [8, 130, 255, 255],
        ),
        (
            "BGR5X1",
            dds(0x40, [0; 4], 16, [0x7c00, 0x3e0, 0x1f, 0], &u16s(&[16 << 10 | 31 << 5 | 1])),
            [132, 255, 8, 255],
        ),
        ("L16", dds(0x2_0000, [0; 4], 16, [0xffff, 0, 0, 0], &u16s(&[0x8000])), [128, 128, 128, 255]),
        ("LA8", dds(0x2_0001, [0; 4], 16, [0xff, 0, 0, 0xff00], &[7, 9]), [7, 7, 7, 9]),
        // Alpha of the first pixel is 4 of 15; red 31, the first of both colours.
        ("DXT3", dds(4, *b"DXT3", 0, [0; 4], &[4, 0, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0, 0, 0, 0, 0, 0]), [255, 0, 0, 68]),
        // Green 63; the first of both alphas is red.
        ("RXGB", dds(4, *b"RXGB", 0, [0; 4], &red_in_alpha), [200, 255, 0, 255]),
    ] {
        assert_pixel(name, &file, expected);
    }
}

#[test]
fn blocks() {
    // The first colour isn't greater than the second: the fourth entry is black, and transparent where there is alpha.
    let fourth = [0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    // Grey of 16 in five bits, 132, and the first table. An index has its bits in two words: 2 is transparent, 1 adds 8.
    let punched = [0x80, 0x80, 0x80, 0, 0, 1, 0, 2];
    for (name, internal, data, expected) in [
        ("RGB_S3TC_DXT1", 0x83f0, fourth, [0, 0, 0, 255]),
        ("RGBA_S3TC_DXT1", 0x83f1, fourth, [0, 0, 0, 0]),
        ("RGB8_PUNCHTHROUGH_ALPHA1_ETC2", 0x9276, punched, [0, 0, 0, 0]),
    ] {
        assert_pixel(name, &ktx([internal, 0, 0], (1, 1), &data), expected);
    }
    // BC2 and BC3 have four colours in either order: black, white, a third, two thirds.
    let ordered = [&[255; 8][..], &[0, 0, 255, 255, 0b1110_0100, 0, 0, 0]].concat();
    let grey = |value: u8| [value, value, value, 255];
    for (name, internal) in [("RGBA_S3TC_DXT3", 0x83f2), ("RGBA_S3TC_DXT5", 0x83f3)] {
        let row = pixels(name, &ktx([internal, 0, 0], (4, 1), &ordered));
        assert_eq!(row.pixels(), [grey(0), grey(255), grey(85), grey(170)], "{name}");
    }
    // Pixels of a block are stored column by column.
    let column = pixels("punched", &ktx([0x9276, 0, 0], (1, 3), &punched));
    assert_eq!(column.pixels(), [[0, 0, 0, 0], [140, 140, 140, 255], [132, 132, 132, 255]]);
}

/// Both colours of every block are opaque red, so that it doesn't matter how they are mixed.
#[test]
fn pvrtc() {
    let red = [0, 0, 0, 0, 0, 0xfc, 0, 0xfc].repeat(4);
    for (name, internal, size) in
        [("PVRTC4", 0x8c02, (8, 8)), ("PVRTC2", 0x8c03, (16, 8)), ("the smallest", 0x8c02, (1, 1))]
    {
        let pixels = pixels(name, &ktx([internal, 0, 0], size, &red));
        assert_eq!(pixels.size(), size, "{name}");
        assert!(pixels.pixels().iter().all(|pixel| *pixel == [255, 0, 0, 255]), "{name}: {:?}", pixels.get(0, 0));
    }
    let odd = ktx([0x8c02, 0, 0], (12, 8), &[0; 48]);
    let error = decode(&odd, Mip(0), &mut Limits::default().budget()).expect_err("12 is no power of two");
    assert_eq!(error.kind(), &ErrorKind::Codec(String::from("PVRTC of a size that is no power of two")));
    assert_eq!(error.to_string(), "pixels: PVRTC of a size that is no power of two");
}

/// All colour types and depths: of 16 bits the upper byte.
#[test]
fn png_depths() {
    use png::BitDepth::{Eight, Four, One, Sixteen, Two};
    use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    let grey = |value: u8| [value, value, value, 255];
    let palette = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let (first, second, third) = ([1, 2, 3, 255], [4, 5, 6, 255], [7, 8, 9, 255]);
    for (color, depth, row, format, expected) in [
        (Grayscale, One, vec![0b0100_0000], P::L1, vec![grey(0), grey(255)]),
        (Grayscale, Two, vec![0b0001_1011], P::L2, vec![grey(0), grey(85), grey(170), grey(255)]),
        (Grayscale, Four, vec![0x08], P::L4, vec![grey(0), grey(136)]),
        (Grayscale, Eight, vec![9], P::L8, vec![grey(9)]),
        (Grayscale, Sixteen, vec![0x12, 0xff], P::L16, vec![grey(0x12)]),
        (Rgb, Eight, vec![1, 2, 3], P::Rgb8, vec![first]),
        (Rgb, Sixteen, vec![1, 0xff, 2, 0, 3, 0x80], P::Rgb16, vec![first]),
        (Indexed, One, vec![0b0100_0000], P::P1, vec![first, second]),
        (Indexed, Two, vec![0b0001_1000], P::P2, vec![first, second, third]),
        (Indexed, Four, vec![0x12], P::P4, vec![second, third]),
        (Indexed, Eight, vec![2, 0], P::P8, vec![third, first]),
        (GrayscaleAlpha, Eight, vec![7, 9], P::La8, vec![[7, 7, 7, 9]]),
        (GrayscaleAlpha, Sixteen, vec![7, 0xff, 9, 0], P::La16, vec![[7, 7, 7, 9]]),
        (Rgba, Eight, vec![1, 2, 3, 4], P::Rgba8, vec![[1, 2, 3, 4]]),
        (Rgba, Sixteen, vec![1, 0xff, 2, 0, 3, 0, 4, 0], P::Rgba16, vec![[1, 2, 3, 4]]),
    ] {
        let palette = if color == Indexed { &palette[..] } else { &[] };
        let file = png(expected.len() as u32, color, depth, palette, &row);
        assert_eq!(Info::of(&file).expect("a png").format, format, "{color:?} {depth:?}");
        assert_eq!(pixels("png", &file).pixels(), expected, "{color:?} {depth:?}");
    }
}

#[test]
fn bmp_headers() {
    let core = |bits| ByteBuilder::new().u16(2).u16(2).u16(1).u16(bits).build();
    // Entries of OS/2 have three bytes, blue first; later ones have four.
    let (three, four) = ([1, 2, 3, 4, 5, 6], [1, 2, 3, 0, 4, 5, 6, 0]);
    let (first, second) = ([3, 2, 1, 255], [6, 5, 4, 255]);
    let padded = [&four[..], &[0; 56]].concat();
    let with_alpha = bmp_info([1, 1], 32, 3).u32s(&[0xff_0000, 0xff00, 0xff, 0xff00_0000]).raw(&[0; 52]).build();
    for (name, file, format, expected) in [
        ("OS/2", bmp(&core(1), &three, &[0x40, 0, 0, 0, 0x80, 0, 0, 0]), P::P1, vec![second, first, first, second]),
        ("P1", bmp(&bmp_info([2, 1], 1, 0).build(), &four, &[0x40, 0, 0, 0]), P::P1, vec![first, second]),
        ("P2", bmp(&bmp_info([2, 1], 2, 0).build(), &padded[..16], &[0x10, 0, 0, 0]), P::P2, vec![first, second]),
        ("P4", bmp(&bmp_info([2, 1], 4, 0).build(), &padded, &[0x10, 0, 0, 0]), P::P4, vec![second, first]),
        (
            "BGR5X1",
            bmp(&bmp_info([1, 1], 16, 0).build(), &[], &[0xe1, 0x43, 0, 0]),
            P::Bgr5X1,
            vec![[132, 255, 8, 255]],
        ),
        ("BGRX8", bmp(&bmp_info([1, 1], 32, 0).build(), &[], &[1, 2, 3, 4]), P::Bgrx8, vec![[3, 2, 1, 255]]),
        ("BGRA8", bmp(&with_alpha, &[], &[1, 2, 3, 4]), P::Bgra8, vec![[3, 2, 1, 4]]),
        (
            "top first",
            bmp(&bmp_info([1, -2], 24, 0).build(), &[], &[1, 2, 3, 0, 4, 5, 6, 0]),
            P::Bgr8,
            vec![first, second],
        ),
    ] {
        let info = Info::of(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(info.format, format, "{name}");
        assert_eq!(pixels(name, &file).pixels(), expected, "{name}");
    }
}

#[test]
fn tga_depths() {
    let grey = tga(3, 16, 8, &[7, 9]);
    assert_eq!(Info::of(&grey).expect("a tga").format, P::La8);
    assert_pixel("grey and alpha", &grey, [7, 7, 7, 9]);
    assert_pixel("grey", &tga(3, 8, 0, &[7]), [7, 7, 7, 255]);
}
