//! Checks animations: times, values, targets.

use crate::kinds;
use std::collections::HashSet;

use binio::Path;
use serde_json::Value;

use super::rows::Test;
use super::{Check, index, items};

pub(super) fn check(check: &mut Check<'_>) {
    for (number, animation) in check.list("animations").iter().enumerate() {
        let path = Path::from([("animation", number)]);
        for (number, sampler) in items(animation, "samplers").iter().enumerate() {
            times(check, sampler, &path.clone().item("sampler", number));
        }
        let mut moved = HashSet::new();
        for (number, channel) in items(animation, "channels").iter().enumerate() {
            let path = path.clone().item("channel", number);
            let Some(target) = channel.get("target") else { continue };
            let (node, property) = (index(target, "node"), target.get("path").and_then(Value::as_str));
            let property = property.unwrap_or_default();
            if node.is_some() && !moved.insert((node, property)) {
                check.error(kinds::CHANNEL_DUPLICATE, path.clone().part("target"), "an earlier channel moves the same");
            }
            if let Some(node) = node.and_then(|node| check.list("nodes").get(node)) {
                self::target(check, node, property, &path);
            }
            let sampler = index(channel, "sampler").and_then(|sampler| items(animation, "samplers").get(sampler));
            if let Some(sampler) = sampler.filter(|_| property == "rotation") {
                rotations(check, sampler, &path);
            }
        }
    }
}

fn is_spline(sampler: &Value) -> bool {
    sampler.get("interpolation").and_then(Value::as_str) == Some("CUBICSPLINE")
}

fn times(check: &mut Check<'_>, sampler: &Value, path: &Path) {
    let Some(input) = index(sampler, "input") else { return };
    let path = || path.clone().part("input");
    if !check.has_bounds(input) {
        check.error(kinds::BOUNDS_MISSING, path(), "times need the bounds min and max");
    }
    check.tell(input, Test::NotNegative, path);
    check.tell(input, Test::Ascending, path);
    let count = check.list("accessors").get(input).and_then(|accessor| index(accessor, "count"));
    if is_spline(sampler) && count.is_some_and(|count| count < 2) {
        check.error(kinds::SPLINE_KEYS, path(), "a spline has at least 2 keys");
    }
}

fn rotations(check: &mut Check<'_>, sampler: &Value, path: &Path) {
    let Some(output) = index(sampler, "output") else { return };
    let test = if is_spline(sampler) { Test::UnitSplineQuaternion } else { Test::UnitQuaternion };
    check.tell(output, test, || path.clone().part("sampler"));
}

fn target(check: &mut Check<'_>, node: &Value, property: &str, path: &Path) {
    let path = || path.clone().part("target");
    if property != "weights" {
        if node.get("matrix").is_some() {
            check.error(kinds::ANIMATED_MATRIX, path(), "the node has a matrix, which can't be moved in parts");
        }
        return;
    }
    let mesh = index(node, "mesh").and_then(|mesh| check.list("meshes").get(mesh));
    let morphs = mesh.is_some_and(|mesh| items(mesh, "primitives").iter().any(|one| !items(one, "targets").is_empty()));
    if !morphs {
        check.error(kinds::WEIGHTS_WITHOUT_MORPHS, path(), "weights of a node without morph targets");
    }
}
