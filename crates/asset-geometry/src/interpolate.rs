//! Functions to interpolate between two keys, using the rules of the Urho3D family. The position `t` is 0 at `a` and 1
//! at `b`; no function will clamp it.

use alloc::vec::Vec;
use core::ops::{Add, Mul, Sub};
use glam::{Quat, Vec4};

/// Returns `a`, to be used until the next key (mode None).
pub fn step<T>(a: T, _b: T, _t: f32) -> T {
    a
}

/// Returns `a (1 − t) + b t`. For finite values, this is exact at both ends.
pub fn lerp<T>(a: T, b: T, t: f32) -> T
where
    T: Add<Output = T> + Mul<f32, Output = T>,
{
    a * (1.0 - t) + b * t
}

/// Interpolates between two rotations, on the shorter way. This will not normalise the arguments or the result.
///
/// If the sine of the angle is below 0.001, or if the quaternions are too long to have an angle, this falls back to a
/// [`lerp`]. You will get the same bits on every platform.
///
/// ```
/// use asset_geometry::glam::{Quat, Vec3};
/// use asset_geometry::interpolate::slerp;
/// let turned = slerp(Quat::IDENTITY, -Quat::from_rotation_y(1.0), 0.5);
/// assert!((turned * Vec3::X).distance(Quat::from_rotation_y(0.5) * Vec3::X) < 1e-6);
/// ```
pub fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    let (a, mut b) = (Vec4::from(a), Vec4::from(b));
    let mut cos = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    if cos < 0.0 {
        (cos, b) = (-cos, -b);
    }
    let angle = libm::acosf(cos);
    let sin = libm::sinf(angle);
    // A cosine above 1 has no angle: NaN, which is not above the threshold either.
    if sin > 0.001 {
        let (from, to) = (libm::sinf((1.0 - t) * angle) / sin, libm::sinf(t * angle) / sin);
        Quat::from_vec4(a * from + b * to)
    } else {
        Quat::from_vec4(lerp(a, b, t))
    }
}

/// Interpolates on a cubic curve from `a` to `b` with the given tangents, using Urho3D's formula.
///
/// The tangents must be per interval and not per second. For glTF's `CUBICSPLINE`, you must first multiply them by the
/// seconds between the keys.
///
/// ```
/// use asset_geometry::interpolate::hermite;
/// assert_eq!(hermite(1.0, 2.0, 3.0, 2.0, 0.25), 1.5, "tangents of the straight line give the straight line");
/// ```
pub fn hermite<T>(a: T, out_tangent: T, b: T, in_tangent: T, t: f32) -> T
where
    T: Add<Output = T> + Mul<f32, Output = T>,
{
    let (t2, t3) = (t * t, t * t * t);
    a * (2.0 * t3 - 3.0 * t2 + 1.0)
        + b * (-2.0 * t3 + 3.0 * t2)
        + out_tangent * (t3 - 2.0 * t2 + t)
        + in_tangent * (t3 - t2)
}

/// Like [`hermite`], but for the four components of a rotation. The result will be normalised as in Urho3D, but not if
/// it has no direction (all zero, NaN).
pub fn hermite_quat(a: Quat, out_tangent: Quat, b: Quat, in_tangent: Quat, t: f32) -> Quat {
    let mixed = hermite(Vec4::from(a), Vec4::from(out_tangent), Vec4::from(b), Vec4::from(in_tangent), t);
    Quat::from_vec4(mixed.try_normalize().unwrap_or(mixed))
}

/// Returns the tangent of a tension spline at a key, using Urho3D's formula. This is both the in and the out tangent.
/// Returns `None` if the key does not exist.
///
/// Between other keys this is `(next − previous) tension`, where rbfx uses a tension of 0.5 by default. At both ends it
/// is zero, unless the curve is closed: this is the case if there are more than two keys and the last value equals the
/// first. Both ends of a closed curve have the tangent `(second − last but one) tension`.
///
/// `T::default()` must be zero, as it is for `f32` and for the vectors in glam. Since this is not true for a
/// quaternion, use a [`Vec4`] instead.
pub fn tension_tangent<T>(values: &[T], key: usize, tension: f32) -> Option<T>
where
    T: Copy + Default + PartialEq + Sub<Output = T> + Mul<f32, Output = T>,
{
    let slope = |from: &T, to: &T| (*to - *from) * tension;
    values.get(key)?;
    if let Some([previous, _, next]) = key.checked_sub(1).and_then(|before| values.get(before..)?.get(..3)) {
        return Some(slope(previous, next));
    }
    match values {
        [first, second, .., before, last] if first == last => Some(slope(before, second)),
        // With three keys the second is also the last but one.
        _ => Some(T::default()),
    }
}

/// Returns the tangents at all keys of a tension spline. See [`tension_tangent`].
///
/// ```
/// use asset_geometry::interpolate::tension_tangents;
/// assert_eq!(tension_tangents(&[0.0, 1.0, 3.0, 4.0], 0.5), [0.0, 1.5, 1.5, 0.0]);
/// assert_eq!(tension_tangents(&[0.0, 1.0, 3.0, 0.0], 0.5), [-1.0, 1.5, -0.5, -1.0], "closed");
/// ```
pub fn tension_tangents<T>(values: &[T], tension: f32) -> Vec<T>
where
    T: Copy + Default + PartialEq + Sub<Output = T> + Mul<f32, Output = T>,
{
    (0..values.len()).filter_map(|key| tension_tangent(values, key, tension)).collect()
}
