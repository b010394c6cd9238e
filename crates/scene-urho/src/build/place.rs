//! Surfaces at their places in the model, and on their bones.

use std::collections::HashMap;

use asset_geometry::Topology;
use binio::Path;
use glam::{DAffine3, DMat3, DVec3, Vec3};

use super::influences::Influences;
use super::plan::{Level, Plan};
use super::space::{self, Space};
use super::surface::Surface;
use crate::{Error, ErrorKind};

/// Puts a surface where `level` shows it, in the engine's space, and hangs it on bones if there are any.
///
/// All stands where it is at rest, and the offset matrix of its bone takes it back (as AssetImporter does it, conventions 5.1): so boxes,
/// centers and whatever looks at vertices without bones are right. Not so what at rest isn't as it was bound, or where the way back would
/// cost digits: that stays in the space of its mesh.
///
/// # Errors
/// A vertex hangs on a joint that the skin doesn't have.
pub(super) fn place(
    surface: &mut Surface,
    level: &Level,
    plan: &mut Plan<'_>,
    space: Space,
    path: &Path,
) -> Result<(), Error> {
    let (matrix, mirrored) = match level.skin.filter(|_| !surface.influences.is_empty()) {
        Some(skin) => {
            let matrix = bind(surface, skin, plan, path)?;
            (matrix, is_mirror(matrix))
        }
        None if plan.bones.is_empty() => {
            surface.influences.clear();
            (level.world, is_mirror(level.world))
        }
        None => (hang(surface, level, plan), is_mirror(level.world)),
    };
    transform(surface, matrix, space, if mirrored { -1.0 } else { 1.0 });
    if !mirrored {
        surface.reverse();
    }
    Ok(())
}

/// Hangs all of a surface on its node. What leads from the mesh's space to where the vertices shall be.
fn hang(surface: &mut Surface, level: &Level, plan: &mut Plan<'_>) -> DAffine3 {
    let bone = level.node.and_then(|node| plan.bone_of.get(node).copied().flatten()).unwrap_or(0);
    let undone = level.node.is_none_or(|node| plan.can_be_undone(node));
    let inverse = plan.bones.get(bone).map(|bone| bone.inverse).unwrap_or_default();
    let (matrix, offset) = if undone { (level.world, inverse) } else { (DAffine3::IDENTITY, DAffine3::IDENTITY) };
    let bone = plan.bone_with_offset(bone, offset);
    surface.influences = vec![Influences::whole(bone as u32); surface.positions.len()];
    matrix
}

fn is_mirror(matrix: DAffine3) -> bool {
    matrix.matrix3.determinant() < 0.0
}

/// Makes bones of joints. What leads from the mesh's space to where the vertices shall be.
fn bind(surface: &mut Surface, skin: usize, plan: &mut Plan<'_>, path: &Path) -> Result<DAffine3, Error> {
    let influences =
        || surface.influences.iter().flat_map(|influences| influences.0).filter(|(_, weight)| *weight != 0.0);
    let mut joints: Vec<u32> = influences().map(|(joint, _)| joint).collect();
    joints.sort_unstable();
    joints.dedup();
    let missing = |joint: u32| Error::new(ErrorKind::NoSuch { what: "joint", index: joint as usize }, path.clone());
    let bound: Option<Vec<(usize, DAffine3)>> = joints.iter().map(|joint| plan.joint(skin, *joint as usize)).collect();
    let most = joints.last().copied().unwrap_or_default();
    let bound = bound.ok_or_else(|| missing(most))?;
    let matrix = shape(&bound, plan).unwrap_or_default();
    let back = matrix.inverse();
    let mut bones: HashMap<u32, u32> = HashMap::new();
    for (joint, (node, offset)) in joints.into_iter().zip(bound) {
        let bone = plan.bone_of.get(node).copied().flatten().ok_or_else(|| missing(joint))?;
        bones.insert(joint, plan.bone_with_offset(bone, offset * back) as u32);
    }
    for (joint, weight) in surface.influences.iter_mut().flat_map(|influences| &mut influences.0) {
        *joint = if *weight == 0.0 { 0 } else { bones.get(joint).copied().unwrap_or_default() };
    }
    Ok(matrix)
}

/// Where joints that agree put a mesh at rest, if that is elsewhere and can be undone.
fn shape(bound: &[(usize, DAffine3)], plan: &Plan<'_>) -> Option<DAffine3> {
    let at_rest = |(node, offset): &(usize, DAffine3)| plan.worlds.get(*node).map(|world| *world * *offset);
    let shape = at_rest(bound.first()?)?;
    let agree = bound.iter().filter_map(at_rest).all(|other| nearly(other, shape));
    let undone = bound.iter().all(|(node, _)| plan.can_be_undone(*node)) && space::inverse(shape).is_some();
    (agree && undone && !nearly(shape, DAffine3::IDENTITY)).then_some(shape)
}

/// Whether two matrices do nearly the same, as far as one can see.
fn nearly(a: DAffine3, b: DAffine3) -> bool {
    let size = b.matrix3.x_axis.length().max(b.matrix3.y_axis.length()).max(b.matrix3.z_axis.length());
    let reach = a.translation.abs().max_element().max(b.translation.abs().max_element()).max(size);
    a.matrix3.abs_diff_eq(b.matrix3, 1e-3 * size) && a.translation.abs_diff_eq(b.translation, 1e-3 * reach)
}

/// Positions, normals, tangents and morph targets.
fn transform(surface: &mut Surface, matrix: DAffine3, space: Space, hand: f32) {
    let moved = |at: Vec3| space.point(matrix.transform_point3(at.as_dvec3()));
    surface.positions.iter_mut().for_each(|position| *position = moved(*position));
    for target in &mut surface.targets {
        let moved = |delta: Vec3| space.point(matrix.transform_vector3(delta.as_dvec3()));
        target.positions.iter_mut().for_each(|delta| *delta = moved(*delta));
    }
    // Without a turn the bits stay, whatever the length.
    let still = matrix.matrix3 == DMat3::IDENTITY;
    let (normal, tangent) = (space::normal_matrix(matrix.matrix3), matrix.matrix3);
    let factor = |matrix: DMat3, axis: Vec3| if still { 1.0 } else { length_kept(matrix, axis.as_dvec3()) };
    let factors: Vec<f64> = surface.normals.iter().map(|axis| factor(normal, *axis)).collect();
    let turned = |matrix: DMat3, axis: Vec3, factor: f64| mirror(matrix * axis.as_dvec3() * factor);
    for (axis, factor) in surface.normals.iter_mut().zip(&factors) {
        *axis = turned(normal, *axis, *factor);
    }
    for target in &mut surface.targets {
        for (delta, factor) in target.normals.iter_mut().zip(&factors) {
            *delta = turned(normal, *delta, *factor);
        }
    }
    let factors: Vec<f64> = surface.tangents.iter().map(|axis| factor(tangent, axis.truncate())).collect();
    for (axis, factor) in surface.tangents.iter_mut().zip(&factors) {
        *axis = turned(tangent, axis.truncate(), *factor).extend(axis.w * hand);
    }
    for target in &mut surface.targets {
        for (delta, factor) in target.tangents.iter_mut().zip(&factors) {
            *delta = turned(tangent, *delta, *factor);
        }
    }
}

/// What makes a transformed direction as long as a unit vector; 1 if it vanishes.
fn length_kept(matrix: DMat3, axis: DVec3) -> f64 {
    let length = (matrix * axis).length();
    if length > 0.0 && length.is_finite() { length.recip() } else { 1.0 }
}

fn mirror(axis: DVec3) -> Vec3 {
    Vec3::new(-axis.x as f32, axis.y as f32, axis.z as f32)
}

impl Surface {
    /// Turns triangles around (conventions 1.1): after mirroring, fronts are clockwise.
    fn reverse(&mut self) {
        match self.topology {
            Some(Topology::Triangles) => {
                self.indices.chunks_exact_mut(3).for_each(|corners| corners.swap(1, 2));
            }
            Some(Topology::TriangleStrip) => {
                if self.indices.len() > 2 && self.indices.len() % 2 == 0 {
                    self.indices.extend(self.indices.last().copied());
                }
                self.indices.reverse();
            }
            Some(Topology::TriangleFan) => {
                if let [_, rest @ ..] = self.indices.as_mut_slice() {
                    rest.reverse();
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn triangles_turn_around() {
        let triangles = |topology, indices: &[u32]| -> Vec<[u32; 3]> {
            let all = asset_geometry::triangles(topology, indices.iter().copied());
            all.filter(|corners| !asset_geometry::is_degenerate(*corners)).collect()
        };
        // Each triangle begins with its least corner, so that only the direction is left.
        let sorted = |mut all: Vec<[u32; 3]>| {
            for corners in &mut all {
                let least = corners.iter().min().copied();
                let place = corners.iter().position(|corner| Some(*corner) == least).unwrap();
                corners.rotate_left(place);
            }
            all.sort_unstable();
            all
        };
        for topology in [Topology::Triangles, Topology::TriangleStrip, Topology::TriangleFan] {
            for indices in [&[0, 1, 2][..], &[0, 1, 2, 3], &[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4, 5]] {
                let mut surface = Surface { topology: Some(topology), indices: indices.to_vec(), ..Surface::default() };
                surface.reverse();
                let expected = triangles(topology, indices).into_iter().map(|[a, b, c]| [a, c, b]).collect();
                assert_eq!(sorted(triangles(topology, &surface.indices)), sorted(expected), "{topology:?} {indices:?}");
            }
        }
        let mut list = Surface { topology: Some(Topology::Triangles), indices: vec![0, 1, 2], ..Surface::default() };
        list.reverse();
        assert_eq!(list.indices, [0, 2, 1]);
    }
}
