//! Reads the header of a webp and its frames (see FORMAT.md, section 3.9).

use binio::{Input, Within, bytes, chunk, u32_le};

use super::{Read, Texture, bad, check_size};
use crate::error::ErrorKind;
use crate::info::Info;
use crate::kind::Kind;
use crate::pixel_format::{FormatCode, PixelFormat as P};

/// The bits in the first byte of the extended header.
const ANIMATED: u8 = 1 << 1;
const ALPHA: u8 = 1 << 4;

pub(super) fn read(input: Input<'_>) -> Read<Texture> {
    let (behind, _) = bytes::<ErrorKind>(input, 12).within("header")?;
    let (content, id) = chunk::<4, ErrorKind>(behind).within("chunk")?;
    let (content, _) = u32_le::<ErrorKind>(content).within("chunk")?;
    let less_one = |number: u32| number.saturating_add(1);
    let (format, width, height) = match id {
        b"VP8X" => {
            let (_, &[flags, _, _, _, a, b, c, d, e, f]) = chunk::<10, ErrorKind>(content).within("chunk")?;
            let format = match (flags & ANIMATED, flags & ALPHA) {
                (0, 0) => P::Rgb8,
                (0, _) => P::Rgba8,
                _ => P::Other(FormatCode::Named("an animated webp")),
            };
            (format, less_one(u32::from_le_bytes([a, b, c, 0])), less_one(u32::from_le_bytes([d, e, f, 0])))
        }
        b"VP8L" => {
            let (_, &[_, a, b, c, d]) = chunk::<5, ErrorKind>(content).within("chunk")?;
            let bits = u32::from_le_bytes([a, b, c, d]);
            let format = if bits >> 28 & 1 == 1 { P::Rgba8 } else { P::Rgb8 };
            (format, less_one(bits & 0x3fff), less_one(bits >> 14 & 0x3fff))
        }
        b"VP8 " => {
            let (_, head) = chunk::<10, ErrorKind>(content).within("chunk")?;
            let (width, height) = lossy_size(head);
            (P::YCbCr8, width, height)
        }
        _ => return Err(bad(12, ErrorKind::Header("no chunk that a webp begins with"))).within("chunk"),
    };
    let info = Info::new(Kind::WebP, width, height, format);
    check_size(&info, content.offset(), content.offset())?;
    Ok((info, Vec::new()))
}

/// Returns the width and height, given the first bytes of a lossy frame.
fn lossy_size(head: &[u8; 10]) -> (u32, u32) {
    let &[_, _, _, _, _, _, a, b, c, d] = head;
    let size = |bytes| u32::from(u16::from_le_bytes(bytes) & 0x3fff);
    (size([a, b]), size([c, d]))
}

/// Returns `true` if all lossy frames of a webp have this size. We have to check this, because the library reserves
/// memory for a frame before it compares the sizes.
#[cfg(feature = "webp")]
pub(crate) fn has_frames_of(file: &[u8], size: (u32, u32)) -> bool {
    let mut rest = file.get(12..).unwrap_or_default();
    while let Some((id, behind)) = rest.split_first_chunk::<4>() {
        let Some((length, content)) = behind.split_first_chunk::<4>() else { return true };
        if id == b"VP8 " && content.first_chunk::<10>().is_some_and(|head| lossy_size(head) != size) {
            return false;
        }
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        rest = content.get(length.saturating_add(length % 2)..).unwrap_or_default();
    }
    true
}
