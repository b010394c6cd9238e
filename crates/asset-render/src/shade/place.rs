//! Points of triangles, with what their corners and textures say there.

use asset_scene::glam::{Vec2, Vec3};

use super::unit;
use crate::geometry::Vertex;
use crate::lighting::Receiver;
use crate::raster::{Edges, Point};
use crate::texture::Slot;

/// A point on a triangle, together with the points for the pixels to the right and below.
pub(crate) struct Place<'v> {
    corners: [&'v Vertex; 3],
    shares: [f32; 3],
    right: [f32; 3],
    below: [f32; 3],
    is_flat: bool,
    is_back: bool,
}

impl<'v> Place<'v> {
    /// Returns the point for `x` and `y`, in units.
    pub(crate) fn of(
        corners: [&'v Vertex; 3],
        (edges, points): (&Edges, &[Point; 3]),
        (x, y): (i32, i32),
        is_flat: bool,
        is_back: bool,
    ) -> Self {
        let [here, right, below] = edges.shares(x, y);
        let shares = straight(here, points).unwrap_or([1.0, 0.0, 0.0]);
        let near = |beside| straight(beside, points).unwrap_or(shares);
        Self { corners, shares, right: near(right), below: near(below), is_flat, is_back }
    }

    /// Returns how far a ray to a light must start off the surface, so that it doesn't hit the surface itself because of
    /// rounding. This is a fraction of a pixel.
    fn clearance(&self) -> f32 {
        let [a, b, c] = self.corners.map(|corner| corner.position);
        let at = |[u, v, w]: [f32; 3]| a * u + b * v + c * w;
        let here = at(self.shares);
        let step = (at(self.right) - here).length().min((at(self.below) - here).length());
        let rounding = here.abs().max_element() * 4e-6;
        if step.is_finite() { (step * 0.25).max(rounding) } else { rounding }
    }

    /// Returns the point to ask how much light it gets, given its normal and its distance from the camera.
    pub(super) fn receiver(&self, normal: Vec3, distance: f32) -> Receiver {
        Receiver { point: self.position(), normal, face: self.face(), clearance: self.clearance(), distance }
    }

    pub(crate) fn position(&self) -> Vec3 {
        self.mix(|vertex| vertex.position)
    }

    #[inline]
    fn mix(&self, of: impl Fn(&Vertex) -> Vec3) -> Vec3 {
        let [a, b, c] = self.corners;
        of(a) * self.shares[0] + of(b) * self.shares[1] + of(c) * self.shares[2]
    }

    pub(super) fn color(&self) -> [f32; 4] {
        let [a, b, c] = self.corners.map(|corner| corner.color);
        let [u, v, w] = self.shares;
        [0, 1, 2, 3].map(|channel| a[channel] * u + b[channel] * v + c[channel] * w)
    }

    pub(super) fn read(&self, slot: &Slot<'_>) -> [f32; 4] {
        let [a, b, c] = self.corners.map(|corner| corner.uvs[slot.set]);
        let at = |[u, v, w]: [f32; 3]| [0, 1].map(|axis: usize| a[axis] * u + b[axis] * v + c[axis] * w);
        slot.read(at(self.shares), at(self.right), at(self.below))
    }

    /// Returns the normal of the triangle, which points out of its front.
    fn face(&self) -> Vec3 {
        let [a, b, c] = self.corners.map(|corner| corner.position.as_dvec3());
        let normal = (b - a).cross(c - a).try_normalize().unwrap_or_default().as_vec3();
        // Corners of front faces are stored in the opposite order.
        if self.is_back { normal } else { normal * -1.0 }
    }

    /// Returns the normal to use for shading, on the side that can be seen.
    pub(super) fn normal(&self, texture: Option<&Slot<'_>>, scale: f32, view: Vec3) -> Vec3 {
        let side = if self.is_back { -1.0 } else { 1.0 };
        let smooth = if self.is_flat { Vec3::ZERO } else { unit(self.mix(|vertex| vertex.normal)) };
        let normal = if smooth == Vec3::ZERO || !smooth.is_finite() { self.face() } else { smooth };
        let normal = match texture {
            Some(slot) => self.bent(normal, slot, scale).unwrap_or(normal),
            None => normal,
        };
        let normal = normal * side;
        if normal == Vec3::ZERO { view } else { normal }
    }

    /// Applies a normal map to a normal.
    fn bent(&self, normal: Vec3, slot: &Slot<'_>, scale: f32) -> Option<Vec3> {
        let hand = self.corners[0].hand;
        let (tangent, hand) = if hand == 0.0 {
            self.along(slot)?
        } else {
            (self.mix(|vertex| vertex.tangent), if hand < 0.0 { -1.0 } else { 1.0 })
        };
        let tangent = unit(tangent - normal * normal.dot(tangent));
        let bitangent = normal.cross(tangent) * hand;
        let [x, y, z, _] = self.read(slot).map(|part| part * 2.0 - 1.0);
        let bent = unit(tangent * (x * scale) + bitangent * (y * scale) + normal * z);
        (bent.is_finite() && bent != Vec3::ZERO).then_some(bent)
    }

    /// Returns the direction on the triangle that is right in the texture, and the side on which its up is.
    fn along(&self, slot: &Slot<'_>) -> Option<(Vec3, f32)> {
        let [a, b, c] = self.corners.map(|corner| corner.position);
        let [ta, tb, tc] = self.corners.map(|corner| Vec2::from_array(corner.uvs[slot.set]));
        let (right, down) = ((tb - ta), (tc - ta));
        let turn = right.x * down.y - right.y * down.x;
        let tangent = ((b - a) * down.y - (c - a) * right.y) * if turn < 0.0 { -1.0 } else { 1.0 };
        // Up is against the second coordinate; a stored front goes around clockwise.
        let is_turned = (turn < 0.0) != self.is_back;
        let usable = turn != 0.0 && tangent.is_finite() && tangent != Vec3::ZERO;
        usable.then_some((tangent, if is_turned { -1.0 } else { 1.0 }))
    }
}

/// Converts weights of the corners in the picture into weights in space.
#[inline]
fn straight(shares: [f32; 3], points: &[Point; 3]) -> Option<[f32; 3]> {
    let weighed = [0, 1, 2].map(|corner| shares[corner] * points[corner].inverse);
    let sum = weighed[0] + weighed[1] + weighed[2];
    let whole = 1.0 / sum;
    (sum > 1e-30).then(|| weighed.map(|weight| weight * whole))
}
