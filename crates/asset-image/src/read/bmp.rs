//! Reads the header of a bmp (see FORMAT.md, section 3.4).

use binio::{Fault, Input, Within, bytes, record};
use zerocopy::little_endian::U32;

use super::{Read, Texture, bad, check_size};
use crate::error::ErrorKind;
use crate::headers::{BmpCore, BmpHeader, BmpInfo};
use crate::info::Info;
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat as P};

/// Where to find the width.
const WIDTH: u64 = 18;
/// The values of the compression for which there are masks, for three and for four channels.
const MASKS: [u32; 2] = [3, 6];

/// The compression if there is none, and if there is run-length encoding.
const PLAIN: u32 = 0;
const RUNS: [u32; 2] = [1, 2];

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, header) = record::<BmpHeader, ErrorKind>(input).within("header")?;
    let (width, height, bits, compression, masks) = match header.info_size.get() {
        12 => {
            let (_, core) = record::<BmpCore, ErrorKind>(behind).within("header")?;
            (core.width.get().into(), core.height.get().into(), core.bits.get(), PLAIN, [0; 4])
        }
        size @ 16.. => {
            let (behind, info) = record::<BmpInfo, ErrorKind>(behind).within("header")?;
            // The shortest header ends before the compression.
            let compression = if size < 20 { PLAIN } else { info.compression.get() };
            // A negative height: the first row is the top one.
            (info.width.get(), info.height.get(), info.bits.get(), compression, masks(behind, size, compression))
        }
        _ => {
            return Err(bad(14, ErrorKind::Header("a bmp header of another size than 12 or 16 and more")))
                .within("header");
        }
    };
    let width = u32::try_from(width).map_err(|_| bad(WIDTH, ErrorKind::Header("a negative width"))).within("header")?;
    let format = pixel_format(bits, compression, masks);
    let info = Info::new(Kind::Bmp, width, height.unsigned_abs(), format);
    check_size(&info, WIDTH, WIDTH)?;
    if !RUNS.contains(&compression) && !matches!(format, P::Other(FormatCode::Named(_))) {
        // Rows end at multiples of four bytes.
        let row = u64::from(width).saturating_mul(bits.into()).div_ceil(32).saturating_mul(4);
        let needed = row.saturating_mul(info.height.into());
        let remaining = (input.len() as u64).saturating_sub(header.data_offset.get().into());
        if needed > remaining {
            let at = u64::from(header.data_offset.get()).min(input.len() as u64);
            return Err(bad(at, Fault::UnexpectedEnd { needed, remaining })).within("pixels");
        }
    }
    Ok((info, Vec::new()))
}

/// Reads the masks for red, green, blue and alpha. If a channel has no mask, this is 0.
fn masks(behind: Input<'_>, info_size: u32, compression: u32) -> [u32; 4] {
    /// The fields between the compression and the masks.
    const OTHERS: u64 = 20;
    let masks = bytes::<ErrorKind>(behind, OTHERS).and_then(|(behind, _)| record::<[U32; 4], ErrorKind>(behind));
    let has_alpha = info_size >= 56 || compression == MASKS[1];
    match masks {
        Ok((_, masks)) if MASKS.contains(&compression) => {
            let [red, green, blue, alpha] = masks.map(U32::get);
            [red, green, blue, if has_alpha { alpha } else { 0 }]
        }
        _ => [0; 4],
    }
}

/// Returns the format for 16 bits per pixel, given the masks.
fn masked(masks: [u32; 4]) -> P {
    match masks {
        [0xf800, 0x7e0, 0x1f, 0] => P::Bgr565,
        [0x1f, 0x7e0, 0xf800, 0] => P::Rgb565,
        [0x7c00, 0x3e0, 0x1f, 0] => P::Bgr5X1,
        [0x7c00, 0x3e0, 0x1f, 0x8000] => P::Bgr5A1,
        [0xf00, 0xf0, 0xf, 0xf000] => P::Bgra4,
        masks => P::Other(FormatCode::Masks(16, masks)),
    }
}

/// Returns the pixel format, given how many bits a pixel has.
fn pixel_format(bits: u16, compression: u32, masks: [u32; 4]) -> P {
    match (bits, compression) {
        _ if compression > 3 && !MASKS.contains(&compression) => {
            P::Other(FormatCode::Named("a bmp that holds a jpg or a png"))
        }
        (1, _) => P::P1,
        (2, _) => P::P2,
        (4, _) => P::P4,
        (8, _) => P::P8,
        (16, PLAIN) => P::Bgr5X1,
        (16, _) => masked(masks),
        (24, _) => P::Bgr8,
        (32, PLAIN) => P::Bgrx8,
        (32, _) => P::Bgra8,
        _ => P::Other(FormatCode::Named("a bmp of no known number of bits")),
    }
}
