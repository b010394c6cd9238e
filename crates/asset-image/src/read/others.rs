//! Reads the size from files that can only be identified (see FORMAT.md, section 3.10).

use binio::{Input, Within, bytes, chunk, u16_be, u16_le, u32_be};

use super::{Read, Texture, bad, check_size};
use crate::error::ErrorKind;
use crate::info::{ColorSpace, Info};
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat as P};

/// Creates a texture that can only be identified.
fn identified(kind: Kind, format: &'static str, size_at: u64, width: u32, height: u32) -> Read<Texture> {
    let info = Info::new(kind, width, height, P::Other(FormatCode::Named(format)));
    check_size(&info, size_at, size_at)?;
    Ok((info, Vec::new()))
}

pub(super) fn pvr(input: Input<'_>) -> Read<Texture> {
    let (behind, version) = chunk::<4, ErrorKind>(input).within("header")?;
    // Flags, pixel format, colour space, channel type.
    let (behind, fields) = chunk::<20, ErrorKind>(behind).within("header")?;
    let big_endian = version != b"PVR\x03";
    let at = behind.offset();
    let number = |field: &[u8; 4]| super::word(*field, big_endian);
    let (behind, height) = chunk::<4, ErrorKind>(behind).within("header")?;
    let (_, width) = chunk::<4, ErrorKind>(behind).within("header")?;
    let (mut info, levels) = identified(Kind::Pvr, "PVR", at, number(width), number(height))?;
    let [.., a, b, c, d, _, _, _, _] = fields;
    if number(&[*a, *b, *c, *d]) == 1 {
        info.color_space = ColorSpace::Srgb;
    }
    Ok((info, levels))
}

pub(super) fn psd(input: Input<'_>) -> Read<Texture> {
    let (behind, _) = bytes::<ErrorKind>(input, 14).within("header")?;
    let (behind, height) = u32_be::<ErrorKind>(behind).within("header")?;
    let (behind, width) = u32_be::<ErrorKind>(behind).within("header")?;
    u16_be::<ErrorKind>(behind).within("header")?;
    identified(Kind::Psd, "Photoshop", 14, width, height)
}

pub(super) fn gif(input: Input<'_>) -> Read<Texture> {
    let (behind, _) = bytes::<ErrorKind>(input, 6).within("header")?;
    let (behind, width) = u16_le::<ErrorKind>(behind).within("header")?;
    let (_, height) = u16_le::<ErrorKind>(behind).within("header")?;
    identified(Kind::Gif, "GIF", 6, width.into(), height.into())
}

/// Reads lines of text up to an empty line, followed by the resolution, for example `-Y 512 +X 1024`.
pub(super) fn hdr(input: Input<'_>) -> Read<Texture> {
    const MOST: usize = 4096;
    let text = input.bytes();
    let text = text.get(..MOST).unwrap_or(text);
    let mut lines = text.split(|byte| *byte == b'\n');
    let resolution = lines.by_ref().find(|line| line.is_empty()).and_then(|_| lines.next());
    let mut words = resolution.unwrap_or_default().split(u8::is_ascii_whitespace);
    let mut number = || std::str::from_utf8(words.nth(1)?).ok()?.parse::<u32>().ok();
    let (Some(first), Some(second)) = (number(), number()) else {
        return Err(bad(0, ErrorKind::Header("no resolution after the first lines"))).within("header");
    };
    // The first of the two axes belongs to the rows, except for rotated pictures.
    let on_side = resolution.is_some_and(|line| line.get(1) == Some(&b'X'));
    let (width, height) = if on_side { (first, second) } else { (second, first) };
    let (mut info, levels) = identified(Kind::Hdr, "Radiance RGBE", 0, width, height)?;
    info.color_space = ColorSpace::Linear;
    Ok((info, levels))
}
