//! Reads the markers of a jpg up to the frame (see FORMAT.md, section 3.2).

use binio::{Input, Within, bytes, u8, u16_be};

use super::{Read, Texture, check_size};
use crate::error::ErrorKind;
use crate::info::Info;
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat as P};

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (mut at, _) = bytes::<ErrorKind>(input, 2).within("header")?;
    loop {
        let (behind, marker) = marker(at)?;
        let content = match marker {
            // Frames of all processes; the numbers between are tables.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => return frame(behind, marker),
            // Markers without a segment.
            0x01 | 0xd0..=0xd8 => {
                at = behind;
                continue;
            }
            0xd9 | 0xda => return Err(at.fail(ErrorKind::Header("no frame before the pixels"))).within("marker"),
            _ => behind,
        };
        let (_, length) = u16_be::<ErrorKind>(content).within("marker")?;
        let (next, _) = bytes::<ErrorKind>(content, u64::from(length).max(2)).within("marker")?;
        at = next;
    }
}

/// Reads the next marker. There may be any number of fill bytes before it.
fn marker<'a>(at: Input<'a>) -> Read<(Input<'a>, u8)> {
    let (mut behind, first) = u8::<ErrorKind>(at).within("marker")?;
    if first != 0xff {
        return Err(at.fail(ErrorKind::Header("no marker where one has to be"))).within("marker");
    }
    loop {
        let (next, marker) = u8::<ErrorKind>(behind).within("marker")?;
        behind = next;
        if marker != 0xff {
            return Ok((behind, marker));
        }
    }
}

fn frame(behind: Input<'_>, marker: u8) -> Read<Texture> {
    let (fields, _) = u16_be::<ErrorKind>(behind).within("frame")?;
    let (fields, precision) = u8::<ErrorKind>(fields).within("frame")?;
    let size_at = fields.offset();
    let (fields, height) = u16_be::<ErrorKind>(fields).within("frame")?;
    let (fields, width) = u16_be::<ErrorKind>(fields).within("frame")?;
    let (_, components) = u8::<ErrorKind>(fields).within("frame")?;
    let format = match (marker, precision, components) {
        (0xc3 | 0xc5..=0xc7 | 0xcb | 0xcd..=0xcf, _, _) => {
            P::Other(FormatCode::Named("a jpg of the lossless or a hierarchical process"))
        }
        (0xc9 | 0xca, _, _) => P::Other(FormatCode::Named("a jpg with arithmetic coding")),
        (_, 8, 1) => P::L8,
        (_, 8, 3) => P::YCbCr8,
        (_, 8, 4) => P::Cmyk8,
        (_, 8, _) => P::Other(FormatCode::Named("a jpg of two or more than four components")),
        _ => P::Other(FormatCode::Named("a jpg of more than 8 bits")),
    };
    let info = Info::new(Kind::Jpeg, width.into(), height.into(), format);
    check_size(&info, size_at, size_at)?;
    Ok((info, Vec::new()))
}
