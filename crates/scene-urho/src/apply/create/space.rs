//! Converts from the scene's space to Urho3D's space.

#![allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]

use asset_scene::glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};

/// The mirror at x = 0 and the scale, which must both be applied to get to the engine's space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    scale: f64,
}

impl Space {
    pub(crate) fn new(scale: f32) -> Self {
        Self { scale: f64::from(scale) }
    }

    /// Returns the matrix to the engine's space.
    pub(crate) fn matrix(self) -> DAffine3 {
        DAffine3::from_scale(self.factors())
    }

    fn factors(self) -> DVec3 {
        DVec3::new(-self.scale, self.scale, self.scale)
    }

    pub(crate) fn point(self, point: DVec3) -> Vec3 {
        (point * self.factors()).as_vec3()
    }

    /// Converts a rotation. This doesn't need the scale.
    pub(crate) fn rotation(rotation: DQuat) -> Quat {
        Quat::from_array(crate::mirror::rotation(rotation.as_quat().to_array()))
    }

    /// Converts a matrix in the scene's space to a matrix in the engine's space.
    pub(crate) fn affine(self, affine: DAffine3) -> DAffine3 {
        let mirror = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
        DAffine3 { matrix3: mirror * affine.matrix3 * mirror, translation: affine.translation * self.factors() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_matrices_do_what_the_mirrored_points_do() {
        let space = Space::new(2.0);
        let matrix = DAffine3::from_scale_rotation_translation(
            DVec3::new(1.0, 2.0, 3.0),
            DQuat::from_rotation_z(0.3) * DQuat::from_rotation_x(1.0),
            DVec3::new(4.0, 5.0, 6.0),
        );
        let point = DVec3::new(0.3, -0.2, 0.9);
        let moved = space.affine(matrix).transform_point3(space.point(point).as_dvec3());
        assert!(space.point(matrix.transform_point3(point)).distance(moved.as_vec3()) < 1e-5);
        assert!(space.matrix().transform_point3(point).as_vec3().distance(space.point(point)) < 1e-6);
        let quarter = DQuat::from_rotation_y(0.7);
        let turned = Space::rotation(quarter) * Space::new(1.0).point(point);
        assert!(Space::new(1.0).point(quarter * point).distance(turned) < 1e-6);
    }
}
