//! Triangles with different corners, and the directions of their texture coordinates.

use glam::{Vec2, Vec3};

use super::weld::Welded;
use super::{Triangles, Vertex};

/// No number.
pub(super) const NONE: u32 = u32::MAX;

/// A triangle whose corners are at three places.
#[derive(Clone, Copy)]
pub(super) struct Face {
    /// Number of the triangle in the list.
    pub(super) number: u32,
    /// Numbers of the vertices.
    pub(super) vertices: [u32; 3],
    /// Directions of growing texture coordinates, of length 1 or 0.
    pub(super) directions: [Vec3; 2],
    /// Whether the texture coordinates turn as the positions do.
    pub(super) is_upright: bool,
    /// Whether the texture coordinates have no direction: the triangle follows its neighbours.
    pub(super) follows: bool,
}

/// The faces of a triangle list.
pub(super) struct Faces {
    pub(super) faces: Vec<Face>,
    /// The first corner with each vertex, by the number of the vertex. Numbers ascend in the order of the faces.
    pub(super) corners: Vec<usize>,
    /// Corners of triangles that are no faces, with the corner of a face that has the same vertex.
    pub(super) others: Vec<(usize, usize)>,
}

impl Faces {
    pub(super) fn new(triangles: &Triangles<'_>, welded: &Welded) -> Self {
        let mut numbers = vec![NONE; welded.end()];
        let (mut faces, mut corners, mut degenerate) = (Vec::new(), Vec::new(), Vec::new());
        for (number, indices) in triangles.indices.chunks_exact(3).enumerate() {
            let &[a, b, c] = indices else { continue };
            let vertices = [a, b, c].map(|index| triangles.vertex(index));
            let [p, q, r] = vertices.map(|vertex| vertex.position);
            if p == q || q == r || r == p {
                degenerate.push((number, [a, b, c]));
                continue;
            }
            let mut place = number.saturating_mul(3);
            let own = [a, b, c].map(|index| {
                let Some(number) = numbers.get_mut(welded.first(index) as usize) else { return NONE };
                if *number == NONE {
                    *number = corners.len() as u32;
                    corners.push(place);
                }
                place = place.saturating_add(1);
                *number
            });
            faces.push(Face::new(number as u32, own, vertices));
        }
        let others = degenerate.into_iter().flat_map(|(number, indices)| {
            let place = number.saturating_mul(3);
            (place..).zip(indices)
        });
        let others = others.filter_map(|(place, index)| {
            let number = *numbers.get(welded.first(index) as usize)?;
            Some((place, *corners.get(number as usize)?))
        });
        let others = others.collect();
        Self { faces, corners, others }
    }
}

impl Face {
    fn new(number: u32, numbers: [u32; 3], [a, b, c]: [Vertex; 3]) -> Self {
        let sides = [b.position - a.position, c.position - a.position];
        let [Vec2 { x: s0, y: t0 }, Vec2 { x: s1, y: t1 }] = [b.uv - a.uv, c.uv - a.uv];
        let area = s0 * t1 - t0 * s1;
        let along_s = t1 * sides[0] - t0 * sides[1];
        let along_t = -s1 * sides[0] + s0 * sides[1];
        let is_upright = area > 0.0;
        let mut face = Self { number, vertices: numbers, directions: [Vec3::ZERO; 2], is_upright, follows: true };
        if is_nonzero(area) {
            let sign = if is_upright { 1.0 } else { -1.0 };
            face.directions = [along_s, along_t].map(|direction| unit(direction) * sign);
            face.follows = ![along_s, along_t].iter().all(|along| is_nonzero(along.length() / area.abs()));
        }
        face
    }

    /// Returns which corner has a vertex.
    pub(super) fn corner(&self, vertex: u32) -> Option<usize> {
        self.vertices.iter().position(|own| *own == vertex)
    }
}

/// Whether a number is further from 0 than the numbers with fewer digits.
fn is_nonzero(number: f32) -> bool {
    number.abs() > f32::MIN_POSITIVE
}

/// Returns the direction of a vector, of length 1; the vector itself if it is too short.
pub(super) fn unit(vector: Vec3) -> Vec3 {
    if vector.to_array().into_iter().any(is_nonzero) { vector * vector.length().recip() } else { vector }
}
