//! Moves surfaces to where they are in the model, and attaches them to bones.

#![allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]

use std::collections::BTreeMap;

use asset_scene::appearance::Level;
use asset_scene::glam::DAffine3;
use asset_scene::influences::Influences;
use asset_scene::world::{self, is_mirror};
use asset_scene::{Error, ErrorKind, Id, Node, Skin};
use binio::Path;
use scene_adapter::surface::Surface;

use super::plan::Plan;
use super::space::Space;

/// Moves a surface to where `level` shows it, in the engine's space. If the model has bones, this also attaches it to
/// them.
///
/// This moves vertices to their rest position, and sets the offset matrix of their bone to undo this. As a result,
/// bounding boxes, centers and programs that ignore bones will be right. But in two cases, vertices stay in mesh space:
/// skins whose rest pose is not their bind pose, and matrices whose inverse would lose precision.
///
/// # Errors
/// Fails if a vertex uses a joint that the skin doesn't have, or a node without a bone.
pub(crate) fn place(
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
        None => (hang(surface, level, plan)?, is_mirror(level.world)),
    };
    surface.transform(space.matrix() * matrix);
    // The engine's bitangents have the scene's sign on its side of the mirror.
    surface.flip_bitangents();
    if mirrored != is_mirror(matrix) {
        // The bone mirrors vertices that stay in the space of their mesh.
        surface.reverse();
        surface.flip_bitangents();
    }
    Ok(())
}

/// Attaches a whole surface to its node. Returns the matrix from mesh space to the space of the vertices.
fn hang(surface: &mut Surface, level: &Level, plan: &mut Plan<'_>) -> Result<DAffine3, Error> {
    let (bone, undo) = match level.node {
        Some(node) => (Some(plan.bone(node)?), plan.undo(node)),
        // The root's inverse exists: it is above a mesh that no node shows, and only turns.
        None => (plan.bones.ids().next(), plan.bones.first().and_then(|root| root.inverse)),
    };
    let Some(bone) = bone else { return Ok(level.world) };
    let (matrix, offset) = match undo {
        Some(undo) => (level.world, undo),
        None => (DAffine3::IDENTITY, DAffine3::IDENTITY),
    };
    let bone = plan.bone_with_offset(bone, offset);
    surface.influences = vec![Influences::whole(bone.index() as u32); surface.positions.len()];
    Ok(matrix)
}

/// Replaces joints by bones. Returns the matrix from mesh space to the space of the vertices.
fn bind(surface: &mut Surface, skin: Id<Skin>, plan: &mut Plan<'_>, path: &Path) -> Result<DAffine3, Error> {
    let count = plan.scene[skin].joints.len();
    let missing = |joint: u32| Error::new(ErrorKind::no_such("joint", joint, count), path.clone());
    let mut joints: Vec<u32> = surface.influences.iter().flat_map(Influences::used).map(|(joint, _)| joint).collect();
    joints.sort_unstable();
    joints.dedup();
    let scene = plan.scene;
    let bound = joints.iter().map(|joint| scene[skin].joint(*joint as usize).ok_or_else(|| missing(*joint)));
    let bound: Vec<(Id<Node>, DAffine3)> = bound.collect::<Result<_, _>>()?;
    let matrix = home(&bound, plan).or_else(|| shape(&bound, plan)).unwrap_or(DAffine3::IDENTITY);
    let back = matrix.inverse();
    let mut bones: BTreeMap<u32, u32> = BTreeMap::new();
    for (joint, (node, offset)) in joints.into_iter().zip(bound) {
        let bone = plan.bone(node)?;
        bones.insert(joint, plan.bone_with_offset(bone, offset * back).index() as u32);
    }
    for (joint, weight) in surface.influences.iter_mut().flat_map(|influences| &mut influences.0) {
        *joint = if *weight == 0.0 { 0 } else { *bones.get(joint).ok_or_else(|| missing(*joint))? };
    }
    Ok(matrix)
}

/// Returns the matrix to the space that the vertices have in the original, if there is one. Using this, its bones can
/// keep their offsets. If joints disagree, they were moved one by one, and the vertices must not move.
fn home(bound: &[(Id<Node>, DAffine3)], plan: &Plan<'_>) -> Option<DAffine3> {
    let back = |(node, offset): &(Id<Node>, DAffine3)| {
        let known = (*plan.offsets.get(&plan.scene[*node].name)?).filter(|known| !nearly(*known, *offset));
        Some(known.and_then(world::inverse).map_or(DAffine3::IDENTITY, |inverse| inverse * *offset))
    };
    let mut matrices = bound.iter().filter_map(back);
    let first = matrices.next()?;
    let agree = matrices.all(|other| nearly(other, first)) && !nearly(first, DAffine3::IDENTITY);
    Some(if agree { first } else { DAffine3::IDENTITY })
}

/// Returns where a mesh is in the rest pose. All joints must agree, this must not be the identity, and it must be
/// possible to undo it.
fn shape(bound: &[(Id<Node>, DAffine3)], plan: &Plan<'_>) -> Option<DAffine3> {
    let at_rest = |(node, offset): &(Id<Node>, DAffine3)| plan.world.world(*node) * *offset;
    let shape = bound.first().map(at_rest)?;
    let agree = bound.iter().map(at_rest).all(|other| nearly(other, shape));
    let undone = bound.iter().all(|(node, _)| plan.undo(*node).is_some()) && world::inverse(shape).is_some();
    (agree && undone && !nearly(shape, DAffine3::IDENTITY)).then_some(shape)
}

/// Returns whether you would not see any difference between two matrices.
fn nearly(a: DAffine3, b: DAffine3) -> bool {
    let size = b.matrix3.x_axis.length().max(b.matrix3.y_axis.length()).max(b.matrix3.z_axis.length());
    let reach = a.translation.abs().max_element().max(b.translation.abs().max_element()).max(size);
    a.matrix3.abs_diff_eq(b.matrix3, 1e-3 * size) && a.translation.abs_diff_eq(b.translation, 1e-3 * reach)
}
