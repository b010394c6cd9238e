//! Adds levels of detail to the meshes in a scene.

#![allow(clippy::arithmetic_side_effects, reason = "numbers of triangles, errors")]

use std::collections::btree_map::{BTreeMap, Entry};
use std::collections::{HashMap, HashSet};

use asset_formats::{Error, kinds};
use asset_scene::world::World;
use asset_scene::{Alpha, Channel, Id, LodLevel, Mesh, Node, Primitive, Property, Scene, Topology};
use binio::{Budget, Findings, Path};

use super::corners::{Corners, Place, Skipped};
use super::{distances, rows, spend};

/// Working memory for a vertex, in bytes: the columns, and sums of errors.
const PER_VERTEX: usize = 512;

/// A simplified mesh.
struct Coarser {
    mesh: Id<Mesh>,
    triangles: usize,
    /// The largest error, in the space of the mesh.
    error: f64,
}

/// The levels of a mesh.
struct Levels {
    triangles: usize,
    /// Longest side of all primitives.
    size: f64,
    coarser: Vec<Coarser>,
}

/// Adds a level of detail for each ratio to all visible meshes that don't have levels yet.
pub(super) fn add(
    scene: &mut Scene<'_>,
    ratios: &[f32],
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<(), Error> {
    let shown: Vec<(Id<Node>, Id<Mesh>)> =
        scene.mesh_nodes().filter(|(node, _)| scene[*node].lods.is_empty()).collect();
    let mut created: BTreeMap<usize, Levels> = BTreeMap::new();
    for (_, mesh) in &shown {
        if let Entry::Vacant(entry) = created.entry(mesh.index()) {
            entry.insert(simplified(scene, *mesh, ratios, budget, findings)?);
        }
    }
    let world = World::new(scene);
    for (node, mesh) in shown {
        let Some(levels) = created.get(&mesh.index()) else { continue };
        let scale = distances::scale(scene, &world, node);
        let errors = levels.coarser.iter().map(|coarser| coarser.error * scale);
        let begins = distances::distances(errors, levels.size * scale);
        for ((number, coarser), distance) in (1..).zip(&levels.coarser).zip(begins) {
            let Node { name, transform, skin, .. } = &scene[node];
            let name = level_name(if name.is_empty() { &scene[mesh].name } else { name }, number);
            let level = Node { name, transform: *transform, skin: *skin, mesh: Some(coarser.mesh), ..Node::default() };
            let level = scene.nodes.push(level);
            scene[node].lods.push(LodLevel { node: level, distance });
        }
    }
    tell(created.into_values().collect(), ratios.len(), findings);
    Ok(())
}

/// Copies animation channels from the finest level to levels without channels, because in glTF each level needs
/// channels of its own to move. Meshes with a skin are moved by their joints instead.
pub(in crate::mesh_care) fn animate(scene: &mut Scene<'_>) {
    let mut finest: HashMap<Id<Node>, Vec<Id<Node>>> = HashMap::new();
    for (id, node) in scene.nodes.enumerate().filter(|(_, node)| !node.lods.is_empty()) {
        finest.insert(id, node.lods.iter().map(|lod| lod.node).collect());
    }
    for animation in scene.animations.ids().collect::<Vec<_>>() {
        let channels = scene[animation].channels.clone();
        let moved: HashSet<Id<Node>> = channels.iter().map(|channel| channel.node).collect();
        for channel in channels {
            let is_bound = channel.property != Property::MorphWeights && scene[channel.node].skin.is_some();
            let levels = finest.get(&channel.node).filter(|_| !is_bound).into_iter().flatten();
            let still = levels.filter(|level| !moved.contains(level));
            let followers: Vec<Channel> = still.map(|level| Channel { node: *level, ..channel }).collect();
            scene[animation].channels.extend(followers);
        }
    }
}

/// Returns the name of a level. For example, `Jack` and `Jack_LOD0` both have the level `Jack_LOD1`.
fn level_name(name: &str, number: usize) -> String {
    let plain = name.strip_suffix("_LOD0").filter(|plain| !plain.is_empty());
    format!("{}_LOD{number}", plain.unwrap_or(name))
}

/// Adds the simplified versions of a mesh.
fn simplified(
    scene: &mut Scene<'_>,
    mesh: Id<Mesh>,
    ratios: &[f32],
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Levels, Error> {
    let parts = parts(scene, mesh, budget, findings)?;
    let shared = shared_places(&parts);
    let of_parts = || parts.iter().flatten();
    let triangles = of_parts().map(Corners::triangles).sum();
    let size = of_parts().map(|part| part.size).fold(0.0, f64::max);
    let mut levels = Levels { triangles, size, coarser: Vec::new() };
    // Triangles and errors of the finest level so far.
    let mut last: Vec<(Vec<u32>, f32)> =
        parts.iter().map(|part| (part.as_ref().map_or_else(Vec::new, |part| part.indices.clone()), 0.0)).collect();
    for (number, ratio) in (1..).zip(ratios) {
        let mut wanted = 0;
        for (part, last) in parts.iter().zip(&mut last) {
            let Some(part) = part else { continue };
            let most = target(part.triangles(), *ratio);
            wanted += most;
            let coarser = part.simplified(most, &shared);
            if coarser.0.len() < last.0.len() {
                *last = coarser;
            }
        }
        let count = last.iter().map(|(indices, _)| indices.len() / 3).sum();
        if count > wanted {
            tell_more(mesh, number, &format!("{count} triangles, more than the requested {wanted}"), findings);
        }
        if count < levels.coarser.last().map_or(triangles, |level| level.triangles) {
            let errors = parts.iter().zip(&last).filter_map(|(part, (_, error))| Some((part.as_ref()?, error)));
            let error = errors.map(|(part, error)| f64::from(*error) * part.size).fold(0.0, f64::max);
            let mesh = level_mesh(scene, mesh, number, &parts, &last);
            levels.coarser.push(Coarser { mesh, triangles: count, error });
        }
    }
    Ok(levels)
}

/// Reports a level that has more triangles than requested.
fn tell_more(mesh: Id<Mesh>, level: usize, triangles: &str, findings: &mut Findings) {
    let message = format!("level of detail {level}: {triangles}: borders to other materials and seams stay");
    findings.note(kinds::LEVEL_TRIANGLES, Path::from([("mesh", mesh.index())]), message);
}

/// Returns how many triangles a level may have. This is at least one.
fn target(triangles: usize, ratio: f32) -> usize {
    ((triangles as f64 * f64::from(ratio)) as usize).max(1)
}

/// Returns the triangles of each primitive, or `None` for a primitive that can't be simplified.
fn parts(
    scene: &Scene<'_>,
    mesh: Id<Mesh>,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Vec<Option<Corners>>, Error> {
    let mut parts = Vec::new();
    for (number, primitive) in scene[mesh].primitives.iter().enumerate() {
        let indices = primitive.indices.map_or(0, |indices| scene[indices].count);
        let columns: usize = rows::columns(primitive).map(|array| scene[array].row_size()).sum();
        spend(budget, primitive.vertex_count(scene), columns.saturating_add(PER_VERTEX), indices)?;
        let part = Corners::new(scene, primitive);
        let part = part.and_then(|part| if part.is_crowded() { Err(Skipped::Crowded) } else { Ok(part) });
        let path = || Path::from([("mesh", mesh.index()), ("primitive", number)]);
        let message = match part {
            Err(Skipped::Positions) => "has positions that aren't finite numbers: not simplified",
            Err(Skipped::Indices) => "has indices out of bounds: not simplified",
            Err(Skipped::Crowded) => "has positions at which too many triangles meet: not simplified",
            Ok(_) | Err(Skipped::NoTriangles) => "",
        };
        if !message.is_empty() {
            findings.warning(kinds::MESH_NOT_SIMPLIFIED, path(), message);
        }
        parts.push(part.ok());
    }
    Ok(parts)
}

/// Returns the positions that several primitives share. They must not move, because this would leave gaps between the
/// primitives.
fn shared_places(parts: &[Option<Corners>]) -> HashSet<Place> {
    let mut owners: HashMap<Place, usize> = HashMap::new();
    let mut shared = HashSet::new();
    for (number, part) in parts.iter().enumerate() {
        for site in part.iter().flat_map(|part| &part.places) {
            if *owners.entry(*site).or_insert(number) != number {
                shared.insert(*site);
            }
        }
    }
    shared
}

/// Adds the mesh for a level. It uses the vertices of the finest level, but fewer triangles.
fn level_mesh(
    scene: &mut Scene<'_>,
    mesh: Id<Mesh>,
    number: usize,
    parts: &[Option<Corners>],
    triangles: &[(Vec<u32>, f32)],
) -> Id<Mesh> {
    let Mesh { name, mut primitives, morph_names, morph_weights } = scene[mesh].clone();
    for ((primitive, part), (indices, _)) in primitives.iter_mut().zip(parts).zip(triangles) {
        let Some(part) = part else { continue };
        let is_blended = primitive.material.is_some_and(|material| scene[material].alpha == Alpha::Blend);
        // Each transparent triangle is drawn over the triangles before it.
        let indices = if is_blended { part.of_primitive(indices) } else { part.of_primitive(&part.ordered(indices)) };
        let vertices = primitive.vertex_count(scene);
        let indices = Some(scene.arrays.push(rows::index_array(indices, vertices)));
        let whole = std::mem::take(primitive);
        *primitive = Primitive { topology: Topology::Triangles, closed: false, indices, ..whole };
    }
    let name = level_name(&name, number);
    scene.meshes.push(Mesh { name, primitives, morph_names, morph_weights })
}

/// Reports triangles and errors of all levels.
fn tell(all: Vec<Levels>, ratios: usize, findings: &mut Findings) {
    let all: Vec<Levels> = all.into_iter().filter(|levels| levels.triangles > 0).collect();
    let mut levels = Vec::new();
    for number in 0..ratios {
        let of_level = |levels: &Levels| {
            let coarser = levels.coarser.get(number).or(levels.coarser.last());
            coarser.map_or((levels.triangles, 0.0), |coarser| (coarser.triangles, coarser.error / levels.size))
        };
        let triangles: usize = all.iter().map(|levels| of_level(levels).0).sum();
        let error = all.iter().map(|levels| of_level(levels).1).fold(0.0, f64::max);
        levels.push(format!("{triangles} (error {:.2} %)", error * 100.0));
    }
    let before: usize = all.iter().map(|levels| levels.triangles).sum();
    let message = if all.iter().all(|levels| levels.coarser.is_empty()) {
        format!("no level of detail has fewer triangles than the {before} of the finest")
    } else {
        format!("{before} triangles, levels of detail of {}; errors relative to the longest side", levels.join(", "))
    };
    findings.note(kinds::MESHES_SIMPLIFIED, "meshes", message);
}
