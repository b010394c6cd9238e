//! Processes large meshes in pieces, because the generator needs several hundred bytes for each triangle.

use std::ops::Range;

use asset_geometry::TrianglesAround;
use glam::{Vec3, Vec4};

use super::{Triangles, places_of};
use crate::cores;

impl Triangles<'_> {
    /// Computes the tangents for `most` triangles at a time. Each piece includes all triangles around it, because its
    /// tangents depend on them. The result has the same bits as if everything were computed at once.
    ///
    /// Returns `None` if there is only one piece, if the order of the triangles doesn't keep neighbours together, or if
    /// a vertex doesn't exist. It also returns `None` if a triangle has no direction, because its handedness depends on
    /// the order of all triangles.
    pub(super) fn in_pieces(&self, places: &[u32], around: &TrianglesAround, most: usize) -> Option<Vec<Option<Vec4>>> {
        let count = self.indices.len() / 3;
        let is_complete =
            |corners: &[u32]| !places_of(places, corners).contains(&u32::MAX) && self.has_direction(corners);
        if count <= most || !self.indices.chunks_exact(3).all(is_complete) {
            return None;
        }
        let ranges =
            (0..count).step_by(most.max(1)).map(|start| start..start.saturating_add(most).min(count)).collect();
        // All pieces are known before the first one is computed, so that no work is lost if one is too large.
        let pieces = cores::each(ranges, |range: Range<usize>| {
            let numbers = self.with_neighbors(range.clone(), places, around);
            (numbers.len() <= most.saturating_mul(3)).then_some((range, numbers))
        });
        let pieces: Vec<_> = pieces.into_iter().collect::<Option<_>>()?;
        let mut tangents = Vec::with_capacity(self.indices.len());
        // The tangents of all pieces exist twice for a moment if they aren't collected now and then.
        let mut pieces = pieces.into_iter().peekable();
        while pieces.peek().is_some() {
            let some = pieces.by_ref().take(cores::count().saturating_mul(4)).collect();
            cores::each(some, |(range, numbers)| self.piece(&range, &numbers))
                .into_iter()
                .for_each(|piece| tangents.extend(piece));
        }
        tangents.resize(self.indices.len(), None);
        Some(tangents)
    }

    /// Computes the tangents of a range of triangles, using the triangles with these numbers.
    fn piece(&self, range: &Range<usize>, numbers: &[u32]) -> Vec<Option<Vec4>> {
        let corners = |number: &u32| self.corners(*number as usize);
        let indices: Vec<u32> = numbers.iter().flat_map(corners).copied().collect();
        let piece = Triangles { indices: &indices, ..*self }.whole();
        let is_own = |number: &u32| range.contains(&(*number as usize));
        let first = numbers.iter().position(is_own).unwrap_or(0).saturating_mul(3);
        piece.into_iter().skip(first).take(range.len().saturating_mul(3)).collect()
    }

    fn corners(&self, triangle: usize) -> &[u32] {
        let start = triangle.saturating_mul(3);
        self.indices.get(start..start.saturating_add(3)).unwrap_or_default()
    }

    /// Returns the numbers of these triangles and of all triangles that share a vertex with them, ascending.
    fn with_neighbors(&self, range: Range<usize>, places: &[u32], around: &TrianglesAround) -> Vec<u32> {
        let of_triangle = |number: usize| {
            let vertices = places_of(places, self.corners(number));
            vertices.into_iter().flat_map(|vertex| around.of(vertex)).copied()
        };
        let mut outside: Vec<u32> =
            range.clone().flat_map(of_triangle).filter(|number| !range.contains(&(*number as usize))).collect();
        outside.sort_unstable();
        outside.dedup();
        let middle = outside.partition_point(|number| (*number as usize) < range.start);
        outside.splice(middle..middle, range.map(|number| number as u32));
        outside
    }

    /// Returns whether the generator will find a direction in the texture coordinates of a triangle. Degenerate
    /// triangles don't need a direction.
    fn has_direction(&self, corners: &[u32]) -> bool {
        let position = |corner: &u32| self.positions.get(*corner as usize).copied().unwrap_or_default();
        let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|corner| corners.get(corner)) else { return false };
        let [p, q, r] = [a, b, c].map(position);
        if p == q || q == r || r == p {
            return true;
        }
        // From the bottom up, as the generator gets them.
        let uv = |corner: &u32| self.tex_coords.get(*corner as usize).map_or([0.0, 1.0], |uv| [uv.x, 1.0 - uv.y]);
        let [[u0, v0], [u1, v1], [u2, v2]] = [a, b, c].map(uv);
        let ([u, v], [x, y]) = ([u1 - u0, v1 - v0], [u2 - u0, v2 - v0]);
        let (right, left, area) = (q - p, r - p, u * y - v * x);
        let is_long = |direction: Vec3| direction.length() / area.abs() > f32::MIN_POSITIVE;
        area.abs() > f32::MIN_POSITIVE && is_long(right * y - left * v) && is_long(right * -x + left * u)
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)]
mod tests {
    use glam::Vec2;
    use proptest::prelude::*;

    use super::*;

    /// Returns a bent grid. The texture is mirrored at the middle, one triangle is degenerate, and one edge has four
    /// triangles.
    fn bent(side: u16) -> (Vec<Vec3>, Vec<Vec3>, Vec<Vec2>, Vec<u32>) {
        let at = || (0..side).flat_map(|y| (0..side).map(move |x| (f32::from(x), f32::from(y))));
        let positions = at().map(|(x, y)| Vec3::new(x, y, (x * 0.7).sin() + (y * 0.3).cos())).collect();
        let normals =
            at().map(|(x, y)| Vec3::new((x * 0.7).cos() * -0.7, (y * 0.3).sin() * 0.3, 1.0).normalize()).collect();
        let half = f32::from(side) / 2.0;
        let tex_coords = at().map(|(x, y)| Vec2::new((x - half - 0.3).abs() * 0.1, y * 0.1 + x * 0.01)).collect();
        let side = u32::from(side);
        let squares = (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| y * side + x));
        let mut indices: Vec<u32> =
            squares.flat_map(|at| [at, at + 1, at + side, at + 1, at + side + 1, at + side]).collect();
        indices.extend([0, 1, side + 1, 1, 0, side * 2, 5, 5, 6]);
        (positions, normals, tex_coords, indices)
    }

    fn bits(tangents: Vec<Option<Vec4>>) -> Vec<Option<[u32; 4]>> {
        tangents.into_iter().map(|tangent| tangent.map(|tangent| tangent.to_array().map(f32::to_bits))).collect()
    }

    #[test]
    fn pieces_have_the_tangents_of_the_whole() {
        let (positions, normals, tex_coords, indices) = bent(30);
        let triangles =
            Triangles { positions: &positions, normals: &normals, tex_coords: &tex_coords, indices: &indices };
        let places = triangles.places();
        let corners = indices.chunks_exact(3).map(|corners| places_of(&places, corners));
        let around = TrianglesAround::new(corners, positions.len());
        let whole = bits(triangles.whole());
        for most in [100, 401, 1000] {
            assert_eq!(bits(triangles.in_pieces(&places, &around, most).unwrap()), whole, "{most}");
        }
        assert!(triangles.in_pieces(&places, &around, 5000).is_none(), "one piece");
        assert!(triangles.in_pieces(&places, &around, 1).is_none(), "more neighbours than triangles");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// Uses only a few different numbers, so that there are equal vertices, degenerate triangles and edges with
        /// many triangles.
        #[test]
        fn any_pieces_have_the_tangents_of_the_whole(
            vertices in prop::collection::vec((prop::array::uniform3(-2_i8..3), prop::array::uniform2(-2_i8..9)), 3..12),
            corners in prop::collection::vec(prop::array::uniform3(0_usize..12), 4..30),
            most in 2_usize..8,
        ) {
            let positions: Vec<Vec3> = vertices.iter().map(|(at, _)| Vec3::from_array(at.map(f32::from))).collect();
            let tex_coords: Vec<Vec2> = vertices.iter().map(|(_, uv)| Vec2::from_array(uv.map(f32::from))).collect();
            let normals = vec![Vec3::Z; vertices.len()];
            let all: Vec<u32> = corners.iter().flatten().map(|corner| (corner % vertices.len()) as u32).collect();
            let columns = Triangles { positions: &positions, normals: &normals, tex_coords: &tex_coords, indices: &all };
            // Others are never computed in pieces.
            let directed = all.chunks_exact(3).filter(|corners| columns.has_direction(corners));
            let indices: Vec<u32> = directed.flatten().copied().collect();
            let triangles = Triangles { indices: &indices, ..columns };
            let places = triangles.places();
            let around = indices.chunks_exact(3).map(|corners| places_of(&places, corners));
            let around = TrianglesAround::new(around, positions.len());
            if let Some(pieces) = triangles.in_pieces(&places, &around, most) {
                prop_assert_eq!(bits(pieces), bits(triangles.whole()));
            }
        }
    }

    #[test]
    fn triangles_without_a_direction_are_no_pieces() {
        let (positions, normals, tex_coords, _) = bent(3);
        let flat = vec![Vec2::ZERO; tex_coords.len()];
        let of = |tex_coords: &[Vec2], corners: [u32; 3]| {
            let (positions, normals, indices) = (&positions, &normals, &[][..]);
            Triangles { positions, normals, tex_coords, indices }.has_direction(&corners)
        };
        assert!(of(&tex_coords, [0, 1, 3]));
        assert!(!of(&flat, [0, 1, 3]));
        assert!(of(&flat, [0, 0, 3]), "degenerate");
    }
}
