//! Converts keys for joints whose axes have changed.

use std::collections::HashMap;

use asset_geometry::glam::{DAffine3, DQuat, DVec3};

use super::{Fit, is_nothing};
use crate::trs::Chain;
use crate::world::{World, inverse};
use crate::{Array, ArrayId, Id, Interpolation, Node, Property, Scene};

/// How the transform of a node relative to its parent changes.
#[derive(Clone, Copy)]
struct Change {
    /// From the old parent's space to the new parent's space. This is applied last.
    after: DAffine3,
    /// From the new node's space to the old node's space. This is applied first.
    before: DAffine3,
}

/// Converts the keys of nodes that were replaced, and moves their channels to the new nodes.
pub(super) fn convert(
    scene: &mut Scene<'_>,
    world: &World,
    (original, pairs): (&World, &HashMap<Id<Node>, Id<Node>>),
    fit: &Fit,
) {
    let mut changed: HashMap<(ArrayId, Id<Node>), ArrayId> = HashMap::new();
    for animation in scene.animations.ids() {
        let mut channels = scene[animation].channels.clone();
        for channel in channels.iter_mut().filter(|channel| channel.property != Property::MorphWeights) {
            let Some(replacement) = fit.places.get(&channel.node) else { continue };
            if let Some(change) = change(channel.node, world, (original, pairs), fit) {
                let key = (channel.values, channel.node);
                let known = changed.get(&key).copied();
                let is_spline = channel.interpolation == Interpolation::CubicSpline;
                let new = known.or_else(|| {
                    let array = change.keys(&scene[channel.values], channel.property, is_spline)?;
                    Some(scene.arrays.push(array))
                });
                if let Some(new) = new {
                    changed.insert(key, new);
                    channel.values = new;
                }
            }
            channel.node = *replacement;
        }
        scene[animation].channels = channels;
    }
}

/// Returns how a node changes, or `None` if it doesn't.
fn change(
    node: Id<Node>,
    world: &World,
    (original, pairs): (&World, &HashMap<Id<Node>, Id<Node>>),
    fit: &Fit,
) -> Option<Change> {
    let turn = |node: Id<Node>| fit.turns.get(&node).copied();
    let before = turn(node).and_then(inverse).unwrap_or(DAffine3::IDENTITY);
    let after = match world.parent(node).and_then(turn) {
        Some(turn) => turn,
        None => {
            let bone = pairs.get(&node)?;
            let after = inverse(original.parent_world(*bone))? * world.parent_world(node);
            if is_nothing(after, 1.0) { DAffine3::IDENTITY } else { after }
        }
    };
    (before != DAffine3::IDENTITY || after != DAffine3::IDENTITY).then_some(Change { after, before })
}

impl Change {
    /// Converts the keys for a property, or returns `None` if they have the wrong shape.
    fn keys(&self, array: &Array<'_>, property: Property, is_spline: bool) -> Option<Array<'static>> {
        let (after, before) = (Chain::of(self.after).first, Chain::of(self.before).first);
        // Tangents of a spline are directions.
        let is_place = |row: usize| !is_spline || row % 3 == 1;
        match property {
            Property::Translation => Some(Array::from_f32s(array.rows::<3>()?.enumerate().map(|(row, key)| {
                let key = DVec3::from(key.map(f64::from));
                let moved =
                    if is_place(row) { self.after.transform_point3(key) } else { self.after.transform_vector3(key) };
                moved.as_vec3().to_array()
            }))),
            Property::Rotation => Some(Array::from_f32s(array.rows::<4>()?.map(|key| {
                let key = DQuat::from_array(key.map(f64::from));
                (after.rotation * key * before.rotation).as_quat().to_array()
            }))),
            Property::Scale => Some(Array::from_f32s(
                array
                    .rows::<3>()?
                    .map(|key| (DVec3::from(key.map(f64::from)) * after.scale * before.scale).as_vec3().to_array()),
            )),
            Property::MorphWeights => None,
        }
    }
}
