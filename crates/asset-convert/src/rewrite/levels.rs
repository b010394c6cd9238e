//! Adds simplified levels of detail to models, which draw the vertices that the model already has.

use std::collections::BTreeMap;

use asset_formats::{Error, MeshPart, Meshes, PartTriangles, SimplifiedLevel, kinds};
use asset_scene::{Array, Attribute, Component, Id, Mesh, Node, Primitive, Scene, Semantic};
use binio::Findings;

use crate::{ConvertOptions, mesh_care};

/// Adds the levels that the options ask for to all meshes with a single level.
pub(super) fn add(meshes: &mut dyn Meshes, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    // Another order of the vertices would be that of the scene only.
    let mut options = options.clone();
    options.changes.optimize_meshes = false;
    let mut scene = Scene::default();
    let mut parts: BTreeMap<usize, Vec<MeshPart>> = BTreeMap::new();
    for part in meshes.parts()?.into_iter().filter(|part| part.is_only_level) {
        parts.entry(part.mesh).or_default().push(part);
    }
    if parts.is_empty() {
        let message = "all geometries have levels of detail already; the option lod keeps one level, so that new ones can be added";
        findings.note(kinds::MESHES_SIMPLIFIED, "meshes", message);
        return Ok(());
    }
    let mut nodes: Vec<(Id<Node>, usize)> = Vec::new();
    for (mesh, parts) in &parts {
        let primitives = parts.iter().map(|part| primitive(&mut scene, part)).collect();
        let drawn = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
        nodes.push((scene.nodes.push(Node { mesh: Some(drawn), ..Node::default() }), *mesh));
    }
    mesh_care::apply(&mut scene, &options, findings)?;
    let mut levels = Vec::new();
    for (node, mesh) in nodes {
        let numbers: Vec<usize> = parts.get(&mesh).into_iter().flatten().map(|part| part.number).collect();
        for (level, lod) in (1..).zip(&scene[node].lods) {
            let (Some(drawn), Some(distance)) = (scene[lod.node].mesh, lod.distance) else { continue };
            let mut parts = Vec::new();
            for (number, primitive) in numbers.iter().zip(&scene[drawn].primitives) {
                let triangles = primitive.triangles(&scene).map_err(Error::convert)?;
                parts.push(PartTriangles { number: *number, indices: triangles.flatten().collect() });
            }
            levels.push(SimplifiedLevel { mesh, level, distance, parts });
        }
    }
    levels.sort_by_key(|level| level.level);
    meshes.add_levels(&levels)
}

/// Returns the triangles of a part, with everything that decides whether two vertices are equal.
pub(super) fn primitive(scene: &mut Scene<'_>, part: &MeshPart) -> Primitive {
    let bones = || {
        let bytes: Vec<u8> = part.bones.iter().flatten().flat_map(|bone| bone.to_le_bytes()).collect();
        Array::from_bytes(Component::U16, 4, bytes)
    };
    let columns = [
        (Semantic::Position, Some(Array::from_f32s(part.positions.iter().copied()))),
        (Semantic::Normal, (!part.normals.is_empty()).then(|| Array::from_f32s(part.normals.iter().copied()))),
        (Semantic::TexCoord(0), (!part.uvs.is_empty()).then(|| Array::from_f32s(part.uvs.iter().copied()))),
        (Semantic::Joints(0), (!part.bones.is_empty()).then(bones)),
        (Semantic::Weights(0), (!part.weights.is_empty()).then(|| Array::from_f32s(part.weights.iter().copied()))),
    ];
    let present = columns.into_iter().filter_map(|(semantic, array)| Some((semantic, array?)));
    let attributes = present.map(|(semantic, array)| Attribute { semantic, array: scene.arrays.push(array) }).collect();
    let indices = Some(scene.arrays.push(Array::from_u32s(part.triangles.iter().flatten().copied())));
    Primitive { attributes, indices, ..Primitive::default() }
}
