//! Rotations given as pitch, yaw and roll (spec 4.2: transforms of 6 or 9 numbers).

use libm::{cosf, sinf, sqrtf};

/// The rotation Ry·Rx·Rz of `[pitch, yaw, roll]` in degrees as the quaternion x, y, z, w; by way of a matrix, its largest
/// component positive, as the engine does it.
pub fn quaternion(degrees: [f32; 3]) -> [f32; 4] {
    let [pitch, yaw, roll] = degrees.map(f32::to_radians);
    let (ch, sh) = (cosf(yaw), sinf(yaw));
    let (cp, sp) = (cosf(pitch), sinf(pitch));
    let (cb, sb) = (cosf(roll), sinf(roll));
    // Columns.
    let m = [
        [ch * cb + sh * sp * sb, sb * cp, -sh * cb + ch * sp * sb],
        [-ch * sb + sh * sp * cb, cb * cp, sb * sh + ch * sp * cb],
        [sh * cp, -sp, ch * cp],
    ];
    let [[m00, m01, m02], [m10, m11, m12], [m20, m21, m22]] = m;
    let x = m00 - m11 - m22;
    let y = m11 - m00 - m22;
    let z = m22 - m00 - m11;
    let w = m00 + m11 + m22;
    let largest = [x, y, z].into_iter().fold(w, f32::max);
    let value = sqrtf(largest + 1.0) * 0.5;
    let factor = 0.25 / value;
    if largest == w {
        [(m12 - m21) * factor, (m20 - m02) * factor, (m01 - m10) * factor, value]
    } else if largest == x {
        [value, (m01 + m10) * factor, (m20 + m02) * factor, (m12 - m21) * factor]
    } else if largest == y {
        [(m01 + m10) * factor, value, (m12 + m21) * factor, (m20 - m02) * factor]
    } else {
        [(m20 + m02) * factor, (m12 + m21) * factor, value, (m01 - m10) * factor]
    }
}
