//! Finds the original geometry and level for each primitive in an edited scene.

use std::collections::{BTreeSet, HashMap, HashSet};

use asset_scene::{Id, Mesh, Scene};
use urho_mdl::Model;

use crate::export::Shown;

/// A level of detail in a model: geometry and level number.
pub(super) type Place = (usize, usize);

/// The original geometry and level for each primitive.
pub(super) struct Places {
    of: HashMap<(Id<Mesh>, usize), Place>,
    /// The levels that can be seen in the scene of the unedited original.
    pub(super) shown: BTreeSet<Place>,
    /// The levels that are still in the edited scene. They may have no faces.
    pub(super) there: BTreeSet<Place>,
    /// The original mesh for each mesh in the edited scene.
    pub(super) meshes: HashMap<Id<Mesh>, Id<Mesh>>,
}

impl Places {
    /// Finds the original of each mesh by the name of the mesh or node, or else by the order. Then this finds
    /// primitives by the number of indices, or else by the order.
    pub(super) fn new(shown: &Shown<'_>, scene: &Scene<'_>, original: &Model<'_>) -> Self {
        let meshes = meshes(&shown.scene, scene);
        let mut of = HashMap::new();
        for (own, former) in &meshes {
            let rows = shown.places.get(former.index()).map_or(&[][..], Vec::as_slice);
            for (primitive, row) in primitives((scene, *own), (&shown.scene, *former)).into_iter().enumerate() {
                if let Some(place) = row.and_then(|row| rows.get(row)) {
                    of.insert((*own, primitive), *place);
                }
            }
        }
        // A conversion may have left one level of detail: the others aren't gone.
        let level = scene.source.as_ref().and_then(|source| source.layout.get("shown")?.get("lod")?.as_u64());
        let is_shown = |place: &&Place| {
            let levels = original.geometries.get(place.0).map_or(0, |geometry| geometry.lods.len());
            level.is_none_or(|level| place.1 == (level as usize).min(levels.saturating_sub(1)))
        };
        let drawn: HashSet<Id<Mesh>> = scene.nodes.iter().filter_map(|node| node.mesh).collect();
        let is_there = |((mesh, _), _): &(&(Id<Mesh>, usize), &Place)| drawn.is_empty() || drawn.contains(mesh);
        let there = of.iter().filter(is_there).map(|(_, place)| *place).collect();
        Self { of, shown: shown.places.iter().flatten().filter(is_shown).copied().collect(), there, meshes }
    }

    /// Returns the original geometry and level of a primitive.
    pub(super) fn of(&self, mesh: Id<Mesh>, primitive: usize) -> Option<Place> {
        self.of.get(&(mesh, primitive)).copied()
    }
}

/// Finds the original mesh for each mesh, if there is one.
fn meshes(shown: &Scene<'_>, scene: &Scene<'_>) -> HashMap<Id<Mesh>, Id<Mesh>> {
    let mut names: HashMap<&str, Vec<Id<Mesh>>> = HashMap::new();
    for (id, mesh) in scene.meshes.enumerate() {
        names.entry(&mesh.name).or_default().push(id);
    }
    for (node, mesh) in scene.nodes.iter().filter_map(|node| Some((node, node.mesh?))) {
        names.entry(&node.name).or_default().push(mesh);
    }
    let (mut found, mut taken) = (HashMap::new(), HashSet::new());
    let mut left = Vec::new();
    for (former, mesh) in shown.meshes.enumerate() {
        let numbered = || {
            let like = |(name, _): &(&&str, &Vec<Id<Mesh>>)| scene_adapter::same::is_numbered(name, &mesh.name);
            names.iter().find(like).map(|(_, ids)| ids)
        };
        let ids = names.get(mesh.name.as_str()).or_else(numbered);
        match ids.into_iter().flatten().find(|id| taken.insert(**id)) {
            Some(own) => drop(found.insert(*own, former)),
            None => left.push(former),
        }
    }
    let open: Vec<Id<Mesh>> = scene.meshes.ids().filter(|id| !taken.contains(id)).collect();
    if open.len() == left.len() {
        found.extend(open.into_iter().zip(left));
    }
    found
}

/// Finds the original primitive for each primitive in a mesh.
fn primitives((scene, own): (&Scene<'_>, Id<Mesh>), (shown, former): (&Scene<'_>, Id<Mesh>)) -> Vec<Option<usize>> {
    let counts = |scene: &Scene<'_>, mesh: Id<Mesh>| -> Vec<usize> {
        let count = |primitive: &asset_scene::Primitive| {
            let array = primitive.indices.or_else(|| primitive.attribute(&asset_scene::Semantic::Position));
            array.map_or(0, |array| scene[array].count)
        };
        scene[mesh].primitives.iter().map(count).collect()
    };
    let (own, before) = (counts(scene, own), counts(shown, former));
    let mut found: Vec<Option<usize>> = vec![None; own.len()];
    let mut open: Vec<bool> = vec![true; before.len()];
    // As a rule they are in the same order.
    for (place, count) in own.iter().enumerate() {
        let same = |row: usize| open.get(row) == Some(&true) && before.get(row) == Some(count);
        let row = Some(place).filter(|row| same(*row)).or_else(|| (0..before.len()).find(|row| same(*row)));
        if let (Some(row), Some(slot)) = (row, found.get_mut(place)) {
            *slot = Some(row);
            open.get_mut(row).into_iter().for_each(|open| *open = false);
        }
    }
    let rest: Vec<usize> = open.iter().enumerate().filter(|(_, open)| **open).map(|(row, _)| row).collect();
    if found.iter().filter(|one| one.is_none()).count() == rest.len() {
        found.iter_mut().filter(|one| one.is_none()).zip(rest).for_each(|(slot, row)| *slot = Some(row));
    }
    found
}
