//! Reads the header of a tga, which has no identifier (see FORMAT.md, section 3.3).

use binio::{Input, Within, bytes, record};
use zerocopy::FromBytes;

use super::{Read, Texture, bad, check_size};
use crate::error::ErrorKind;
use crate::headers::TgaHeader;
use crate::info::Info;
use crate::kind::Kind;
use crate::pixel_format::PixelFormat as P;

/// Where to find the width.
const WIDTH: u64 = 12;
/// The bits in the descriptor that tell how many alpha bits a pixel has.
const ALPHA_BITS: u8 = 0x0f;

/// The types of images: palette, colour or grey. If there is run-length encoding, add 8.
mod types {
    pub(super) const PALETTE: u8 = 1;
    pub(super) const COLOR: u8 = 2;
    pub(super) const GREY: u8 = 3;
    pub(super) const PACKED: u8 = 8;
}

/// Returns `true` if the bytes could be a tga, because the header fields are consistent. It is unlikely that this is
/// true for any other file.
pub(super) fn is_plausible(bytes: &[u8]) -> bool {
    let Ok((header, _)) = TgaHeader::ref_from_prefix(bytes) else { return false };
    let plain = header.image_type & !types::PACKED;
    let depth = match plain {
        types::PALETTE => matches!(header.bits, 8 | 16) && header.map_type == 1 && header.map_length.get() > 0,
        types::COLOR => matches!(header.bits, 15 | 16 | 24 | 32) && header.map_type <= 1,
        types::GREY => matches!(header.bits, 8 | 16) && header.map_type <= 1,
        _ => false,
    };
    let map = if header.map_type == 1 { matches!(header.map_bits, 15 | 16 | 24 | 32) } else { header.map_bits <= 32 };
    depth && map && header.descriptor & 0xc0 == 0 && header.width.get() > 0 && header.height.get() > 0
}

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, header) = record::<TgaHeader, ErrorKind>(input).within("header")?;
    let (behind, _) = bytes::<ErrorKind>(behind, header.id_length.into()).within("image identification")?;
    let entry = u64::from(header.map_bits.div_ceil(8));
    let map = if header.map_type == 1 { entry.saturating_mul(header.map_length.get().into()) } else { 0 };
    let (data, _) = bytes::<ErrorKind>(behind, map).within("colour map")?;
    let format = match (header.image_type & !types::PACKED, header.bits) {
        (types::PALETTE, _) => P::P8,
        (types::COLOR, 24) => P::Bgr8,
        (types::COLOR, 32) => P::Bgra8,
        (types::COLOR, 16) if header.descriptor & ALPHA_BITS != 0 => P::Bgr5A1,
        (types::COLOR, _) => P::Bgr5X1,
        (types::GREY, 8) => P::L8,
        (types::GREY, 16) => P::La8,
        _ => return Err(bad(2, ErrorKind::NotATexture)).within("header"),
    };
    let info = Info::new(Kind::Tga, header.width.get().into(), header.height.get().into(), format);
    check_size(&info, WIDTH, WIDTH)?;
    let pixels = u64::from(info.width).saturating_mul(info.height.into());
    let pixel = u64::from(header.bits.div_ceil(8));
    // A packet of a run is its length and a pixel, for up to 128 pixels.
    let packed = header.image_type & types::PACKED != 0;
    let least = if packed {
        pixels.div_ceil(128).saturating_mul(pixel.saturating_add(1))
    } else {
        pixels.saturating_mul(pixel)
    };
    bytes::<ErrorKind>(data, least).within("pixels")?;
    Ok((info, Vec::new()))
}
