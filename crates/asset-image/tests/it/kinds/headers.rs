//! Header fields other than the format, and messages about invalid ones.

use asset_image::ColorSpace::{Linear, Srgb, Unknown};
use asset_image::binio::Fault;
use asset_image::{ErrorKind, FormatCode, Image, Info, Kind, Limits, Mip, NormalPacking, PixelFormat as P, decode};
use testkit::ByteBuilder;
use testkit::hostile::with_word;

use super::files::{bmp, bmp_info, dds, dxgi, ktx, ktx2, png, vtf};

fn info(bytes: &[u8]) -> Info {
    Info::of(bytes).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn assert_error(bytes: &[u8], kind: impl Into<ErrorKind>, offset: u64, text: &str) {
    let error = Info::of(bytes).expect_err("bad bytes");
    assert_eq!((error.kind(), error.offset()), (&kind.into(), Some(offset)), "{error}");
    assert_eq!(error.to_string(), text);
}

/// Bytes at an offset.
fn with_bytes(bytes: &[u8], offset: usize, new: &[u8]) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[offset..offset + new.len()].copy_from_slice(new);
    changed
}

#[test]
fn supercompression_by_name() {
    for (number, name, format) in [
        (0, None, P::Rgba8),
        (1, Some("BasisLZ"), P::Etc1s),
        (2, Some("Zstandard"), P::Rgba8),
        (3, Some("zlib"), P::Rgba8),
        (4, Some("an unknown scheme"), P::Rgba8),
    ] {
        let bytes = with_word(&ktx2(37, &[1, 2, 3, 4]), 44, number);
        let image = Image::parse(&bytes).expect("a header");
        assert_eq!((image.info().supercompression, image.info().format), (name, format));
        assert_eq!(image.surface(Mip(0)).is_some(), name.is_none(), "what is compressed has no surfaces");
        let error = image.decode(Mip(0), &mut Limits::default().budget()).err().map(|error| error.to_string());
        match number {
            0 => assert_eq!(error, None),
            1 => assert_eq!(error.as_deref(), Some("pixels: no codebooks")),
            2 => assert!(error.is_some_and(|error| error.starts_with("pixels: ")), "no frame of Zstandard"),
            _ => assert_eq!(error, name.map(|name| format!("pixels: data compressed by {name} can't be decoded"))),
        }
    }
}

/// The data format descriptor contains the transfer function and flags; it takes precedence over the Vulkan format.
#[test]
fn descriptors_of_ktx2() {
    for (vk, transfer, flags, space, premultiplied) in [
        (37, 0, 0, Unknown, false),
        (37, 1, 1, Linear, true),
        (37, 2, 0, Srgb, false),
        (43, 0, 1, Srgb, true),
        (43, 1, 0, Linear, false),
    ] {
        let descriptor = ByteBuilder::new().u32s(&[44, 0]).u16(2).u16(40).raw(&[1, 1, transfer, flags]).build();
        let file = [ktx2(vk, &[1, 2, 3, 4]), descriptor].concat();
        let info = info(&with_word(&with_word(&file, 48, 108), 52, 44));
        assert_eq!((info.color_space, info.premultiplied), (space, premultiplied), "{vk} {transfer} {flags}");
    }
    let beyond = with_word(&with_word(&ktx2(37, &[1, 2, 3, 4]), 48, 108), 52, 44);
    let text = "data format descriptor: expected 16 bytes, found 0 (at byte 0x6c)";
    assert_error(&beyond, Fault::UnexpectedEnd { needed: 16, remaining: 0 }, 108, text);
}

/// The order of all words is turned round, and of pixels whose numbers have more than a byte.
#[test]
fn big_endian_ktx() {
    let turned = |bytes: &[u8], size_of_type: u32| {
        let bytes = with_word(bytes, 20, size_of_type);
        let words: Vec<u8> = bytes[12..68].chunks(4).flat_map(|word| word.iter().rev().copied()).collect();
        with_bytes(&bytes, 12, &words)
    };
    let bytes = info(&turned(&ktx([0x8058, 0x1908, 0x1401], (1, 1), &[1, 2, 3, 4]), 1));
    assert_eq!((bytes.format, bytes.width, bytes.mips), (P::Rgba8, 1, 1));
    let halves = turned(&ktx([0x881a, 0x1908, 0x140b], (1, 1), &[0; 8]), 2);
    assert_eq!(info(&halves).format, P::Other(FormatCode::Named("pixels of big-endian numbers")));
    let blocks = turned(&ktx([0x8e8c, 0, 0], (1, 1), &[0; 16]), 4);
    assert_eq!(info(&blocks).format, P::Bc7, "blocks have no order");
}

/// Of two mips, the first is cut off.
#[test]
fn mips_of_ktx() {
    let two = with_word(&ktx([0x83f1, 0, 0], (4, 4), &[0; 8]), 56, 2);
    let fault = |needed, remaining| Fault::UnexpectedEnd { needed, remaining };
    assert_error(&two[..72], fault(8, 4), 68, "mip 0: expected 8 bytes, found 4 (at byte 0x44)");
    assert_error(&two, fault(4, 0), 76, "mip 1: expected 4 bytes, found 0 (at byte 0x4c)");
}

#[test]
fn volumes_of_dds() {
    // Depth at byte 24, second capabilities at 112: a volume of two slices.
    let legacy = dds(0x41, [0; 4], 32, [0xff, 0xff00, 0xff_0000, 0xff00_0000], &[1, 2, 3, 4, 5, 6, 7, 8]);
    let legacy = with_word(&with_word(&legacy, 24, 2), 112, 0x20_0000);
    // Dimension at byte 132.
    let new = with_word(&with_word(&dxgi(28, &[1, 2, 3, 4, 5, 6, 7, 8]), 24, 2), 132, 4);
    for bytes in [legacy, new] {
        let image = Image::parse(&bytes).expect("a volume");
        assert_eq!((image.info().depth, image.info().faces, image.info().layers), (2, 1, 1));
        assert_eq!(image.surface(Mip(0).slice(1)), Some(&[5, 6, 7, 8][..]));
        assert_eq!(image.surface(Mip(0).slice(2)), None);
        let cut = &bytes[..bytes.len() - 1];
        let start = bytes.len() as u64 - 8;
        let text = format!("mip 0: expected 8 bytes, found 7 (at byte {start:#x})");
        assert_error(cut, Fault::UnexpectedEnd { needed: 8, remaining: 7 }, start, &text);
    }
}

#[test]
fn marked_normal_maps() {
    let marked = u32::from_le_bytes(*b"xGxR");
    let dxt5 = dds(4, *b"DXT5", marked, [0; 4], &[0; 16]);
    assert_eq!(info(&dxt5).normals, Some(NormalPacking::AlphaGreen));
    assert_eq!(info(&dds(4, *b"DXT1", marked, [0; 4], &[0; 8])).normals, None);
}

#[test]
fn flags_of_vtf() {
    let vtf = vtf(0, &(1..=28).collect::<Vec<u8>>());
    for (flags, space, normals, faces) in [
        (0, Unknown, None, 1),
        (0x40, Srgb, None, 1),
        (0x80, Unknown, Some(NormalPacking::Rgb), 1),
        // A picture of the surroundings in a ball is the seventh.
        (0x4000, Unknown, None, 7),
    ] {
        let info = info(&with_word(&vtf, 20, flags));
        assert_eq!((info.color_space, info.normals, info.faces), (space, normals, faces), "{flags:#x}");
    }
    let without_ball = with_bytes(&with_word(&vtf, 20, 0x4000), 26, &[0xff, 0xff]);
    assert_eq!(info(&without_ball).faces, 6);
    let image = Image::parse(&without_ball).expect("six faces");
    assert_eq!(image.surface(Mip(0).face(5)), Some(&[21, 22, 23, 24][..]));
}

/// The texture follows the thumbnail, whose format, width and height are at byte 57.
#[test]
fn thumbnails_of_vtf() {
    let vtf = vtf(0, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let thumbnail = with_bytes(&vtf, 57, &[0, 0, 0, 0, 1, 1]);
    assert_eq!(Image::parse(&thumbnail).expect("with thumbnail").surface(Mip(0)), Some(&[5, 6, 7, 8][..]));
    let empty = with_bytes(&vtf, 57, &[0, 0, 0, 0, 0, 1]);
    assert_eq!(Image::parse(&empty).expect("of no pixels").surface(Mip(0)), Some(&[1, 2, 3, 4][..]));
    let unknown = with_bytes(&vtf, 57, &[200, 0, 0, 0, 1, 1]);
    let said = ErrorKind::Header("a thumbnail of an unknown format");
    assert_error(&unknown, said, 57, "a thumbnail of an unknown format (at byte 0x39)");
}

/// The marker of the frame is the process; the frame contains precision and number of components.
#[test]
fn processes_of_jpg() {
    let frame = |marker, precision, components| {
        info(&[0xff, 0xd8, 0xff, marker, 0, 11, precision, 0, 2, 0, 3, components, 1, 0x11, 0]).format
    };
    let lossless = "a jpg of the lossless or a hierarchical process";
    for marker in [0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf] {
        assert_eq!(frame(marker, 8, 1), P::Other(FormatCode::Named(lossless)), "{marker:#x}");
    }
    for marker in [0xc9, 0xca] {
        assert_eq!(frame(marker, 8, 1), P::Other(FormatCode::Named("a jpg with arithmetic coding")), "{marker:#x}");
    }
    for marker in [0xc0, 0xc1, 0xc2] {
        assert_eq!([1, 3, 4].map(|count| frame(marker, 8, count)), [P::L8, P::YCbCr8, P::Cmyk8], "{marker:#x}");
    }
    let odd = "a jpg of two or more than four components";
    assert_eq!(frame(0xc0, 8, 2), P::Other(FormatCode::Named(odd)));
    assert_eq!(frame(0xc1, 12, 1), P::Other(FormatCode::Named("a jpg of more than 8 bits")));
}

#[test]
fn odd_bmps() {
    // The shortest header of OS/2 2 has no compression; the bytes in its place are pixels here.
    let shortest = ByteBuilder::new().u32s(&[1, 1]).u16(1).u16(24).build();
    assert_eq!(info(&bmp(&shortest, &[], &[1, 2, 3, 0])).format, P::Bgr8);
    let holds = "a bmp that holds a jpg or a png";
    assert_eq!(info(&bmp(&bmp_info([1, 1], 0, 4).build(), &[], &[])).format, P::Other(FormatCode::Named(holds)));
    let bits = "a bmp of no known number of bits";
    assert_eq!(info(&bmp(&bmp_info([1, 1], 7, 0).build(), &[], &[])).format, P::Other(FormatCode::Named(bits)));
    let masked = FormatCode::Masks(16, [0; 4]);
    assert_eq!(info(&bmp(&bmp_info([1, 1], 16, 3).build(), &[], &[0; 4])).format, P::Other(masked));
    let negative = bmp(&bmp_info([-1, 1], 24, 0).build(), &[], &[0; 4]);
    let text = "header: a negative width (at byte 0x12)";
    assert_error(&negative, ErrorKind::Header("a negative width"), 18, text);
    let cut = bmp(&bmp_info([2, 2], 24, 0).build(), &[], &[0; 15]);
    let text = "pixels: expected 16 bytes, found 15 (at byte 0x36)";
    assert_error(&cut, Fault::UnexpectedEnd { needed: 16, remaining: 15 }, 54, text);
}

#[test]
fn odd_pngs() {
    let file = png(1, png::ColorType::Rgb, png::BitDepth::Eight, &[], &[1, 2, 3]);
    // Colours of four bits.
    let odd = "a png of a colour type and depth that don't go together";
    assert_eq!(info(&with_bytes(&file, 24, &[4])).format, P::Other(FormatCode::Named(odd)));
    // More pixels than 64 bits count bytes of.
    let largest = with_bytes(&file, 16, &[0xff; 8]);
    let error = decode(&largest, Mip(0), &mut Limits::UNLIMITED.budget()).expect_err("2^64 pixels");
    assert_eq!(error.kind(), &Fault::Limit("size of a surface").into());
    assert_eq!(error.to_string(), "pixels: exceeded the limit of size of a surface");
}

#[test]
fn odd_others() {
    let webp = b"RIFF\x16\0\0\0WEBPALPH\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let text = "chunk: no chunk that a webp begins with (at byte 0xc)";
    assert_error(webp, ErrorKind::Header("no chunk that a webp begins with"), 12, text);
    for hdr in ["#?RADIANCE\n", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 5 +X\n", "#?RGBE\n\n-Y five +X 9\n"] {
        let text = "header: no resolution after the first lines (at byte 0x0)";
        assert_error(hdr.as_bytes(), ErrorKind::Header("no resolution after the first lines"), 0, text);
    }
    let on_side = info(b"#?RGBE\n\n+X 9 -Y 5\n");
    assert_eq!((on_side.kind, on_side.width, on_side.height, on_side.color_space), (Kind::Hdr, 9, 5, Linear));
    let pvr = [0_u32, 2, 0, 1, 0, 8, 16].into_iter().fold(ByteBuilder::new().raw(b"\x03RVP"), ByteBuilder::u32_be);
    let pvr = info(&pvr.build());
    assert_eq!((pvr.kind, pvr.width, pvr.height, pvr.color_space), (Kind::Pvr, 16, 8, Srgb));
}
