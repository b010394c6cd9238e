//! Compares the values of a vertex.

use asset_geometry::glam::{Vec2, Vec3};

use super::tolerance::{BYTE, NORMAL, TEX_COORD};

/// Returns whether two positions are not farther apart than `near`. If a number was not finite before, any number is
/// accepted.
pub fn places(before: Vec3, after: Vec3, near: f32) -> bool {
    let same = |a: f32, b: f32| (a - b).abs() <= near || !a.is_finite() || a.to_bits() == b.to_bits();
    before.to_array().into_iter().zip(after.to_array()).all(|(a, b)| same(a, b))
}

/// Shortest normal with a direction: the squares of shorter ones are lost to rounding.
const SHORTEST: f32 = 1e-12;

/// Returns whether two normals have the same direction. Their length is ignored. If one has no direction, this returns
/// true.
pub fn normals(before: Vec3, after: Vec3) -> bool {
    let direction = |normal: Vec3| normal.try_normalize().filter(|_| normal.length() >= SHORTEST);
    direction(before).zip(direction(after)).is_none_or(|(a, b)| (a - b).length() <= NORMAL)
}

/// Returns whether two texture coordinates are the same, apart from rounding.
pub fn tex_coords(before: Vec2, after: Vec2) -> bool {
    let same = |a: f32, b: f32| (a - b).abs() <= TEX_COORD * a.abs().max(1.0) || !a.is_finite();
    same(before.x, after.x) && same(before.y, after.y)
}

/// Returns whether two colours are the same when they are stored as bytes. Other programs clamp them to the range from
/// 0 to 1, so this is accepted too.
pub fn colors(before: [f32; 4], after: [f32; 4]) -> bool {
    let same = |a: f32, b: f32| (a - b).abs() <= BYTE || (a.clamp(0.0, 1.0) - b).abs() <= BYTE || !a.is_finite();
    before.into_iter().zip(after).all(|(a, b)| same(a, b))
}
