//! Comparison of the values of a vertex.

use asset_geometry::glam::{Vec2, Vec3};

/// Texture coordinates are rounded when another program turns them upside down.
const TEX_COORD: f32 = 2e-5;
/// Colours and weights go through bytes.
pub(super) const BYTE: f32 = 5e-3;
/// How far the tips of two unit normals may be apart: other programs keep them as angles of 16 bits and less.
pub(super) const NORMAL: f32 = 2e-2;

/// Whether two places are no further apart than `near`. A number that is none comes back as anything.
pub fn places(before: Vec3, after: Vec3, near: f32) -> bool {
    let same = |a: f32, b: f32| (a - b).abs() <= near || !a.is_finite() || a.to_bits() == b.to_bits();
    before.to_array().into_iter().zip(after.to_array()).all(|(a, b)| same(a, b))
}

/// Shortest normal with a direction: the squares of shorter ones are lost to rounding.
const SHORTEST: f32 = 1e-12;

/// Whether two normals point the same way, with any length. Normals that are none, or almost none, have no direction.
pub fn normals(before: Vec3, after: Vec3) -> bool {
    let direction = |normal: Vec3| normal.try_normalize().filter(|_| normal.length() >= SHORTEST);
    direction(before).zip(direction(after)).is_none_or(|(a, b)| (a - b).length() <= NORMAL)
}

/// Whether two texture coordinates are the same place of a texture.
pub fn tex_coords(before: Vec2, after: Vec2) -> bool {
    let same = |a: f32, b: f32| (a - b).abs() <= TEX_COORD * a.abs().max(1.0) || !a.is_finite();
    same(before.x, after.x) && same(before.y, after.y)
}

/// Whether two colours are the same in bytes. Other programs keep none below zero or above one.
pub fn colors(before: [f32; 4], after: [f32; 4]) -> bool {
    let same = |a: f32, b: f32| (a - b).abs() <= BYTE || (a.clamp(0.0, 1.0) - b).abs() <= BYTE || !a.is_finite();
    before.into_iter().zip(after).all(|(a, b)| same(a, b))
}
