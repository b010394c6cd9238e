//! Changes of size, orientation and position.

use glam::{Affine3A, Quat, Vec3};

/// A change of size, orientation and position that keeps all angles. Use it to change a whole model: points are scaled,
/// then rotated, then moved.
///
/// ```
/// use asset_geometry::Similarity;
/// use asset_geometry::glam::Vec3;
/// let half = Similarity::default().scale(0.5).moved(Vec3::Y);
/// assert_eq!(half.point(Vec3::new(2.0, 0.0, 4.0)), Vec3::new(1.0, 1.0, 2.0));
/// assert_eq!(half.vector(Vec3::X), Vec3::X * 0.5);
/// assert_eq!(half.direction(Vec3::X), Vec3::X);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    scale: f32,
    rotation: Quat,
    translation: Vec3,
}

impl Default for Similarity {
    fn default() -> Self {
        Self { scale: 1.0, rotation: Quat::IDENTITY, translation: Vec3::ZERO }
    }
}

impl Similarity {
    /// Scales everything so far by this factor, which must be above 0.
    #[must_use]
    pub fn scale(self, factor: f32) -> Self {
        Self { scale: self.scale * factor, translation: self.translation * factor, ..self }
    }

    /// Rotates everything so far about the origin.
    #[must_use]
    pub fn rotated(self, rotation: Quat) -> Self {
        Self { rotation: rotation * self.rotation, translation: rotation * self.translation, ..self }
    }

    /// Moves everything so far.
    #[must_use]
    pub fn moved(self, by: Vec3) -> Self {
        Self { translation: self.translation + by, ..self }
    }

    /// Returns the factor for lengths.
    pub fn factor(&self) -> f32 {
        self.scale
    }

    /// Returns the rotation.
    pub fn rotation(&self) -> Quat {
        self.rotation
    }

    /// Returns where a point will be.
    pub fn point(&self, point: Vec3) -> Vec3 {
        self.vector(point) + self.translation
    }

    /// Returns the new difference between two points.
    pub fn vector(&self, vector: Vec3) -> Vec3 {
        self.direction(vector * self.scale)
    }

    /// Returns a direction after the rotation. Without a rotation, every bit stays.
    pub fn direction(&self, direction: Vec3) -> Vec3 {
        if self.rotation == Quat::IDENTITY { direction } else { self.rotation * direction }
    }

    /// Returns the matrix that does the same.
    pub fn matrix(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(Vec3::splat(self.scale), self.rotation, self.translation)
    }
}
