//! Decides which content must be in the picture. This does not include the ground below it.

use asset_scene::glam::Vec3;
use asset_scene::{Pose, Scene};

use crate::camera::{Camera, Lens};
use crate::geometry::Geometry;
use crate::sprites;

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

    fn middle(self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Returns how far the farthest corner is from a point.
    fn reach(self, point: Vec3) -> f32 {
        (self.middle() - point).length() + self.size().length() * 0.5
    }

    fn is_flat(self) -> bool {
        let size = self.size();
        size.y <= FLAT * size.x.min(size.z)
    }

    /// Returns `true` if the center of the other box is in this box, or above it.
    fn is_below(self, other: Self) -> bool {
        let Vec3 { x, y, z } = other.middle();
        let is_within = (self.min.x..=self.max.x).contains(&x) && (self.min.z..=self.max.z).contains(&z);
        is_within && y >= self.min.y
    }
}

/// Returns the points that must be in the picture. This includes everything except a ground that would make the rest
/// tiny, and, in a scene of a game, a few objects far away from all others. If there is only a ground below a sky, it
/// includes the center of the ground.
pub(crate) fn points(geometry: &Geometry, scene: &Scene<'_>) -> Vec<Vec3> {
    let has_sky = scene.environment.as_ref().is_some_and(|environment| environment.sky.is_some());
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
    let mut is_left_out = vec![false; geometry.draws.len()];
    draws.iter().take(grounds).for_each(|(draw, _)| is_left_out[*draw] = true);
    if scene.staging.is_some() {
        stray(draws.get(grounds..).unwrap_or_default()).into_iter().for_each(|draw| is_left_out[draw] = true);
    }
    let points = geometry.points_of(|draw| !is_left_out[draw as usize]);
    let is_only_ground = draws.iter().all(|(_, bounds)| bounds.is_flat());
    if grounds > 0 || !has_sky || !all.is_flat() || !is_only_ground {
        return points.collect();
    }
    let middle = (all.min + all.max) * 0.5;
    points.map(|point| middle + (point - middle) * Vec3::new(MIDDLE, 1.0, MIDDLE)).collect()
}

/// Returns the draws that are far away from where most of the draws are. There must be a large gap before them.
fn stray(draws: &[(usize, Bounds)]) -> Vec<usize> {
    let median = |axis: usize| {
        let mut places: Vec<f32> = draws.iter().map(|(_, bounds)| bounds.middle()[axis]).collect();
        places.sort_by(f32::total_cmp);
        places.get(places.len() / 2).copied().unwrap_or(0.0)
    };
    let middle = Vec3::from_array([0, 1, 2].map(median));
    let mut reaches: Vec<(usize, f32)> = draws.iter().map(|(draw, bounds)| (*draw, bounds.reach(middle))).collect();
    reaches.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let least = (draws.len() as f32 * MOST_OF_ALL).ceil() as usize;
    if draws.len() < FEWEST {
        return Vec::new();
    }
    let gap = (least..reaches.len()).find(|at| reaches[*at].1 > GAP * reaches[*at - 1].1);
    gap.map_or_else(Vec::new, |gap| reaches[gap..].iter().map(|(draw, _)| *draw).collect())
}

/// The share of the draws that must be in the picture.
const MOST_OF_ALL: f32 = 0.8;
/// With fewer draws than this, all of them must be in the picture.
const FEWEST: usize = 8;
/// How many times farther away a draw must be than the one before it to be left out.
const GAP: f32 = 2.0;

/// Returns the first camera of a scene that has any content in its picture, given the width divided by the height.
pub(crate) fn camera_of(scene: &Scene<'_>, pose: &Pose, geometry: &Geometry, aspect: f64) -> Option<Camera> {
    let nodes = scene.nodes.enumerate().filter(|(_, node)| node.camera.is_some());
    let mut cameras = nodes.filter_map(|(node, _)| Camera::of_node(scene, pose, node)).take(MOST_CAMERAS);
    let sprites = sprites::points(scene, pose);
    cameras.find(|camera| {
        let points = geometry.points_of(|_| true).chain(sprites.iter().copied());
        points.into_iter().any(|point| is_in_picture(camera, aspect, point))
    })
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
