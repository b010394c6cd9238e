//! Reorders the triangles and vertices of models that keep their format.

use asset_formats::{Error, MeshPart, Meshes, PartTriangles, kinds};
use asset_scene::{Array, Attribute, Mesh, Scene, Semantic};
use binio::Findings;

use super::levels::primitive;
use crate::{ConvertOptions, mesh_care};

/// Reorders the triangles of each level of detail for the vertex cache and against overdraw, merges equal vertices, and
/// puts the vertices in the order of the triangles.
pub(super) fn optimize(
    meshes: &mut dyn Meshes,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    let before = meshes.vertex_count();
    let mut ordered = Vec::new();
    for part in meshes.parts()? {
        let indices = reordered(&part, options)?;
        ordered.extend(indices.map(|indices| PartTriangles { number: part.number, indices }));
    }
    meshes.reorder(ordered)?;
    let after = meshes.vertex_count();
    findings.note(kinds::MESHES_OPTIMIZED, "meshes", format!("{before} vertices before, {after} after optimization"));
    Ok(())
}

/// Returns the vertices of a part, with the triangles in another order, or `None` if they can't be drawn.
fn reordered(part: &MeshPart, options: &ConvertOptions) -> Result<Option<Vec<u32>>, Error> {
    let mut options = options.clone();
    options.changes.simplify.clear();
    let mut scene = Scene::default();
    let mut list = primitive(&mut scene, part);
    // Each vertex has its number as a further value, so that none are merged here.
    let count = u32::try_from(part.positions.len()).unwrap_or(u32::MAX);
    let array = scene.arrays.push(Array::from_u32s(0..count));
    list.attributes.push(Attribute { semantic: Semantic::Custom("VERTEX".to_owned()), array });
    let mesh = scene.meshes.push(Mesh { primitives: vec![list], ..Mesh::default() });
    mesh_care::apply(&mut scene, &options, &mut Findings::new())?;
    let Some(list) = scene[mesh].primitives.first() else { return Ok(None) };
    let Some(Attribute { array, .. }) = list.attributes.last() else { return Ok(None) };
    let numbers = scene[*array].to_u32s().unwrap_or_default();
    let indices = list.indices(&scene).map_err(Error::convert)?;
    Ok(Some(indices.iter().filter_map(|index| numbers.get(*index as usize).copied()).collect()))
}
