//! Checks the joints and weights of vertices.

use crate::kinds;
use std::collections::HashMap;

use asset_scene::Array;
use binio::Path;
use serde_json::Value;

use super::rows::{Tally, stored};
use super::{Check, index, items};

/// The tolerance for the sum of weights, for each weight that is not 0.
const PER_WEIGHT: f64 = 2e-7;

/// For each mesh, returns the smallest skin that it is used with, as a number of joints. Joint indices in the mesh must
/// be less than this.
pub(super) fn of_meshes(check: &Check<'_>) -> HashMap<usize, usize> {
    let mut fewest = HashMap::new();
    for node in check.list("nodes") {
        let (Some(mesh), Some(skin)) = (index(node, "mesh"), index(node, "skin")) else { continue };
        let joints = check.list("skins").get(skin).map_or(0, |skin| items(skin, "joints").len());
        let limit = fewest.entry(mesh).or_insert(joints);
        *limit = joints.min(*limit);
    }
    fewest
}

/// The problems with the joints and weights of a primitive.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    beyond: Tally,
    twice: Tally,
    negative: Tally,
    sum: Tally,
}

/// The accessors of all sets of joints and weights in a primitive, and the number of joints.
pub(super) type Key = (Vec<(usize, usize)>, usize);

/// Checks the joints and weights of a primitive. `joints` must be the number of joints in the smallest skin that it is
/// used with.
pub(super) fn check(check: &mut Check<'_>, primitive: &Value, joints: usize, path: &Path) {
    let Some(attributes) = primitive.get("attributes") else { return };
    let set = |number: usize| {
        Some((index(attributes, &format!("JOINTS_{number}"))?, index(attributes, &format!("WEIGHTS_{number}"))?))
    };
    let sets: Vec<(usize, usize)> = (0..).map_while(set).collect();
    if sets.is_empty() {
        return;
    }
    let key = (sets, joints);
    let problems = match check.influences.get(&key) {
        Some(problems) => *problems,
        None => {
            let found = look(check, &key);
            check.influences.insert(key, found);
            found
        }
    };
    let path = || path.clone().part("attributes");
    for (tally, what) in [
        (problems.beyond, "names a joint that the skin doesn't have"),
        (problems.twice, "names a joint twice"),
        (problems.negative, "has a negative weight"),
        (problems.sum, "has weights whose sum isn't 1"),
    ] {
        if let Some(message) = tally.say(what) {
            check.error(kinds::JOINT_WEIGHTS, path(), message);
        }
    }
}

fn look(check: &Check<'_>, (sets, joints): &Key) -> Found {
    let mut problems = Found::default();
    let arrays = |(joints, weights): &(usize, usize)| Some((check.values(*joints)?, check.values(*weights)?));
    let Some(arrays) = sets.iter().map(arrays).collect::<Option<Vec<_>>>() else { return problems };
    let dense: Vec<_> = arrays.iter().map(|(joints, weights)| (joints.dense(), weights.dense())).collect();
    let count = arrays.iter().map(|(joints, weights)| joints.count.min(weights.count)).min().unwrap_or(0);
    let mut influences: Vec<(u64, f64)> = Vec::new();
    for vertex in 0..count {
        influences.clear();
        for ((joints, weights), (joint_bytes, weight_bytes)) in arrays.iter().zip(&dense) {
            let joints = row(joints, joint_bytes, vertex).map(|bytes| stored(joints.component, bytes) as u64);
            let weights = row(weights, weight_bytes, vertex).map(|bytes| f64::from(weights.number(bytes)));
            influences.extend(joints.zip(weights));
        }
        vertex_of(&mut influences, *joints, vertex, &mut problems);
    }
    problems
}

/// Returns the bytes of each number in a row.
fn row<'b>(array: &Array<'_>, bytes: &'b [u8], row: usize) -> impl Iterator<Item = &'b [u8]> {
    let size = array.row_size();
    let start = row.saturating_mul(size);
    let row = bytes.get(start..start.saturating_add(size)).unwrap_or_default();
    row.chunks_exact(array.component.size())
}

fn vertex_of(influences: &mut Vec<(u64, f64)>, joints: usize, vertex: usize, problems: &mut Found) {
    if influences.iter().any(|(joint, _)| *joint >= joints as u64) {
        problems.beyond.add(vertex);
    }
    if influences.iter().any(|(_, weight)| *weight < 0.0) {
        problems.negative.add(vertex);
    }
    influences.retain(|(_, weight)| *weight != 0.0);
    let sum: f64 = influences.iter().map(|(_, weight)| weight).sum();
    // A NaN is told as one.
    if (sum - 1.0).abs() > PER_WEIGHT * influences.len().max(1) as f64 {
        problems.sum.add(vertex);
    }
    influences.sort_unstable_by_key(|(joint, _)| *joint);
    if influences.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
        problems.twice.add(vertex);
    }
}
