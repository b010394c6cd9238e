//! Adds simplified levels of detail to Urho3D models, which draw the vertices that the model already has.

use asset_formats::{Error, Format, kinds};
use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
use binio::Findings;
use urho_mdl::glam::Vec3;
use urho_mdl::{Lod, Model, VertexBuffer};

use crate::{ConvertOptions, mesh_care};

/// Adds the levels that the options ask for to all geometries with a single level.
pub(super) fn add(model: &mut Model<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    // Another order of the vertices would be that of the scene only.
    let mut options = options.clone();
    options.changes.optimize_meshes = false;
    let mut scene = Scene::default();
    let (mut geometries, mut primitives) = (Vec::new(), Vec::new());
    for (number, geometry) in model.geometries.iter().enumerate() {
        let [lod] = geometry.lods.as_slice() else { continue };
        if let Some(primitive) = primitive(&mut scene, model, lod) {
            geometries.push(number);
            primitives.push(primitive);
        }
    }
    if geometries.is_empty() {
        let message = "all geometries have levels of detail already; the option lod keeps one level, so that new ones can be added";
        findings.note(kinds::MESHES_SIMPLIFIED, "meshes", message);
        return Ok(());
    }
    let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
    let node = scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    mesh_care::apply(&mut scene, &options, findings)?;
    for level in &scene[node].lods {
        let (Some(mesh), Some(distance)) = (scene[level.node].mesh, level.distance) else { continue };
        for (geometry, primitive) in geometries.iter().zip(&scene[mesh].primitives) {
            let triangles = primitive.triangles(&scene).map_err(Error::convert)?;
            let indices: Vec<u32> = triangles.flatten().collect();
            let added = model.add_lod(*geometry, distance, &indices);
            added.map_err(|error| Error::malformed(Format::URHO_MDL, error))?;
        }
    }
    Ok(())
}

/// Returns the triangles of a level with all vertices of its buffer, or `None` if they can't be drawn.
pub(super) fn primitive(scene: &mut Scene<'_>, model: &Model<'_>, lod: &Lod) -> Option<Primitive> {
    let buffer = model.vertex_buffer(lod)?;
    let attributes = attributes(scene, buffer)?;
    let triangles: Vec<[u32; 3]> = model.triangles(lod).collect();
    if triangles.as_flattened().iter().any(|index| *index >= buffer.vertex_count) {
        return None;
    }
    let indices = Some(scene.arrays.push(Array::from_u32s(triangles.into_flattened())));
    Some(Primitive { attributes, indices, ..Primitive::default() })
}

/// Returns what decides whether two vertices are equal, and where they are.
fn attributes(scene: &mut Scene<'_>, buffer: &VertexBuffer<'_>) -> Option<Vec<Attribute>> {
    let three = |column: urho_mdl::Column<'_, Vec3>| Array::from_f32s(column.iter().map(|one| one.to_array()));
    let columns = [
        (Semantic::Position, Some(three(buffer.positions()?))),
        (Semantic::Normal, buffer.normals().map(three)),
        (Semantic::TexCoord(0), buffer.uvs(0).map(|uvs| Array::from_f32s(uvs.iter().map(|uv| uv.to_array())))),
        (Semantic::Joints(0), buffer.joints().map(|joints| Array::from_u8x4(joints.iter(), false))),
        (Semantic::Weights(0), buffer.weights().map(|all| Array::from_f32s(all.iter().map(|one| one.to_array())))),
    ];
    let present = columns.into_iter().filter_map(|(semantic, array)| Some((semantic, array?)));
    Some(present.map(|(semantic, array)| Attribute { semantic, array: scene.arrays.push(array) }).collect())
}
