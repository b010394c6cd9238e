//! Finds out whether anything is between a point and a light.

use asset_scene::Alpha;
use asset_scene::glam::Vec3;
use binio::Budget;

use crate::error::{Error, too_much};
use crate::geometry::{Geometry, Vertex};
use crate::shade::Surface;
use crate::stage::Manner;

/// The triangles that cast shadows, in a tree of boxes.
#[derive(Clone)]
pub(crate) struct Occluders<'s> {
    boxes: Vec<Branch>,
    triangles: Vec<Caster>,
    /// The triangles with holes.
    masks: Vec<Mask<'s>>,
}

/// A triangle whose texture has holes.
#[derive(Clone, Copy)]
struct Mask<'s> {
    surface: &'s Surface<'s>,
    cutoff: f32,
    uvs: [[f32; 2]; 3],
}

/// A box, with two boxes or with triangles in it.
#[derive(Clone, Copy, Debug)]
struct Branch {
    min: Vec3,
    max: Vec3,
    /// The first triangle, or if there are no triangles, the first of two boxes.
    first: u32,
    triangles: u32,
}

#[derive(Clone, Copy, Debug)]
struct Caster {
    corner: Vec3,
    sides: [Vec3; 2],
    /// Whether both sides cast a shadow. Otherwise, only the front does.
    is_double: bool,
    /// The number of its mask plus one, or 0 if it has no holes.
    mask: u32,
}

impl Caster {
    fn corners(&self) -> [Vec3; 3] {
        [self.corner, self.corner + self.sides[0], self.corner + self.sides[1]]
    }

    fn middle(&self) -> Vec3 {
        self.corner + (self.sides[0] + self.sides[1]) * (1.0 / 3.0)
    }

    /// Returns where a ray hits the triangle before `reach`, as the weights of the second and third corner. This is the
    /// test by Möller and Trumbore.
    #[inline]
    fn hit(&self, from: Vec3, toward: Vec3, reach: f32) -> Option<[f32; 2]> {
        let [right, up] = self.sides;
        let across = toward.cross(up);
        let volume = right.dot(across);
        // A ray to the light leaves through a front.
        if volume.abs() < f32::MIN_POSITIVE || !self.is_double && volume > 0.0 {
            return None;
        }
        let inverse = 1.0 / volume;
        let away = from - self.corner;
        let u = away.dot(across) * inverse;
        let around = away.cross(right);
        let v = toward.dot(around) * inverse;
        let distance = up.dot(around) * inverse;
        let is_hit = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0 && distance < reach;
        is_hit.then_some([u, v])
    }
}

/// How many triangles a box can have without being split.
const LEAF: usize = 4;
/// The number of bytes that a triangle and its share of the boxes take.
const PER_TRIANGLE: u64 = 128;
/// The number of boxes that can wait on the way down. Each split halves the triangles, so this is more than enough.
const DEPTH: usize = 64;

impl<'s> Occluders<'s> {
    /// Collects the triangles that cast shadows. Surfaces that you can see through don't cast any. If nothing casts a
    /// shadow, returns `None`.
    pub(crate) fn of(
        geometry: &Geometry,
        vertices: &[Vertex],
        (manners, surfaces): (&[Manner], &'s [Surface<'s>]),
        budget: &mut Budget,
    ) -> Result<Option<Self>, Error> {
        let casts = |draw: u32| {
            geometry.draws.get(draw as usize).is_some_and(|draw| draw.is_caster)
                && manners.get(draw as usize).is_some_and(|manner| manner.alpha != Alpha::Blend)
        };
        let casting = || geometry.triangles.iter().filter(|triangle| casts(triangle.draw));
        let count = casting().count() as u64;
        let left = budget.left();
        budget
            .spend(count.saturating_mul(PER_TRIANGLE))
            .map_err(|_| too_much("bytes of shadows", left, count.saturating_mul(PER_TRIANGLE)))?;
        let (mut triangles, mut masks) = (Vec::new(), Vec::new());
        for triangle in casting() {
            let [Some(a), Some(b), Some(c)] = triangle.corners.map(|corner| vertices.get(corner as usize)) else {
                continue;
            };
            let [from, second, third] = [a, b, c].map(|vertex| vertex.position);
            if ![from, second, third].iter().all(|corner| corner.is_finite()) {
                continue;
            }
            let number = triangle.draw as usize;
            let surface = geometry.draws.get(number).and_then(|draw| surfaces.get(draw.material));
            let manner = manners.get(number);
            if let (Some(Alpha::Mask { cutoff }), Some(surface)) = (manner.map(|manner| manner.alpha), surface) {
                let uvs = [a, b, c].map(|vertex| vertex.uvs[surface.base_set()]);
                masks.push(Mask { surface, cutoff, uvs });
            }
            let is_masked = manner.is_some_and(|manner| matches!(manner.alpha, Alpha::Mask { .. }));
            triangles.push(Caster {
                corner: from,
                sides: [second - from, third - from],
                is_double: manner.is_some_and(|manner| manner.backs),
                mask: if is_masked { masks.len() as u32 } else { 0 },
            });
        }
        Ok(Self::built(triangles, masks))
    }

    fn built(mut triangles: Vec<Caster>, masks: Vec<Mask<'s>>) -> Option<Self> {
        if triangles.is_empty() {
            return None;
        }
        let mut boxes = vec![Branch::around(&triangles, 0)];
        let mut waiting = vec![0];
        while let Some(number) = waiting.pop() {
            let Branch { min, max, first, triangles: count } = boxes[number];
            if count as usize <= LEAF {
                continue;
            }
            let own = &mut triangles[first as usize..(first + count) as usize];
            let size = max - min;
            let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
            let half = own.len() / 2;
            own.select_nth_unstable_by(half, |a, b| a.middle()[axis].total_cmp(&b.middle()[axis]));
            let (near, far) = own.split_at(half);
            let pair = [Branch::around(near, first), Branch::around(far, first + half as u32)];
            boxes[number] = Branch { min, max, first: boxes.len() as u32, triangles: 0 };
            waiting.extend([boxes.len(), boxes.len() + 1]);
            boxes.extend(pair);
        }
        Some(Self { boxes, triangles, masks })
    }

    /// Returns `true` if a triangle is on the ray, nearer than `reach`. `toward` must have unit length.
    pub(crate) fn block(&self, from: Vec3, toward: Vec3, reach: f32) -> bool {
        let inverse = Vec3::ONE / toward;
        let mut waiting = [0_u32; DEPTH];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let branch = &self.boxes[waiting[count] as usize];
            if !branch.is_crossed(from, inverse, reach) {
                continue;
            }
            let first = branch.first as usize;
            if branch.triangles > 0 {
                let own = &self.triangles[first..first + branch.triangles as usize];
                if own.iter().any(|triangle| self.is_stopped(triangle, from, toward, reach)) {
                    return true;
                }
            } else if count + 2 <= DEPTH {
                (waiting[count], waiting[count + 1]) = (first as u32, first as u32 + 1);
                count += 2;
            }
        }
        false
    }

    /// Returns `true` if a triangle is on the ray, and has no hole there.
    #[inline]
    fn is_stopped(&self, triangle: &Caster, from: Vec3, toward: Vec3, reach: f32) -> bool {
        let Some([v, w]) = triangle.hit(from, toward, reach) else { return false };
        let Some(mask) = (triangle.mask as usize).checked_sub(1).and_then(|mask| self.masks.get(mask)) else {
            return true;
        };
        let [a, b, c] = mask.uvs;
        let uv = [0, 1].map(|axis: usize| a[axis] * (1.0 - v - w) + b[axis] * v + c[axis] * w);
        mask.surface.is_solid(uv, mask.cutoff)
    }
}

impl Branch {
    fn around(triangles: &[Caster], first: u32) -> Self {
        let corners = triangles.iter().flat_map(Caster::corners);
        let bounds =
            corners.fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[min, max], corner| [min.min(corner), max.max(corner)]);
        Self { min: bounds[0], max: bounds[1], first, triangles: triangles.len() as u32 }
    }

    /// Returns `true` if a ray goes through the box before `reach`. A ray in the plane of a side counts too, because
    /// `0 · ∞` isn't a number and comparisons with it are ignored.
    #[inline]
    fn is_crossed(&self, from: Vec3, inverse: Vec3, reach: f32) -> bool {
        let (mut enters, mut leaves) = (0.0_f32, reach);
        for axis in 0..3 {
            let a = (self.min[axis] - from[axis]) * inverse[axis];
            let b = (self.max[axis] - from[axis]) * inverse[axis];
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        enters <= leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of level triangles at height 1, whose fronts point up.
    fn grid(size: i16) -> Occluders<'static> {
        let at = |x: i16, z: i16| Vec3::new(f32::from(x), 1.0, f32::from(z));
        let places = (0..size).flat_map(|x| (0..size).map(move |z| (x, z)));
        let caster = |(x, z)| Caster {
            corner: at(2 * x, 2 * z),
            sides: [at(0, 1) - at(0, 0), at(1, 0) - at(0, 0)],
            is_double: false,
            mask: 0,
        };
        Occluders::built(places.map(caster).collect(), Vec::new()).unwrap_or_else(|| panic!("expected triangles"))
    }

    #[test]
    fn rays_find_every_triangle_and_every_gap() {
        let occluders = grid(20);
        for (x, z) in (0..20_u8).flat_map(|x| (0..20_u8).map(move |z| (f32::from(2 * x), f32::from(2 * z)))) {
            let inside = Vec3::new(x + 0.3, 0.0, z + 0.3);
            assert!(occluders.block(inside, Vec3::Y, f32::INFINITY), "{inside}");
            assert!(!occluders.block(inside, Vec3::Y, 0.9), "beyond the reach");
            assert!(!occluders.block(inside + Vec3::Y * 2.0, Vec3::Y, f32::INFINITY), "behind");
            assert!(!occluders.block(inside + Vec3::Y * 2.0, Vec3::NEG_Y, f32::INFINITY), "from the back");
            assert!(!occluders.block(Vec3::new(x + 0.7, 0.0, z + 0.7), Vec3::Y, f32::INFINITY), "a gap");
        }
        assert!(Occluders::built(Vec::new(), Vec::new()).is_none());
    }

    #[test]
    fn both_sides_of_double_sided_surfaces_cast() {
        let mut occluders = grid(1);
        occluders.triangles[0].is_double = true;
        assert!(occluders.block(Vec3::new(0.3, 2.0, 0.3), Vec3::NEG_Y, f32::INFINITY));
    }
}
