//! Adds smooth normals where a file has none.

#![allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]

use std::collections::HashMap;

use asset_geometry::glam::Vec3;

use super::Surface;

impl Surface {
    /// Adds smooth normals to triangles. If triangles share an edge and the angle between them is at most `degrees`,
    /// they share the normals at both ends. A vertex that needs more than one normal is copied. Vertices in the same
    /// position are considered the same, because they may only differ in their texture coordinates. This takes linear
    /// time, no matter how many triangles share an edge.
    pub(super) fn smooth(&mut self, degrees: f32) {
        let corners = std::mem::take(&mut self.indices);
        let faces: Vec<Face> = corners.chunks_exact(3).map(|corners| Face::new(&self.positions, corners)).collect();
        let groups = self.groups(&corners, &faces, degrees);
        let mut sums: HashMap<u32, Vec3> = HashMap::new();
        for (corner, group) in groups.iter().enumerate() {
            let Some(face) = faces.get(corner / 3) else { continue };
            *sums.entry(*group).or_default() += face.normal * face.angles.get(corner % 3).copied().unwrap_or_default();
        }
        // A copy of each vertex for each of its normals.
        let (mut from, mut normals, mut places) = (Vec::new(), Vec::new(), HashMap::new());
        self.indices = Vec::with_capacity(corners.len());
        for ((corner, vertex), group) in corners.iter().enumerate().zip(&groups) {
            let place = *places.entry((*vertex, *group)).or_insert_with(|| {
                let flat = faces.get(corner / 3).map_or(Vec3::Y, |face| face.normal);
                let sum = sums.get(group).copied().unwrap_or_default();
                from.push(*vertex);
                normals.push(sum.try_normalize().or_else(|| flat.try_normalize()).unwrap_or(Vec3::Y));
                from.len() as u32 - 1
            });
            self.indices.push(place);
        }
        self.pick(&from);
        self.normals = normals;
    }

    /// Returns the group for each corner. Corners in the same position are in a group if their triangles are joined by
    /// edges that are not sharp.
    fn groups(&self, corners: &[u32], faces: &[Face], degrees: f32) -> Vec<u32> {
        let limit = f64::from(degrees).clamp(0.0, 180.0).to_radians().cos() as f32;
        let mut positions: HashMap<[u32; 3], u32> = HashMap::new();
        let mut place_of = |vertex: &u32| {
            let position = self.positions.get(*vertex as usize).copied().unwrap_or_default();
            // Zeros of both signs are one position.
            let bits = (position + Vec3::ZERO).to_array().map(f32::to_bits);
            let next = positions.len() as u32;
            *positions.entry(bits).or_insert(next)
        };
        let places: Vec<u32> = corners.iter().map(&mut place_of).collect();
        let mut groups = Groups((0..corners.len() as u32).collect());
        // The last triangle at each edge, by the corner where it begins.
        let mut edges: HashMap<(u32, u32), u32> = HashMap::new();
        for (face, ends) in faces.iter().zip((0..).step_by(3)) {
            for side in 0..3 {
                let (begin, end) = (ends + side, ends + (side + 1) % 3);
                let place = |corner: u32| places.get(corner as usize).copied().unwrap_or_default();
                let (first, second) = (place(begin), place(end));
                let key = (first.min(second), first.max(second));
                let Some(before) = edges.insert(key, begin) else { continue };
                let other = faces.get(before as usize / 3);
                if other.is_none_or(|other| other.normal.dot(face.normal) < limit * other.length * face.length) {
                    continue;
                }
                let after = before / 3 * 3 + (before % 3 + 1) % 3;
                let (at_first, at_second) = if place(before) == first { (before, after) } else { (after, before) };
                groups.join(begin, at_first);
                groups.join(end, at_second);
            }
        }
        (0..corners.len() as u32).map(|corner| groups.first(corner)).collect()
    }
}

/// A triangle.
struct Face {
    /// The normal with unit length, or zero if the triangle is degenerate.
    normal: Vec3,
    length: f32,
    /// The angles at the corners. They are used as weights: a triangle counts more if you see more of it from the
    /// vertex.
    angles: [f32; 3],
}

impl Face {
    fn new(positions: &[Vec3], corners: &[u32]) -> Self {
        let at = |corner: usize| {
            corners.get(corner).and_then(|vertex| positions.get(*vertex as usize)).copied().unwrap_or_default()
        };
        let (a, b, c) = (at(0), at(1), at(2));
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let angle = |from: Vec3, to: Vec3, other: Vec3| {
            let (one, two) = ((to - from).normalize_or_zero(), (other - from).normalize_or_zero());
            one.dot(two).clamp(-1.0, 1.0).acos()
        };
        Self { normal, length: normal.length(), angles: [angle(a, b, c), angle(b, c, a), angle(c, a, b)] }
    }
}

/// Disjoint sets of corners.
struct Groups(Vec<u32>);

impl Groups {
    /// Returns the first corner in the set that contains this corner.
    fn first(&mut self, mut corner: u32) -> u32 {
        while let Some(parent) = self.0.get(corner as usize).copied().filter(|parent| *parent != corner) {
            // Halves the path, so that later walks are short.
            let above = self.0.get(parent as usize).copied().unwrap_or(parent);
            if let Some(slot) = self.0.get_mut(corner as usize) {
                *slot = above;
            }
            corner = above;
        }
        corner
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first(one), self.first(other));
        if let Some(slot) = self.0.get_mut(one.max(other) as usize) {
            *slot = one.min(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use asset_geometry::Topology;
    use binio::{Findings, Path};

    use super::*;
    use crate::kinds::NORMALS_FLAT;

    /// Returns a cube that has eight vertices and no normals.
    fn cube() -> Surface {
        let positions = (0..8).map(|corner| {
            let side = |bit: u32| if corner & bit == 0 { -1.0 } else { 1.0 };
            Vec3::new(side(1), side(2), side(4))
        });
        let indices = [
            [0, 2, 3],
            [0, 3, 1],
            [4, 5, 7],
            [4, 7, 6],
            [0, 1, 5],
            [0, 5, 4],
            [2, 6, 7],
            [2, 7, 3],
            [0, 4, 6],
            [0, 6, 2],
            [1, 3, 7],
            [1, 7, 5],
        ];
        Surface {
            topology: Some(Topology::Triangles),
            indices: indices.concat(),
            positions: positions.collect(),
            ..Surface::default()
        }
    }

    fn shaded(mut surface: Surface, smooth: Option<f32>) -> (Surface, Findings) {
        let mut findings = Findings::new();
        surface.shade(smooth, &Path::new(), &mut findings);
        (surface, findings)
    }

    #[test]
    fn a_cube_is_sharp_below_its_angle_and_round_above() {
        let (flat, findings) = shaded(cube(), None);
        assert_eq!((flat.positions.len(), flat.normals.len()), (36, 36));
        let told: Vec<_> = findings.iter().map(|one| (one.kind, one.message.as_str())).collect();
        assert_eq!(told, [(NORMALS_FLAT, "has no normals: 8 vertices become 36")]);
        for (degrees, vertices) in [(0.0, 24), (60.0, 24), (89.9, 24), (90.1, 8), (180.0, 8)] {
            let (smooth, findings) = shaded(cube(), Some(degrees));
            assert_eq!((smooth.positions.len(), smooth.indices.len(), findings.len()), (vertices, 36, 0), "{degrees}");
            for (position, normal) in smooth.positions.iter().zip(&smooth.normals) {
                assert!((normal.length() - 1.0).abs() < 1e-6);
                // Outwards: along an axis, or along the diagonal, since each side counts as much as the others.
                let expected = if vertices == 24 { normal.round() } else { position.normalize() };
                assert!(
                    normal.distance(expected) < 1e-6 && normal.dot(*position) > 0.99,
                    "{degrees} {position} {normal}"
                );
            }
            let drawn = |surface: &Surface| -> Vec<Vec3> {
                surface.indices.iter().filter_map(|index| surface.positions.get(*index as usize).copied()).collect()
            };
            assert_eq!(drawn(&smooth), drawn(&cube()));
        }
    }

    /// Vertices must be separate because of their texture coordinates, but they should still have the same normals.
    #[test]
    fn vertices_at_one_position_share_normals() {
        let mut split = cube();
        let corners = std::mem::take(&mut split.indices);
        split.pick(&corners);
        split.indices = (0..36).collect();
        let (smooth, _) = shaded(split, Some(180.0));
        assert_eq!(smooth.positions.len(), 36);
        for (position, normal) in smooth.positions.iter().zip(&smooth.normals) {
            assert!(normal.distance(position.normalize()) < 1e-6, "{position} {normal}");
        }
    }

    #[test]
    fn hostile_triangles_take_linear_time() {
        let wing = |number: u32| {
            let (y, z) = (number as f32 * 1e-4).sin_cos();
            Vec3::new(0.5, y, z)
        };
        // Two hundred thousand triangles at one edge, and triangles without a surface or with numbers that aren't.
        let mut positions = vec![Vec3::ZERO, Vec3::X, Vec3::NAN];
        positions.extend((0..200_000).map(wing));
        let mut indices: Vec<u32> = (3..200_003).flat_map(|tip| [0, 1, tip]).collect();
        indices.extend([0, 0, 1, 0, 1, 2, 2, 2, 2]);
        let surface = Surface { topology: Some(Topology::Triangles), indices, positions, ..Surface::default() };
        let limit = testkit::hostile::TimeLimit::seconds(30);
        let (smooth, _) = shaded(surface, Some(30.0));
        limit.check();
        assert_eq!(smooth.normals.len(), smooth.positions.len());
        assert!(smooth.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-5));
    }
}
