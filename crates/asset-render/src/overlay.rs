//! Draws lines to explain a scene: edges, bones, boxes and normals.

use asset_scene::glam::Vec3;
use asset_scene::{IdMap, Node, Pose, Scene};

use crate::color::Srgb;
use crate::geometry::{Geometry, Vertex};
use crate::stage::{Projector, Stage};
use crate::tile::flat;

/// What to draw over a picture. By default, nothing is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overlays {
    /// The edges of all triangles.
    pub wireframe: bool,
    /// The bones, in front of everything else. A bone is a line to the parent from every node that is a joint or moves.
    pub skeleton: bool,
    /// The box around everything that is shown, along the axes of the scene.
    pub bounds: bool,
    /// The normal of every vertex.
    pub normals: bool,
    /// The back of each triangle, in magenta. This would not be drawn otherwise.
    pub backs: bool,
    /// The number of the level of detail, in a corner.
    pub lod: bool,
}

pub(crate) const BACK: [u8; 3] = [255, 0, 220];
const EDGE: [u8; 3] = [20, 24, 32];
const BONE: [u8; 3] = [255, 150, 20];
const JOINT: [u8; 3] = [255, 235, 120];
const BOX: [u8; 3] = [40, 120, 255];
const NORMAL: [u8; 3] = [20, 190, 90];

/// How lines get into the picture.
#[derive(Clone, Copy)]
pub(crate) struct Ink<'i> {
    pub(crate) projector: &'i Projector,
    pub(crate) srgb: &'i Srgb,
}

/// Adds all overlays made of lines. `scale` is the width of a line, in pixels.
pub(crate) fn add(
    stage: &mut Stage,
    geometry: &Geometry,
    vertices: &[Vertex],
    overlays: &Overlays,
    &Ink { projector, srgb }: &Ink<'_>,
    bones: &[[Vec3; 2]],
    scale: f64,
) {
    let position = |index: u32| vertices.get(index as usize).map_or(Vec3::NAN, |vertex| vertex.position);
    if overlays.wireframe {
        let color = flat(srgb, EDGE, 0.8);
        for triangle in &geometry.triangles {
            let [a, b, c] = triangle.corners.map(position);
            for ends in [[a, b], [b, c], [c, a]] {
                projector.band(ends, 0.8 * scale, color, &mut stage.lines);
            }
        }
    }
    let bounds = bounds_of(geometry, vertices);
    if let Some([min, max]) = bounds.filter(|_| overlays.bounds) {
        for ends in box_edges(min, max) {
            projector.band(ends, 1.2 * scale, flat(srgb, BOX, 1.0), &mut stage.lines);
        }
    }
    if let Some([min, max]) = bounds.filter(|_| overlays.normals) {
        let length = (max - min).length() * 0.02;
        for vertex in vertices.iter().filter(|vertex| vertex.normal != Vec3::ZERO) {
            let ends = [vertex.position, vertex.position + vertex.normal * length];
            projector.band(ends, 0.8 * scale, flat(srgb, NORMAL, 1.0), &mut stage.lines);
        }
    }
    for [from, to] in bones {
        projector.band([*from, *to], 1.8 * scale, flat(srgb, BONE, 1.0), &mut stage.marks);
    }
    for [_, to] in bones {
        projector.band([*to, *to], 3.6 * scale, flat(srgb, JOINT, 1.0), &mut stage.marks);
    }
}

/// Returns the minimum and maximum corner of everything that is finite.
pub(crate) fn bounds_of(geometry: &Geometry, vertices: &[Vertex]) -> Option<[Vec3; 2]> {
    let corners = geometry.triangles.iter().flat_map(|triangle| triangle.corners);
    let ends = geometry.lines.iter().flat_map(|line| line.ends);
    let points = corners.chain(ends).filter_map(|index| Some(vertices.get(index as usize)?.position));
    points.filter(|point| point.is_finite()).fold(None, |bounds, point| {
        let [min, max] = bounds.unwrap_or([point, point]);
        Some([min.min(point), max.max(point)])
    })
}

fn box_edges(min: Vec3, max: Vec3) -> Vec<[Vec3; 2]> {
    let corner = |bits: usize| {
        let pick = |bit: usize, min: f32, max: f32| if bits >> bit & 1 == 1 { max } else { min };
        Vec3::new(pick(0, min.x, max.x), pick(1, min.y, max.y), pick(2, min.z, max.z))
    };
    let edges = (0..8_usize).flat_map(|bits| [1, 2, 4].map(|bit| (bits, bits | bit)));
    edges.filter(|(from, to)| from != to).map(|(from, to)| [corner(from), corner(to)]).collect()
}

/// Returns the bones of a scene, given a pose. A bone is a line from its parent to itself.
pub(crate) fn bones(scene: &Scene<'_>, pose: &Pose) -> Vec<[Vec3; 2]> {
    let mut is_bone = IdMap::<Node, bool>::filled(false, scene.nodes.len());
    scene.skins.iter().flat_map(|skin| &skin.joints).for_each(|joint| is_bone[*joint] = true);
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    channels.for_each(|channel| is_bone[channel.node] = true);
    let position_of = |columns: [f32; 16]| Vec3::new(columns[12], columns[13], columns[14]);
    let bones = is_bone.enumerate().filter(|(_, is_bone)| **is_bone).map(|(node, _)| {
        let tip = position_of(pose.world(node).to_cols_array());
        let parent = scene[node].parent.filter(|parent| is_bone[*parent]);
        [parent.map_or(tip, |parent| position_of(pose.world(parent).to_cols_array())), tip]
    });
    bones.filter(|ends| ends.iter().all(|end| end.is_finite())).collect()
}
