//! Format, colour space and pixel size of each container's format numbers. The numbers and their official names are from the public lists:
//! DXGI_FORMAT and D3DFORMAT (Microsoft), the OpenGL registry and `VkFormat` (Khronos), `ImageFormat` of the Source engine (Valve).

use asset_image::ColorSpace::{self, Linear, Srgb, Unknown};
use asset_image::binio::Severity;
use asset_image::{FormatCode, Image, Info, Mip, PixelFormat as P, kinds};

use super::files::{dds, dxgi, ktx, ktx2, vtf};

/// Name, number, format, bytes of the smallest surface, colour space.
type Row = (&'static str, u32, P, usize, ColorSpace);

/// Returns `length` different bytes.
fn noise(length: usize) -> Vec<u8> {
    (1..).take(length).collect()
}

/// The file holds one pixel of a format, and the smallest surface of it is `data`.
#[track_caller]
fn assert_format(name: &str, file: &[u8], format: P, space: ColorSpace, data: &[u8]) {
    let image = Image::parse(file).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!((image.info().format, image.info().color_space), (format, space), "{name}");
    assert_eq!(image.surface(Mip(0)), Some(data), "{name}: the bytes of a surface");
}

/// Numbers outside of `rows` are kept as numbers.
fn assert_others(
    numbers: impl Iterator<Item = u32>,
    rows: &[Row],
    file: impl Fn(u32) -> Vec<u8>,
    code: fn(u32) -> FormatCode,
) {
    for number in numbers.filter(|number| rows.iter().all(|row| row.1 != *number)) {
        assert_eq!(Info::of(&file(number)).expect("a header").format, P::Other(code(number)), "{number}");
    }
}

const DXGI: &[Row] = &[
    ("R32G32B32A32_FLOAT", 2, P::Rgba32F, 16, Linear),
    ("R32G32B32_FLOAT", 6, P::Rgb32F, 12, Linear),
    ("R16G16B16A16_FLOAT", 10, P::Rgba16F, 8, Linear),
    ("R16G16B16A16_UNORM", 11, P::Rgba16, 8, Unknown),
    ("R16G16B16A16_SNORM", 13, P::Rgba16Snorm, 8, Unknown),
    ("R32G32_FLOAT", 16, P::Rg32F, 8, Linear),
    ("R10G10B10A2_UNORM", 24, P::Rgb10A2, 4, Unknown),
    ("R11G11B10_FLOAT", 26, P::Rg11B10F, 4, Linear),
    ("R8G8B8A8_TYPELESS", 27, P::Rgba8, 4, Unknown),
    ("R8G8B8A8_UNORM", 28, P::Rgba8, 4, Unknown),
    ("R8G8B8A8_UNORM_SRGB", 29, P::Rgba8, 4, Srgb),
    ("R8G8B8A8_SNORM", 31, P::Rgba8Snorm, 4, Unknown),
    ("R16G16_FLOAT", 34, P::Rg16F, 4, Linear),
    ("R16G16_UNORM", 35, P::Rg16, 4, Unknown),
    ("R16G16_SNORM", 37, P::Rg16Snorm, 4, Unknown),
    ("R32_FLOAT", 41, P::R32F, 4, Linear),
    ("R8G8_UNORM", 49, P::Rg8, 2, Unknown),
    ("R8G8_SNORM", 51, P::Rg8Snorm, 2, Unknown),
    ("R16_FLOAT", 54, P::R16F, 2, Linear),
    ("R16_UNORM", 56, P::R16, 2, Unknown),
    ("R16_SNORM", 58, P::R16Snorm, 2, Unknown),
    ("R8_UNORM", 61, P::R8, 1, Unknown),
    ("R8_SNORM", 63, P::R8Snorm, 1, Unknown),
    ("A8_UNORM", 65, P::A8, 1, Unknown),
    ("R9G9B9E5_SHAREDEXP", 67, P::Rgb9E5, 4, Linear),
    ("BC1_TYPELESS", 70, P::Bc1, 8, Unknown),
    ("BC1_UNORM", 71, P::Bc1, 8, Unknown),
    ("BC1_UNORM_SRGB", 72, P::Bc1, 8, Srgb),
    ("BC2_TYPELESS", 73, P::Bc2, 16, Unknown),
    ("BC2_UNORM", 74, P::Bc2, 16, Unknown),
    ("BC2_UNORM_SRGB", 75, P::Bc2, 16, Srgb),
    ("BC3_TYPELESS", 76, P::Bc3, 16, Unknown),
    ("BC3_UNORM", 77, P::Bc3, 16, Unknown),
    ("BC3_UNORM_SRGB", 78, P::Bc3, 16, Srgb),
    ("BC4_TYPELESS", 79, P::Bc4, 8, Unknown),
    ("BC4_UNORM", 80, P::Bc4, 8, Unknown),
    ("BC4_SNORM", 81, P::Bc4Snorm, 8, Unknown),
    ("BC5_TYPELESS", 82, P::Bc5, 16, Unknown),
    ("BC5_UNORM", 83, P::Bc5, 16, Unknown),
    ("BC5_SNORM", 84, P::Bc5Snorm, 16, Unknown),
    ("B5G6R5_UNORM", 85, P::Bgr565, 2, Unknown),
    ("B5G5R5A1_UNORM", 86, P::Bgr5A1, 2, Unknown),
    ("B8G8R8A8_UNORM", 87, P::Bgra8, 4, Unknown),
    ("B8G8R8X8_UNORM", 88, P::Bgrx8, 4, Unknown),
    ("B8G8R8A8_TYPELESS", 90, P::Bgra8, 4, Unknown),
    ("B8G8R8A8_UNORM_SRGB", 91, P::Bgra8, 4, Srgb),
    ("B8G8R8X8_TYPELESS", 92, P::Bgrx8, 4, Unknown),
    ("B8G8R8X8_UNORM_SRGB", 93, P::Bgrx8, 4, Srgb),
    ("BC6H_TYPELESS", 94, P::Bc6hUf16, 16, Linear),
    ("BC6H_UF16", 95, P::Bc6hUf16, 16, Linear),
    ("BC6H_SF16", 96, P::Bc6hSf16, 16, Linear),
    ("BC7_TYPELESS", 97, P::Bc7, 16, Unknown),
    ("BC7_UNORM", 98, P::Bc7, 16, Unknown),
    ("BC7_UNORM_SRGB", 99, P::Bc7, 16, Srgb),
    ("B4G4R4A4_UNORM", 115, P::Bgra4, 2, Unknown),
];

#[test]
fn dxgi_formats() {
    for (name, number, format, length, space) in DXGI.iter().copied() {
        let data = noise(length);
        assert_format(name, &dxgi(number, &data), format, space, &data);
    }
    assert_others(0..140, DXGI, |number| dxgi(number, &[]), FormatCode::Dxgi);
}

/// Four characters, or a number of D3DFORMAT in their place.
#[test]
fn dds_characters() {
    let d3d = u32::to_le_bytes;
    for (four_cc, format, length, space, premultiplied) in [
        (*b"DXT1", P::Bc1, 8, Unknown, false),
        (*b"DXT2", P::Bc2, 16, Unknown, true),
        (*b"DXT3", P::Bc2, 16, Unknown, false),
        (*b"DXT4", P::Bc3, 16, Unknown, true),
        (*b"DXT5", P::Bc3, 16, Unknown, false),
        (*b"RXGB", P::Bc3Rxgb, 16, Unknown, false),
        (*b"ATI1", P::Bc4, 8, Unknown, false),
        (*b"BC4U", P::Bc4, 8, Unknown, false),
        (*b"BC4S", P::Bc4Snorm, 8, Unknown, false),
        (*b"ATI2", P::Bc5, 16, Unknown, false),
        (*b"BC5U", P::Bc5, 16, Unknown, false),
        (*b"BC5S", P::Bc5Snorm, 16, Unknown, false),
        (*b"ETC ", P::Etc1, 8, Unknown, false),
        (*b"ETC1", P::Etc1, 8, Unknown, false),
        (*b"ETC2", P::Etc2, 8, Unknown, false),
        (*b"ET2A", P::Etc2A8, 16, Unknown, false),
        // At least two blocks across and down.
        (*b"PTC2", P::Pvrtc2, 32, Unknown, false),
        (*b"PTC4", P::Pvrtc4, 32, Unknown, false),
        // A16B16G16R16, Q16W16V16U16, R16F, G16R16F, A16B16G16R16F, R32F, G32R32F, A32B32G32R32F.
        (d3d(36), P::Rgba16, 8, Unknown, false),
        (d3d(110), P::Rgba16Snorm, 8, Unknown, false),
        (d3d(111), P::R16F, 2, Linear, false),
        (d3d(112), P::Rg16F, 4, Linear, false),
        (d3d(113), P::Rgba16F, 8, Linear, false),
        (d3d(114), P::R32F, 4, Linear, false),
        (d3d(115), P::Rg32F, 8, Linear, false),
        (d3d(116), P::Rgba32F, 16, Linear, false),
    ] {
        let (data, name) = (noise(length), FormatCode::FourCc(four_cc).to_string());
        let file = dds(4, four_cc, 0, [0; 4], &data);
        assert_format(&name, &file, format, space, &data);
        assert_eq!(Info::of(&file).expect("was read").premultiplied, premultiplied, "{name}");
    }
    for (four_cc, name) in [(*b"UYVY", "UYVY"), (d3d(117), "D3DFORMAT 117")] {
        let format = Info::of(&dds(4, four_cc, 0, [0; 4], &[])).expect("a header").format;
        assert_eq!((format, &*format.name()), (P::Other(FormatCode::FourCc(four_cc)), name));
        // A picture that no engine loads is more than one that isn't shown here.
        let file = dds(4, four_cc, 0, [0; 4], &[0; 64]);
        let findings = Image::parse(&file).expect("a header").validate();
        let unknown: Vec<_> = findings.iter().filter(|one| one.kind == kinds::FOUR_CC_UNKNOWN).collect();
        assert_eq!(unknown.len(), 1, "{findings:?}");
        assert_eq!((unknown[0].severity, unknown[0].offset), (Severity::Warning, Some(76)));
    }
}

/// Bits and masks of red, green, blue and alpha; flags 1 alpha of a pixel, 2 alpha alone, 0x40 RGB, 0x20000 luminance.
#[test]
fn dds_masks() {
    let [rgb, rgba, alpha, grey, grey_alpha] = [0x40, 0x41, 2, 0x2_0000, 0x2_0001];
    for (flags, bits, masks, format) in [
        (rgba, 32, [0xff_0000, 0xff00, 0xff, 0xff00_0000], P::Bgra8),
        (rgb, 32, [0xff_0000, 0xff00, 0xff, 0], P::Bgrx8),
        (rgba, 32, [0xff, 0xff00, 0xff_0000, 0xff00_0000], P::Rgba8),
        (rgb, 32, [0xff, 0xff00, 0xff_0000, 0], P::Rgbx8),
        // Without its flag a mask of alpha says nothing.
        (rgb, 32, [0xff, 0xff00, 0xff_0000, 0xff00_0000], P::Rgbx8),
        (rgba, 32, [0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000], P::Rgb10A2),
        (rgb, 32, [0xffff, 0xffff_0000, 0, 0], P::Rg16),
        (rgb, 24, [0xff_0000, 0xff00, 0xff, 0], P::Bgr8),
        (rgb, 24, [0xff, 0xff00, 0xff_0000, 0], P::Rgb8),
        (rgb, 16, [0xf800, 0x7e0, 0x1f, 0], P::Bgr565),
        (rgb, 16, [0x1f, 0x7e0, 0xf800, 0], P::Rgb565),
        (rgba, 16, [0x7c00, 0x3e0, 0x1f, 0x8000], P::Bgr5A1),
        (rgb, 16, [0x7c00, 0x3e0, 0x1f, 0], P::Bgr5X1),
        (rgba, 16, [0xf00, 0xf0, 0xf, 0xf000], P::Bgra4),
        (rgb, 16, [0xff, 0xff00, 0, 0], P::Rg8),
        (rgb, 16, [0xffff, 0, 0, 0], P::R16),
        (rgb, 8, [0xff, 0, 0, 0], P::R8),
        (alpha, 8, [0, 0, 0, 0xff], P::A8),
        (grey, 8, [0xff, 0, 0, 0], P::L8),
        // Tools that repeat the mask.
        (grey, 8, [0xff, 0xff, 0xff, 0], P::L8),
        (grey, 16, [0xffff, 0, 0, 0], P::L16),
        (grey_alpha, 16, [0xff, 0, 0, 0xff00], P::La8),
    ] {
        let data = noise(bits as usize / 8);
        assert_format(&format.name(), &dds(flags, [0; 4], bits, masks, &data), format, Unknown, &data);
    }
    let odd = FormatCode::Masks(32, [0xff00_0000, 0xff_0000, 0xff00, 0xff]);
    let file = dds(rgba, [0; 4], 32, [0xff00_0000, 0xff_0000, 0xff00, 0xff], &[0; 4]);
    assert_eq!(Info::of(&file).expect("a header").format, P::Other(odd));
    assert_eq!(P::Other(odd).name(), "32 bits, masks 0xff000000 0xff0000 0xff00 0xff");
}

/// Compressed: type and format are 0.
const GL: &[Row] = &[
    ("COMPRESSED_RGB_S3TC_DXT1", 0x83f0, P::Bc1Rgb, 8, Unknown),
    ("COMPRESSED_RGBA_S3TC_DXT1", 0x83f1, P::Bc1, 8, Unknown),
    ("COMPRESSED_RGBA_S3TC_DXT3", 0x83f2, P::Bc2, 16, Unknown),
    ("COMPRESSED_RGBA_S3TC_DXT5", 0x83f3, P::Bc3, 16, Unknown),
    ("COMPRESSED_SRGB_PVRTC_2BPPV1", 0x8a54, P::Pvrtc2, 32, Srgb),
    ("COMPRESSED_SRGB_PVRTC_4BPPV1", 0x8a55, P::Pvrtc4, 32, Srgb),
    ("COMPRESSED_SRGB_ALPHA_PVRTC_2BPPV1", 0x8a56, P::Pvrtc2, 32, Srgb),
    ("COMPRESSED_SRGB_ALPHA_PVRTC_4BPPV1", 0x8a57, P::Pvrtc4, 32, Srgb),
    ("COMPRESSED_RGB_PVRTC_4BPPV1", 0x8c00, P::Pvrtc4, 32, Unknown),
    ("COMPRESSED_RGB_PVRTC_2BPPV1", 0x8c01, P::Pvrtc2, 32, Unknown),
    ("COMPRESSED_RGBA_PVRTC_4BPPV1", 0x8c02, P::Pvrtc4, 32, Unknown),
    ("COMPRESSED_RGBA_PVRTC_2BPPV1", 0x8c03, P::Pvrtc2, 32, Unknown),
    ("COMPRESSED_SRGB_S3TC_DXT1", 0x8c4c, P::Bc1Rgb, 8, Srgb),
    ("COMPRESSED_SRGB_ALPHA_S3TC_DXT1", 0x8c4d, P::Bc1, 8, Srgb),
    ("COMPRESSED_SRGB_ALPHA_S3TC_DXT3", 0x8c4e, P::Bc2, 16, Srgb),
    ("COMPRESSED_SRGB_ALPHA_S3TC_DXT5", 0x8c4f, P::Bc3, 16, Srgb),
    ("ETC1_RGB8_OES", 0x8d64, P::Etc1, 8, Unknown),
    ("COMPRESSED_RED_RGTC1", 0x8dbb, P::Bc4, 8, Unknown),
    ("COMPRESSED_SIGNED_RED_RGTC1", 0x8dbc, P::Bc4Snorm, 8, Unknown),
    ("COMPRESSED_RG_RGTC2", 0x8dbd, P::Bc5, 16, Unknown),
    ("COMPRESSED_SIGNED_RG_RGTC2", 0x8dbe, P::Bc5Snorm, 16, Unknown),
    ("COMPRESSED_RGBA_BPTC_UNORM", 0x8e8c, P::Bc7, 16, Unknown),
    ("COMPRESSED_SRGB_ALPHA_BPTC_UNORM", 0x8e8d, P::Bc7, 16, Srgb),
    ("COMPRESSED_RGB_BPTC_SIGNED_FLOAT", 0x8e8e, P::Bc6hSf16, 16, Linear),
    ("COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT", 0x8e8f, P::Bc6hUf16, 16, Linear),
    ("COMPRESSED_R11_EAC", 0x9270, P::EacR, 8, Unknown),
    ("COMPRESSED_SIGNED_R11_EAC", 0x9271, P::EacRSnorm, 8, Unknown),
    ("COMPRESSED_RG11_EAC", 0x9272, P::EacRg, 16, Unknown),
    ("COMPRESSED_SIGNED_RG11_EAC", 0x9273, P::EacRgSnorm, 16, Unknown),
    ("COMPRESSED_RGB8_ETC2", 0x9274, P::Etc2, 8, Unknown),
    ("COMPRESSED_SRGB8_ETC2", 0x9275, P::Etc2, 8, Srgb),
    ("COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2", 0x9276, P::Etc2A1, 8, Unknown),
    ("COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2", 0x9277, P::Etc2A1, 8, Srgb),
    ("COMPRESSED_RGBA8_ETC2_EAC", 0x9278, P::Etc2A8, 16, Unknown),
    ("COMPRESSED_SRGB8_ALPHA8_ETC2_EAC", 0x9279, P::Etc2A8, 16, Srgb),
];

#[test]
fn gl_compressed_formats() {
    for (name, number, format, length, space) in GL.iter().copied() {
        let data = noise(length);
        assert_format(name, &ktx([number, 0, 0], (1, 1), &data), format, space, &data);
    }
    // ASTC of 4 x 4, and a format that isn't compressed.
    let file = |number| ktx([number, 0, 0], (1, 1), &[]);
    assert_others([0x93b0, 0x8058].into_iter(), GL, file, FormatCode::Gl);
    assert_eq!(P::Other(FormatCode::Gl(0x93b0)).name(), "GL format 0x93b0");
}

const BYTE: u32 = 0x1400;
const UBYTE: u32 = 0x1401;
const SHORT: u32 = 0x1402;
const USHORT: u32 = 0x1403;
const FLOAT: u32 = 0x1406;
const HALF: u32 = 0x140b;
const HALF_OES: u32 = 0x8d61;
const RED: u32 = 0x1903;
const ALPHA: u32 = 0x1906;
const RGB: u32 = 0x1907;
const RGBA: u32 = 0x1908;
const LUMINANCE: u32 = 0x1909;
const LUMINANCE_ALPHA: u32 = 0x190a;
const BGR: u32 = 0x80e0;
const BGRA: u32 = 0x80e1;
const RG: u32 = 0x8227;

/// `glInternalFormat`, sized or not, `glFormat` and `glType` together.
#[test]
fn gl_plain_formats() {
    for (name, numbers, format, length, space) in [
        ("R8", [0x8229, RED, UBYTE], P::R8, 1, Unknown),
        ("RED", [RED, RED, UBYTE], P::R8, 1, Unknown),
        ("RG8", [0x822b, RG, UBYTE], P::Rg8, 2, Unknown),
        ("RG", [RG, RG, UBYTE], P::Rg8, 2, Unknown),
        ("RGB8", [0x8051, RGB, UBYTE], P::Rgb8, 3, Unknown),
        ("RGB", [RGB, RGB, UBYTE], P::Rgb8, 3, Unknown),
        ("RGB8, BGR", [0x8051, BGR, UBYTE], P::Bgr8, 3, Unknown),
        ("SRGB8", [0x8c41, RGB, UBYTE], P::Rgb8, 3, Srgb),
        ("SRGB", [0x8c40, RGB, UBYTE], P::Rgb8, 3, Srgb),
        ("SRGB8, BGR", [0x8c41, BGR, UBYTE], P::Bgr8, 3, Srgb),
        ("RGBA8", [0x8058, RGBA, UBYTE], P::Rgba8, 4, Unknown),
        ("RGBA", [RGBA, RGBA, UBYTE], P::Rgba8, 4, Unknown),
        ("RGBA8, BGRA", [0x8058, BGRA, UBYTE], P::Bgra8, 4, Unknown),
        ("SRGB8_ALPHA8", [0x8c43, RGBA, UBYTE], P::Rgba8, 4, Srgb),
        ("SRGB_ALPHA", [0x8c42, RGBA, UBYTE], P::Rgba8, 4, Srgb),
        ("SRGB8_ALPHA8, BGRA", [0x8c43, BGRA, UBYTE], P::Bgra8, 4, Srgb),
        // As EXT_texture_format_BGRA8888 has them.
        ("BGRA8_EXT", [0x93a1, BGRA, UBYTE], P::Bgra8, 4, Unknown),
        ("BGRA_EXT", [BGRA, BGRA, UBYTE], P::Bgra8, 4, Unknown),
        ("LUMINANCE8", [0x8040, LUMINANCE, UBYTE], P::L8, 1, Unknown),
        ("LUMINANCE", [LUMINANCE, LUMINANCE, UBYTE], P::L8, 1, Unknown),
        ("LUMINANCE8_ALPHA8", [0x8045, LUMINANCE_ALPHA, UBYTE], P::La8, 2, Unknown),
        ("LUMINANCE_ALPHA", [LUMINANCE_ALPHA, LUMINANCE_ALPHA, UBYTE], P::La8, 2, Unknown),
        ("ALPHA8", [0x803c, ALPHA, UBYTE], P::A8, 1, Unknown),
        ("ALPHA", [ALPHA, ALPHA, UBYTE], P::A8, 1, Unknown),
        ("R8_SNORM", [0x8f94, RED, BYTE], P::R8Snorm, 1, Unknown),
        ("RG8_SNORM", [0x8f95, RG, BYTE], P::Rg8Snorm, 2, Unknown),
        ("RGBA8_SNORM", [0x8f97, RGBA, BYTE], P::Rgba8Snorm, 4, Unknown),
        ("R16", [0x822a, RED, USHORT], P::R16, 2, Unknown),
        ("RG16", [0x822c, RG, USHORT], P::Rg16, 4, Unknown),
        ("RGBA16", [0x805b, RGBA, USHORT], P::Rgba16, 8, Unknown),
        ("R16_SNORM", [0x8f98, RED, SHORT], P::R16Snorm, 2, Unknown),
        ("RG16_SNORM", [0x8f99, RG, SHORT], P::Rg16Snorm, 4, Unknown),
        ("RGBA16_SNORM", [0x8f9b, RGBA, SHORT], P::Rgba16Snorm, 8, Unknown),
        ("R16F", [0x822d, RED, HALF], P::R16F, 2, Linear),
        ("RG16F", [0x822f, RG, HALF], P::Rg16F, 4, Linear),
        ("RGBA16F", [0x881a, RGBA, HALF], P::Rgba16F, 8, Linear),
        ("RGBA16F, half of OES", [0x881a, RGBA, HALF_OES], P::Rgba16F, 8, Linear),
        ("R32F", [0x822e, RED, FLOAT], P::R32F, 4, Linear),
        ("RG32F", [0x8230, RG, FLOAT], P::Rg32F, 8, Linear),
        ("RGB32F", [0x8815, RGB, FLOAT], P::Rgb32F, 12, Linear),
        ("RGBA32F", [0x8814, RGBA, FLOAT], P::Rgba32F, 16, Linear),
        ("RGB565, UNSIGNED_SHORT_5_6_5", [0x8d62, RGB, 0x8363], P::Bgr565, 2, Unknown),
        ("RGB, UNSIGNED_SHORT_5_6_5", [RGB, RGB, 0x8363], P::Bgr565, 2, Unknown),
        ("RGB10_A2, UNSIGNED_INT_2_10_10_10_REV", [0x8059, RGBA, 0x8368], P::Rgb10A2, 4, Unknown),
        ("R11F_G11F_B10F, UNSIGNED_INT_10F_11F_11F_REV", [0x8c3a, RGB, 0x8c3b], P::Rg11B10F, 4, Linear),
        ("RGB9_E5, UNSIGNED_INT_5_9_9_9_REV", [0x8c3d, RGB, 0x8c3e], P::Rgb9E5, 4, Linear),
    ] {
        let data = noise(length);
        let padded = [&data[..], &vec![0; data.len().next_multiple_of(4) - data.len()]].concat();
        assert_format(name, &ktx(numbers, (1, 1), &data), format, space, &padded);
    }
    // A type that doesn't go with the format, and channels turned round where nothing knows them so.
    for numbers in [[0x8058, RGBA, USHORT], [0x8229, BGR, UBYTE], [0x8d62, BGR, 0x8363], [0x8815, BGR, FLOAT]] {
        let format = Info::of(&ktx(numbers, (1, 1), &[0; 12])).expect("a header").format;
        assert_eq!(format, P::Other(FormatCode::Gl(numbers[0])), "{numbers:x?}");
    }
}

const VK: &[Row] = &[
    ("R5G6B5_UNORM_PACK16", 4, P::Bgr565, 2, Unknown),
    ("B5G6R5_UNORM_PACK16", 5, P::Rgb565, 2, Unknown),
    ("A1R5G5B5_UNORM_PACK16", 8, P::Bgr5A1, 2, Unknown),
    ("R8_UNORM", 9, P::R8, 1, Unknown),
    ("R8_SNORM", 10, P::R8Snorm, 1, Unknown),
    ("R8_SRGB", 15, P::R8, 1, Srgb),
    ("R8G8_UNORM", 16, P::Rg8, 2, Unknown),
    ("R8G8_SNORM", 17, P::Rg8Snorm, 2, Unknown),
    ("R8G8_SRGB", 22, P::Rg8, 2, Srgb),
    ("R8G8B8_UNORM", 23, P::Rgb8, 3, Unknown),
    ("R8G8B8_SRGB", 29, P::Rgb8, 3, Srgb),
    ("B8G8R8_UNORM", 30, P::Bgr8, 3, Unknown),
    ("B8G8R8_SRGB", 36, P::Bgr8, 3, Srgb),
    ("R8G8B8A8_UNORM", 37, P::Rgba8, 4, Unknown),
    ("R8G8B8A8_SNORM", 38, P::Rgba8Snorm, 4, Unknown),
    ("R8G8B8A8_SRGB", 43, P::Rgba8, 4, Srgb),
    ("B8G8R8A8_UNORM", 44, P::Bgra8, 4, Unknown),
    ("B8G8R8A8_SRGB", 50, P::Bgra8, 4, Srgb),
    ("A2B10G10R10_UNORM_PACK32", 64, P::Rgb10A2, 4, Unknown),
    ("R16_UNORM", 70, P::R16, 2, Unknown),
    ("R16_SNORM", 71, P::R16Snorm, 2, Unknown),
    ("R16_SFLOAT", 76, P::R16F, 2, Linear),
    ("R16G16_UNORM", 77, P::Rg16, 4, Unknown),
    ("R16G16_SNORM", 78, P::Rg16Snorm, 4, Unknown),
    ("R16G16_SFLOAT", 83, P::Rg16F, 4, Linear),
    ("R16G16B16A16_UNORM", 91, P::Rgba16, 8, Unknown),
    ("R16G16B16A16_SNORM", 92, P::Rgba16Snorm, 8, Unknown),
    ("R16G16B16A16_SFLOAT", 97, P::Rgba16F, 8, Linear),
    ("R32_SFLOAT", 100, P::R32F, 4, Linear),
    ("R32G32_SFLOAT", 103, P::Rg32F, 8, Linear),
    ("R32G32B32_SFLOAT", 106, P::Rgb32F, 12, Linear),
    ("R32G32B32A32_SFLOAT", 109, P::Rgba32F, 16, Linear),
    ("B10G11R11_UFLOAT_PACK32", 122, P::Rg11B10F, 4, Linear),
    ("E5B9G9R9_UFLOAT_PACK32", 123, P::Rgb9E5, 4, Linear),
    ("BC1_RGB_UNORM_BLOCK", 131, P::Bc1Rgb, 8, Unknown),
    ("BC1_RGB_SRGB_BLOCK", 132, P::Bc1Rgb, 8, Srgb),
    ("BC1_RGBA_UNORM_BLOCK", 133, P::Bc1, 8, Unknown),
    ("BC1_RGBA_SRGB_BLOCK", 134, P::Bc1, 8, Srgb),
    ("BC2_UNORM_BLOCK", 135, P::Bc2, 16, Unknown),
    ("BC2_SRGB_BLOCK", 136, P::Bc2, 16, Srgb),
    ("BC3_UNORM_BLOCK", 137, P::Bc3, 16, Unknown),
    ("BC3_SRGB_BLOCK", 138, P::Bc3, 16, Srgb),
    ("BC4_UNORM_BLOCK", 139, P::Bc4, 8, Unknown),
    ("BC4_SNORM_BLOCK", 140, P::Bc4Snorm, 8, Unknown),
    ("BC5_UNORM_BLOCK", 141, P::Bc5, 16, Unknown),
    ("BC5_SNORM_BLOCK", 142, P::Bc5Snorm, 16, Unknown),
    ("BC6H_UFLOAT_BLOCK", 143, P::Bc6hUf16, 16, Linear),
    ("BC6H_SFLOAT_BLOCK", 144, P::Bc6hSf16, 16, Linear),
    ("BC7_UNORM_BLOCK", 145, P::Bc7, 16, Unknown),
    ("BC7_SRGB_BLOCK", 146, P::Bc7, 16, Srgb),
    ("ETC2_R8G8B8_UNORM_BLOCK", 147, P::Etc2, 8, Unknown),
    ("ETC2_R8G8B8_SRGB_BLOCK", 148, P::Etc2, 8, Srgb),
    ("ETC2_R8G8B8A1_UNORM_BLOCK", 149, P::Etc2A1, 8, Unknown),
    ("ETC2_R8G8B8A1_SRGB_BLOCK", 150, P::Etc2A1, 8, Srgb),
    ("ETC2_R8G8B8A8_UNORM_BLOCK", 151, P::Etc2A8, 16, Unknown),
    ("ETC2_R8G8B8A8_SRGB_BLOCK", 152, P::Etc2A8, 16, Srgb),
    ("EAC_R11_UNORM_BLOCK", 153, P::EacR, 8, Unknown),
    ("EAC_R11_SNORM_BLOCK", 154, P::EacRSnorm, 8, Unknown),
    ("EAC_R11G11_UNORM_BLOCK", 155, P::EacRg, 16, Unknown),
    ("EAC_R11G11_SNORM_BLOCK", 156, P::EacRgSnorm, 16, Unknown),
    ("PVRTC1_2BPP_UNORM_BLOCK_IMG", 1_000_054_000, P::Pvrtc2, 32, Unknown),
    ("PVRTC1_4BPP_UNORM_BLOCK_IMG", 1_000_054_001, P::Pvrtc4, 32, Unknown),
    ("PVRTC1_2BPP_SRGB_BLOCK_IMG", 1_000_054_004, P::Pvrtc2, 32, Srgb),
    ("PVRTC1_4BPP_SRGB_BLOCK_IMG", 1_000_054_005, P::Pvrtc4, 32, Srgb),
];

#[test]
fn vulkan_formats() {
    for (name, number, format, length, space) in VK.iter().copied() {
        let data = noise(length);
        assert_format(name, &ktx2(number, &data), format, space, &data);
    }
    assert_others((0..200).chain(1_000_054_000..1_000_054_010), VK, |number| ktx2(number, &[]), FormatCode::Vk);
}

/// From 30 on as Source has them since Alien Swarm; the last three are of Strata Source.
const VTF: &[Row] = &[
    ("RGBA8888", 0, P::Rgba8, 4, Unknown),
    ("ABGR8888", 1, P::Abgr8, 4, Unknown),
    ("RGB888", 2, P::Rgb8, 3, Unknown),
    ("BGR888", 3, P::Bgr8, 3, Unknown),
    ("RGB565", 4, P::Rgb565, 2, Unknown),
    ("I8", 5, P::L8, 1, Unknown),
    ("IA88", 6, P::La8, 2, Unknown),
    ("A8", 8, P::A8, 1, Unknown),
    ("RGB888_BLUESCREEN", 9, P::Rgb8, 3, Unknown),
    ("BGR888_BLUESCREEN", 10, P::Bgr8, 3, Unknown),
    ("ARGB8888", 11, P::Gbar8, 4, Unknown),
    ("BGRA8888", 12, P::Bgra8, 4, Unknown),
    ("DXT1", 13, P::Bc1Rgb, 8, Unknown),
    ("DXT3", 14, P::Bc2, 16, Unknown),
    ("DXT5", 15, P::Bc3, 16, Unknown),
    ("BGRX8888", 16, P::Bgrx8, 4, Unknown),
    ("BGR565", 17, P::Bgr565, 2, Unknown),
    ("BGRX5551", 18, P::Bgr5X1, 2, Unknown),
    ("BGRA4444", 19, P::Bgra4, 2, Unknown),
    ("DXT1_ONEBITALPHA", 20, P::Bc1, 8, Unknown),
    ("BGRA5551", 21, P::Bgr5A1, 2, Unknown),
    ("RGBA16161616F", 24, P::Rgba16F, 8, Linear),
    ("RGBA16161616", 25, P::Rgba16, 8, Unknown),
    ("R32F", 27, P::R32F, 4, Linear),
    ("RGB323232F", 28, P::Rgb32F, 12, Linear),
    ("RGBA32323232F", 29, P::Rgba32F, 16, Linear),
    ("RG1616F", 30, P::Rg16F, 4, Linear),
    ("RG3232F", 31, P::Rg32F, 8, Linear),
    ("RGBX8888", 32, P::Rgbx8, 4, Unknown),
    ("ATI2N", 34, P::Bc5, 16, Unknown),
    ("ATI1N", 35, P::Bc4, 8, Unknown),
    ("RGBA1010102", 36, P::Rgb10A2, 4, Unknown),
    ("R16F", 38, P::R16F, 2, Linear),
    ("R8", 69, P::R8, 1, Unknown),
    ("BC7", 70, P::Bc7, 16, Unknown),
    ("BC6H", 71, P::Bc6hUf16, 16, Linear),
];

#[test]
fn vtf_formats() {
    for (name, number, format, length, space) in VTF.iter().copied() {
        let data = noise(length);
        assert_format(name, &vtf(number, &data), format, space, &data);
    }
    assert_others(0..80, VTF, |number| vtf(number, &[]), FormatCode::Vtf);
}
