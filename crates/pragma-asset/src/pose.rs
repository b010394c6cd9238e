//! Poses, with a position, a rotation and a scale.

use asset_geometry::glam::{Affine3A, Quat, Vec3};
use binio::same_bits;
use core::ops::Mul;

/// A pose, with a position, a rotation and a scale. This is used for `transform` and `stransform` in the format, for
/// bones, and for the frames of animations.
///
/// Lengths are in engine units, where 40 units are a metre. The axes are right-handed: Y is up and Z is forward. Poses
/// are compared by their bits.
///
/// To compose poses as the engine does, use `parent * child`. The parent scales the origin of the child, then rotates
/// it, and then translates it.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// The position, in engine units.
    pub origin: Vec3,
    /// The rotation. To rotate a vector `v`, use `rotation * v`.
    pub rotation: Quat,
    /// The scale along the axes. A `transform` has no scale, so this will be 1.
    pub scale: Vec3,
}

impl PartialEq for Pose {
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.to_stransform(), &other.to_stransform())
    }
}

impl Eq for Pose {}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul for Pose {
    type Output = Self;

    fn mul(self, child: Self) -> Self {
        Self {
            origin: self.origin + self.rotation * (self.scale * child.origin),
            rotation: self.rotation * child.rotation,
            scale: self.scale * child.scale,
        }
    }
}

impl Pose {
    /// A pose that does not change anything.
    pub const IDENTITY: Self = Self { origin: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Creates a pose at a position, without rotation and scale.
    pub const fn at(origin: Vec3) -> Self {
        Self { origin, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }

    /// Returns this pose relative to `parent`, so that `parent * result` is this pose again. If the scale of the parent
    /// is 0, the numbers will not be finite.
    ///
    /// ```
    /// use pragma_asset::{Pose, glam::Vec3};
    /// let (parent, bone) = (Pose::at(Vec3::X), Pose::at(Vec3::new(1.0, 2.0, 0.0)));
    /// assert_eq!(bone.relative_to(parent), Pose::at(Vec3::new(0.0, 2.0, 0.0)));
    /// ```
    #[must_use]
    pub fn relative_to(self, parent: Self) -> Self {
        let back = parent.rotation.conjugate();
        Self {
            origin: back * (self.origin - parent.origin) / parent.scale,
            rotation: back * self.rotation,
            scale: self.scale / parent.scale,
        }
    }

    /// Converts the pose into a matrix.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.origin)
    }

    /// Creates a pose from the seven numbers of a `transform`: the origin, followed by x, y, z and w of the rotation.
    pub(crate) fn from_transform([x, y, z, qx, qy, qz, qw]: [f32; 7]) -> Self {
        Self { origin: Vec3::new(x, y, z), rotation: Quat::from_xyzw(qx, qy, qz, qw), scale: Vec3::ONE }
    }

    /// Creates a pose from the ten numbers of an `stransform`. The first seven must be the numbers of a `transform`,
    /// followed by the scale.
    pub(crate) fn from_stransform([x, y, z, qx, qy, qz, qw, sx, sy, sz]: [f32; 10]) -> Self {
        let pose = Self::from_transform([x, y, z, qx, qy, qz, qw]);
        Self { scale: Vec3::new(sx, sy, sz), ..pose }
    }

    /// Returns the seven numbers of a `transform`. Note that the scale will be lost.
    pub(crate) fn to_transform(self) -> [f32; 7] {
        let ([x, y, z], [qx, qy, qz, qw]) = (self.origin.to_array(), self.rotation.to_array());
        [x, y, z, qx, qy, qz, qw]
    }

    /// Returns the ten numbers of an `stransform`.
    pub fn to_stransform(&self) -> [f32; 10] {
        let ([x, y, z, qx, qy, qz, qw], [sx, sy, sz]) = (self.to_transform(), self.scale.to_array());
        [x, y, z, qx, qy, qz, qw, sx, sy, sz]
    }
}
