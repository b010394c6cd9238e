//! Reads the chunks of a png that come before the pixels (see FORMAT.md, section 3.1).

use binio::{Input, Within, bytes, chunk, u8, u32_be};

use super::{Read, Texture, bad, check_size};
use crate::error::ErrorKind;
use crate::info::{ColorSpace, Info};
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat as P};

/// Where to find the width.
const WIDTH: u64 = 16;

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, _) = bytes::<ErrorKind>(input, 8).within("header")?;
    let (behind, length) = u32_be::<ErrorKind>(behind).within("header")?;
    let (behind, id) = chunk::<4, ErrorKind>(behind).within("header")?;
    if id != b"IHDR" || length != 13 {
        return Err(bad(8, ErrorKind::Header("no IHDR chunk of 13 bytes at the beginning"))).within("header");
    }
    let (behind, width) = u32_be::<ErrorKind>(behind).within("header")?;
    let (behind, height) = u32_be::<ErrorKind>(behind).within("header")?;
    let (behind, depth) = u8::<ErrorKind>(behind).within("header")?;
    let (behind, color) = u8::<ErrorKind>(behind).within("header")?;
    // Compression, filter, interlacing and the checksum.
    let (mut behind, _) = bytes::<ErrorKind>(behind, 7).within("header")?;
    let format = pixel_format(color, depth);
    let mut info = Info::new(Kind::Png, width, height, format);
    check_size(&info, WIDTH, WIDTH)?;
    // All chunks about colours precede the pixels.
    loop {
        let (content, length) = u32_be::<ErrorKind>(behind).within("chunk")?;
        let (content, id) = chunk::<4, ErrorKind>(content).within("chunk")?;
        match id {
            b"IDAT" | b"IEND" => return Ok((info, Vec::new())),
            b"sRGB" => info.color_space = ColorSpace::Srgb,
            _ => {}
        }
        let (next, _) = bytes::<ErrorKind>(content, u64::from(length).saturating_add(4)).within("chunk")?;
        behind = next;
    }
}

/// Returns the pixel format, given the colour type and how many bits a channel has.
fn pixel_format(color: u8, depth: u8) -> P {
    match (color, depth) {
        (0, 1) => P::L1,
        (0, 2) => P::L2,
        (0, 4) => P::L4,
        (0, 8) => P::L8,
        (0, 16) => P::L16,
        (2, 8) => P::Rgb8,
        (2, 16) => P::Rgb16,
        (3, 1) => P::P1,
        (3, 2) => P::P2,
        (3, 4) => P::P4,
        (3, 8) => P::P8,
        (4, 8) => P::La8,
        (4, 16) => P::La16,
        (6, 8) => P::Rgba8,
        (6, 16) => P::Rgba16,
        _ => P::Other(FormatCode::Named("a png of a colour type and depth that don't go together")),
    }
}
