//! Finds joints that a program has renamed: they have another name but the same parent.

use std::collections::{BTreeMap, HashMap};

use crate::world::World;
use crate::{Id, IdMap, Node, Scene};

use super::Bones;

type NodeId = Id<Node>;
/// Nodes that have no partner yet, by the nearest joint above them.
type Below = HashMap<Option<NodeId>, Vec<NodeId>>;

/// Sorted nodes, by the nearest joint above them.
type Children = BTreeMap<Option<NodeId>, Vec<NodeId>>;

/// Finds renamed joints, and returns them with the original joints. A joint was renamed if below the same parent there
/// is only one new joint and only one is missing, or if it still has the same joints below it.
pub(super) fn pairs(
    scene: &Scene<'_>,
    (original, bones): (&Scene<'_>, &Bones),
    joints: &IdMap<Node, bool>,
    paired: &[(NodeId, NodeId)],
) -> Vec<(NodeId, NodeId)> {
    let mut back: HashMap<NodeId, NodeId> = paired.iter().copied().collect();
    let forward: HashMap<NodeId, NodeId> = paired.iter().map(|(node, bone)| (*bone, *node)).collect();
    let (world, original_world) = (World::new(scene), World::new(original));
    let above = |id: NodeId| ancestor(&world, id, |node| joints[node]);
    let above_bone = |id: NodeId| ancestor(&original_world, id, |node| bones.inverse_bind.contains_key(&node));
    let mut new = grouped(scene.nodes.ids().filter(|id| joints[*id] && !back.contains_key(id)), above);
    let mut gone = grouped(bones.inverse_bind.keys().copied().filter(|bone| !forward.contains_key(bone)), above_bone);
    // Paired joints below each joint, in the numbers of the original: renamed joints keep theirs.
    let below = grouped_values(back.iter().map(|(node, bone)| (above(*node), *bone)));
    let below_bone = grouped_values(forward.keys().map(|bone| (above_bone(*bone), *bone)));
    let mut pairs = Vec::new();
    // A renamed joint can have a renamed joint below it. Every joint is taken once.
    let mut parents: Vec<NodeId> = back.keys().copied().filter(|node| new.contains_key(&Some(*node))).collect();
    parents.sort_unstable();
    while let Some(parent) = parents.pop() {
        let Some(added) = new.remove(&Some(parent)) else { continue };
        let Some(missing) = back.get(&parent).and_then(|bone| gone.remove(&Some(*bone))) else { continue };
        for (node, bone) in partners(&added, &missing, (&below, &below_bone)) {
            back.insert(node, bone);
            pairs.push((node, bone));
            parents.push(node);
        }
    }
    pairs
}

/// Pairs nodes below one parent: if there is only one on each side, or if they have the same joints below them.
fn partners(
    added: &[NodeId],
    missing: &[NodeId],
    (below, below_bone): (&Children, &Children),
) -> Vec<(NodeId, NodeId)> {
    if let ([node], [bone]) = (added, missing) {
        return vec![(*node, *bone)];
    }
    let mut by_children: HashMap<&[NodeId], Vec<NodeId>> = HashMap::new();
    for bone in missing {
        if let Some(children) = below_bone.get(&Some(*bone)) {
            by_children.entry(children).or_default().push(*bone);
        }
    }
    let alike = |node: &NodeId| match by_children.get(below.get(&Some(*node))?.as_slice())?.as_slice() {
        [bone] => Some((*node, *bone)),
        _ => None,
    };
    added.iter().filter_map(alike).collect()
}

/// Returns the nearest ancestor for which `is_wanted` is true.
fn ancestor(world: &World, id: NodeId, is_wanted: impl Fn(NodeId) -> bool) -> Option<NodeId> {
    let mut next = world.parent(id);
    while let Some(node) = next.filter(|node| !is_wanted(*node)) {
        next = world.parent(node);
    }
    next
}

fn grouped(nodes: impl Iterator<Item = NodeId>, above: impl Fn(NodeId) -> Option<NodeId>) -> Below {
    let mut groups = Below::new();
    nodes.for_each(|node| groups.entry(above(node)).or_default().push(node));
    groups
}

fn grouped_values(pairs: impl Iterator<Item = (Option<NodeId>, NodeId)>) -> Children {
    let mut groups = Children::new();
    pairs.for_each(|(key, value)| groups.entry(key).or_default().push(value));
    groups.values_mut().for_each(|values| values.sort_unstable());
    groups
}
