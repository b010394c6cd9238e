//! Decodes BC formats, using `bcdec_rs`. For a channel that is interpolated alone (BC4, BC5 and alpha in BC3), we
//! follow the specification and do not use `bcdec_rs`: it does not round alpha in BC3 to the nearest number, and loses
//! precision when it scales signed 8-bit numbers.

use super::Decoded;
use super::numbers::{float, scale};
use crate::pixel_format::PixelFormat as P;

/// A block is this wide and this high, in pixels.
const SIDE: usize = 4;

/// A decoded block in RGBA8, row by row.
type Pixels = [u8; SIDE * SIDE * 4];

/// Decodes a block, which takes 8 or 16 bytes.
type Decode = fn(&[u8], &mut Pixels);

/// How many bytes a row of [`Pixels`] takes.
const PITCH: usize = SIDE * 4;

/// Decodes blocks that take `size` bytes each. Pixels outside the surface will be dropped.
pub(super) fn decode(format: P, size: usize, data: &[u8], (width, height): (usize, usize), out: &mut [u8]) -> Decoded {
    let decode = decoder(format).ok_or_else(|| format!("{format} has no decoder"))?;
    let row = width.div_ceil(SIDE) * size;
    let needed = row * height.div_ceil(SIDE);
    if data.len() < needed {
        return Err(format!("expected {needed} bytes of data, found {}", data.len()));
    }
    let mut pixels = [0; SIDE * SIDE * 4];
    for (blocks, rows) in data.chunks_exact(row).zip(out.chunks_mut(SIDE * width * 4)) {
        for (index, block) in blocks.chunks_exact(size).enumerate() {
            decode(block, &mut pixels);
            let start = index * PITCH;
            for (decoded, row) in pixels.chunks_exact(PITCH).zip(rows.chunks_exact_mut(width * 4)) {
                let length = PITCH.min(row.len() - start);
                row[start..start + length].copy_from_slice(&decoded[..length]);
            }
        }
    }
    Ok(())
}

fn decoder(format: P) -> Option<Decode> {
    Some(match format {
        P::Bc1 => |block, out| bcdec_rs::bc1(block, out, PITCH),
        P::Bc1Rgb => |block, out| {
            bcdec_rs::bc1(block, out, PITCH);
            each(out, |[red, green, blue, _]| [red, green, blue, 255]);
        },
        P::Bc2 => |block, out| bcdec_rs::bc2(block, out, PITCH),
        P::Bc3 => bc3,
        P::Bc3Rxgb => |block, out| {
            bc3(block, out);
            each(out, |[_, green, blue, alpha]| [alpha, green, blue, 255]);
        },
        P::Bc4 => |block, out| fill(out, channel(block, unsigned), |grey| [grey, grey, grey, 255]),
        P::Bc4Snorm => |block, out| fill(out, channel(block, signed), |grey| [grey, grey, grey, 255]),
        P::Bc5 => |block, out| bc5(block, unsigned, 0, out),
        P::Bc5Snorm => |block, out| bc5(block, signed, 128, out),
        P::Bc6hUf16 => |block, out| bc6h(block, false, out),
        P::Bc6hSf16 => |block, out| bc6h(block, true, out),
        P::Bc7 => |block, out| bcdec_rs::bc7(block, out, PITCH),
        _ => return None,
    })
}

fn bc3(block: &[u8], out: &mut Pixels) {
    bcdec_rs::bc3(block, out, PITCH);
    for (pixel, alpha) in out.chunks_exact_mut(4).zip(channel(block, unsigned)) {
        pixel[3] = alpha;
    }
}

fn bc5(block: &[u8], ends: Ends, blue: u8, out: &mut Pixels) {
    let (red, green) = block.split_at(8);
    fill(out, channel(red, ends), |red| [red, 0, blue, 255]);
    for (pixel, green) in out.chunks_exact_mut(4).zip(channel(green, ends)) {
        pixel[1] = green;
    }
}

fn bc6h(block: &[u8], signed: bool, out: &mut Pixels) {
    let mut floats = [0.0; SIDE * SIDE * 3];
    bcdec_rs::bc6h_float(block, &mut floats, SIDE * 3, signed);
    for (pixel, color) in out.chunks_exact_mut(4).zip(floats.chunks_exact(3)) {
        pixel.copy_from_slice(&[float(color[0]), float(color[1]), float(color[2]), 255]);
    }
}

/// Reads both ends of a channel. Returns them as numbers that start at 0, the largest number, and whether there are six
/// values between the ends.
type Ends = fn([u8; 2]) -> ([u32; 2], u32, bool);

fn unsigned(ends: [u8; 2]) -> ([u32; 2], u32, bool) {
    (ends.map(u32::from), 255, ends[0] > ends[1])
}

/// Here, −128 means the same as −127, except when the ends are compared.
fn signed(ends: [u8; 2]) -> ([u32; 2], u32, bool) {
    let [first, second] = ends.map(|end| end ^ 0x80);
    ([first, second].map(|end| u32::from(end.saturating_sub(1))), 254, first > second)
}

/// Decodes a channel from 8 bytes: two ends, followed by three bits for each pixel.
fn channel(block: &[u8], ends: Ends) -> [u8; SIDE * SIDE] {
    let ([first, second], largest, six) = ends([block[0], block[1]]);
    let steps = if six { 7 } else { 5 };
    let values: [u8; 8] = std::array::from_fn(|index| match index as u32 {
        0 => scale(first, largest),
        1 => scale(second, largest),
        6 if !six => 0,
        7 if !six => 255,
        index => scale(first * (steps + 1 - index) + second * (index - 1), largest * steps),
    });
    let bits = block[2..8].iter().rev().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    std::array::from_fn(|pixel| values[(bits >> (3 * pixel) & 7) as usize])
}

fn fill(out: &mut Pixels, channel: [u8; SIDE * SIDE], pixel: impl Fn(u8) -> [u8; 4]) {
    for (out, value) in out.chunks_exact_mut(4).zip(channel) {
        out.copy_from_slice(&pixel(value));
    }
}

fn each(out: &mut Pixels, pixel: impl Fn([u8; 4]) -> [u8; 4]) {
    for out in out.chunks_exact_mut(4) {
        let changed = pixel([out[0], out[1], out[2], out[3]]);
        out.copy_from_slice(&changed);
    }
}
