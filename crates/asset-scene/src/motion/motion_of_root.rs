//! Root motion: how a figure moves over the ground. It can be in the hips, in a root bone, or removed.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use std::collections::HashSet;

use asset_geometry::glam::{DAffine3, DMat3, DVec3};
use binio::Budget;

use super::keys::{self, Keys};
use super::time::{SAMPLE, spend, unsupported};
use crate::curve::Side;
use crate::{AnimationId, Channel, Error, Id, Interpolation, Node, Property, Scene};

/// Horizontal motion that was taken from a node by [`take_motion`]. Use [`give_motion`] to add it to a node.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMotion {
    /// Offsets from the position at the first key, in the scene's space.
    keys: Keys,
}

impl RootMotion {
    /// Returns how far the end is from the beginning, in the scene's unit.
    pub fn way(&self) -> [f32; 3] {
        let last = self.keys.times.len().saturating_sub(1);
        self.keys.value(last).try_into().unwrap_or_default()
    }

    /// Returns the time of the last key, in seconds.
    pub fn duration(&self) -> f32 {
        self.keys.times.last().copied().unwrap_or(0.0)
    }
}

/// Finds the node that moves a figure over the ground. This is the first node whose translation the animation changes,
/// or the topmost such node above it. Returns `None` if there is none.
///
/// # Panics
/// Panics if the scene fails the [check](Scene::check).
pub fn moving_node(scene: &Scene<'_>, id: AnimationId) -> Option<Id<Node>> {
    let is_moved = |channel: &&Channel| {
        // Of splines without their tangents.
        let (skipped, step) = if channel.interpolation == Interpolation::CubicSpline { (1, 3) } else { (0, 1) };
        let values = scene[channel.values].rows::<3>().into_iter().flatten();
        let mut values = values.skip(skipped).step_by(step);
        let first = values.next().unwrap_or_default();
        let is_far = |(a, b): (&f32, f32)| (a - b).abs() > ROUNDED * (1.0 + a.abs());
        values.any(|value| first.iter().zip(value).any(is_far))
    };
    let channels = scene.animations.get(id)?.channels.iter();
    let translations = channels.filter(|channel| channel.property == Property::Translation);
    let moved: Vec<Id<Node>> = translations.filter(is_moved).map(|channel| channel.node).collect();
    let (first, all) = (moved.first()?, moved.iter().copied().collect::<HashSet<_>>());
    // A cycle never ends; a checked scene has none.
    let above = std::iter::successors(Some(*first), |node| scene.nodes.get(*node)?.parent).take(scene.nodes.len());
    above.filter(|node| all.contains(node)).last()
}

/// If two translations differ by less than this, it is only rounding.
const ROUNDED: f32 = 1e-5;

/// Removes the horizontal motion of a node, so that the animation plays in place. Heights and rotations stay. Returns
/// the motion, which you can add to another node with [`give_motion`].
///
/// # Errors
/// Fails if the animation doesn't move the node, or if the motion can't be seen because the node is below a scale of 0.
/// See also the errors of [`reverse`](super::reverse).
pub fn take_motion(
    scene: &mut Scene<'_>,
    id: AnimationId,
    node: Id<Node>,
    budget: &mut Budget,
) -> Result<RootMotion, Error> {
    let mut all = keys::read_all(scene, id, budget)?;
    let (to_world, to_local) = spaces(scene, node, id)?;
    let moved = |keys: &&mut Keys| keys.node == node && keys.property == Property::Translation;
    let Some(root_keys) = all.iter_mut().find(moved) else {
        return Err(unsupported(format!("doesn't move the node {:?}", scene[node].name), id));
    };
    let first = vector(root_keys.value(0));
    let flat = DVec3::new(1.0, 0.0, 1.0);
    let mut motion = root_keys.clone();
    for value in motion.values_mut() {
        write(value, to_world * (vector(value) - first) * flat);
    }
    for tangent in motion.tangents_mut() {
        write(tangent, to_world * vector(tangent) * flat);
    }
    let rows: Vec<DVec3> = motion.rows.chunks_exact(3).map(|row| to_local * vector(row)).collect();
    root_keys.rows.chunks_exact_mut(3).zip(rows).for_each(|(row, offset)| write(row, vector(row) - offset));
    keys::write_all(scene, id, &all);
    Ok(RootMotion { keys: motion })
}

/// Adds horizontal motion to a node. If the animation doesn't move this node, it begins at its rest position. If both
/// have keys at different times, the result will have all these keys, with a linear interpolation between them.
///
/// # Errors
/// Fails if the transform of the node shears. See also the errors of [`take_motion`].
pub fn give_motion(
    scene: &mut Scene<'_>,
    id: AnimationId,
    node: Id<Node>,
    motion: &RootMotion,
    budget: &mut Budget,
) -> Result<(), Error> {
    let mut all = keys::read_all(scene, id, budget)?;
    spend(motion.keys.rows.len().saturating_mul(4), budget, id)?;
    let (_, to_local) = spaces(scene, node, id)?;
    let mut offset = Keys { node, ..motion.keys.clone() };
    offset.rows.chunks_exact_mut(3).for_each(|row| write(row, to_local * vector(row)));
    let index = all.iter().position(|keys| keys.node == node && keys.property == Property::Translation);
    match index.and_then(|index| all.get_mut(index)) {
        Some(existing) => *existing = sum([existing, &offset], id, budget)?,
        None => {
            let rest = keys::rest_value(scene, node, Property::Translation);
            let rest = rest.ok_or_else(|| unsupported("moves a node whose matrix shears".to_owned(), id))?;
            offset
                .values_mut()
                .for_each(|value| value.iter_mut().zip(&rest).for_each(|(number, rest)| *number += rest));
            all.push(offset);
        }
    }
    keys::write_all(scene, id, &all);
    Ok(())
}

/// Moves the horizontal motion from one node to another, which must be one of its ancestors or descendants. Use this to
/// move it from the hips to a root bone, or back.
///
/// # Errors
/// Fails if none of the nodes is an ancestor of the other, or if a node between them turns. See also the errors of
/// [`take_motion`].
pub fn move_motion(
    scene: &mut Scene<'_>,
    id: AnimationId,
    from: Id<Node>,
    to: Id<Node>,
    budget: &mut Budget,
) -> Result<RootMotion, Error> {
    scene.check()?;
    let between = way(scene, from, to).or_else(|| way(scene, to, from));
    let Some(between) = between.filter(|_| from != to) else {
        let message = format!("{:?} is neither above nor below {:?}", scene[to].name, scene[from].name);
        return Err(unsupported(message, id));
    };
    let all = keys::read_all(scene, id, budget)?;
    let turns = |keys: &&Keys| {
        let moves = |key: usize| keys.value(key) != keys.value(0);
        keys.property == Property::Rotation && between.contains(&keys.node) && (0..keys.times.len()).any(moves)
    };
    if let Some(keys) = all.iter().find(turns) {
        let message = format!("turns {:?}, which is above the node whose motion moves", scene[keys.node].name);
        return Err(unsupported(message, id));
    }
    let motion = take_motion(scene, id, from, budget)?;
    give_motion(scene, id, to, &motion, budget)?;
    Ok(motion)
}

/// Returns the nodes above `node`, up to and including `above`, or `None` if `above` is not an ancestor.
fn way(scene: &Scene<'_>, node: Id<Node>, above: Id<Node>) -> Option<Vec<Id<Node>>> {
    let parents = std::iter::successors(scene[node].parent, |node| scene[*node].parent);
    let mut way = Vec::new();
    for parent in parents {
        way.push(parent);
        if parent == above {
            return Some(way);
        }
    }
    None
}

/// Returns the matrix from the parent of a node to the scene, and its inverse.
fn spaces(scene: &Scene<'_>, node: Id<Node>, id: AnimationId) -> Result<(DMat3, DMat3), Error> {
    let parent = parent_world(scene, node);
    let undo = crate::world::inverse(parent);
    let undo = undo.ok_or_else(|| unsupported("moves a node below a scale of 0".to_owned(), id))?;
    Ok((parent.matrix3, undo.matrix3))
}

/// Returns the transform from the parent of a node to the scene. This only looks at the ancestors of the node.
pub(super) fn parent_world(scene: &Scene<'_>, node: Id<Node>) -> DAffine3 {
    // A cycle never ends; a checked scene has none.
    let above =
        std::iter::successors(scene[node].parent, |node| scene.nodes.get(*node)?.parent).take(scene.nodes.len());
    above.fold(DAffine3::IDENTITY, |world, node| scene[node].transform.to_affine() * world)
}

/// Adds two curves.
fn sum([a, b]: [&Keys; 2], id: AnimationId, budget: &mut Budget) -> Result<Keys, Error> {
    if a.times == b.times && a.interpolation == b.interpolation {
        let mut sum = a.clone();
        sum.rows.iter_mut().zip(&b.rows).for_each(|(number, other)| *number += other);
        return Ok(sum);
    }
    let (a, b) = (a.to_linear(SAMPLE, id, budget)?, b.to_linear(SAMPLE, id, budget)?);
    // At each time of both a key, or two for a step.
    let keys = a.times.len().saturating_add(b.times.len()).saturating_mul(2);
    spend(keys.saturating_mul(a.width.saturating_add(1)), budget, id)?;
    let mut times: Vec<f32> = a.times.iter().chain(&b.times).copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let (first, second) = (a.curve(), b.curve());
    let mut sum = Keys { interpolation: Interpolation::Linear, ..a.emptied() };
    let at = |time: f32, side: Side| -> Vec<f32> {
        first.value_at(time, side).iter().zip(second.value_at(time, side)).map(|(a, b)| a + b).collect()
    };
    for time in times {
        let (before, after) = (at(time, Side::Before), at(time, Side::After));
        if before != after {
            sum.push(time, &before);
        }
        sum.push(time, &after);
    }
    Ok(sum)
}

fn vector(numbers: &[f32]) -> DVec3 {
    let mut all = [0.0; 3];
    all.iter_mut().zip(numbers).for_each(|(target, number)| *target = f64::from(*number));
    DVec3::from_array(all)
}

fn write(numbers: &mut [f32], vector: DVec3) {
    numbers.iter_mut().zip(vector.as_vec3().to_array()).for_each(|(target, number)| *target = number);
}
