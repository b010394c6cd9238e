//! Converts rotations given as pitch, yaw and roll (see [FORMAT.md, "Text"](crate::format#text), for transforms with 6
//! or 9 numbers).

use libm::{cos, sin, sqrt};

/// Converts `[pitch, yaw, roll]`, in degrees, into the quaternion x, y, z, w for the rotation Ry·Rx·Rz. To get the same
/// result as the engine, this has to go through a matrix in doubles and make the largest component positive.
pub fn quaternion(degrees: [f32; 3]) -> [f32; 4] {
    let [pitch, yaw, roll] = degrees.map(|angle| f64::from(angle).to_radians());
    let (sin_p, cos_p) = (sin(pitch), cos(pitch));
    let (sin_y, cos_y) = (sin(yaw), cos(yaw));
    let (sin_r, cos_r) = (sin(roll), cos(roll));
    // Columns of the matrix.
    let [m00, m01, m02] = [cos_y * cos_r + sin_y * sin_p * sin_r, cos_p * sin_r, cos_y * sin_p * sin_r - sin_y * cos_r];
    let [m10, m11, m12] = [sin_y * sin_p * cos_r - cos_y * sin_r, cos_p * cos_r, sin_y * sin_r + cos_y * sin_p * cos_r];
    let [m20, m21, m22] = [sin_y * cos_p, -sin_p, cos_y * cos_p];
    let (x, y, z, w) = (m00 - m11 - m22, m11 - m00 - m22, m22 - m00 - m11, m00 + m11 + m22);
    let largest = [x, y, z].into_iter().fold(w, f64::max);
    let value = sqrt(largest + 1.0) * 0.5;
    let factor = 0.25 / value;
    let (a, b, c) = ((m12 - m21) * factor, (m20 - m02) * factor, (m01 - m10) * factor);
    let (d, e, f) = ((m01 + m10) * factor, (m20 + m02) * factor, (m12 + m21) * factor);
    let quaternion = if largest == w {
        [a, b, c, value]
    } else if largest == x {
        [value, d, e, a]
    } else if largest == y {
        [d, value, f, b]
    } else {
        [e, f, value, c]
    };
    #[expect(clippy::cast_possible_truncation, reason = "rounding is intended")]
    quaternion.map(|number| number as f32)
}
