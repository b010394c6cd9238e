//! Reorders the triangles and vertices of Urho3D models that keep their format.

use asset_formats::{Error, Format, kinds};
use asset_scene::{Array, Attribute, Mesh, Scene, Semantic};
use binio::Findings;
use urho_mdl::{Lod, LodIndices, Model, Primitive};

use super::levels::primitive;
use crate::{ConvertOptions, mesh_care};

/// Reorders the triangles of each level of detail for the vertex cache and against overdraw, merges equal vertices, and
/// puts the vertices in the order of the triangles.
pub(super) fn optimize(model: &mut Model<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    let malformed = |error| Error::malformed(Format::URHO_MDL, error);
    let count = |model: &Model<'_>| model.vertex_buffers.iter().map(|buffer| u64::from(buffer.vertex_count)).sum();
    let before: u64 = count(model);
    let mut levels = Vec::new();
    for (geometry, own) in model.geometries.iter().enumerate() {
        for (level, lod) in own.lods.iter().enumerate() {
            if lod.primitive == Primitive::TRIANGLE_LIST {
                let indices = ordered(model, lod, options)?;
                levels.extend(indices.map(|indices| LodIndices { geometry, level, indices }));
            }
        }
    }
    model.set_indices(&levels).map_err(malformed)?;
    model.compact_vertices().map_err(malformed)?;
    let after: u64 = count(model);
    findings.note(kinds::MESHES_OPTIMIZED, "meshes", format!("{before} vertices before, {after} after optimization"));
    Ok(())
}

/// Returns the vertices of a level of detail, with the triangles in another order, or `None` if they can't be drawn.
fn ordered(model: &Model<'_>, lod: &Lod, options: &ConvertOptions) -> Result<Option<Vec<u32>>, Error> {
    let mut options = options.clone();
    options.changes.simplify.clear();
    let mut scene = Scene::default();
    let Some(mut level) = primitive(&mut scene, model, lod) else { return Ok(None) };
    // Each vertex has its number as a further value, so that none are merged here.
    let count = model.vertex_buffer(lod).map_or(0, |buffer| buffer.vertex_count);
    let array = scene.arrays.push(Array::from_u32s(0..count));
    level.attributes.push(Attribute { semantic: Semantic::Custom("VERTEX".to_owned()), array });
    let mesh = scene.meshes.push(Mesh { primitives: vec![level], ..Mesh::default() });
    mesh_care::apply(&mut scene, &options, &mut Findings::new())?;
    let Some(level) = scene[mesh].primitives.first() else { return Ok(None) };
    let Some(Attribute { array, .. }) = level.attributes.last() else { return Ok(None) };
    let numbers = scene[*array].to_u32s().unwrap_or_default();
    let indices = level.indices(&scene).map_err(Error::convert)?;
    Ok(Some(indices.iter().filter_map(|index| numbers.get(*index as usize).copied()).collect()))
}
