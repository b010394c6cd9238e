//! This module contains boxes and spheres around points.

use binio::same_bits;
use glam::{Affine3A, Vec3, Vec3A};

/// An axis-aligned box.
///
/// A box that comes from a file can contain any numbers. It is called *defined* if no component of `min` is above the
/// same component of `max`, and if there is no NaN; use [`is_defined`](Self::is_defined) to check this. Any other box
/// stays as it was read.
///
/// Comparing two boxes with `==` compares their bits, so a NaN will be equal to itself, but −0 will not be equal to 0.
///
/// ```
/// use asset_geometry::{Bounds, glam::Vec3};
/// let bounds = Bounds::from_points([Vec3::ZERO, Vec3::new(2.0, f32::NAN, 4.0)]);
/// assert_eq!(bounds, Bounds { min: Vec3::ZERO, max: Vec3::new(2.0, 0.0, 4.0) });
/// assert!(!Bounds::from_points([]).is_defined());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The corner with the lowest coordinates.
    pub min: Vec3,
    /// The corner with the highest coordinates.
    pub max: Vec3,
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.min.to_array(), &other.min.to_array()) && same_bits(&self.max.to_array(), &other.max.to_array())
    }
}

impl Eq for Bounds {}

/// Returns [`Bounds::UNDEFINED`].
impl Default for Bounds {
    fn default() -> Self {
        Self::UNDEFINED
    }
}

impl Bounds {
    /// The empty box, in the form that Urho3D uses: `min` is +∞ and `max` is −∞. Start with this to merge several
    /// boxes.
    pub const UNDEFINED: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// Returns the smallest box around the given points. This ignores a NaN, but will still use the other components of
    /// the same point. Without any points the result is [`UNDEFINED`](Self::UNDEFINED), and so is an axis on which all
    /// numbers are NaN.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Self {
        // In SIMD lanes: a third faster. With comparisons, because min and max handle NaN differently on different hosts.
        let (mut min, mut max) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
        for point in points {
            let point = Vec3A::from(point);
            min = Vec3A::select(point.cmplt(min), point, min);
            max = Vec3A::select(point.cmpgt(max), point, max);
        }
        Self { min: min.into(), max: max.into() }
    }

    /// Extends the box to contain this point. NaN components are ignored.
    #[inline]
    pub fn include(&mut self, point: Vec3) {
        self.min = lesser(self.min, point);
        self.max = greater(self.max, point);
    }

    /// Returns the smallest box around both boxes. This ignores undefined axes and NaN.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        Self {
            min: lesser(lesser(Self::UNDEFINED.min, self.min), other.min),
            max: greater(greater(Self::UNDEFINED.max, self.max), other.max),
        }
    }

    /// Returns true if `min` is nowhere above `max`, and if there is no NaN in the box.
    pub fn is_defined(&self) -> bool {
        self.min.cmple(self.max).all()
    }

    /// Returns true if the point is inside the box or on its surface. This will be false for a box that is not defined,
    /// and for a point with a NaN.
    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns the center, or `None` if the box is not defined. On an axis that goes from −∞ to +∞, the center is NaN.
    pub fn center(&self) -> Option<Vec3> {
        // Halves first: the sum of two large corners would overflow.
        self.is_defined().then(|| self.min * 0.5 + self.max * 0.5)
    }

    /// Returns the extents, or `None` if the box is not defined.
    pub fn size(&self) -> Option<Vec3> {
        self.is_defined().then(|| self.max - self.min)
    }

    /// Transforms the eight corners, and returns the box around them. Note that this is often larger than the smallest
    /// box around the transformed content. A box that is not defined will be [`UNDEFINED`](Self::UNDEFINED) afterwards.
    /// An infinite axis will be ignored if the transform multiplies it by 0.
    #[must_use]
    pub fn transformed(&self, transform: &Affine3A) -> Self {
        if !self.is_defined() {
            return Self::UNDEFINED;
        }
        let (x, xs) = reach(transform.matrix3.x_axis.into(), self.min.x, self.max.x);
        let (y, ys) = reach(transform.matrix3.y_axis.into(), self.min.y, self.max.y);
        let (z, zs) = reach(transform.matrix3.z_axis.into(), self.min.z, self.max.z);
        // Summed in the order in which glam transforms a point: addition rounds monotonically, so no corner falls outside by rounding.
        let origin = Vec3::from(transform.translation);
        Self { min: x + y + z + origin, max: xs + ys + zs + origin }
    }
}

/// Returns the minimum and the maximum of `axis * from` and `axis * to`.
fn reach(axis: Vec3, from: f32, to: f32) -> (Vec3, Vec3) {
    let zeros = axis.cmpeq(Vec3::ZERO);
    let (a, b) = (Vec3::select(zeros, Vec3::ZERO, axis * from), Vec3::select(zeros, Vec3::ZERO, axis * to));
    (lesser(a, b), greater(a, b))
}

/// Returns the lesser of two values, for each component. If they are equal, or if `b` is NaN, it returns `a`.
#[inline]
fn lesser(a: Vec3, b: Vec3) -> Vec3 {
    let lesser = |a: f32, b: f32| if b < a { b } else { a };
    Vec3::new(lesser(a.x, b.x), lesser(a.y, b.y), lesser(a.z, b.z))
}

/// Returns the greater of two values, for each component. If they are equal, or if `b` is NaN, it returns `a`.
#[inline]
fn greater(a: Vec3, b: Vec3) -> Vec3 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    Vec3::new(greater(a.x, b.x), greater(a.y, b.y), greater(a.z, b.z))
}

/// A sphere. As with [`Bounds`], using `==` compares the bits of two spheres.
#[derive(Clone, Copy, Debug)]
pub struct Sphere {
    /// The center of the sphere.
    pub center: Vec3,
    /// The radius of the sphere.
    pub radius: f32,
}

impl PartialEq for Sphere {
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.center.to_array(), &other.center.to_array()) && same_bits(&[self.radius], &[other.radius])
    }
}

impl Eq for Sphere {}

impl Sphere {
    /// Returns the smallest sphere around `center` that contains the given points. Points with a NaN are ignored.
    /// Without any points, the radius is 0.
    pub fn from_points(center: Vec3, points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut squared = 0.0;
        for point in points {
            let distance = center.distance_squared(point);
            if distance > squared {
                squared = distance;
            }
        }
        Self { center, radius: libm::sqrtf(squared) }
    }

    /// Returns the sphere through the corners of a box, or `None` if the box is not defined.
    pub fn from_bounds(bounds: &Bounds) -> Option<Self> {
        let (center, size) = (bounds.center()?, bounds.size()?);
        Some(Self { center, radius: size.length() * 0.5 })
    }
}
