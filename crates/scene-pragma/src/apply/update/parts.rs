//! Matches the meshes and primitives of a scene with those of the original.

use std::collections::HashMap;

use asset_scene::appearance::Level;
use asset_scene::{Id, Mesh, Primitive, Scene};
use binio::Findings;

use super::node_name;
use crate::kinds;
use crate::look::known::{KnownMaterials, key_of, plain};
use crate::sub_mesh::ShownSubMesh;

/// Indices by name.
type Places<'s> = HashMap<&'s str, Vec<usize>>;

/// The original meshes that have not been matched yet.
struct Known<'s> {
    /// The node name and the mesh.
    open: Vec<Option<(&'s str, Id<Mesh>)>>,
    /// Their indices, by the names of nodes and meshes. If a name isn't unique, the first index is at the end of the
    /// list.
    by_node: Places<'s>,
    by_mesh: Places<'s>,
}

impl<'s> Known<'s> {
    fn of(before: &'s Scene<'_>) -> Self {
        let open: Vec<(&str, Id<Mesh>)> =
            before.nodes.iter().filter_map(|node| Some((node.name.as_str(), node.mesh?))).collect();
        let (mut by_node, mut by_mesh): (Places<'_>, Places<'_>) = Default::default();
        for (place, (name, mesh)) in open.iter().enumerate().rev() {
            by_node.entry(name).or_default().push(place);
            by_mesh.entry(before[*mesh].name.as_str()).or_default().push(place);
        }
        Self { open: open.into_iter().map(Some).collect(), by_node, by_mesh }
    }

    /// Returns the mesh with this node name, or else with this mesh name, and removes it from the list.
    fn take(&mut self, node: &str, mesh: &str) -> Option<Id<Mesh>> {
        let Self { open, by_node, by_mesh } = self;
        let mut find = |names: &mut Places<'_>, name: &str| {
            let places = names.get_mut(name)?;
            while let Some(place) = places.pop() {
                if let Some((_, mesh)) = open.get_mut(place).and_then(Option::take) {
                    return Some(mesh);
                }
            }
            None
        };
        let nodes = [node, plain(node), plain(mesh)].into_iter().find_map(|name| find(by_node, name));
        nodes.or_else(|| [mesh, plain(mesh)].into_iter().find_map(|name| find(by_mesh, name)))
    }
}

/// Returns the nodes that show meshes, each with the original mesh that has the same name. If only one is left on both
/// sides, this matches them too. If a mesh is not in the original, this is `None`. `levels` also says whether a mesh is
/// a coarser level.
pub(super) fn paired(
    scene: &Scene<'_>,
    levels: &[(Level, bool)],
    before: &Scene<'_>,
    findings: &mut Findings,
) -> Vec<(Level, Option<Id<Mesh>>)> {
    let mut known = Known::of(before);
    let (mut pairs, mut left) = (Vec::new(), Vec::new());
    for (level, is_coarse) in levels {
        // A coarser level is named with the node that it replaces, so only its mesh tells which one it is.
        let node = if *is_coarse { "" } else { node_name(scene, level.node) };
        match known.take(node, &scene[level.mesh].name) {
            Some(mesh) => pairs.push((*level, Some(mesh))),
            None => left.push((*level, *is_coarse)),
        }
    }
    let open: Vec<(&str, Id<Mesh>)> = known.open.into_iter().flatten().collect();
    if let ([(level, _)], [(_, mesh)]) = (left.as_slice(), open.as_slice()) {
        pairs.push((*level, Some(*mesh)));
        return pairs;
    }
    for (level, is_coarse) in left {
        if is_coarse {
            let name = &scene[level.mesh].name;
            findings.loss(
                kinds::LODS_LOST,
                "meshes",
                format!("{name:?} is left out: a level of detail that the original hasn't got"),
            );
        } else {
            pairs.push((level, None));
        }
    }
    for (name, _) in open {
        findings.warning(kinds::GROUP_KEPT, "meshes", format!("no node is called {name:?}: the group stays as it was"));
    }
    pairs
}

/// Returns the original sub mesh for each primitive: the one with the same material, or in order if there are just as
/// many.
pub(super) fn primitives(
    (scene, materials): (&Scene<'_>, &KnownMaterials),
    mesh: Id<Mesh>,
    before: &Scene<'_>,
    places: &[&ShownSubMesh],
) -> Vec<Option<usize>> {
    let primitives = &scene[mesh].primitives;
    let names: Vec<Option<&str>> =
        places.iter().map(|place| material(before, Id::new(place.place.0), place.place.1)).collect();
    let is_same = |primitive: &Primitive, place: usize| {
        let known = names.get(place).copied().flatten();
        primitive.material.zip(known).is_some_and(|(own, known)| materials.is_called(own, known))
    };
    let count = primitives.len();
    // As a rule they are in the same order.
    let in_order = |(number, primitive)| (count == places.len() && is_same(primitive, number)).then_some(number);
    let mut found: Vec<Option<usize>> = primitives.iter().enumerate().map(in_order).collect();
    let mut is_open = vec![true; places.len()];
    found.iter().flatten().for_each(|place| is_open.get_mut(*place).into_iter().for_each(|open| *open = false));
    // Of places with the same key, the first is last.
    let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
    for (place, name) in names.iter().enumerate().rev().filter(|(place, _)| is_open.get(*place) == Some(&true)) {
        by_key.entry(key_of(name.unwrap_or_default())).or_default().push(place);
    }
    for (primitive, found) in primitives.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
        let key = primitive.material.and_then(|own| materials.key(own));
        let Some(candidates) = key.and_then(|key| by_key.get_mut(key)) else { continue };
        if let Some(at) = candidates.iter().rposition(|place| is_same(primitive, *place)) {
            let place = candidates.remove(at);
            is_open.get_mut(place).into_iter().for_each(|open| *open = false);
            *found = Some(place);
        }
    }
    let open = (0..places.len()).filter(|place| is_open.get(*place) == Some(&true));
    if count == places.len() {
        let mut left = open;
        found.iter_mut().filter(|found| found.is_none()).for_each(|found| *found = left.next());
    }
    found
}

/// Returns the material name of a primitive.
pub(super) fn material<'s>(scene: &'s Scene<'_>, mesh: Id<Mesh>, primitive: usize) -> Option<&'s str> {
    Some(&scene[scene.meshes.get(mesh)?.primitives.get(primitive)?.material?].name)
}
