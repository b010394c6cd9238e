//! The splits of a sun's shadow map: parts of what a camera sees, each with a map of its own.

use asset_scene::ShadowMap;
use asset_scene::glam::{DVec3, Vec3};

use crate::camera::{Camera, Lens};
use crate::grain::{self, Split};

/// What a camera sees of a scene.
pub(crate) struct Sight<'s> {
    pub(crate) camera: Camera,
    /// The width of the picture, divided by its height.
    pub(crate) aspect: f64,
    /// How far the nearest content is from a camera outside of the scene, or 0.
    pub(crate) nearest: f32,
    /// The boxes around everything that the sun lights.
    pub(crate) boxes: &'s [[Vec3; 2]],
}

/// Corners of a box or of a pyramid without its top: bits for right, up and far.
type Corners = [DVec3; 8];

/// The sides of [`Corners`].
const SIDES: [[usize; 4]; 6] = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];

/// A plane, as the direction out of what is kept and the distance of the plane from the origin.
#[derive(Clone, Copy)]
struct Plane {
    out: DVec3,
    distance: f64,
}

/// Returns the splits that a sun has for a camera. As in the engine, a split is as large as the part of the content
/// that is in it, and there are the same number of texels on both sides.
pub(crate) fn of(sight: &Sight<'_>, map: &ShadowMap, axes: [Vec3; 3]) -> [Split; 4] {
    let mut near = sight.camera.near;
    map.splits.map(|far| {
        let far_end = f64::from(far);
        if far_end <= near {
            return Split::default();
        }
        let size = sight.size((near, far_end), map, axes.map(Vec3::as_dvec3));
        near = far_end;
        let texel = size.map(|size| (size / f64::from(grain::texels(map))) as f32);
        Split { far, texel }
    })
}

impl Sight<'_> {
    /// Returns the width and the height of a split, along the axes of the light.
    fn size(&self, range: (f64, f64), map: &ShadowMap, [right, up, _]: [DVec3; 3]) -> [f64; 2] {
        let mut points = self.pyramid(range).to_vec();
        if map.is_focused {
            let focused = self.focused(range);
            if !focused.is_empty() {
                points = focused;
            }
        }
        [right, up].map(|axis| {
            let ends = points.iter().map(|point| point.dot(axis));
            let (least, most) =
                ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| (least.min(at), most.max(at)));
            let (quantum, least_size) = (f64::from(map.quantum).max(1e-3), f64::from(map.least));
            let steps = libm::ceil(libm::sqrt((most - least).max(0.0) / quantum));
            (steps * steps * quantum).max(least_size)
        })
    }

    /// Returns the corners of the part of a split that has content, or nothing if there isn't any.
    fn focused(&self, (near, far): (f64, f64)) -> Vec<DVec3> {
        let whole = self.pyramid((near, far));
        let planes = planes(&whole);
        let mut all = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let (mut nearest, mut farthest) = (f64::INFINITY, f64::NEG_INFINITY);
        for [min, max] in self.boxes.iter().map(|bounds| bounds.map(Vec3::as_dvec3)) {
            let corners = corners_of([min, max]);
            let is_outside = planes.iter().any(|plane| corners.iter().all(|corner| plane.excludes(*corner)));
            if !is_outside {
                all = [all[0].min(min), all[1].max(max)];
                let depths = corners.map(|corner| self.camera.seen(corner).z - f64::from(self.nearest));
                nearest = depths.iter().copied().fold(nearest, f64::min);
                farthest = depths.iter().copied().fold(farthest, f64::max);
            }
        }
        let (near, far) = (near.max(nearest), far.min(farthest));
        if near >= far {
            return Vec::new();
        }
        // A little larger, so that flat content has sides.
        let padding = DVec3::splat((all[1] - all[0]).length() * 1e-6 + 1e-6);
        let content = corners_of([all[0] - padding, all[1] + padding]);
        let part = self.pyramid((near, far));
        let mut points = cut(&part, &self::planes(&content));
        points.extend(cut(&content, &self::planes(&part)));
        points
    }

    /// Returns the corners of what the camera sees between two distances.
    fn pyramid(&self, (near, far): (f64, f64)) -> Corners {
        let Camera { position, right, up, back, lens, .. } = self.camera;
        let start = position - back * f64::from(self.nearest);
        std::array::from_fn(|corner| {
            let side = |bit: usize| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
            let distance = if corner >> 2 == 1 { far } else { near };
            let half = match lens {
                Lens::Perspective(tangent) => tangent * distance,
                Lens::Orthographic(half) => half,
            };
            start + right * (side(0) * half * self.aspect) + up * (side(1) * half) - back * distance
        })
    }
}

impl Plane {
    fn excludes(&self, point: DVec3) -> bool {
        self.out.dot(point) > self.distance
    }
}

fn corners_of([min, max]: [DVec3; 2]) -> Corners {
    std::array::from_fn(|corner| {
        let pick = |bit: usize, min: f64, max: f64| if corner >> bit & 1 == 1 { max } else { min };
        DVec3::new(pick(0, min.x, max.x), pick(1, min.y, max.y), pick(2, min.z, max.z))
    })
}

/// Returns the planes of all sides.
fn planes(corners: &Corners) -> [Plane; 6] {
    let middle = corners.iter().fold(DVec3::ZERO, |sum, corner| sum + *corner) / 8.0;
    SIDES.map(|side| {
        let [a, b, c, d] = side.map(|corner| corners[corner]);
        let out = (c - a).cross(d - b).normalize_or_zero();
        let out = if out.dot(a - middle) < 0.0 { out * -1.0 } else { out };
        Plane { out, distance: out.dot(a) }
    })
}

/// Returns the corners of all sides, cut by planes.
fn cut(corners: &Corners, planes: &[Plane; 6]) -> Vec<DVec3> {
    let sides = SIDES.iter().flat_map(|side| {
        let whole = side.map(|corner| corners[corner]).to_vec();
        planes.iter().fold(whole, |polygon, plane| cut_once(&polygon, plane))
    });
    sides.collect()
}

/// Returns the part of a polygon that a plane keeps.
fn cut_once(polygon: &[DVec3], plane: &Plane) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (number, point) in polygon.iter().enumerate() {
        let next = polygon[(number + 1) % polygon.len()];
        let (here, there) = (plane.out.dot(*point) - plane.distance, plane.out.dot(next) - plane.distance);
        if here <= 0.0 {
            kept.push(*point);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            kept.push(*point + (next - *point) * (here / (here - there)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(splits: [f32; 4]) -> ShadowMap {
        ShadowMap { size: 1026, samples: 2, splits, fade: 0.8, quantum: 0.5, least: 3.0, is_focused: true }
    }

    fn sizes(boxes: &[[Vec3; 2]], map: &ShadowMap) -> Vec<[f32; 2]> {
        let camera = Camera::looking(DVec3::ZERO, DVec3::NEG_Z, Lens::Perspective(1.0));
        let sight = Sight { camera, aspect: 1.0, nearest: 0.0, boxes };
        // From above: right is +X and up is -Z.
        let splits = of(&sight, map, [Vec3::X, Vec3::NEG_Z, Vec3::Y]);
        splits.iter().map(|split| split.texel.map(|texel| texel * 1024.0)).collect()
    }

    #[test]
    fn splits_are_as_large_as_what_the_camera_sees_in_them() {
        let whole = ShadowMap { is_focused: false, ..map([8.0, 32.0, 0.0, 0.0]) };
        // 16 wide at a distance of 8: the root of 32 steps is rounded up to 6. It is 8 deep: the root of 16 is 4.
        let shown = sizes(&[], &whole);
        assert_eq!(shown[0], [18.0, 8.0]);
        assert_eq!((shown[1], shown[2]), ([72.0, 24.5], [0.0; 2]));
        // A small box in front of the camera has the smallest size.
        let small = [Vec3::new(-0.5, -0.5, -5.0), Vec3::new(0.5, 0.5, -4.0)];
        assert_eq!(sizes(&[small], &map([8.0, 0.0, 0.0, 0.0]))[0], [3.0, 3.0]);
        // A flat ground 1 below the camera isn't seen before a distance of 1, and is cut at both sides.
        let ground = [Vec3::new(-2.0, -1.0, -100.0), Vec3::new(2.0, -1.0, 100.0)];
        assert_eq!(sizes(&[ground], &map([8.0, 0.0, 0.0, 0.0]))[0], [4.5, 8.0]);
        // What is behind the camera counts for nothing.
        let behind = [Vec3::splat(3.0), Vec3::splat(9.0)];
        assert_eq!(sizes(&[small, behind], &map([8.0, 0.0, 0.0, 0.0]))[0], [3.0, 3.0]);
    }
}
