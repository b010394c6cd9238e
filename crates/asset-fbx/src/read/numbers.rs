//! Converts the numbers of the library to finite numbers with 32 bits, to be used in a scene.

use asset_scene::glam::{DAffine3, DMat3, DMat4, DQuat, DVec3, DVec4};

/// Converts numbers, and counts those that can't be used because they would not be finite.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// How many numbers had to be replaced by 0.
    pub(super) invalid: usize,
}

impl Numbers {
    /// Returns a number with 32 bits, or 0 if it would not be finite.
    pub(super) fn one(&mut self, number: f64) -> f32 {
        let rounded = number as f32;
        if rounded.is_finite() {
            return rounded;
        }
        self.invalid = self.invalid.saturating_add(1);
        0.0
    }

    pub(super) fn two(&mut self, vector: ufbx::Vec2) -> [f32; 2] {
        [vector.x, vector.y].map(|number| self.one(number))
    }

    pub(super) fn three(&mut self, vector: ufbx::Vec3) -> [f32; 3] {
        [vector.x, vector.y, vector.z].map(|number| self.one(number))
    }

    pub(super) fn four(&mut self, vector: ufbx::Vec4) -> [f32; 4] {
        [vector.x, vector.y, vector.z, vector.w].map(|number| self.one(number))
    }

    /// Returns a rotation of unit length, or the identity if this is not possible.
    pub(super) fn rotation(&mut self, quaternion: ufbx::Quat) -> [f32; 4] {
        let rotation =
            [quaternion.x, quaternion.y, quaternion.z, quaternion.w].map(|number| f64::from(self.one(number)));
        let rotation = DVec4::from_array(rotation).try_normalize().unwrap_or(DVec4::W);
        rotation.as_vec4().to_array()
    }

    /// Returns a matrix, in column-major order.
    pub(super) fn matrix(&mut self, matrix: &ufbx::Matrix) -> [f32; 16] {
        DMat4::from(affine(matrix)).to_cols_array().map(|number| self.one(number))
    }
}

/// Converts a vector, without any checks.
pub(super) fn vector(vector: ufbx::Vec3) -> DVec3 {
    DVec3::new(vector.x, vector.y, vector.z)
}

/// Converts a quaternion, without any checks.
pub(super) fn quaternion(quaternion: ufbx::Quat) -> DQuat {
    DQuat::from_xyzw(quaternion.x, quaternion.y, quaternion.z, quaternion.w)
}

/// Converts a matrix, without any checks.
pub(super) fn affine(matrix: &ufbx::Matrix) -> DAffine3 {
    DAffine3 {
        matrix3: DMat3::from_cols(
            DVec3::new(matrix.m00, matrix.m10, matrix.m20),
            DVec3::new(matrix.m01, matrix.m11, matrix.m21),
            DVec3::new(matrix.m02, matrix.m12, matrix.m22),
        ),
        translation: DVec3::new(matrix.m03, matrix.m13, matrix.m23),
    }
}
