//! Triangles with the directions of their texture coordinates.

use glam::Vec3;

use super::NONE;
use super::vertices::Vertices;

/// A triangle.
pub(super) struct Face {
    /// The first of the vertices that are equal to each corner's.
    pub(super) vertices: [u32; 3],
    /// Triangle on the other side of each edge: edge `n` goes from corner `n` to the next corner. For a degenerate triangle, the triangle from which
    /// each corner copies its tangent. [`NONE`] if there is no triangle.
    pub(super) neighbors: [u32; 3],
    /// Direction in which the first texture coordinate grows.
    pub(super) tangent: Vec3,
    /// Direction in which the second texture coordinate grows.
    pub(super) bitangent: Vec3,
    /// Whether two corners are at one place.
    pub(super) is_degenerate: bool,
    /// Whether the texture coordinates have a direction. Triangles without one join any group.
    pub(super) has_direction: bool,
    /// Whether the texture isn't mirrored.
    pub(super) is_upright: bool,
    /// Whether each corner belongs to a group.
    pub(super) is_grouped: [bool; 3],
}

impl Face {
    pub(super) fn new(corners: [u32; 3], vertices: &Vertices<'_>) -> Self {
        let [a, b, c] = corners.map(|vertex| vertices.position(vertex));
        let mut face = Self {
            vertices: corners,
            neighbors: [NONE; 3],
            tangent: Vec3::ZERO,
            bitangent: Vec3::ZERO,
            is_degenerate: a == b || b == c || c == a,
            has_direction: false,
            is_upright: false,
            is_grouped: [false; 3],
        };
        if !face.is_degenerate {
            let [first, second, third] = corners.map(|vertex| vertices.tex_coord(vertex));
            face.set_directions([b - a, c - a], [second - first, third - first].map(|side| side.to_array()));
        }
        face
    }

    /// Computes the directions of two sides in space and in the texture.
    fn set_directions(&mut self, [right, left]: [Vec3; 2], [[u, v], [x, y]]: [[f32; 2]; 2]) {
        let area = u * y - v * x;
        let (tangent, bitangent) = (right * y - left * v, right * -x + left * u);
        self.is_upright = area > 0.0;
        if !is_not_zero(area) {
            return;
        }
        let sign = if self.is_upright { 1.0 } else { -1.0 };
        self.tangent = unit(tangent) * sign;
        self.bitangent = unit(bitangent) * sign;
        let is_long = |direction: Vec3| is_not_zero(direction.length() / area.abs());
        self.has_direction = is_long(tangent) && is_long(bitangent);
    }

    /// Returns the corner at a vertex.
    pub(super) fn corner(&self, vertex: u32) -> Option<usize> {
        self.vertices.iter().position(|own| *own == vertex)
    }
}

/// Returns a vector of length 1, or the vector itself if it is zero.
pub(super) fn unit(vector: Vec3) -> Vec3 {
    let is_zero = !vector.to_array().into_iter().any(is_not_zero);
    if is_zero { vector } else { vector * vector.length().recip() }
}

/// Whether a number is larger than the smallest normal number, with any sign.
fn is_not_zero(value: f32) -> bool {
    value.abs() > f32::MIN_POSITIVE
}

/// Returns the corner after a corner.
pub(super) fn next(corner: usize) -> usize {
    if corner == 2 { 0 } else { corner.saturating_add(1) }
}

/// Returns the corner before a corner.
pub(super) fn previous(corner: usize) -> usize {
    if corner == 0 { 2 } else { corner.saturating_sub(1) }
}
