//! Decides which content must be in the picture. This does not include the ground below it.

use asset_scene::glam::Vec3;
use asset_scene::{Pose, Scene};

use crate::camera::{Camera, Lens};
use crate::geometry::Geometry;

/// A ground must be larger than everything else by this factor.
const LARGER: f32 = 3.0;
/// How high a ground can be, as a fraction of its width.
const FLAT: f32 = 0.3;
/// How much of a ground to show around its center, if there is a sky and nothing else.
const MIDDLE: f32 = 0.3;

/// A box around points.
#[derive(Clone, Copy)]
struct Bounds {
    min: Vec3,
    max: Vec3,
}

impl Bounds {
    const NONE: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    fn and(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    fn size(self) -> Vec3 {
        (self.max - self.min).max(Vec3::ZERO)
    }

    fn is_flat(self) -> bool {
        let size = self.size();
        size.y <= FLAT * size.x.min(size.z)
    }

    /// Returns `true` if the center of the other box is in this box, or above it.
    fn is_below(self, other: Self) -> bool {
        let Vec3 { x, y, z } = (other.min + other.max) * 0.5;
        let is_within = (self.min.x..=self.max.x).contains(&x) && (self.min.z..=self.max.z).contains(&z);
        is_within && y >= self.min.y
    }
}

/// Returns the points that must be in the picture. This includes everything except a ground that would make the rest
/// tiny. If there is only a ground below a sky, it includes the center of the ground.
pub(crate) fn points(geometry: &Geometry, has_sky: bool) -> Vec<Vec3> {
    let mut draws = bounds(geometry);
    let all = draws.iter().fold(Bounds::NONE, |all, (_, bounds)| all.and(*bounds));
    draws.sort_by(|(_, a), (_, b)| b.size().length().total_cmp(&a.size().length()));
    let mut grounds = 0;
    while let Some((_, ground)) = draws.get(grounds).filter(|_| draws.len() > grounds + 1) {
        let rest = draws.iter().skip(grounds + 1).fold(Bounds::NONE, |rest, (_, bounds)| rest.and(*bounds));
        let is_ground = ground.is_flat() && ground.is_below(rest);
        if !is_ground || ground.size().length() < LARGER * rest.size().length() {
            break;
        }
        grounds += 1;
    }
    let mut is_ground = vec![false; geometry.draws.len()];
    draws.iter().take(grounds).for_each(|(draw, _)| is_ground[*draw] = true);
    let points = geometry.points_of(|draw| !is_ground[draw as usize]);
    if grounds > 0 || !has_sky || !all.is_flat() {
        return points.collect();
    }
    let middle = (all.min + all.max) * 0.5;
    points.map(|point| middle + (point - middle) * Vec3::new(MIDDLE, 1.0, MIDDLE)).collect()
}

/// Returns the first camera of a scene that has any content in its picture, given the width divided by the height.
pub(crate) fn camera_of(scene: &Scene<'_>, pose: &Pose, geometry: &Geometry, aspect: f64) -> Option<Camera> {
    let nodes = scene.nodes.enumerate().filter(|(_, node)| node.camera.is_some());
    let mut cameras = nodes.filter_map(|(node, _)| Camera::of_node(scene, pose, node)).take(MOST_CAMERAS);
    cameras.find(|camera| geometry.points_of(|_| true).any(|point| is_in_picture(camera, aspect, point)))
}

/// How many cameras are tried. Each of them may have to look at all points.
const MOST_CAMERAS: usize = 8;

fn is_in_picture(camera: &Camera, aspect: f64, point: Vec3) -> bool {
    let seen = camera.seen(point.as_dvec3());
    let half = match camera.lens {
        Lens::Perspective(tangent) => tangent * seen.z,
        Lens::Orthographic(half) => half,
    };
    seen.z >= camera.near && seen.x.abs() <= half * aspect && seen.y.abs() <= half
}

/// Returns the draws that have content, and the box around them.
fn bounds(geometry: &Geometry) -> Vec<(usize, Bounds)> {
    let mut all = vec![Bounds::NONE; geometry.draws.len()];
    let corners = geometry.triangles.iter().flat_map(|triangle| triangle.corners.map(|corner| (triangle.draw, corner)));
    let ends = geometry.lines.iter().flat_map(|line| line.ends.map(|end| (line.draw, end)));
    for (draw, index) in corners.chain(ends) {
        let point =
            geometry.vertices.get(index as usize).map(|vertex| vertex.position).filter(|point| point.is_finite());
        if let (Some(point), Some(bounds)) = (point, all.get_mut(draw as usize)) {
            *bounds = bounds.and(Bounds { min: point, max: point });
        }
    }
    all.into_iter().enumerate().filter(|(_, bounds)| bounds.min.is_finite()).collect()
}
