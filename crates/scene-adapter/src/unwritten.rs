//! Reports edits of nodes that can't be written to a model, because otherwise nobody would notice that they are lost.

use std::collections::{HashMap, HashSet};

use asset_scene::{Id, Mesh, Node, Scene};
use binio::{Findings, Path};

use crate::{kinds, same};

/// Reports new names of mesh nodes, hidden nodes, moved nodes of skinned meshes, and new empty nodes. `shown` is the scene of the original model.
///
/// Call this for a model that keeps its original's parts. Nodes are found by name, or else by the name of their mesh, because other programs
/// change the order of nodes.
pub fn tell_unwritten_nodes(shown: &Scene<'_>, edited: &Scene<'_>, findings: &mut Findings) {
    for (before, now) in pairs(shown, edited) {
        let (before, now) = (&shown[before], &edited[now]);
        let mut tell = |message: String| {
            findings.note(kinds::PART_NOT_WRITTEN, Path::from("node").name(now.name.as_bytes()), message);
        };
        if before.name != now.name && !same::is_numbered(&now.name, &before.name) {
            tell(format!(
                "was {:?}: the new name isn't written, because the part of the model keeps its name",
                before.name
            ));
        }
        if now.hidden && !before.hidden {
            tell("was hidden, which isn't written: a model shows all of its meshes".to_owned());
        }
        let is_moved = !same::transforms(before.transform.to_affine(), now.transform.to_affine());
        if before.skin.is_some() && now.skin.is_some() && is_moved {
            tell("was moved, which has no effect: its bones move a skinned mesh".to_owned());
        }
    }
    if let Some((before, now)) = renamed_root(shown, edited) {
        let message =
            format!("was {before:?}: the new name isn't written, because the root of a model has no name in its file");
        findings.note(kinds::PART_NOT_WRITTEN, Path::from("node").name(now.as_bytes()), message);
    }
    let gone = gone_nodes(shown, edited);
    if let Some(first) = gone.first() {
        let message = format!(
            "bones and other nodes that the scene hasn't got stay in the model: {}, the first is {first:?}",
            gone.len()
        );
        findings.note(kinds::PART_NOT_WRITTEN, "nodes", message);
    }
    let empty = new_empties(shown, edited);
    if let Some(first) = empty.first() {
        let message =
            format!("new empty nodes are no part of a model and left out: {}, the first is {first:?}", empty.len());
        findings.note(kinds::PART_NOT_WRITTEN, "nodes", message);
    }
}

/// Reports meshes whose material was taken off, for models that can't store this. `shown` is the scene of the original model: exports give every
/// primitive a material, a placeholder at least.
pub fn tell_bare_primitives(shown: &Scene<'_>, edited: &Scene<'_>, findings: &mut Findings) {
    let is_bare = |scene: &Scene<'_>, node: Id<Node>| {
        let mesh = scene[node].mesh.map(|mesh| &scene[mesh]);
        mesh.is_some_and(|mesh| mesh.primitives.iter().any(|primitive| primitive.material.is_none()))
    };
    for (before, now) in pairs(shown, edited) {
        if is_bare(edited, now) && !is_bare(shown, before) {
            let message = "its material was taken off, which isn't written: the mesh keeps its material";
            findings.note(kinds::PART_NOT_WRITTEN, Path::from("node").name(edited[now].name.as_bytes()), message);
        }
    }
}

/// Returns the nodes of the original that show meshes, each with the node in the edited scene.
fn pairs(shown: &Scene<'_>, edited: &Scene<'_>) -> Vec<(Id<Node>, Id<Node>)> {
    let mut open: HashMap<(bool, &str), Vec<Id<Node>>> = HashMap::new();
    let drawn = |scene: &Scene<'_>, node: &Node, mesh: Id<Mesh>| (node.skin.is_some(), scene[mesh].name.clone());
    let mesh_nodes: Vec<(Id<Node>, &Node, Id<Mesh>)> =
        edited.nodes.enumerate().filter_map(|(id, node)| Some((id, node, node.mesh?))).collect();
    for (id, node, _) in mesh_nodes.iter().rev() {
        open.entry((node.skin.is_some(), node.name.as_str())).or_default().push(*id);
    }
    let (mut pairs, mut left, mut taken) = (Vec::new(), Vec::new(), HashSet::new());
    for (id, node) in shown.nodes.enumerate().filter(|(_, node)| node.mesh.is_some()) {
        match open.get_mut(&(node.skin.is_some(), node.name.as_str())).and_then(Vec::pop) {
            Some(now) => {
                taken.insert(now);
                pairs.push((id, now));
            }
            None => left.push((id, node)),
        }
    }
    let mut by_mesh: HashMap<(bool, String), Vec<Id<Node>>> = HashMap::new();
    for (id, node, mesh) in mesh_nodes.into_iter().rev().filter(|(id, ..)| !taken.contains(id)) {
        by_mesh.entry(drawn(edited, node, mesh)).or_default().push(id);
    }
    let found = left
        .into_iter()
        .filter_map(|(id, node)| Some((id, by_mesh.get_mut(&drawn(shown, node, node.mesh?)).and_then(Vec::pop)?)));
    pairs.extend(found.collect::<Vec<_>>());
    pairs
}

/// Returns the names of nodes below a root, without a mesh, that are missing in the edited scene. If a root is missing
/// too, the scene only has the meshes of the model, because a level shows them.
fn gone_nodes<'s>(shown: &'s Scene<'_>, edited: &Scene<'_>) -> Vec<&'s str> {
    let plain = |name: &'_ str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let there: HashSet<String> = edited.nodes.iter().flat_map(|node| [node.name.clone(), plain(&node.name)]).collect();
    let is_gone = |node: &&Node| {
        node.mesh.is_none() && node.parent.is_some() && !node.name.is_empty() && !there.contains(&node.name)
    };
    let mut roots = shown.nodes.iter().filter(|node| node.parent.is_none() && node.mesh.is_none());
    if !roots.all(|root| there.contains(&root.name)) {
        return Vec::new();
    }
    shown.nodes.iter().filter(is_gone).map(|node| node.name.as_str()).collect()
}

/// Returns the old and the new name of the only root, if it has another name and neither shows a mesh.
fn renamed_root<'s>(shown: &'s Scene<'_>, edited: &'s Scene<'_>) -> Option<(&'s str, &'s str)> {
    fn root<'s>(scene: &'s Scene<'_>) -> Option<&'s Node> {
        let mut roots = scene.nodes.iter().filter(|node| node.parent.is_none());
        roots.next().filter(|_| roots.next().is_none()).filter(|root| root.mesh.is_none())
    }
    let (before, now) = (&root(shown)?.name, &root(edited)?.name);
    let is_new = before != now && !same::is_numbered(now, before);
    // A bone has a name in the file.
    let is_joint = |scene: &Scene<'_>, name: &str| {
        scene.skins.iter().flat_map(|skin| &skin.joints).any(|joint| scene[*joint].name == name)
    };
    (is_new && !is_joint(shown, before)).then_some((before, now))
}

/// Returns the names of new nodes that are empty, and have nothing below them either.
fn new_empties<'s>(shown: &Scene<'_>, edited: &'s Scene<'_>) -> Vec<&'s str> {
    let known: HashSet<&str> = shown.nodes.iter().map(|node| node.name.as_str()).collect();
    let mut holds = vec![false; edited.nodes.len()];
    let mut mark = |mut node: Option<Id<Node>>| {
        while let Some(id) = node {
            // Ancestors of a marked node are marked.
            match holds.get_mut(id.index()) {
                Some(own) if !*own => *own = true,
                _ => return,
            }
            node = edited[id].parent;
        }
    };
    for (id, node) in edited.nodes.enumerate() {
        let is_shown = node.mesh.is_some() || node.light.is_some() || node.camera.is_some();
        if is_shown || known.contains(node.name.as_str()) {
            mark(Some(id));
        }
    }
    edited.skins.iter().flat_map(|skin| skin.joints.iter().chain(&skin.root)).for_each(|joint| mark(Some(*joint)));
    let channels = edited.animations.iter().flat_map(|animation| &animation.channels);
    channels.for_each(|channel| mark(Some(channel.node)));
    let empty = edited.nodes.iter().zip(holds).filter(|(_, holds)| !holds);
    empty.map(|(node, _)| node.name.as_str()).collect()
}
