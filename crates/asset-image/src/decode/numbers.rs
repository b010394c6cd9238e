//! Converts stored numbers into bytes, and rounds them to the nearest (see FORMAT.md, section 2).

/// Converts an unsigned number, which can have up to 16 `bits`. 0 becomes 0, and the largest number becomes 255.
#[cfg(any(feature = "dds", feature = "tga", feature = "bmp"))]
pub(super) fn unorm(value: u32, bits: u32) -> u8 {
    scale(value, (1 << bits) - 1)
}

/// Converts a signed number, which can have up to 16 `bits`. −1 becomes 0, and 1 becomes 255. The lowest number is
/// treated like −1.
#[cfg(feature = "dds")]
pub(super) fn snorm(value: u32, bits: u32) -> u8 {
    let lowest = 1 << (bits - 1);
    // In two's complement: with the other sign bit the numbers are in order from 0 on.
    scale((value ^ lowest).saturating_sub(1), 2 * (lowest - 1))
}

/// Scales `value` from `0..=largest` to a byte.
#[cfg(any(feature = "dds", feature = "tga", feature = "bmp"))]
pub(super) fn scale(value: u32, largest: u32) -> u8 {
    // At most 16 bits times 255: it can't overflow.
    ((value * 255 + largest / 2) / largest) as u8
}

/// Converts a float, which is clamped to the range from 0 to 1. NaN becomes 0.
#[cfg(feature = "dds")]
pub(super) fn float(value: f32) -> u8 {
    (value * 255.0 + 0.5) as u8
}

/// Expands a float that has no sign. It has a five-bit exponent with a bias of 15, followed by `mantissa_bits`.
#[cfg(feature = "dds")]
pub(super) fn small_float(value: u32, mantissa_bits: u32) -> f32 {
    const MANTISSA: u32 = f32::MANTISSA_DIGITS - 1;
    let (exponent, mantissa) = (value >> mantissa_bits, value & ((1 << mantissa_bits) - 1));
    let bits = |exponent: u32| f32::from_bits(exponent << MANTISSA | mantissa << (MANTISSA - mantissa_bits));
    match exponent {
        // Subnormal numbers have no leading 1.
        0 => mantissa as f32 / (1 << (14 + mantissa_bits)) as f32,
        31 => bits(255),
        _ => bits(exponent + 127 - 15),
    }
}
