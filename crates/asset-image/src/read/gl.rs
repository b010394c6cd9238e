//! Converts the format codes of OpenGL (see FORMAT.md, section 3.6).

use crate::pixel_format::{FormatCode, PixelFormat, PixelFormat as P};

/// `GL_BGR` and `GL_BGRA`, where the channels are in reverse order.
const BGR: u32 = 0x80e0;
const BGRA: u32 = 0x80e1;

/// Returns the format for `internal`, `format` and `ty`, which have to be used together, and whether this is sRGB.
pub(super) fn format(internal: u32, format: u32, ty: u32) -> (PixelFormat, bool) {
    let found = if ty == 0 { compressed(internal) } else { plain(internal, ty) };
    let found = match (found, format) {
        (Some((P::Rgb8, srgb)), BGR) => Some((P::Bgr8, srgb)),
        (Some((P::Rgba8 | P::Bgra8, srgb)), BGRA) => Some((P::Bgra8, srgb)),
        (Some(_), BGR | BGRA) => None,
        (found, _) => found,
    };
    found.unwrap_or((P::Other(FormatCode::Gl(internal)), false))
}

/// Returns a format whose pixels have the type `ty`.
fn plain(internal: u32, ty: u32) -> Option<(PixelFormat, bool)> {
    const BYTE: u32 = 0x1400;
    const UNSIGNED_BYTE: u32 = 0x1401;
    const SHORT: u32 = 0x1402;
    const UNSIGNED_SHORT: u32 = 0x1403;
    const FLOAT: u32 = 0x1406;
    const HALF: u32 = 0x140b;
    const HALF_OES: u32 = 0x8d61;
    Some(match (internal, ty) {
        (0x8229 | 0x1903, UNSIGNED_BYTE) => (P::R8, false),
        (0x822b | 0x8227, UNSIGNED_BYTE) => (P::Rg8, false),
        (0x8051 | 0x1907, UNSIGNED_BYTE) => (P::Rgb8, false),
        (0x8058 | 0x1908, UNSIGNED_BYTE) => (P::Rgba8, false),
        (0x8c41 | 0x8c40, UNSIGNED_BYTE) => (P::Rgb8, true),
        (0x8c43 | 0x8c42, UNSIGNED_BYTE) => (P::Rgba8, true),
        (0x93a1 | 0x80e1, UNSIGNED_BYTE) => (P::Bgra8, false),
        (0x8040 | 0x1909, UNSIGNED_BYTE) => (P::L8, false),
        (0x8045 | 0x190a, UNSIGNED_BYTE) => (P::La8, false),
        (0x803c | 0x1906, UNSIGNED_BYTE) => (P::A8, false),
        (0x8f94, BYTE) => (P::R8Snorm, false),
        (0x8f95, BYTE) => (P::Rg8Snorm, false),
        (0x8f97, BYTE) => (P::Rgba8Snorm, false),
        (0x822a, UNSIGNED_SHORT) => (P::R16, false),
        (0x822c, UNSIGNED_SHORT) => (P::Rg16, false),
        (0x805b, UNSIGNED_SHORT) => (P::Rgba16, false),
        (0x8f98, SHORT) => (P::R16Snorm, false),
        (0x8f99, SHORT) => (P::Rg16Snorm, false),
        (0x8f9b, SHORT) => (P::Rgba16Snorm, false),
        (0x822d, HALF | HALF_OES) => (P::R16F, false),
        (0x822f, HALF | HALF_OES) => (P::Rg16F, false),
        (0x881a, HALF | HALF_OES) => (P::Rgba16F, false),
        (0x822e, FLOAT) => (P::R32F, false),
        (0x8230, FLOAT) => (P::Rg32F, false),
        (0x8815, FLOAT) => (P::Rgb32F, false),
        (0x8814, FLOAT) => (P::Rgba32F, false),
        // Packed into a word: red in the highest bits of 565, in the lowest of the reversed ones.
        (0x8d62 | 0x1907, 0x8363) => (P::Bgr565, false),
        (0x8059, 0x8368) => (P::Rgb10A2, false),
        (0x8c3a, 0x8c3b) => (P::Rg11B10F, false),
        (0x8c3d, 0x8c3e) => (P::Rgb9E5, false),
        _ => return None,
    })
}

fn compressed(internal: u32) -> Option<(PixelFormat, bool)> {
    Some(match internal {
        0x83f0 => (P::Bc1Rgb, false),
        0x8c4c => (P::Bc1Rgb, true),
        0x83f1 => (P::Bc1, false),
        0x8c4d => (P::Bc1, true),
        0x83f2 => (P::Bc2, false),
        0x8c4e => (P::Bc2, true),
        0x83f3 => (P::Bc3, false),
        0x8c4f => (P::Bc3, true),
        0x8dbb => (P::Bc4, false),
        0x8dbc => (P::Bc4Snorm, false),
        0x8dbd => (P::Bc5, false),
        0x8dbe => (P::Bc5Snorm, false),
        0x8e8c => (P::Bc7, false),
        0x8e8d => (P::Bc7, true),
        0x8e8e => (P::Bc6hSf16, false),
        0x8e8f => (P::Bc6hUf16, false),
        0x8d64 => (P::Etc1, false),
        0x9270 => (P::EacR, false),
        0x9271 => (P::EacRSnorm, false),
        0x9272 => (P::EacRg, false),
        0x9273 => (P::EacRgSnorm, false),
        0x9274 => (P::Etc2, false),
        0x9275 => (P::Etc2, true),
        0x9276 => (P::Etc2A1, false),
        0x9277 => (P::Etc2A1, true),
        0x9278 => (P::Etc2A8, false),
        0x9279 => (P::Etc2A8, true),
        0x8c00 | 0x8c02 => (P::Pvrtc4, false),
        0x8c01 | 0x8c03 => (P::Pvrtc2, false),
        0x8a54 | 0x8a56 => (P::Pvrtc2, true),
        0x8a55 | 0x8a57 => (P::Pvrtc4, true),
        _ => return None,
    })
}
