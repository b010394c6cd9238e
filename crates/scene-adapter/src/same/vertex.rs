//! Comparison of the values of a vertex.

use asset_geometry::glam::{Vec2, Vec3};

use super::tolerance::{BYTE, NORMAL, TEX_COORD};

/// Whether two places are no further apart than `near`. A number that is none comes back as anything.
pub fn places(before: Vec3, after: Vec3, near: f32) -> bool {
    let same = |a: f32, b: f32| (a - b).abs() <= near || !a.is_finite() || a.to_bits() == b.to_bits();
    before.to_array().into_iter().zip(after.to_array()).all(|(a, b)| same(a, b))
}

/// Whether two normals point the same way, with any length. Normals that are none have no direction.
pub fn normals(before: Vec3, after: Vec3) -> bool {
    before.try_normalize().zip(after.try_normalize()).is_none_or(|(a, b)| (a - b).length() <= NORMAL)
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
