//! Finds edits that a conversion has lost: what differs between an original and the edited scene, but not between the
//! original and the result.
//!
//! This is a second look, after each engine has written all edits that it knows. So it asks only for differences that
//! are no matter of taste, and says nothing if the result differs in any way from the original.

mod look;
mod pairs;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use asset_scene::{Animation, Node, Scene};
use binio::{Findings, Path};

use crate::kinds;

/// A kind of node, in the plural for messages, and which nodes are of it.
type Kind = (&'static str, fn(&Node) -> bool);

/// Returns edits of nodes that aren't in the result: removed and renamed nodes, moved and hidden ones, lights, cameras,
/// materials and morph weights, and meshes that were taken off or added.
///
/// Pass the scene of the original file, the edited scene, and the scene of the new file, in this order. All must pass
/// their [checks](Scene::check). Nodes are found by name. If an edit of a node was already reported, return true from
/// `is_told` for its name. Vertices aren't compared.
///
/// ```
/// use asset_scene::{Node, Scene};
/// let named = |name: &str| {
///     let mut scene = Scene::default();
///     scene.nodes.push(Node { name: name.to_owned(), ..Node::default() });
///     scene
/// };
/// let (before, edited) = (named("Lamp"), named("Lantern"));
/// let lost = |after: &Scene<'_>| scene_adapter::lost_edits([&before, &edited, after], |_| false);
/// assert_eq!((lost(&before).len(), lost(&edited).len()), (1, 0));
/// ```
pub fn lost_edits(scenes: [&Scene<'_>; 3], is_told: impl Fn(&str) -> bool) -> Findings {
    let mut findings = Findings::new();
    let mut lost: Vec<(&'static str, Vec<&str>)> = Vec::new();
    let [before, ..] = scenes;
    let (triples, missing) = pairs::triples(scenes);
    for triple in &triples {
        for what in look::lost(scenes, triple) {
            add(&mut lost, what, &before[triple.before].name);
        }
    }
    for id in missing {
        add(&mut lost, "was removed or renamed", &before[id].name);
    }
    for (what, mut names) in lost {
        names.retain(|name| !is_told(name));
        tell(&mut findings, what, &names);
    }
    let shown = |scene: &Scene<'_>, is_it: fn(&Node) -> bool| {
        let lods = scene.lod_nodes();
        scene.nodes.enumerate().filter(|(id, node)| !lods[*id] && is_it(node)).count()
    };
    let kinds: [Kind; 3] = [
        ("meshes", |node| node.mesh.is_some()),
        ("lights", |node| node.light.is_some()),
        ("cameras", |node| node.camera.is_some()),
    ];
    for (what, is_it) in kinds {
        let [before, edited, after] = scenes.map(|scene| shown(scene, is_it));
        if edited > before && after <= before {
            let message = format!("of {edited} {what} the written file shows {after}, as many as before the edit");
            findings.warning(kinds::EDIT_LOST, "nodes", message);
        }
    }
    findings
}

/// Returns edits of animations that aren't in the result: animations that were added, renamed or removed. Their keys
/// aren't compared. See [`lost_edits`] for the scenes.
pub fn lost_animations(scenes: [&Scene<'_>; 3]) -> Findings {
    let mut findings = Findings::new();
    let [before, edited, _] = scenes;
    let names = |scene: &Scene<'_>| scene.animations.iter().map(|own| own.name.clone()).collect::<HashSet<_>>();
    let [known, wanted, written] = scenes.map(names);
    // Names that differ in the numbers of Blender alone are the same.
    let [known_stems, wanted_stems, written_stems] =
        [&known, &wanted, &written].map(|names| names.iter().map(|name| pairs::stem(name)).collect::<HashSet<_>>());
    let is_in = |names: &HashSet<String>, stems: &HashSet<&str>, name: &str| {
        names.contains(name) || stems.contains(name) || names.contains(pairs::stem(name))
    };
    let moves = |own: &&Animation<'_>| !own.channels.is_empty();
    let gone = before.animations.iter().filter(moves).map(|own| own.name.as_str());
    let gone: Vec<&str> = gone.filter(|name| written.contains(*name) && !is_in(&wanted, &wanted_stems, name)).collect();
    if let Some(first) = gone.first() {
        let message = format!(
            "the scene hasn't got {} of the file, the first is {first:?}: they stay in the file, because an animation is \
             removed or renamed there only",
            gone.len()
        );
        findings.note(kinds::ANIMATIONS_KEPT, "animations", message);
    }
    // A file of a model's animation has the name of the model in front.
    let ends = |name| str::match_indices(name, ['_', ' ']).filter_map(|(at, _)| name.get(at.saturating_add(1)..));
    let ends: HashSet<&str> = written.iter().flat_map(|name| ends(name.as_str())).collect();
    let is_written = |name: &str| is_in(&written, &written_stems, name) || ends.contains(name);
    let new = edited.animations.iter().filter(moves).map(|own| own.name.as_str());
    let new: Vec<&str> = new.filter(|name| !is_in(&known, &known_stems, name) && !is_written(name)).collect();
    tell(&mut findings, "is a new animation", &new);
    findings
}

fn add<'s>(lost: &mut Vec<(&'static str, Vec<&'s str>)>, what: &'static str, name: &'s str) {
    match lost.iter_mut().find(|(known, _)| *known == what) {
        Some((_, names)) => names.push(name),
        None => lost.push((what, vec![name])),
    }
}

fn tell(findings: &mut Findings, what: &str, names: &[&str]) {
    let Some(first) = names.first() else { return };
    let others = match names.len().saturating_sub(1) {
        0 => String::new(),
        others => format!(" (and {others} more)"),
    };
    let message = format!("{what}, which isn't written{others}: the file is as it was there");
    findings.warning(kinds::EDIT_LOST, Path::from("part").name(first.as_bytes()), message);
}

/// The nodes of a scene by their names.
type ByName<'s> = HashMap<&'s str, Vec<asset_scene::Id<Node>>>;

fn by_name<'s>(scene: &'s Scene<'_>) -> ByName<'s> {
    let mut by_name = ByName::new();
    for (id, node) in scene.nodes.enumerate() {
        by_name.entry(node.name.as_str()).or_default().push(id);
    }
    by_name
}
