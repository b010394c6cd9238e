//! Boxes and spheres around points.

use binio::same_bits;
use glam::{Affine3A, Vec3, Vec3A};

/// An axis-aligned box. Equal if its bits are equal: a NaN equals itself, and −0 isn't 0.
///
/// A box is *defined* if no component of `min` is above the same component of `max` and none is NaN. Other boxes from files are kept, but are not
/// defined.
///
/// ```
/// use asset_geometry::{Bounds, glam::Vec3};
/// let bounds = Bounds::from_points([Vec3::ZERO, Vec3::new(2.0, f32::NAN, 4.0)]);
/// assert_eq!(bounds, Bounds { min: Vec3::ZERO, max: Vec3::new(2.0, 0.0, 4.0) });
/// assert!(!Bounds::from_points([]).is_defined());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The least corner.
    pub min: Vec3,
    /// The greatest corner.
    pub max: Vec3,
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.min.to_array(), &other.min.to_array()) && same_bits(&self.max.to_array(), &other.max.to_array())
    }
}

impl Eq for Bounds {}

/// [`Bounds::UNDEFINED`].
impl Default for Bounds {
    fn default() -> Self {
        Self::UNDEFINED
    }
}

impl Bounds {
    /// The empty box, as Urho3D stores it: `min` +∞, `max` −∞. Merging starts from it.
    pub const UNDEFINED: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// Returns the smallest box around points. NaN components are ignored: such a point still counts on its other axes. Returns
    /// [`UNDEFINED`](Self::UNDEFINED) without points, also for a single axis on which all are NaN.
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

    /// Extends the box to contain a point; NaN components are ignored.
    #[inline]
    pub fn include(&mut self, point: Vec3) {
        self.min = lesser(self.min, point);
        self.max = greater(self.max, point);
    }

    /// Returns the smallest box around both. Undefined axes and NaN are ignored.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        Self {
            min: lesser(lesser(Self::UNDEFINED.min, self.min), other.min),
            max: greater(greater(Self::UNDEFINED.max, self.max), other.max),
        }
    }

    /// Returns whether `min` is nowhere above `max` and nothing is NaN.
    pub fn is_defined(&self) -> bool {
        self.min.cmple(self.max).all()
    }

    /// Returns whether a point is in the box or on its faces; false if the box isn't defined or the point has a NaN.
    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns the center; `None` if the box isn't defined. NaN on an axis from −∞ to +∞.
    pub fn center(&self) -> Option<Vec3> {
        // Halves first: the sum of two large corners would overflow.
        self.is_defined().then(|| self.min * 0.5 + self.max * 0.5)
    }

    /// Returns the extents; `None` if the box isn't defined.
    pub fn size(&self) -> Option<Vec3> {
        self.is_defined().then(|| self.max - self.min)
    }

    /// Returns the box around the eight transformed corners, which is often larger than the smallest box around its content. An undefined box stays
    /// [`UNDEFINED`](Self::UNDEFINED); an infinite axis that the transform multiplies by 0 is ignored.
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

/// Returns the lesser of each component; `a`'s if they are equal or `b`'s is NaN.
#[inline]
fn lesser(a: Vec3, b: Vec3) -> Vec3 {
    let lesser = |a: f32, b: f32| if b < a { b } else { a };
    Vec3::new(lesser(a.x, b.x), lesser(a.y, b.y), lesser(a.z, b.z))
}

/// Returns the greater of each component; `a`'s if they are equal or `b`'s is NaN.
#[inline]
fn greater(a: Vec3, b: Vec3) -> Vec3 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    Vec3::new(greater(a.x, b.x), greater(a.y, b.y), greater(a.z, b.z))
}

/// A sphere. Equal if its bits are equal.
#[derive(Clone, Copy, Debug)]
pub struct Sphere {
    /// Center of the sphere.
    pub center: Vec3,
    /// Radius of the sphere.
    pub radius: f32,
}

impl PartialEq for Sphere {
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.center.to_array(), &other.center.to_array()) && same_bits(&[self.radius], &[other.radius])
    }
}

impl Eq for Sphere {}

impl Sphere {
    /// Returns the smallest sphere around `center` that contains the points; points with a NaN are ignored. Radius 0 without points.
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

    /// Returns the sphere through the corners of a box; `None` if the box isn't defined.
    pub fn from_bounds(bounds: &Bounds) -> Option<Self> {
        let (center, size) = (bounds.center()?, bounds.size()?);
        Some(Self { center, radius: size.length() * 0.5 })
    }
}
