//! Finds the nodes of an original in the edited scene and in the result.

use std::collections::{HashMap, HashSet, VecDeque};

use asset_scene::world::World;
use asset_scene::{Id, IdMap, Node, Scene};

use super::by_name;
use crate::same;

/// Blender cuts names off after 63 bytes, and numbers can take five of them.
const LONG: usize = 58;

/// A node of the original, in all three scenes.
pub(super) struct Triple {
    pub(super) before: Id<Node>,
    pub(super) edited: Id<Node>,
    pub(super) after: Id<Node>,
    /// Whether you can compare its transform. For this, it must have the same parents in the edited scene, and be in the
    /// same place in the result.
    pub(super) is_in_place: bool,
}

/// Returns the nodes that are in all three scenes, and those that are only in the original and in the result. Levels of
/// detail, bones, and nodes without a name or with a long one aren't missed.
pub(super) fn triples([before, edited, after]: [&Scene<'_>; 3]) -> (Vec<Triple>, Vec<Id<Node>>) {
    let worlds = [before, edited, after].map(World::new);
    let [before_world, edited_world, after_world] = &worlds;
    let (lods, joints) = (before.lod_nodes(), joints(before));
    let is_findable = |name: &str| !name.is_empty() && name.len() < LONG;
    let names = by_name(edited);
    let stems: HashSet<&str> = names.keys().map(|name| stem(name)).collect();
    // Of several nodes with a name, the numbers of another program don't tell which is which.
    let known: HashSet<&str> = before.nodes.iter().map(|node| node.name.as_str()).collect();
    let is_new = |name: &&&str| stem(name) != **name && !known.contains(**name);
    let unclear: HashSet<&str> = names.keys().filter(is_new).map(|name| stem(name)).collect();
    let (mut triples, mut missing) = (Vec::new(), Vec::new());
    let mut open = VecDeque::from([(None, None, None)]);
    while let Some((parent, in_edited, in_after)) = open.pop_front() {
        let own: Vec<Id<Node>> = children(before, before_world, parent);
        let mut others = Names::new(edited, children_of(edited, edited_world, (parent, in_edited)));
        let mut written = Names::new(after, children_of(after, after_world, (parent, in_after)));
        let there: Vec<_> =
            own.iter().map(|id| (others.take(&before[*id].name), written.take(&before[*id].name))).collect();
        for (id, (exact, now)) in own.into_iter().zip(there) {
            let name = before[id].name.as_str();
            let only = || names.get(name).filter(|ids| ids.len() == 1).and_then(|ids| ids.first()).copied();
            if unclear.contains(stem(name)) {
                // It can't be compared, but what is below it can.
            } else if let (Some(edited), Some(after)) = (exact.or_else(only), now) {
                let [was, is] = [before_world.world(id), after_world.world(after)];
                let is_in_place = exact.is_some() && same::joints(was, is);
                triples.push(Triple { before: id, edited, after, is_in_place });
            } else if !lods[id] && !joints[id] && is_findable(name) && !stems.contains(name) {
                // Nodes without a name in the file are numbered, so the next of them has this name if it is gone.
                let is_there = |after: &Id<Node>| same::joints(before_world.world(id), after_world.world(*after));
                missing.extend(now.as_ref().filter(|after| is_there(after)).map(|_| id));
            }
            open.push_back((Some(id), exact, now));
        }
    }
    (triples, missing)
}

/// Returns which nodes are bones, or hold some.
fn joints(scene: &Scene<'_>) -> IdMap<Node, bool> {
    let mut joints = IdMap::filled(false, scene.nodes.len());
    for joint in scene.skins.iter().flat_map(|skin| &skin.joints) {
        let mut next = Some(*joint);
        while let Some(id) = next.filter(|id| !joints[*id]) {
            joints[id] = true;
            next = scene[id].parent;
        }
    }
    joints
}

fn children(scene: &Scene<'_>, world: &World, parent: Option<Id<Node>>) -> Vec<Id<Node>> {
    match parent {
        Some(parent) => world.children(parent).collect(),
        None => scene.nodes.ids().filter(|id| world.parent(*id).is_none()).collect(),
    }
}

/// Returns the children of a node that corresponds to `of` in the original, if there is one.
fn children_of(scene: &Scene<'_>, world: &World, (of, own): (Option<Id<Node>>, Option<Id<Node>>)) -> Vec<Id<Node>> {
    if of.is_some() && own.is_none() { Vec::new() } else { children(scene, world, own) }
}

/// Returns the name without the number that Blender adds to duplicates.
pub(super) fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, number)) if number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => name,
    }
}

/// Nodes with the same parent, by their names. Each can be taken once.
struct Names<'s>(HashMap<&'s str, VecDeque<Id<Node>>>);

impl<'s> Names<'s> {
    fn new(scene: &'s Scene<'_>, ids: Vec<Id<Node>>) -> Self {
        let mut names: HashMap<&str, VecDeque<Id<Node>>> = HashMap::new();
        for id in ids {
            names.entry(scene[id].name.as_str()).or_default().push_back(id);
        }
        Self(names)
    }

    fn take(&mut self, name: &str) -> Option<Id<Node>> {
        self.0.get_mut(name)?.pop_front()
    }
}
