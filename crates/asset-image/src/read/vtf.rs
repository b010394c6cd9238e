//! Reads the header of a vtf (see FORMAT.md, section 3.8).

use binio::{Input, Parser, Within, bytes, record, records, u16_le, u32_le};

use super::{Read, Texture, bad, check_data, check_size, slices};
use crate::error::ErrorKind;
use crate::headers::{VtfHeader, VtfResource};
use crate::image::Level;
use crate::info::NormalPacking;
use crate::info::{ColorSpace, Info, extent};
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat, PixelFormat as P};

/// Where to find the fields.
mod at {
    pub(super) const VERSION: u64 = 4;
    pub(super) const WIDTH: u64 = 16;
    pub(super) const MIPS: u64 = 56;
}

mod flags {
    pub(super) const SRGB: u32 = 0x40;
    pub(super) const NORMAL: u32 = 0x80;
    pub(super) const CUBE: u32 = 0x4000;
}

/// The resource that contains the texture.
const TEXTURE: [u8; 3] = [0x30, 0, 0];
/// The format number to use if there is no thumbnail.
const NO_FORMAT: u32 = u32::MAX;

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, header) = record::<VtfHeader, ErrorKind>(input).within("header")?;
    let minor = header.minor.get();
    if header.major.get() != 7 || minor > 6 {
        return Err(bad(at::VERSION, ErrorKind::Header("a vtf of another version than 7.0 to 7.6"))).within("header");
    }
    let mut info =
        Info::new(Kind::Vtf, header.width.get().into(), header.height.get().into(), vtf_format(header.format.get()));
    info.mips = u32::from(header.mips).max(1);
    info.layers = u32::from(header.frames.get()).max(1);
    let flags = header.flags.get();
    if flags & flags::CUBE != 0 {
        // Older ones have a picture of the surroundings in a ball as a seventh.
        info.faces = if minor < 5 && header.first_frame.get() != u16::MAX { 7 } else { 6 };
    }
    if flags & flags::SRGB != 0 {
        info.color_space = ColorSpace::Srgb;
    }
    if flags & flags::NORMAL != 0 {
        info.normals = Some(NormalPacking::Rgb);
    }
    let behind = if minor >= 2 {
        let (behind, depth) = u16_le::<ErrorKind>(behind).within("depth")?;
        info.depth = u32::from(depth).max(1);
        behind
    } else {
        behind
    };
    super::float_is_linear(&mut info);
    check_size(&info, at::WIDTH, at::MIPS)?;
    let start = if minor >= 3 { resource(behind)? } else { behind_thumbnail(header)? };
    let levels = levels(&info, start)?;
    check_data(input, &info, &levels)?;
    Ok((info, levels))
}

/// Returns where the resource begins that contains the texture.
fn resource(behind: Input<'_>) -> Read<u64> {
    let (behind, _) = bytes::<ErrorKind>(behind, 3).within("resources")?;
    let (behind, count) = u32_le::<ErrorKind>(behind).within("resources")?;
    let (behind, _) = bytes::<ErrorKind>(behind, 8).within("resources")?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let (_, resources) = (|input| records::<VtfResource, ErrorKind>(input, count)).parse(behind).within("resources")?;
    let texture = resources.iter().find(|resource| resource.tag == TEXTURE);
    let texture = texture.ok_or_else(|| behind.fail(ErrorKind::Header("no texture among them")));
    texture.map(|resource| resource.offset.get().into()).within("resources")
}

/// If there are no resources, the texture comes after the thumbnail, and this comes after the header.
fn behind_thumbnail(header: &VtfHeader) -> Read<u64> {
    let thumbnail = match header.thumbnail_format.get() {
        NO_FORMAT => 0,
        number => {
            let size = vtf_format(number).surface_len(header.thumbnail_width.into(), header.thumbnail_height.into());
            let empty = header.thumbnail_width == 0 || header.thumbnail_height == 0;
            if empty { 0 } else { size.ok_or_else(|| bad(57, ErrorKind::Header("a thumbnail of an unknown format")))? }
        }
    };
    Ok(u64::from(header.header_size.get()).saturating_add(thumbnail))
}

/// Stores the smallest mip first. A mip stores frames, then faces, then slices.
fn levels(info: &Info, start: u64) -> Read<Vec<Level>> {
    let (mut levels, mut offset) = (Vec::new(), start);
    let elements = u64::from(info.layers).saturating_mul(info.faces.into());
    let slices = slices(info, at::WIDTH)?;
    for (slice, mip) in slices.into_iter().rev().zip((0..info.mips).rev()) {
        let stride = slice.saturating_mul(extent(info.depth, mip).into());
        levels.push(Level { offset, stride, slice });
        offset = offset.saturating_add(stride.saturating_mul(elements));
    }
    levels.reverse();
    Ok(levels)
}

fn vtf_format(number: u32) -> PixelFormat {
    match number {
        0 => P::Rgba8,
        1 => P::Abgr8,
        2 => P::Rgb8,
        3 => P::Bgr8,
        4 => P::Rgb565,
        5 => P::L8,
        6 => P::La8,
        8 => P::A8,
        // Blue means transparent, which tools do, not the engine.
        9 => P::Rgb8,
        10 => P::Bgr8,
        11 => P::Gbar8,
        12 => P::Bgra8,
        13 => P::Bc1Rgb,
        14 => P::Bc2,
        15 => P::Bc3,
        16 => P::Bgrx8,
        17 => P::Bgr565,
        18 => P::Bgr5X1,
        19 => P::Bgra4,
        20 => P::Bc1,
        21 => P::Bgr5A1,
        24 => P::Rgba16F,
        25 => P::Rgba16,
        27 => P::R32F,
        28 => P::Rgb32F,
        29 => P::Rgba32F,
        30 => P::Rg16F,
        31 => P::Rg32F,
        32 => P::Rgbx8,
        34 => P::Bc5,
        35 => P::Bc4,
        36 => P::Rgb10A2,
        38 => P::R16F,
        69 => P::R8,
        70 => P::Bc7,
        71 => P::Bc6hUf16,
        _ => P::Other(FormatCode::Vtf(number)),
    }
}
