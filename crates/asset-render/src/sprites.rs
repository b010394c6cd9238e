//! Turns rectangles to the camera: billboards and particles.

use asset_scene::glam::{DAffine3, DVec3, Vec2, Vec3};
use asset_scene::{Facing, Id, Node, Pose, Scene, Sprite, SpriteSet};
use binio::Budget;

use crate::camera::{Camera, Lens};
use crate::error::{Error, too_much};
use crate::geometry::{Draw, Geometry, Triangle, Vertex};

/// The number of bytes that a sprite takes until it is drawn.
const PER_SPRITE: u64 = 1536;

/// Adds the sprites of a scene, turned to the camera.
pub(crate) fn add(
    geometry: &mut Geometry,
    scene: &Scene<'_>,
    pose: &Pose,
    camera: &Camera,
    budget: &mut Budget,
) -> Result<(), Error> {
    let sets = scene.staging.as_deref().map_or(&[][..], |staging| &staging.sprites);
    let count = sets.iter().map(|set| set.sprites.len() as u64).sum::<u64>();
    let (left, bytes) = (budget.left(), count.saturating_mul(PER_SPRITE));
    budget.spend(bytes).map_err(|_| too_much("bytes of sprites", left, bytes))?;
    sets.iter().for_each(|set| add_set(geometry, set, pose, camera));
    Ok(())
}

/// Returns the boxes around all sprites, as two points each. In a flat scene, a single image behind all others is left
/// out, because it fills the background.
pub(crate) fn points(scene: &Scene<'_>, pose: &Pose) -> Vec<Vec3> {
    let Some(staging) = scene.staging.as_deref() else { return Vec::new() };
    let boxes = staging.sprites.iter().map(|set| {
        let place = place_of(pose, set.node);
        let ends = set.sprites.iter().flat_map(move |sprite| {
            let center = place.transform_point3(Vec3::from_array(sprite.position).as_dvec3());
            let reach = DVec3::new(f64::from(sprite.size[0].abs()), f64::from(sprite.size[1].abs()), 0.0);
            let is_turned = !staging.is_flat || sprite.rotation != 0.0;
            let reach = if is_turned { DVec3::splat(reach.max_element()) } else { reach };
            [center - reach, center + reach].map(DVec3::as_vec3)
        });
        (set.sprites.len(), ends.filter(|point| point.is_finite()).collect::<Vec<Vec3>>())
    });
    let boxes: Vec<(usize, Vec<Vec3>)> = boxes.collect();
    let area = |points: &[Vec3]| {
        let (min, max) = bounds_of(points);
        (max - min).truncate().max(Vec2::ZERO).element_product()
    };
    let largest = boxes.iter().enumerate().max_by(|(_, (_, a)), (_, (_, b))| area(a).total_cmp(&area(b)));
    let backdrop = largest.filter(|(number, (count, points))| {
        let others = boxes.iter().enumerate().filter(|(other, _)| other != number);
        let (min, max) = bounds_of(&others.flat_map(|(_, (_, points))| points.iter().copied()).collect::<Vec<_>>());
        let (least, most) = bounds_of(points);
        let is_inside = min.truncate().cmpge(least.truncate()).all() && max.truncate().cmple(most.truncate()).all();
        // A small group on an image isn't all that the scene is about.
        let part = (max - min).truncate().element_product() / area(points);
        staging.is_flat && *count == 1 && min.is_finite() && is_inside && part > LEAST_PART
    });
    let backdrop = backdrop.map(|(number, _)| number);
    let shown = boxes.iter().enumerate().filter(|(number, _)| Some(*number) != backdrop);
    shown.flat_map(|(_, (_, points))| points.iter().copied()).collect()
}

/// The smallest part of an image that the others must cover to be framed without it.
const LEAST_PART: f32 = 0.1;

fn bounds_of(points: &[Vec3]) -> (Vec3, Vec3) {
    let ends = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    points.iter().fold(ends, |(min, max), point| (min.min(*point), max.max(*point)))
}

pub(crate) fn place_of(pose: &Pose, node: Option<Id<Node>>) -> DAffine3 {
    let columns = |node| pose.world(node).to_cols_array().map(f64::from);
    node.map_or(DAffine3::IDENTITY, |node| {
        DAffine3::from_mat4(asset_scene::glam::DMat4::from_cols_array(&columns(node)))
    })
}

fn add_set(geometry: &mut Geometry, set: &SpriteSet, pose: &Pose, camera: &Camera) {
    let (place, owner) = (place_of(pose, set.node), place_of(pose, set.owner));
    let [right, up] = axes(set.facing, &owner, camera);
    let draw = geometry.draws.len() as u32;
    let material = set.material.map_or(0, |material| material.index() + 1);
    let back = camera.back.as_vec3();
    geometry.draws.push(Draw { is_sprite: true, ..Draw::of(material) });
    for sprite in &set.sprites {
        let center = place.transform_point3(Vec3::from_array(sprite.position).as_dvec3());
        let (right, up) = match set.facing {
            Facing::Direction => {
                along(place.transform_vector3(Vec3::from_array(sprite.direction).as_dvec3()), center, camera)
            }
            _ => (right, up),
        };
        let first = geometry.vertices.len() as u32;
        geometry.vertices.extend(corners(sprite).map(|([x, y], uv)| Vertex {
            position: (center + right * f64::from(x) + up * f64::from(y)).as_vec3(),
            normal: back,
            uvs: [uv; 2],
            color: sprite.color,
            ..Vertex::default()
        }));
        let corners = [[0, 2, 1], [0, 3, 2]].map(|corners| corners.map(|corner: u32| first.saturating_add(corner)));
        geometry.triangles.extend(corners.map(|corners| Triangle { corners, draw }));
    }
}

/// Returns the corners clockwise from the upper left: how far they are to the right and up, and their texture
/// coordinates.
fn corners(sprite: &Sprite) -> [([f32; 2], [f32; 2]); 4] {
    let (sine, cosine) = libm::sincosf(sprite.rotation);
    let [width, height] = sprite.size;
    let [left, top, right, bottom] = sprite.uv;
    let turned = |x: f32, y: f32| [x * cosine + y * sine, y * cosine - x * sine];
    [
        (turned(-width, height), [left, top]),
        (turned(width, height), [right, top]),
        (turned(width, -height), [right, bottom]),
        (turned(-width, -height), [left, bottom]),
    ]
}

/// Returns the directions that are right and up on the sprites of a set.
pub(crate) fn axes(facing: Facing, owner: &DAffine3, camera: &Camera) -> [DVec3; 2] {
    let upright = |back: DVec3| {
        let right = DVec3::Y.cross(back).try_normalize().unwrap_or(camera.right);
        [right, DVec3::Y]
    };
    let to_camera = match camera.lens {
        Lens::Perspective(_) => (camera.position - owner.translation).try_normalize().unwrap_or(camera.back),
        Lens::Orthographic(_) => camera.back,
    };
    match facing {
        Facing::Camera | Facing::Direction => [camera.right, camera.up],
        Facing::CameraUpright => upright(camera.back),
        Facing::PointUpright => upright(to_camera),
        Facing::Point => {
            let right = DVec3::Y.cross(to_camera).try_normalize().unwrap_or(camera.right);
            [right, to_camera.cross(right)]
        }
        Facing::Node => {
            let [x, y] = [owner.matrix3.x_axis, owner.matrix3.y_axis].map(DVec3::normalize_or_zero);
            // The front is where the engine's Z points away from: X is mirrored.
            [x * -1.0, y]
        }
    }
}

/// Returns the directions that are right and up for a sprite whose height extends along a direction.
fn along(direction: DVec3, center: DVec3, camera: &Camera) -> (DVec3, DVec3) {
    let up = direction.try_normalize().unwrap_or(camera.up);
    let away = match camera.lens {
        Lens::Perspective(_) => center - camera.position,
        Lens::Orthographic(_) => camera.back * -1.0,
    };
    (away.cross(up).try_normalize().unwrap_or(camera.right), up)
}
