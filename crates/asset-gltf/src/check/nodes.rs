//! Checks nodes: transforms, weights, skins without joints.

use crate::kinds;
use binio::Path;
use serde_json::Value;

use super::{Check, index, items, numbers};

/// The tolerance for the length of a rotation.
const UNIT: f64 = 0.00769;
/// The tolerance for the angle between two axes of a matrix, given as a cosine.
const SQUARE: f64 = 1e-3;

pub(super) fn check(check: &mut Check<'_>) {
    let (cameras, meshes) = (check.list("cameras").len(), check.list("meshes"));
    for (number, node) in check.list("nodes").iter().enumerate() {
        let path = || Path::from([("node", number)]);
        if let Some(missing) = index(node, "camera").filter(|camera| *camera >= cameras) {
            check.error(kinds::REFERENCE_MISSING, path().part("camera"), format!("there is no camera {missing}"));
        }
        if let Some(rotation) = numbers(node, "rotation") {
            let length = rotation.iter().map(|number| number * number).sum::<f64>().sqrt();
            if (length - 1.0).abs() > UNIT {
                check.error(
                    kinds::ROTATION_NOT_UNIT,
                    path().part("rotation"),
                    format!("a quaternion of length {length}, not 1"),
                );
            }
        }
        if numbers(node, "matrix").is_some_and(|matrix| !is_decomposable(&matrix)) {
            check.error(kinds::MATRIX_SHEARS, path().part("matrix"), "is no translation, rotation and scale");
        }
        let mesh = index(node, "mesh").and_then(|mesh| meshes.get(mesh));
        weights(check, node, mesh, &path);
        let skinned = mesh.is_none_or(|mesh| {
            let primitives = items(mesh, "primitives");
            primitives.iter().any(|primitive| primitive.get("attributes").is_some_and(|a| a.get("JOINTS_0").is_some()))
        });
        if node.get("skin").is_some() && node.get("mesh").is_none() {
            check.error(kinds::SKIN_WITHOUT_MESH, path().part("skin"), "a skin needs a mesh");
        }
        if node.get("skin").is_some() && !skinned {
            check.error(kinds::SKIN_WITHOUT_JOINTS, path(), "a skin, but no primitive of the mesh has joints");
        }
    }
}

fn weights(check: &mut Check<'_>, node: &Value, mesh: Option<&Value>, path: &dyn Fn() -> Path) {
    let Some(weights) = numbers(node, "weights") else { return };
    let path = || path().part("weights");
    if node.get("mesh").is_none() {
        check.error(kinds::WEIGHTS_WITHOUT_MORPHS, path(), "weights need a mesh");
        return;
    }
    let targets = mesh.map(|mesh| items(mesh, "primitives").first().map_or(0, |one| items(one, "targets").len()));
    if targets.is_some_and(|targets| targets != weights.len()) {
        check.error(kinds::MORPH_WEIGHT_COUNT, path(), "there should be as many as the mesh has morph targets");
    }
}

/// Returns `true` if a matrix can be split into a translation, a rotation and a scale. To be split, it must have 0 0 0
/// 1 in the last row, and perpendicular axes that are longer than 0.
fn is_decomposable(matrix: &[f64]) -> bool {
    let axis = |start: usize| matrix.get(start..)?.first_chunk::<3>();
    let (Some(x), Some(y), Some(z)) = (axis(0), axis(4), axis(8)) else { return true };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let last = [3, 7, 11, 15].map(|index| matrix.get(index).copied());
    if last != [Some(0.0), Some(0.0), Some(0.0), Some(1.0)] {
        return false;
    }
    let lengths = [x, y, z].map(|axis| dot(axis, axis).sqrt());
    let square = [(x, y), (y, z), (z, x)].into_iter().all(|(a, b)| {
        let size = (dot(a, a) * dot(b, b)).sqrt();
        dot(a, b).abs() <= SQUARE * size
    });
    square && lengths.iter().all(|length| *length > 0.0)
}
