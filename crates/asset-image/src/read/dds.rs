//! Reads the header of a dds (see FORMAT.md, section 3.5).

use binio::{Input, Within, record};

use super::{Read, Texture, bad, check_data, check_size, slices};
use crate::error::ErrorKind;
use crate::headers::{DdsHeader, Dx10Header};
use crate::image::Level;
use crate::info::NormalPacking;
use crate::info::{ColorSpace, Info};
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat, PixelFormat as P};

mod caps2 {
    pub(super) const CUBE: u32 = 0x200;
    pub(super) const FACES: u32 = 0xfc00;
    pub(super) const VOLUME: u32 = 0x20_0000;
}

mod flags {
    pub(super) const ALPHA_PIXELS: u32 = 0x1;
    pub(super) const ALPHA: u32 = 0x2;
    pub(super) const FOUR_CC: u32 = 0x4;
    pub(super) const RGB: u32 = 0x40;
    pub(super) const LUMINANCE: u32 = 0x2_0000;
}

/// Where to find the fields.
mod at {
    pub(super) const SIZE: u64 = 12;
    pub(super) const MIPS: u64 = 28;
}

/// This is in the bit count if a normal map has red in alpha, because the tools from NVIDIA write it there.
const RED_IN_ALPHA: [u8; 4] = *b"xGxR";

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, header) = record::<DdsHeader, ErrorKind>(input).within("header")?;
    if header.size.get() != 124 {
        return Err(bad(4, ErrorKind::Header("a dds header of another size than 124"))).within("header");
    }
    let mut info = Info::new(Kind::Dds, header.width.get(), header.height.get(), P::Bc1);
    info.mips = header.mips.get().max(1);
    let caps2 = header.caps2.get();
    if caps2 & caps2::VOLUME != 0 {
        info.depth = header.depth.get();
    } else if caps2 & caps2::CUBE != 0 {
        info.faces = (caps2 & caps2::FACES).count_ones();
    }
    let data = if header.format_flags.get() & flags::FOUR_CC != 0 && &header.four_cc == b"DX10" {
        let (data, dx10) = record::<Dx10Header, ErrorKind>(behind).within("DX10 header")?;
        dx10_fields(dx10, header, &mut info);
        data
    } else {
        (info.format, info.premultiplied) = legacy_format(header);
        if header.four_cc == *b"DXT5" && header.bits.get().to_le_bytes() == RED_IN_ALPHA {
            info.normals = Some(NormalPacking::AlphaGreen);
        }
        behind
    };
    super::float_is_linear(&mut info);
    check_size(&info, at::SIZE, at::MIPS)?;
    let levels = chain(&info, data.offset())?;
    check_data(input, &info, &levels)?;
    Ok((info, levels))
}

fn dx10_fields(dx10: &Dx10Header, header: &DdsHeader, info: &mut Info) {
    const CUBE: u32 = 4;
    const TEXTURE_3D: u32 = 4;
    const PREMULTIPLIED: u32 = 2;
    // Some tools write 0 of a texture that is no array.
    info.layers = dx10.array_size.get().max(1);
    if dx10.dimension.get() == TEXTURE_3D {
        info.depth = header.depth.get();
    } else {
        info.depth = 1;
        info.faces = if dx10.misc.get() & CUBE != 0 { 6 } else { 1 };
    }
    info.premultiplied = dx10.misc2.get() & 7 == PREMULTIPLIED;
    let (format, srgb) = dxgi_format(dx10.format.get());
    info.format = format;
    if srgb {
        info.color_space = ColorSpace::Srgb;
    }
}

/// Stores all mips of a face or layer before the next face or layer.
fn chain(info: &Info, data: u64) -> Read<Vec<Level>> {
    let (mut levels, mut offset) = (Vec::new(), data);
    for (slice, mip) in slices(info, at::SIZE)?.into_iter().zip(0..) {
        levels.push(Level { offset, stride: 0, slice });
        let depth = crate::info::extent(info.depth, mip);
        offset = offset.saturating_add(slice.saturating_mul(depth.into()));
    }
    let stride = offset.saturating_sub(data);
    levels.iter_mut().for_each(|level| level.stride = stride);
    Ok(levels)
}

/// Returns the format of a dds that has no DX10 header, and whether its colours are premultiplied.
fn legacy_format(header: &DdsHeader) -> (PixelFormat, bool) {
    if header.format_flags.get() & flags::FOUR_CC == 0 {
        return (masked_format(header), false);
    }
    let format = match &header.four_cc {
        b"DXT1" => P::Bc1,
        b"DXT2" | b"DXT3" => P::Bc2,
        b"DXT4" | b"DXT5" => P::Bc3,
        b"RXGB" => P::Bc3Rxgb,
        b"ATI1" | b"BC4U" => P::Bc4,
        b"BC4S" => P::Bc4Snorm,
        b"ATI2" | b"BC5U" => P::Bc5,
        b"BC5S" => P::Bc5Snorm,
        b"ETC " | b"ETC1" => P::Etc1,
        b"ETC2" => P::Etc2,
        b"ET2A" => P::Etc2A8,
        b"PTC2" => P::Pvrtc2,
        b"PTC4" => P::Pvrtc4,
        number => match u32::from_le_bytes(*number) {
            36 => P::Rgba16,
            110 => P::Rgba16Snorm,
            111 => P::R16F,
            112 => P::Rg16F,
            113 => P::Rgba16F,
            114 => P::R32F,
            115 => P::Rg32F,
            116 => P::Rgba32F,
            _ => P::Other(FormatCode::FourCc(*number)),
        },
    };
    (format, matches!(&header.four_cc, b"DXT2" | b"DXT4"))
}

/// Returns the format for the given bits and masks. If the flag for alpha is not set, the mask for alpha will be
/// ignored.
fn masked_format(header: &DdsHeader) -> PixelFormat {
    let (flags, bits) = (header.format_flags.get(), header.bits.get());
    let mut masks = header.masks.each_ref().map(|mask| mask.get());
    if flags & (flags::ALPHA_PIXELS | flags::ALPHA) == 0 {
        masks[3] = 0;
    }
    let grey = flags & flags::LUMINANCE != 0;
    let rgb = flags & flags::RGB != 0;
    match (bits, masks) {
        (8, [0, 0, 0, 0xff]) if !rgb => P::A8,
        // Tools don't agree on the masks of grey.
        (8, [_, _, _, 0]) if grey => P::L8,
        (16, [0xff, _, _, alpha]) if grey && alpha != 0 => P::La8,
        (16, [0xffff, _, _, 0]) if grey => P::L16,
        (8, [0xff, 0, 0, 0]) => P::R8,
        (16, [0xff, 0xff00, 0, 0]) => P::Rg8,
        (16, [0xffff, 0, 0, 0]) => P::R16,
        (32, [0xffff, 0xffff_0000, 0, 0]) => P::Rg16,
        (16, [0xf800, 0x7e0, 0x1f, 0]) => P::Bgr565,
        (16, [0x1f, 0x7e0, 0xf800, 0]) => P::Rgb565,
        (16, [0x7c00, 0x3e0, 0x1f, 0x8000]) => P::Bgr5A1,
        (16, [0x7c00, 0x3e0, 0x1f, 0]) => P::Bgr5X1,
        (16, [0xf00, 0xf0, 0xf, 0xf000]) => P::Bgra4,
        (24, [0xff_0000, 0xff00, 0xff, 0]) => P::Bgr8,
        (24, [0xff, 0xff00, 0xff_0000, 0]) => P::Rgb8,
        (32, [0xff_0000, 0xff00, 0xff, 0xff00_0000]) => P::Bgra8,
        (32, [0xff_0000, 0xff00, 0xff, 0]) => P::Bgrx8,
        (32, [0xff, 0xff00, 0xff_0000, 0xff00_0000]) => P::Rgba8,
        (32, [0xff, 0xff00, 0xff_0000, 0]) => P::Rgbx8,
        (32, [0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000]) => P::Rgb10A2,
        _ => P::Other(FormatCode::Masks(bits, masks)),
    }
}

/// Returns the format for a DXGI number, and whether this is sRGB. If the format has no type, it will be treated like
/// plain numbers.
fn dxgi_format(number: u32) -> (PixelFormat, bool) {
    let format = match number {
        2 => P::Rgba32F,
        6 => P::Rgb32F,
        10 => P::Rgba16F,
        11 => P::Rgba16,
        13 => P::Rgba16Snorm,
        16 => P::Rg32F,
        24 => P::Rgb10A2,
        26 => P::Rg11B10F,
        27..=29 => P::Rgba8,
        31 => P::Rgba8Snorm,
        34 => P::Rg16F,
        35 => P::Rg16,
        37 => P::Rg16Snorm,
        41 => P::R32F,
        49 => P::Rg8,
        51 => P::Rg8Snorm,
        54 => P::R16F,
        56 => P::R16,
        58 => P::R16Snorm,
        61 => P::R8,
        63 => P::R8Snorm,
        65 => P::A8,
        67 => P::Rgb9E5,
        70..=72 => P::Bc1,
        73..=75 => P::Bc2,
        76..=78 => P::Bc3,
        79 | 80 => P::Bc4,
        81 => P::Bc4Snorm,
        82 | 83 => P::Bc5,
        84 => P::Bc5Snorm,
        85 => P::Bgr565,
        86 => P::Bgr5A1,
        87 | 90 | 91 => P::Bgra8,
        88 | 92 | 93 => P::Bgrx8,
        94 | 95 => P::Bc6hUf16,
        96 => P::Bc6hSf16,
        97..=99 => P::Bc7,
        115 => P::Bgra4,
        _ => P::Other(FormatCode::Dxgi(number)),
    };
    (format, matches!(number, 29 | 72 | 75 | 78 | 91 | 93 | 99))
}
