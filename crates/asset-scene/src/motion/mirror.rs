//! Swaps left and right.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

use std::collections::HashMap;

use asset_geometry::glam::{DAffine3, DQuat, DVec3};
use binio::Budget;

use super::convention::{BodySide, sided};
use super::keys::{self, Keys};
use super::sampled::{Sampled, Track, rotation};
use crate::trs::Trs;
use crate::world::World;
use crate::{AnimationId, Error, Id, IdMap, Node, Property, Scene};

/// The result of [`mirror`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mirrored {
    /// The number of node pairs that have swapped their motion.
    pub pairs: usize,
    /// The names of animated nodes that have a side in their name, but no partner on the other side. They will be
    /// mirrored where they are.
    pub without_partner: Vec<String>,
}

/// Swaps left and right in an animation. If the names of two nodes only differ in the side (`LeftArm`, `upperarm_l`,
/// `Bip01 L Hand`), they swap their motion. All other nodes will be mirrored at the plane X = 0. This mirrors rotations
/// relative to the rest pose, so the skeleton does not have to be symmetric.
///
/// All keys become linear. Each channel gets a key at every time at which any node has a key. After this, the function
/// removes keys that a linear interpolation doesn't need. Morph weights don't change.
///
/// # Errors
/// Fails if the scene fails the [check](Scene::check), the animation or its times are invalid, or the budget is too
/// small.
pub fn mirror(scene: &mut Scene<'_>, id: AnimationId, budget: &mut Budget) -> Result<Mirrored, Error> {
    let sampled = Sampled::of(scene, id, scene.nodes.len(), false, budget)?;
    let (partners, mirrored) = partners(scene, &sampled);
    let world = World::new(scene);
    let order: Vec<Id<Node>> = world.depth_first().collect();
    let moved = |property: Property| {
        let keys = sampled.keys.iter().filter(move |keys| keys.property == property);
        keys.map(|keys| keys.node).collect::<std::collections::HashSet<_>>()
    };
    let (turned, shifted, scaled) = (moved(Property::Rotation), moved(Property::Translation), moved(Property::Scale));
    let rests: IdMap<Node, Trs> = IdMap::new(scene.nodes.iter().map(|node| node.transform.split().first).collect());
    let mut tracks: HashMap<(Id<Node>, Property), Track> = HashMap::new();
    let mut track = |node: Id<Node>, property: Property, value: Value| {
        let new = || Track { node, property, values: Vec::with_capacity(sampled.times.len()) };
        let track = tracks.entry((node, property)).or_insert_with(new);
        match value {
            Value::Vector(vector) => track.push(vector),
            Value::Rotation(rotation) => track.push_rotation(rotation),
        }
    };
    for time in &sampled.times {
        let pose = sampled.player.sample(*time);
        let mut new: IdMap<Node, DAffine3> = IdMap::filled(DAffine3::IDENTITY, scene.nodes.len());
        for node in &order {
            let (node, partner) = (*node, partners[*node]);
            let parent = world.parent(node).map_or(DAffine3::IDENTITY, |parent| new[parent]);
            let mut local = rests[node];
            if turned.contains(&partner) {
                let turn = rotation(pose.global(partner)) * rotation(sampled.rest[partner]).inverse();
                let wanted = reflected(turn) * rotation(sampled.rest[node]);
                local.rotation = (rotation(parent).inverse() * wanted).normalize();
                track(node, Property::Rotation, Value::Rotation(local.rotation));
            }
            let own = pose.local_trs(partner);
            if shifted.contains(&partner) {
                let above = world.parent(partner).map_or(DAffine3::IDENTITY, |parent| pose.global(parent));
                let offset = above.matrix3 * (own.translation - rests[partner].translation);
                let offset = parent.matrix3.inverse() * (offset * DVec3::new(-1.0, 1.0, 1.0));
                if offset.is_finite() {
                    local.translation += offset;
                }
                track(node, Property::Translation, Value::Vector(local.translation));
            }
            if scaled.contains(&partner) {
                let share = own.scale / rests[partner].scale;
                if share.is_finite() {
                    local.scale *= share;
                }
                track(node, Property::Scale, Value::Vector(local.scale));
            }
            let below = scene[node].transform.split().second.unwrap_or(DQuat::IDENTITY);
            new[node] = parent * local.to_affine() * DAffine3::from_quat(below);
        }
    }
    let mut changed: Vec<Keys> =
        sampled.keys.iter().filter(|keys| keys.property == Property::MorphWeights).cloned().collect();
    let mut tracks: Vec<Track> = tracks.into_values().collect();
    tracks.sort_by_key(|track| (track.node, track.property as u8));
    for track in &tracks {
        let unit = world.parent_world(track.node).matrix3.x_axis.length();
        let channel = track.write(scene, &sampled.times, unit, 1.0);
        changed.push(Keys::read(scene, &channel)?);
    }
    keys::write_all(scene, id, &changed);
    Ok(mirrored)
}

enum Value {
    Vector(DVec3),
    Rotation(DQuat),
}

/// Mirrors a rotation at X = 0.
fn reflected(turn: DQuat) -> DQuat {
    DQuat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w)
}

/// Finds the partner of each node, whose motion it will get. This is the node on the other side, or the node itself.
fn partners(scene: &Scene<'_>, sampled: &Sampled) -> (IdMap<Node, Id<Node>>, Mirrored) {
    let mut sides: HashMap<(BodySide, Vec<String>), Id<Node>> = HashMap::new();
    let named: Vec<Option<(BodySide, Vec<String>)>> = scene.nodes.iter().map(|node| sided(&node.name)).collect();
    for (id, name) in scene.nodes.ids().zip(&named) {
        if let Some(name) = name {
            sides.entry(name.clone()).or_insert(id);
        }
    }
    let mut partners = IdMap::new(scene.nodes.ids().collect());
    let mut mirrored = Mirrored::default();
    for (id, name) in scene.nodes.ids().zip(named) {
        let Some((side, words)) = name else { continue };
        let other = if side == BodySide::Left { BodySide::Right } else { BodySide::Left };
        match sides.get(&(other, words)) {
            Some(partner) => {
                partners[id] = *partner;
                mirrored.pairs += usize::from(side == BodySide::Left);
            }
            None if sampled.keys.iter().any(|keys| keys.node == id) => {
                mirrored.without_partner.push(scene[id].name.clone());
            }
            None => {}
        }
    }
    (partners, mirrored)
}
