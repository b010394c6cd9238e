//! Functions that several of these tests share.
#![allow(dead_code, reason = "each test binary takes what it needs")]

use asset_geometry::{is_degenerate, triangles};
use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::{Array, Scene, Semantic};
use scene_zed::{CreatedModel, Model};

/// The model with the edits of a scene.
pub(crate) fn updated(model: &Model<'_>, scene: &Scene<'_>) -> Result<CreatedModel, String> {
    scene_zed::update(model, scene, &Default::default()).map_err(|error| error.to_string())
}

/// Checks that a model comes back from its scene byte for byte: as the scene carries it, and from a scene that doesn't.
pub(crate) fn comes_back(model: &Model<'_>) -> Result<(), String> {
    let bytes = model.to_bytes().unwrap();
    let (mut scene, _) = scene_zed::to_scene(model, "model", &Default::default()).unwrap();
    scene.check().map_err(|error| error.to_string())?;
    let carried = scene_zed::original(&scene).map_err(|error| error.to_string())?.ok_or("no original")?;
    if scene.meshes.is_empty() {
        return if carried.to_bytes().unwrap() == bytes { Ok(()) } else { Err("another original".to_owned()) };
    }
    let same = |original: &Model<'_>, scene: &Scene<'_>, how: &str| {
        let updated = updated(original, scene).map_err(|error| format!("{how}: {error}"))?;
        if updated.model.to_bytes().unwrap() == bytes { Ok(()) } else { Err(format!("{how}: another model")) }
    };
    same(&carried, &scene, "carried")?;
    scene.source = None;
    same(model, &scene, "beside")
}

/// A scene as glTF, and how much was changed on the way.
pub(crate) fn glb(scene: &Scene<'_>) -> Result<(Vec<u8>, usize), String> {
    let written = write_glb(scene, &WriteOptions::default());
    written.map(|(glb, findings)| (glb, findings.len())).map_err(|error| error.to_string())
}

/// The scene of a `.glb`.
pub(crate) fn read(glb: &[u8]) -> Result<Scene<'static>, String> {
    let (scene, _) = parse(glb, &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
    scene.check().map_err(|error| error.to_string())?;
    Ok(scene)
}

/// Returns the number that a mesh of a shown model has in the model.
pub(crate) fn number_of(mesh: &asset_scene::Mesh) -> usize {
    mesh.name.rsplit_once(' ').map_or(0, |(_, number)| number.parse().unwrap())
}

/// The places of the corners of a triangle, which begins at the smallest.
pub(crate) type Corners = [[f32; 3]; 3];

/// Returns the triangles with a surface that these meshes of a model show, sorted.
pub(crate) fn triangles_of(model: &Model<'_>, is_wanted: impl Fn(usize) -> bool) -> Vec<Corners> {
    let (mut scene, _) = scene_zed::to_scene(model, "model", &Default::default()).unwrap();
    let others: Vec<_> = scene.mesh_nodes().filter(|(_, mesh)| !is_wanted(number_of(&scene[*mesh]))).collect();
    others.into_iter().for_each(|(node, _)| scene[node].mesh = None);
    triangles_of_scene(&scene)
}

/// Returns the triangles with a surface that a scene shows, sorted. Nodes must not be moved.
pub(crate) fn triangles_of_scene(scene: &Scene<'_>) -> Vec<Corners> {
    let mut all: Vec<Corners> = Vec::new();
    for primitive in scene.mesh_nodes().flat_map(|(_, mesh)| &scene[mesh].primitives) {
        let positions = scene[primitive.attribute(&Semantic::Position).unwrap()].to_f32s::<3>().unwrap();
        let indices = scene[primitive.indices.unwrap()].to_u32s().unwrap();
        for corners in triangles(primitive.topology, indices) {
            // Zero has a sign.
            let mut corners = corners.map(|corner| positions[corner as usize].map(|number| number + 0.0));
            let smallest = (0..3).min_by(|a, b| corners[*a].partial_cmp(&corners[*b]).unwrap()).unwrap();
            corners.rotate_left(smallest);
            if corners[0] != corners[1] && corners[1] != corners[2] && corners[0] != corners[2] {
                all.push(corners);
            }
        }
    }
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    all
}

/// Moves a vertex of the first mesh that a triangle with a surface has, along x. Returns the mesh, or `None` if there is no such vertex.
pub(crate) fn move_a_vertex(scene: &mut Scene<'_>, by: f32) -> Option<usize> {
    let mesh = scene.meshes.iter().next()?;
    let number = number_of(mesh);
    let primitive = mesh.primitives.first()?.clone();
    let indices = scene[primitive.indices?].to_u32s()?;
    let corners = triangles(primitive.topology, indices).find(|corners| !is_degenerate(*corners))?;
    let array = primitive.attribute(&Semantic::Position)?;
    let mut positions = scene[array].to_f32s::<3>()?;
    if positions.iter().flatten().any(|number| !number.is_finite() || number.abs() > 1e3) {
        return None;
    }
    let place = positions[corners[0] as usize];
    // Vertices in one place would move together.
    if positions.iter().filter(|other| **other == place).count() > 1 {
        return None;
    }
    positions[corners[0] as usize][0] += by * 1e4;
    scene[array] = Array::from_f32s(positions);
    Some(number)
}
