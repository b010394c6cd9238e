//! Merges equal vertices, and reorders triangles and vertices for graphics cards.

#![allow(clippy::arithmetic_side_effects, reason = "numbers of vertices")]

use std::collections::{BTreeMap, HashMap};

use asset_formats::{Error, kinds};
use asset_scene::{Alpha, ArrayId, Id, Mesh, Primitive, Scene, Topology};
use binio::{Budget, Findings};

use super::corners::Corners;
use super::{rows, spend};

/// Working memory for a vertex in addition to its columns, in bytes.
const PER_VERTEX: usize = 128;

/// A primitive, given by the mesh and its index there.
type Place = (Id<Mesh>, usize);

/// Optimizes all meshes in a scene. If primitives share all their vertex arrays, they will still share them.
pub(super) fn apply(scene: &mut Scene<'_>, budget: &mut Budget, findings: &mut Findings) -> Result<(), Error> {
    let mut groups: BTreeMap<Vec<usize>, Vec<Place>> = BTreeMap::new();
    for (mesh, owner) in scene.meshes.enumerate() {
        for (number, primitive) in owner.primitives.iter().enumerate() {
            let key = rows::columns(primitive).map(Id::index).collect();
            groups.entry(key).or_default().push((mesh, number));
        }
    }
    let (mut before, mut after) = (0, 0);
    for group in groups.into_values() {
        let (was, is) = optimize(scene, &group, budget)?;
        before += was;
        after += is;
    }
    scene.remove_unused_arrays();
    findings.note(kinds::MESHES_OPTIMIZED, "meshes", format!("{before} vertices before, {after} after optimization"));
    Ok(())
}

/// Optimizes primitives that use the same vertex arrays. Returns the number of vertices before and after this. If an
/// index is not valid, the primitives stay unchanged.
fn optimize(scene: &mut Scene<'_>, group: &[Place], budget: &mut Budget) -> Result<(usize, usize), Error> {
    let Some(first) = group.first().and_then(|site| primitive(scene, site)) else { return Ok((0, 0)) };
    let (first, vertices) = (first.clone(), first.vertex_count(scene));
    let columns: usize = rows::columns(&first).map(|array| scene[array].row_size()).sum();
    let indices = |site| primitive(scene, site)?.indices(scene).ok();
    let Some(all) = group.iter().map(indices).collect::<Option<Vec<Vec<u32>>>>() else {
        return Ok((vertices, vertices));
    };
    spend(budget, vertices, columns.saturating_add(PER_VERTEX), all.iter().map(Vec::len).sum())?;
    let mut used: Vec<u32> = all.concat();
    used.sort_unstable();
    used.dedup();
    let equal = rows::equal(scene, &first, &used);
    let (mut numbers, mut from) = (HashMap::new(), Vec::new());
    let mut new = Vec::new();
    for (site, indices) in group.iter().zip(all) {
        let indices = ordered(scene, site, indices).into_iter().map(|vertex| {
            let vertex = equal.get(&vertex).copied().unwrap_or(vertex);
            *numbers.entry(vertex).or_insert_with(|| {
                from.push(vertex);
                from.len() as u32 - 1
            })
        });
        new.push(indices.collect::<Vec<u32>>());
    }
    let mut arrays: HashMap<ArrayId, ArrayId> = HashMap::new();
    for array in rows::columns(&first) {
        let picked = rows::picked(&scene[array], &from);
        arrays.entry(array).or_insert_with(|| scene.arrays.push(picked));
    }
    for ((mesh, number), indices) in group.iter().zip(new) {
        let indices = scene.arrays.push(rows::index_array(indices, from.len()));
        let Some(primitive) = scene[*mesh].primitives.get_mut(*number) else { continue };
        primitive.indices = Some(indices);
        let columns = primitive.attributes.iter_mut().chain(primitive.targets.iter_mut().flatten());
        columns.for_each(|column| column.array = arrays.get(&column.array).copied().unwrap_or(column.array));
    }
    Ok((vertices, from.len()))
}

fn primitive<'s>(scene: &'s Scene<'_>, (mesh, number): &Place) -> Option<&'s Primitive> {
    scene[*mesh].primitives.get(*number)
}

/// Reorders the triangles of a primitive for the vertex cache and to avoid overdraw. Transparent primitives must keep
/// their order; those that can't be read or are not triangles keep it, too.
fn ordered(scene: &Scene<'_>, site: &Place, indices: Vec<u32>) -> Vec<u32> {
    let Some(primitive) = primitive(scene, site) else { return indices };
    let is_blended = primitive.material.is_some_and(|material| scene[material].alpha == Alpha::Blend);
    if is_blended || primitive.topology != Topology::Triangles {
        return indices;
    }
    match Corners::new(scene, primitive) {
        Ok(corners) => corners.of_primitive(&corners.ordered(&corners.indices)),
        Err(_) => indices,
    }
}
