//! Applies filters to decoded elements.

use std::f32::consts::FRAC_1_SQRT_2;

use super::Filter;

/// Replaces the elements by the values that the filter computes. The stride must fit the filter.
pub(super) fn apply(filter: Filter, bytes: &mut [u8], stride: usize) {
    match (filter, stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4) => each(bytes, |bytes: [u8; 4]| {
            let [x, y, one, rest] = bytes.map(|byte| byte as i8);
            let [x, y, z] = octahedral([x, y, one].map(f32::from)).map(|value| (value * 127.0).round() as i8);
            [x, y, z, rest].map(|value| value as u8)
        }),
        (Filter::Octahedral, _) => each(bytes, |bytes: [u8; 8]| {
            let [x, y, one, rest] = shorts(bytes);
            let [x, y, z] = octahedral([x, y, one].map(f32::from)).map(short);
            bytes_of([x, y, z, rest])
        }),
        (Filter::Quaternion, _) => each(bytes, |bytes: [u8; 8]| bytes_of(quaternion(shorts(bytes)))),
        (Filter::Exponential, _) => each(bytes, |bytes: [u8; 4]| exponential(i32::from_le_bytes(bytes)).to_le_bytes()),
        (Filter::Color, 4) => each(bytes, |[y, co, cg, alpha]: [u8; 4]| {
            let chroma = [co, cg].map(|byte| i32::from(byte as i8));
            color(i32::from(y), chroma, i32::from(alpha), 255.0).map(|value| value as u8)
        }),
        (Filter::Color, _) => each(bytes, |bytes: [u8; 8]| {
            let [y, co, cg, alpha] = shorts(bytes);
            let [y, alpha] = [y, alpha].map(|value| i32::from(value as u16));
            let values = color(y, [co, cg].map(i32::from), alpha, 65535.0);
            bytes_of(values.map(|value| value as u16 as i16))
        }),
    }
}

/// Replaces each element of `N` bytes.
fn each<const N: usize>(bytes: &mut [u8], change: impl Fn([u8; N]) -> [u8; N]) {
    for element in bytes.chunks_exact_mut(N) {
        if let Ok(old) = <[u8; N]>::try_from(&*element) {
            element.copy_from_slice(&change(old));
        }
    }
}

fn shorts(bytes: [u8; 8]) -> [i16; 4] {
    let [a, b, c, d, e, f, g, h] = bytes;
    [[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes)
}

fn bytes_of(values: [i16; 4]) -> [u8; 8] {
    let [[a, b], [c, d], [e, f], [g, h]] = values.map(i16::to_le_bytes);
    [a, b, c, d, e, f, g, h]
}

/// Converts to a signed normalized number of 16 bits. NaN becomes 0.
fn short(value: f32) -> i16 {
    (value * 32767.0).round() as i16
}

/// Returns the unit vector for a point on the octahedron. `one` must be the largest value of the encoding.
fn octahedral([x, y, one]: [f32; 3]) -> [f32; 3] {
    let (x, y) = (x / one, y / one);
    let z = 1.0 - x.abs() - y.abs();
    let fold = z.min(0.0);
    let (x, y) = (x - fold.copysign(x), y - fold.copysign(y));
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}

/// Returns the rotation for three components. The fourth is the largest component, so it can be computed.
fn quaternion([x, y, z, range]: [i16; 4]) -> [i16; 4] {
    let one = f32::from(range | 3);
    let [x, y, z] = [x, y, z].map(|value| f32::from(value) / one * FRAC_1_SQRT_2);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let [x, y, z, w] = [x, y, z, w].map(short);
    match range & 3 {
        0 => [w, x, y, z],
        1 => [z, w, x, y],
        2 => [y, z, w, x],
        _ => [x, y, z, w],
    }
}

/// Returns `mantissa * 2^exponent`, rounded only once.
fn exponential(value: i32) -> f32 {
    let mantissa = value.wrapping_shl(8).wrapping_shr(8);
    let exponent = value.wrapping_shr(24);
    // The exponent is a signed byte, so the power is a normal number.
    let power = f64::from_bits(u64::from(exponent.wrapping_add(1023) as u32).wrapping_shl(52));
    (f64::from(mantissa) * power) as f32
}

/// Returns red, green, blue and alpha. The width of the encoding is given by the highest bit of the encoded alpha.
fn color(y: i32, [co, cg]: [i32; 2], alpha: i32, greatest: f32) -> [i32; 4] {
    let bits = 32u32.saturating_sub(alpha.leading_zeros());
    let range = 1i32.wrapping_shl(bits).wrapping_sub(1).max(1);
    let low = alpha & (range >> 1);
    let values = [
        y.wrapping_add(co).wrapping_sub(cg),
        y.wrapping_add(cg),
        y.wrapping_sub(co).wrapping_sub(cg),
        low.wrapping_shl(1) | (low & 1),
    ];
    values.map(|value| (value as f32 * (greatest / range as f32)).round() as i32)
}
