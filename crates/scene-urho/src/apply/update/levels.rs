//! Updates levels of detail and morph weights.

use std::collections::HashMap;

use asset_scene::{Id, Mesh, Scene, Transform};
use binio::{Findings, Path};
use scene_adapter::same::tolerance::LOD_DISTANCE;
use urho_mdl::{Model, Version};

use super::places::Places;
use crate::kinds;

/// If only the finest level was moved, applies its transform to the coarser levels too. Returns `None` if there is
/// nothing to do.
pub(super) fn move_along(scene: &Scene<'_>, places: &Places, findings: &mut Findings) -> Option<Scene<'static>> {
    let identity = Transform::default().to_affine();
    let is_moved = |node: &asset_scene::Node| !scene_adapter::same::transforms(node.transform.to_affine(), identity);
    let mut moves = Vec::new();
    for node in scene.nodes.iter().filter(|node| node.skin.is_none() && is_moved(node)) {
        let known = |mesh: Option<Id<Mesh>>| mesh.is_some_and(|mesh| places.meshes.contains_key(&mesh));
        if !known(node.mesh) {
            continue;
        }
        let coarser = node.lods.iter().map(|lod| lod.node);
        let still = coarser.filter(|lod| known(scene[*lod].mesh) && !is_moved(&scene[*lod]));
        moves.extend(still.map(|lod| (lod, node.transform)));
    }
    if moves.is_empty() {
        return None;
    }
    let message = format!("levels of detail move along with the finest: {}", moves.len());
    findings.note(kinds::LODS_MOVED, Path::from("levels of detail"), message);
    let mut moved = scene.clone().into_owned();
    for (node, transform) in moves {
        moved[node].transform = transform;
    }
    Some(moved)
}

/// Copies edited level-of-detail distances to the model.
pub(super) fn distances((scene, shown): (&Scene<'_>, &Scene<'_>), places: &Places, model: &mut Model<'static>) {
    let Some(unit) = crate::mean_size(&model.bounds) else { return };
    let (now, before) = (by_mesh(scene), by_mesh(shown));
    for (mesh, distance) in now {
        let former = places.meshes.get(&mesh).and_then(|former| before.get(former));
        if former.is_none_or(|former| (distance - former).abs() <= LOD_DISTANCE * former.abs()) {
            continue;
        }
        for primitive in 0..scene[mesh].primitives.len() {
            let Some((geometry, level)) = places.of(mesh, primitive) else { continue };
            let lod = model.geometries.get_mut(geometry).and_then(|geometry| geometry.lods.get_mut(level));
            lod.into_iter().for_each(|lod| lod.distance = distance / unit);
        }
    }
}

/// Returns the distances at which meshes are shown as coarser levels.
fn by_mesh(scene: &Scene<'_>) -> HashMap<Id<Mesh>, f32> {
    let lods = scene.nodes.iter().flat_map(|node| &node.lods);
    lods.filter_map(|lod| Some((scene[lod.node].mesh?, lod.distance?))).collect()
}

/// Reports default morph weights that can't be stored in this model version.
pub(super) fn tell_weights(scene: &Scene<'_>, (original, version): (&Model<'_>, Version), findings: &mut Findings) {
    if version.has_morph_weights() || original.version.has_morph_weights() {
        return;
    }
    for (id, mesh) in scene.meshes.enumerate() {
        if mesh.morph_weights.iter().any(|weight| *weight != 0.0) {
            let message =
                "default weights of morph targets have no place in this version of a model: the morphs begin at 0";
            findings.loss(kinds::DEFAULT_WEIGHTS_LOST, Path::from([("mesh", id.index())]), message);
        }
    }
}
