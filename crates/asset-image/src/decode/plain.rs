//! Decodes formats that store pixel after pixel, in any container.

use super::Decoded;
use super::numbers::{float, small_float, snorm, unorm};
use crate::pixel_format::PixelFormat as P;

/// The number type of a channel.
#[derive(Clone, Copy)]
enum Number {
    Unorm,
    Snorm,
    Float,
    /// A nine-bit mantissa. All channels share the exponent, which is in the upper five bits of the pixel.
    Shared,
    /// The channel is not stored. Use this byte for all pixels.
    Constant(u8),
}
use Number::{Constant, Float, Shared, Snorm, Unorm};

/// Where to find a channel: the number has this many `bits`, and starts `shift` bits after the beginning of the pixel.
#[derive(Clone, Copy)]
struct Field {
    number: Number,
    shift: u32,
    bits: u32,
}

/// To be used as the place of a channel that is not stored.
const ZERO: u32 = 4;
const HALF: u32 = 5;
const ONE: u32 = 6;

/// Decodes rows. In a ktx, there may be padding at the end of a row.
pub(super) fn decode(format: P, size: usize, data: &[u8], (width, height): (usize, usize), out: &mut [u8]) -> Decoded {
    let fields = fields(format).ok_or_else(|| format!("{format} has no decoder"))?;
    let (row, pitch) = (width * size, data.len() / height);
    if pitch < row {
        return Err(format!("expected {} bytes of data, found {}", row * height, data.len()));
    }
    for (stored, pixels) in data.chunks_exact(pitch).zip(out.chunks_exact_mut(width * 4)) {
        let stored = &stored[..row];
        if format == P::Rgba8 {
            pixels.copy_from_slice(stored);
        } else if fields.iter().all(|field| field.bits == 8) {
            shuffle(fields, size, stored, pixels);
        } else {
            convert(fields, size, stored, pixels);
        }
    }
    Ok(())
}

/// Converts pixels in any format.
fn convert(fields: [Field; 4], size: usize, stored: &[u8], pixels: &mut [u8]) {
    for (stored, pixel) in stored.chunks_exact(size).zip(pixels.chunks_exact_mut(4)) {
        let mut word = [0; 16];
        word[..size].copy_from_slice(stored);
        let word = u128::from_le_bytes(word);
        pixel.copy_from_slice(&fields.map(|field| field.byte(word)));
    }
}

/// Converts pixels whose channels are bytes. This works on a single channel at a time, because it is several times
/// faster.
fn shuffle(fields: [Field; 4], size: usize, stored: &[u8], pixels: &mut [u8]) {
    for (channel, field) in fields.into_iter().enumerate() {
        let (place, targets) = ((field.shift / 8) as usize, pixels.iter_mut().skip(channel).step_by(4));
        match field.number {
            Constant(byte) => targets.for_each(|target| *target = byte),
            Snorm => targets
                .zip(stored.iter().skip(place).step_by(size))
                .for_each(|(to, from)| *to = snorm((*from).into(), 8)),
            _ => targets.zip(stored.iter().skip(place).step_by(size)).for_each(|(to, from)| *to = *from),
        }
    }
}

impl Field {
    fn byte(self, pixel: u128) -> u8 {
        let value = (pixel >> self.shift) as u32;
        let value = if self.bits < u32::BITS { value & ((1 << self.bits) - 1) } else { value };
        match (self.number, self.bits) {
            (Constant(byte), _) => byte,
            (Unorm, bits) => unorm(value, bits),
            (Snorm, bits) => snorm(value, bits),
            (Float, 32) => float(f32::from_bits(value)),
            // Halves have a sign bit.
            (Float, 16) if value >> 15 != 0 => 0,
            (Float, 16) => float(small_float(value, 10)),
            (Float, bits) => float(small_float(value, bits - 5)),
            // The exponent 24 makes the mantissa a whole number.
            (Shared, _) => float(value as f32 * 2_f32.powi((pixel >> 27) as i32 - 24)),
        }
    }
}

/// Creates channels that all have the same number type and size, given the place of red, green, blue and alpha.
fn even(number: Number, bits: u32, places: [u32; 4]) -> [Field; 4] {
    places.map(|place| match place {
        ZERO => Field { number: Constant(0), shift: 0, bits },
        HALF => Field { number: Constant(128), shift: 0, bits },
        ONE => Field { number: Constant(255), shift: 0, bits },
        _ => Field { number, shift: place * bits, bits },
    })
}

/// Creates channels that have different sizes, given the shift and size of red, green and blue, and also of alpha if
/// this is stored.
fn packed(number: Number, color: [(u32, u32); 3], alpha: Option<(u32, u32)>) -> [Field; 4] {
    let [red, green, blue] = color.map(|(shift, bits)| Field { number, shift, bits });
    let opaque = Field { number: Constant(255), shift: 0, bits: 8 };
    [red, green, blue, alpha.map_or(opaque, |(shift, bits)| Field { number, shift, bits })]
}

/// Returns where to find red, green, blue and alpha.
fn fields(format: P) -> Option<[Field; 4]> {
    const GREY: [u32; 4] = [0, 0, 0, ONE];
    const RG: [u32; 4] = [0, 1, ZERO, ONE];
    const SIGNED_RG: [u32; 4] = [0, 1, HALF, ONE];
    const RGB: [u32; 4] = [0, 1, 2, ONE];
    const RGBA: [u32; 4] = [0, 1, 2, 3];
    Some(match format {
        P::L8 | P::R8 => even(Unorm, 8, GREY),
        P::La8 => even(Unorm, 8, [0, 0, 0, 1]),
        P::A8 => even(Unorm, 8, [ZERO, ZERO, ZERO, 0]),
        P::Rg8 => even(Unorm, 8, RG),
        P::Rgb8 | P::Rgbx8 => even(Unorm, 8, RGB),
        P::Bgr8 | P::Bgrx8 => even(Unorm, 8, [2, 1, 0, ONE]),
        P::Rgba8 => even(Unorm, 8, RGBA),
        P::Bgra8 => even(Unorm, 8, [2, 1, 0, 3]),
        P::Gbar8 => even(Unorm, 8, [3, 0, 1, 2]),
        P::Abgr8 => even(Unorm, 8, [3, 2, 1, 0]),
        P::Bgr565 => packed(Unorm, [(11, 5), (5, 6), (0, 5)], None),
        P::Rgb565 => packed(Unorm, [(0, 5), (5, 6), (11, 5)], None),
        P::Bgr5A1 => packed(Unorm, [(10, 5), (5, 5), (0, 5)], Some((15, 1))),
        P::Bgr5X1 => packed(Unorm, [(10, 5), (5, 5), (0, 5)], None),
        P::Bgra4 => packed(Unorm, [(8, 4), (4, 4), (0, 4)], Some((12, 4))),
        P::Rgb10A2 => packed(Unorm, [(0, 10), (10, 10), (20, 10)], Some((30, 2))),
        P::Rg11B10F => packed(Float, [(0, 11), (11, 11), (22, 10)], None),
        P::Rgb9E5 => packed(Shared, [(0, 9), (9, 9), (18, 9)], None),
        P::R8Snorm => even(Snorm, 8, GREY),
        P::Rg8Snorm => even(Snorm, 8, SIGNED_RG),
        P::Rgba8Snorm => even(Snorm, 8, RGBA),
        P::L16 | P::R16 => even(Unorm, 16, GREY),
        P::Rg16 => even(Unorm, 16, RG),
        P::Rgba16 => even(Unorm, 16, RGBA),
        P::R16Snorm => even(Snorm, 16, GREY),
        P::Rg16Snorm => even(Snorm, 16, SIGNED_RG),
        P::Rgba16Snorm => even(Snorm, 16, RGBA),
        P::R16F => even(Float, 16, GREY),
        P::Rg16F => even(Float, 16, RG),
        P::Rgba16F => even(Float, 16, RGBA),
        P::R32F => even(Float, 32, GREY),
        P::Rg32F => even(Float, 32, RG),
        P::Rgb32F => even(Float, 32, RGB),
        P::Rgba32F => even(Float, 32, RGBA),
        _ => return None,
    })
}
