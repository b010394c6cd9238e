//! Moves surfaces by a matrix.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use asset_geometry::glam::{DAffine3, DMat3, DVec3, Vec3};

use super::Surface;
use asset_scene::world::{is_mirror, normal_matrix};

impl Surface {
    /// Transforms positions, normals, tangents and morph targets. After this, normals and tangents have unit length.
    /// But if the matrix only moves, mirrors and scales evenly, their lengths and bits don't change.
    ///
    /// If the matrix mirrors, this also reverses triangles and changes the sign of bitangents, so that you still see
    /// the front of each face.
    pub fn transform(&mut self, matrix: DAffine3) {
        let moved = |at: Vec3| matrix.transform_point3(at.as_dvec3()).as_vec3();
        self.positions.iter_mut().for_each(|position| *position = moved(*position));
        let moved = |delta: Vec3| matrix.transform_vector3(delta.as_dvec3()).as_vec3();
        self.targets.iter_mut().flat_map(|target| &mut target.positions).for_each(|delta| *delta = moved(*delta));
        self.turn_normals(Turn::new(normal_matrix(matrix.matrix3)));
        let hand = if is_mirror(matrix) { -1.0 } else { 1.0 };
        self.turn_tangents(Turn::new(matrix.matrix3), hand);
        if is_mirror(matrix) {
            self.reverse();
        }
    }

    fn turn_normals(&mut self, turn: Turn) {
        // Offsets of normals depend on the original normal, so they are turned first.
        for target in &mut self.targets {
            for (delta, normal) in target.normals.iter_mut().zip(&self.normals) {
                *delta = turn.apply(*delta, turn.factor(*normal));
            }
        }
        for normal in &mut self.normals {
            *normal = turn.apply(*normal, turn.factor(*normal));
        }
    }

    fn turn_tangents(&mut self, turn: Turn, hand: f32) {
        for target in &mut self.targets {
            for (delta, tangent) in target.tangents.iter_mut().zip(&self.tangents) {
                *delta = turn.apply(*delta, turn.factor(tangent.truncate()));
            }
        }
        for tangent in &mut self.tangents {
            let axis = tangent.truncate();
            *tangent = turn.apply(axis, turn.factor(axis)).extend(tangent.w * hand);
        }
    }

    /// Reverses all triangles. In a list, the second and third corner are swapped. In a fan, all indices but the first
    /// are reversed. A strip is reversed as a whole, but if the number of triangles is even, its last index is repeated
    /// first.
    pub fn reverse(&mut self) {
        if let Some(topology) = self.topology {
            asset_scene::winding::wind(topology, &mut self.indices);
        }
    }

    /// Changes the sign of all bitangents, for formats in which they point in the other direction.
    pub fn flip_bitangents(&mut self) {
        self.tangents.iter_mut().for_each(|tangent| tangent.w = -tangent.w);
    }
}

/// Transforms directions.
#[derive(Clone, Copy)]
struct Turn {
    matrix: DMat3,
    /// If the matrix scales uniformly, the scale for all lengths.
    even: Option<f64>,
}

impl Turn {
    fn new(matrix: DMat3) -> Self {
        let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
        let size = matrix.x_axis.x.abs();
        let diagonal = matrix == DMat3::from_diagonal(DVec3::new(matrix.x_axis.x, matrix.y_axis.y, matrix.z_axis.z));
        let even = diagonal && size > 0.0 && axes.iter().all(|axis| axis.length_squared() == size * size);
        Self { matrix, even: even.then(|| size.recip()) }
    }

    /// Returns the factor with which a direction keeps its length.
    fn factor(self, axis: Vec3) -> f64 {
        self.even.unwrap_or_else(|| {
            let length = (self.matrix * axis.as_dvec3()).length();
            // A direction that vanishes stays nothing.
            if length > 0.0 && length.is_finite() { length.recip() } else { 1.0 }
        })
    }

    fn apply(self, axis: Vec3, factor: f64) -> Vec3 {
        (self.matrix * axis.as_dvec3() * factor).as_vec3()
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use asset_geometry::Topology;
    use asset_geometry::glam::{DQuat, Vec4};

    fn triangle() -> Surface {
        Surface {
            topology: Some(Topology::Triangles),
            indices: vec![0, 1, 2],
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            normals: vec![Vec3::Z * 1.5; 3],
            tangents: vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 3],
            ..Surface::default()
        }
    }

    /// Returns the side from which the corners of the triangle are counter-clockwise.
    fn front(surface: &Surface) -> Vec3 {
        let corners: Vec<Vec3> = surface.indices.iter().map(|index| surface.positions[*index as usize]).collect();
        (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize()
    }

    #[test]
    fn fronts_stay_fronts() {
        let mirror = DAffine3::from_scale(DVec3::new(-1.0, 1.0, 1.0));
        let shear = DAffine3::from_mat3(DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.5), DVec3::Z));
        let turn = DAffine3::from_quat(DQuat::from_rotation_x(1.0));
        for matrix in [DAffine3::IDENTITY, mirror, shear, shear * mirror, turn * mirror, turn * shear * turn] {
            let mut surface = triangle();
            surface.transform(matrix);
            let normal = surface.normals[0].normalize();
            assert!(front(&surface).abs_diff_eq(normal, 1e-6), "{matrix}: {} {normal}", front(&surface));
            let (tangent, hand) = (surface.tangents[0].truncate(), surface.tangents[0].w);
            let bitangent = matrix.transform_vector3(DVec3::Y).as_vec3();
            assert!((normal.cross(tangent) * hand).dot(bitangent) > 0.0, "{matrix}");
        }
    }

    #[test]
    fn lengths_stay_where_nothing_turns() {
        let mut surface = triangle();
        surface.transform(DAffine3::from_scale(DVec3::new(-2.0, 2.0, 2.0)));
        assert_eq!(surface.normals[0], Vec3::Z * 1.5);
        surface.transform(DAffine3::from_scale(DVec3::new(1.0, 2.0, 1.0)));
        assert_eq!(surface.normals[0], Vec3::Z);
    }
}
