//! Reads the header of a ktx2 (see FORMAT.md, section 3.7).

#[cfg(feature = "basis")]
use zerocopy::{FromBytes as _, little_endian::U32};

use binio::{Fault, Input, Within, bytes, record, records};

use super::{Read, Texture, bad, check_data, check_size, slices};
use crate::error::ErrorKind;
#[cfg(feature = "basis")]
use crate::headers::BasisGlobal;
use crate::headers::{Ktx2Descriptor, Ktx2Header, Ktx2Level};
use crate::image::Level;
use crate::info::{ColorSpace, Info, extent};
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat, PixelFormat as P};

/// Where to find the fields.
mod at {
    pub(super) const IDENTIFIER: u64 = 12;
    pub(super) const WIDTH: u64 = 20;
    pub(super) const FACES: u64 = 36;
    pub(super) const MIPS: u64 = 40;
    pub(super) const LEVELS: u64 = 80;
}

/// Supercompression with codebooks, which can only be used for ETC1S.
pub(crate) const BASIS_LZ: &str = "BasisLZ";
/// Supercompression of each level.
pub(crate) const ZSTANDARD: &str = "Zstandard";

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, _) = bytes::<ErrorKind>(input, at::IDENTIFIER).within("header")?;
    let (behind, header) = record::<Ktx2Header, ErrorKind>(behind).within("header")?;
    let (format, srgb) = vk_format(header.vk_format.get());
    let mut info = Info::new(Kind::Ktx2, header.width.get(), header.height.get().max(1), format);
    info.depth = header.depth.get().max(1);
    info.layers = header.layers.get().max(1);
    info.faces = header.faces.get();
    info.mips = header.levels.get().max(1);
    info.color_space = if srgb { ColorSpace::Srgb } else { ColorSpace::Unknown };
    if info.faces != 1 && info.faces != 6 {
        return Err(bad(at::FACES, ErrorKind::Header("neither 1 face nor 6"))).within("header");
    }
    check_size(&info, at::WIDTH, at::MIPS)?;
    describe(input, header, &mut info)?;
    info.supercompression = match header.supercompression.get() {
        0 => None,
        1 => {
            info.format = P::Etc1s;
            Some(BASIS_LZ)
        }
        2 => Some(ZSTANDARD),
        3 => Some("zlib"),
        _ => Some("an unknown scheme"),
    };
    super::float_is_linear(&mut info);
    let count = usize::try_from(info.mips).unwrap_or(usize::MAX);
    let (_, index) = records::<Ktx2Level, ErrorKind>(behind, count).within("level index")?;
    let levels = levels(input, &info, index)?;
    check_data(input, &info, &levels)?;
    Ok((info, levels))
}

/// Reads what the data format descriptor adds to the header: the colour space, and formats that have no Vulkan number.
fn describe(input: Input<'_>, header: &Ktx2Header, info: &mut Info) -> Read<()> {
    const ETC1S: u8 = 163;
    const UASTC: u8 = 166;
    const LINEAR: u8 = 1;
    const SRGB: u8 = 2;
    const PREMULTIPLIED: u8 = 1;
    if header.descriptor_length.get() == 0 {
        return Ok(());
    }
    let descriptor = bytes::<ErrorKind>(input, header.descriptor_offset.get().into())
        .and_then(|(at, _)| record::<Ktx2Descriptor, ErrorKind>(at));
    let (_, descriptor) = descriptor.within("data format descriptor")?;
    info.premultiplied = descriptor.flags & PREMULTIPLIED != 0;
    match descriptor.transfer {
        LINEAR => info.color_space = ColorSpace::Linear,
        SRGB => info.color_space = ColorSpace::Srgb,
        _ => {}
    }
    match descriptor.color_model {
        ETC1S => info.format = P::Etc1s,
        UASTC => info.format = P::Uastc,
        _ => {}
    }
    Ok(())
}

/// Checks that every level is in the file, and has the length that its size and format require. A level stores layers,
/// then faces, then slices.
fn levels(input: Input<'_>, info: &Info, index: &[Ktx2Level]) -> Read<Vec<Level>> {
    let length = input.len() as u64;
    let slices = if info.supercompression.is_none() { slices(info, at::WIDTH)? } else { Vec::new() };
    let mut levels = Vec::new();
    for ((mip, entry), number) in index.iter().enumerate().zip(0..) {
        let field = at::LEVELS.saturating_add((mip as u64).saturating_mul(size_of::<Ktx2Level>() as u64));
        let (offset, actual) = (entry.offset.get(), entry.length.get());
        if offset.checked_add(actual).is_none_or(|end| end > length) {
            let fault = Fault::UnexpectedEnd { needed: actual, remaining: length.saturating_sub(offset) };
            return Err(bad(field, fault)).within_item("mip", mip);
        }
        let Some(slice) = slices.get(mip).copied() else { continue };
        let stride = slice.saturating_mul(extent(info.depth, number).into());
        let expected = stride.saturating_mul(u64::from(info.layers).saturating_mul(info.faces.into()));
        if actual != expected {
            return Err(bad(field, ErrorKind::WrongLength { expected, actual })).within_item("mip", mip);
        }
        levels.push(Level { offset, stride, slice });
    }
    Ok(levels)
}

/// Returns the stored bytes of a level.
#[cfg(feature = "basis")]
pub(crate) fn level(file: &[u8], mip: u32) -> Option<&[u8]> {
    let at =
        usize::try_from(at::LEVELS).ok()?.checked_add(size_of::<Ktx2Level>().checked_mul(mip.try_into().ok()?)?)?;
    let (level, _) = Ktx2Level::ref_from_prefix(file.get(at..)?).ok()?;
    let start = usize::try_from(level.offset.get()).ok()?;
    file.get(start..start.checked_add(usize::try_from(level.length.get()).ok()?)?)
}

/// Returns the header, without the identifier.
#[cfg(feature = "basis")]
fn header(file: &[u8]) -> Option<&Ktx2Header> {
    let (header, _) = Ktx2Header::ref_from_prefix(file.get(usize::try_from(at::IDENTIFIER).ok()?..)?).ok()?;
    Some(header)
}

/// How long the codebooks of BasisLZ are, and how many bytes they take together with the descriptions of all images.
#[cfg(feature = "basis")]
pub(crate) struct Global {
    pub(crate) endpoints_length: U32,
    pub(crate) selectors_length: U32,
    pub(crate) tables_length: U32,
    pub(crate) room: u64,
}

/// Returns the header of the global data, if it is in the file.
#[cfg(feature = "basis")]
pub(crate) fn global(file: &[u8]) -> Option<Global> {
    let header = header(file)?;
    let start = usize::try_from(header.global_offset.get()).ok()?;
    let end = start.checked_add(usize::try_from(header.global_length.get()).ok()?)?;
    let (global, rest) = BasisGlobal::ref_from_prefix(file.get(start..end)?).ok()?;
    let BasisGlobal { endpoints_length, selectors_length, tables_length, .. } = *global;
    Some(Global { endpoints_length, selectors_length, tables_length, room: rest.len() as u64 })
}

/// Returns which channels UASTC contains, using the type of the first sample. This is 3 for colours with alpha.
#[cfg(feature = "basis")]
pub(crate) fn alpha_channel(file: &[u8]) -> u8 {
    const FIRST_SAMPLE_TYPE: usize = 31;
    let offset = header(file).and_then(|header| usize::try_from(header.descriptor_offset.get()).ok());
    let at = offset.and_then(|offset| offset.checked_add(FIRST_SAMPLE_TYPE));
    at.and_then(|at| file.get(at)).map_or(0, |byte| byte & 15)
}

/// Returns the format for a Vulkan number, and whether this is sRGB.
fn vk_format(number: u32) -> (PixelFormat, bool) {
    let format = match number {
        4 => P::Bgr565,
        5 => P::Rgb565,
        8 => P::Bgr5A1,
        9 | 15 => P::R8,
        10 => P::R8Snorm,
        16 | 22 => P::Rg8,
        17 => P::Rg8Snorm,
        23 | 29 => P::Rgb8,
        30 | 36 => P::Bgr8,
        37 | 43 => P::Rgba8,
        38 => P::Rgba8Snorm,
        44 | 50 => P::Bgra8,
        64 => P::Rgb10A2,
        70 => P::R16,
        71 => P::R16Snorm,
        76 => P::R16F,
        77 => P::Rg16,
        78 => P::Rg16Snorm,
        83 => P::Rg16F,
        91 => P::Rgba16,
        92 => P::Rgba16Snorm,
        97 => P::Rgba16F,
        100 => P::R32F,
        103 => P::Rg32F,
        106 => P::Rgb32F,
        109 => P::Rgba32F,
        122 => P::Rg11B10F,
        123 => P::Rgb9E5,
        131 | 132 => P::Bc1Rgb,
        133 | 134 => P::Bc1,
        135 | 136 => P::Bc2,
        137 | 138 => P::Bc3,
        139 => P::Bc4,
        140 => P::Bc4Snorm,
        141 => P::Bc5,
        142 => P::Bc5Snorm,
        143 => P::Bc6hUf16,
        144 => P::Bc6hSf16,
        145 | 146 => P::Bc7,
        147 | 148 => P::Etc2,
        149 | 150 => P::Etc2A1,
        151 | 152 => P::Etc2A8,
        153 => P::EacR,
        154 => P::EacRSnorm,
        155 => P::EacRg,
        156 => P::EacRgSnorm,
        1_000_054_000 | 1_000_054_004 => P::Pvrtc2,
        1_000_054_001 | 1_000_054_005 => P::Pvrtc4,
        _ => P::Other(FormatCode::Vk(number)),
    };
    let srgb = matches!(number, 15 | 22 | 29 | 36 | 43 | 50 | 132 | 134 | 136 | 138 | 146 | 148 | 150 | 152)
        || matches!(number, 1_000_054_004 | 1_000_054_005);
    (format, srgb)
}
