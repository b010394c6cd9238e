//! Edits that a scene can't write: edits of parts without a file of their own.

use std::collections::HashSet;

use asset_scene::world::World;
use asset_scene::{Id, IdMap, Node, Scene};
use binio::{Findings, Path};
use scene_adapter::same::{self, Drawn};
use scene_adapter::{ResourceReader, ShowOptions};
use urho_scene::Document;

use super::create::CreateLevelOptions;
use super::export::{has_own_node, to_scene};
use super::stored::{Made, NodeLayout};
use crate::kinds;

/// A scene, and the information of its nodes.
struct Side<'s> {
    scene: &'s Scene<'s>,
    layouts: Vec<Option<NodeLayout>>,
    world: World,
}

impl<'s> Side<'s> {
    fn new(scene: &'s Scene<'s>) -> Self {
        Self { scene, layouts: scene.nodes.iter().map(NodeLayout::of).collect(), world: World::new(scene) }
    }

    fn layout(&self, node: Id<Node>) -> Option<&NodeLayout> {
        self.layouts.get(node.index())?.as_ref()
    }

    /// Returns the descendants of a node that a prefab shows.
    fn of_prefab(&self, node: Id<Node>) -> Vec<Id<Node>> {
        let is_it = |node: &Id<Node>| self.layout(*node).is_some_and(|layout| layout.made == Some(Made::Prefab));
        self.world.children(node).filter(is_it).collect()
    }
}

/// Compares the content of prefabs, terrains and groups of models in a scene with the file that was written for the scene.
pub(super) fn unwritten(
    scene: &Scene<'_>,
    places: &IdMap<Node, Option<usize>>,
    document: &Document<'_>,
    options: &CreateLevelOptions<'_>,
) -> Findings {
    let mut findings = Findings::new();
    let own = Side::new(scene);
    let level = document.scene();
    let is_terrain = |node: Id<Node>| {
        let component = own.layout(node).and_then(|layout| layout.mesh);
        let file = places[node].and_then(|place| level.nodes.get(place));
        component
            .zip(file)
            .is_some_and(|(number, node)| node.components.get(number).is_some_and(|one| one.is_a("Terrain")))
    };
    let is_group = |node: Id<Node>| own.layout(node).is_some_and(|layout| layout.group);
    let compared: Vec<Id<Node>> = scene.nodes.ids().filter(|node| is_terrain(*node) || is_group(*node)).collect();
    let with_prefab: Vec<Id<Node>> =
        scene.nodes.ids().filter(|node| places[*node].is_some() && !own.of_prefab(*node).is_empty()).collect();
    let Some(project) = options.project.filter(|_| !compared.is_empty() || !with_prefab.is_empty()) else {
        return findings;
    };
    let mut resources = ResourceReader::new(project, options.limits);
    let mut how = ShowOptions::default();
    (how.materials, how.limits) = (false, options.limits);
    let Ok((shown, _)) = to_scene(document, "", &mut resources, &how) else { return findings };
    let other = Side::new(&shown);
    let outermost = usize::from(!has_own_node(&level));
    let there = |node: Id<Node>| {
        let place = places[node]?.checked_sub(outermost)?;
        (place < shown.nodes.len()).then(|| Id::new(place))
    };
    for node in compared {
        let Some(now) = there(node) else { continue };
        if !is_mesh((&own, node), (&other, now)) {
            let what = if is_group(node) { "a group of models" } else { "a terrain" };
            let message = format!("edits of {what} here aren't written");
            findings.loss(kinds::PART_NOT_WRITTEN, Path::from("node").name(scene[node].name.as_bytes()), message);
        }
    }
    for node in with_prefab {
        let Some(now) = there(node).filter(|now| !other.of_prefab(*now).is_empty()) else { continue };
        for name in edits((&own, node), (&other, now)) {
            let message = format!(
                "{name} was edited, and isn't written: it is part of the prefab, which can be edited by itself"
            );
            findings.loss(kinds::PART_NOT_WRITTEN, Path::from("prefab at").name(scene[node].name.as_bytes()), message);
        }
    }
    findings
}

/// Returns the names of nodes whose content was edited, among the descendants of a node that a prefab shows.
fn edits((own, node): (&Side<'_>, Id<Node>), (other, now): (&Side<'_>, Id<Node>)) -> Vec<String> {
    let mut edits = Vec::new();
    let mut open = vec![(node, now)];
    while let Some((node, now)) = open.pop() {
        let mut left = own.of_prefab(node);
        let mut seen = HashSet::new();
        for there in other.of_prefab(now) {
            let name = &other.scene[there].name;
            let is_it = |here: &Id<Node>| {
                let here = &own.scene[*here].name;
                here == name || same::is_numbered(here, name)
            };
            let Some(place) = left.iter().position(is_it) else {
                if seen.insert(name) {
                    edits.push(name.clone());
                }
                continue;
            };
            let here = left.remove(place);
            if !is_node((own, here), (other, there)) {
                edits.push(name.clone());
            }
            open.push((here, there));
        }
        edits.extend(left.into_iter().map(|node| own.scene[node].name.clone()));
    }
    edits
}

/// Returns whether two nodes show the same content with the same transform.
fn is_node((own, node): (&Side<'_>, Id<Node>), (other, now): (&Side<'_>, Id<Node>)) -> bool {
    let (a, b) = (&own.scene[node], &other.scene[now]);
    let lights = (
        a.light.and_then(|own_light| own.scene.lights.get(own_light)),
        b.light.and_then(|light| other.scene.lights.get(light)),
    );
    let cameras = (
        a.camera.and_then(|camera| own.scene.cameras.get(camera)),
        b.camera.and_then(|camera| other.scene.cameras.get(camera)),
    );
    same::transforms(a.transform.to_affine(), b.transform.to_affine())
        && lights.0.is_some() == lights.1.is_some()
        && lights.0.zip(lights.1).is_none_or(|(a, b)| same::lights(a, b))
        && cameras.0.is_some() == cameras.1.is_some()
        && cameras.0.zip(cameras.1).is_none_or(|(a, b)| same::cameras(a, b))
        && is_mesh((own, node), (other, now))
}

/// Whether two nodes draw the same, if both draw anything.
fn is_mesh((own, node): (&Side<'_>, Id<Node>), (other, now): (&Side<'_>, Id<Node>)) -> bool {
    let (Some(mesh), Some(there)) = (own.scene[node].mesh, other.scene[now].mesh) else { return true };
    let drawn = |scene: &Scene<'_>, mesh| Drawn::of_mesh(scene, mesh, None, true);
    same::drawn(&drawn(own.scene, mesh), &drawn(other.scene, there)).is_some()
}
