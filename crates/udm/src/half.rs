//! Converts IEEE binary16 the way the engine does (see [FORMAT.md, "Binary"](crate::format#binary)): ties are rounded
//! away from zero, and the payload of a NaN is kept. The crate `half` can't be used for this, because it would change
//! values by rounding ties to even and making NaN quiet.

/// Converts a half into a float. This is exact. A NaN payload is kept and not made quiet.
pub fn to_f32(bits: u16) -> f32 {
    let bits = u32::from(bits);
    let sign = (bits & 0x8000) << 16;
    let (exponent, fraction) = (bits >> 10 & 0x1f, bits & 0x3ff);
    let magnitude = match (exponent, fraction) {
        (0, 0) => 0,
        (0, _) => {
            // A denormal half is a normal float: its leading bit becomes the hidden one.
            let shift = fraction.leading_zeros() - 21;
            (113 - shift) << 23 | (fraction << shift & 0x3ff) << 13
        }
        (0x1f, _) => 0x7f80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// Returns the half that is nearest to `value`. Ties go away from zero. From 65520 on, the result is infinite, and
/// below half of the smallest half it is zero.
pub fn from_f32(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = bits >> 16 & 0x8000;
    let (exponent, fraction) = (bits >> 23 & 0xff, bits & 0x007f_ffff);
    let magnitude = match exponent {
        0..102 => 0,
        102..=112 => {
            let fraction = (fraction | 0x80_0000) >> (113 - exponent);
            (fraction + ((fraction & 0x1000) << 1)) >> 13
        }
        255 if fraction == 0 => 0x7c00,
        // A payload that would vanish would make it infinite.
        255 => 0x7c00 | (fraction >> 13).max(1),
        _ => {
            // An overflow of the fraction increments the exponent.
            let rounded = ((exponent - 112) << 23 | fraction) + ((fraction & 0x1000) << 1);
            (rounded >> 13).min(0x7c00)
        }
    };
    u16::try_from(sign | magnitude).unwrap_or(0x7c00)
}
