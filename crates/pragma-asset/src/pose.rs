//! Poses: position, rotation and scale.

use asset_geometry::glam::{Affine3A, Quat, Vec3};
use binio::same_bits;
use core::ops::Mul;

/// Position, rotation and scale: `transform` and `stransform` of the format, bone poses, frames of animations.
///
/// Engine units: 40 units are a metre; Y is up, Z is forward, right-handed. Equality is by bits.
///
/// `parent * child` is the engine's composition: the child's origin is scaled, then rotated, then translated by the parent.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// Position, in engine units.
    pub origin: Vec3,
    /// Rotation; a vector `v` is turned as `rotation * v`.
    pub rotation: Quat,
    /// Scale along the axes; ones for a `transform`, which has none.
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
    /// Not moved, not turned, as large as it is.
    pub const IDENTITY: Self = Self { origin: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// A place, neither turned nor scaled.
    pub const fn at(origin: Vec3) -> Self {
        Self { origin, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }

    /// Returns this pose relative to `parent`: `parent * result` is this pose. A parent with a scale of 0 gives no finite numbers.
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

    /// As a matrix.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.origin)
    }

    /// From the seven numbers of a `transform`: origin, then x, y, z, w of the rotation.
    pub fn from_transform([x, y, z, qx, qy, qz, qw]: [f32; 7]) -> Self {
        Self { origin: Vec3::new(x, y, z), rotation: Quat::from_xyzw(qx, qy, qz, qw), scale: Vec3::ONE }
    }

    /// From the ten numbers of an `stransform`: as a `transform`, then the scale.
    pub fn from_stransform([x, y, z, qx, qy, qz, qw, sx, sy, sz]: [f32; 10]) -> Self {
        let pose = Self::from_transform([x, y, z, qx, qy, qz, qw]);
        Self { scale: Vec3::new(sx, sy, sz), ..pose }
    }

    /// The seven numbers of a `transform`; the scale is left out.
    pub fn to_transform(&self) -> [f32; 7] {
        let ([x, y, z], [qx, qy, qz, qw]) = (self.origin.to_array(), self.rotation.to_array());
        [x, y, z, qx, qy, qz, qw]
    }

    /// The ten numbers of an `stransform`.
    pub fn to_stransform(&self) -> [f32; 10] {
        let ([x, y, z, qx, qy, qz, qw], [sx, sy, sz]) = (self.to_transform(), self.scale.to_array());
        [x, y, z, qx, qy, qz, qw, sx, sy, sz]
    }
}
