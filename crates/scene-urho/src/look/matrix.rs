//! Converts texture coordinate matrices to scale, rotation and offset.

use asset_scene::TextureTransform;

/// Returns the scale, rotation and offset for the matrix u′ = a u + b v + x and v′ = c u + d v + y. Returns `None` if
/// the matrix shears.
pub(super) fn transform([a, b, c, d]: [f32; 4], offset: [f32; 2]) -> Option<TextureTransform> {
    let ([a64, b64], [c64, d64]) = ([a, b].map(f64::from), [c, d].map(f64::from));
    let (u, mut v) = (a64.hypot(c64), b64.hypot(d64));
    let sheared = (a64 * b64 + c64 * d64).abs() > 1e-5 * (u * v).max(1e-6);
    if sheared || u == 0.0 && v == 0.0 {
        return None;
    }
    if a64 * d64 - b64 * c64 < 0.0 {
        v = -v;
    }
    let rotation = if u > 0.0 { (-c64).atan2(a64) } else { b64.atan2(d64) };
    let rotation = if rotation == 0.0 { 0.0 } else { rotation as f32 };
    Some(TextureTransform { offset, rotation, scale: [u as f32, v as f32] })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn matrices_become_scale_turn_and_offset() {
        let (sin, cos) = 0.5_f32.sin_cos();
        // glTF: u′ = sx cos u + sy sin v, v′ = −sx sin u + sy cos v.
        let matrix = [2.0 * cos, 3.0 * sin, -2.0 * sin, 3.0 * cos];
        let found = transform(matrix, [0.25, -4.0]).unwrap();
        let wanted = [0.25, -4.0, 0.5, 2.0, 3.0];
        assert!(found.numbers().into_iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
        let mirrored = transform([1.0, 0.0, 0.0, -1.0], [0.0; 2]).unwrap();
        assert_eq!(mirrored.numbers(), [0.0, 0.0, 0.0, 1.0, -1.0]);
        assert_eq!(transform([1.0, 1.0, 0.0, 1.0], [0.0; 2]), None);
    }
}
