//! Checks meshes: attribute names, indices, morph targets, values.

use crate::kinds;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use asset_scene::Component;
use binio::Path;
use serde_json::Value;

use super::rows::{Test, rows, stored};
use super::{Check, entries, index, items, joints, materials, numbers, whole};

/// Attributes that can only occur once, and attributes that are numbered.
const SINGLE: [&str; 3] = ["POSITION", "NORMAL", "TANGENT"];
const NUMBERED: [&str; 4] = ["TEXCOORD", "COLOR", "JOINTS", "WEIGHTS"];

pub(super) fn check(check: &mut Check<'_>) {
    let mut highest = HashMap::new();
    let joints_of = joints::of_meshes(check);
    for (number, mesh) in check.list("meshes").iter().enumerate() {
        let path = Path::from([("mesh", number)]);
        let primitives = items(mesh, "primitives");
        let targets = primitives.first().map_or(0, |primitive| items(primitive, "targets").len());
        let weights = numbers(mesh, "weights");
        if weights.is_some_and(|weights| weights.len() != targets) {
            check.error(
                kinds::MORPH_WEIGHT_COUNT,
                path.clone().part("weights"),
                format!("there should be as many as morph targets: {targets}"),
            );
        }
        for (index, primitive) in primitives.iter().enumerate() {
            let path = path.clone().item("primitive", index);
            if items(primitive, "targets").len() != targets {
                check.error(
                    kinds::MORPH_COUNT,
                    path.clone(),
                    "has another number of morph targets than the first primitive",
                );
            }
            attributes(check, primitive, &path);
            indices(check, primitive, &mut highest, &path);
            // Without a skin nobody looks at them.
            if let Some(joints) = joints_of.get(&number) {
                joints::check(check, primitive, *joints, &path);
            }
            textures(check, primitive, &path);
        }
    }
}

/// Splits an attribute name into its kind and its number. Returns `None` if glTF does not have this attribute.
fn numbered(name: &str) -> Option<(&str, usize)> {
    let (kind, number) = name.split_once('_').filter(|(kind, _)| NUMBERED.contains(kind))?;
    let canonical = number == "0" || (!number.starts_with('0') && number.bytes().all(|digit| digit.is_ascii_digit()));
    number.parse().ok().filter(|_| canonical).map(|number| (kind, number))
}

fn is_known(name: &str) -> bool {
    name.starts_with('_') || SINGLE.contains(&name) || numbered(name).is_some()
}

fn attributes(check: &mut Check<'_>, primitive: &Value, path: &Path) {
    let mut sets: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let base: BTreeSet<&str> = entries(primitive, "attributes").map(|(name, _)| name).collect();
    for (name, accessor) in entries(primitive, "attributes") {
        let path = || path.clone().part("attributes").name(name.as_bytes());
        if !is_known(name) {
            check.error(kinds::ATTRIBUTE_NAME, path(), "no attribute of glTF; own ones begin with an underscore");
        }
        if let Some((kind, number)) = numbered(name) {
            sets.entry(kind).or_default().insert(number);
        }
        if let Some(accessor) = whole(accessor) {
            values(check, name, accessor, &path);
        }
    }
    for (kind, numbers) in &sets {
        if numbers.iter().zip(0..).any(|(number, expected)| *number != expected) {
            check.error(
                kinds::ATTRIBUTE_SETS,
                path.clone().part("attributes"),
                format!("sets of {kind} don't count from 0 without gaps"),
            );
        }
    }
    let count = |kind| sets.get(kind).map_or(0, BTreeSet::len);
    if count("JOINTS") != count("WEIGHTS") {
        check.error(
            kinds::ATTRIBUTE_SETS,
            path.clone().part("attributes"),
            "there should be as many sets of weights as of joints",
        );
    }
    for (number, target) in items(primitive, "targets").iter().enumerate() {
        for (name, accessor) in target.as_object().into_iter().flatten() {
            let path = || path.clone().item("target", number).name(name.as_bytes());
            if !is_known(name) {
                check.error(kinds::ATTRIBUTE_NAME, path(), "no attribute of glTF; own ones begin with an underscore");
            } else if !base.contains(name.as_str()) {
                check.error(kinds::MORPH_ATTRIBUTE, path(), "the primitive has no such attribute");
            }
            if name == "POSITION" && whole(accessor).is_some_and(|accessor| !check.has_bounds(accessor)) {
                check.error(kinds::BOUNDS_MISSING, path(), "positions need the bounds min and max");
            }
        }
    }
}

/// Checks the values of an attribute.
fn values(check: &mut Check<'_>, name: &str, accessor: usize, path: &dyn Fn() -> Path) {
    if check.component(accessor) == Some(Component::U32) {
        check.error(kinds::ATTRIBUTE_TYPE, path(), "whole numbers of 32 bits are for indices only");
    }
    match name {
        "POSITION" if !check.has_bounds(accessor) => {
            check.error(kinds::BOUNDS_MISSING, path(), "positions need the bounds min and max");
        }
        "NORMAL" => check.tell(accessor, Test::UnitVector, path),
        "TANGENT" => {
            check.tell(accessor, Test::UnitVector, path);
            check.tell(accessor, Test::TangentSign, path);
        }
        "COLOR_0" if check.component(accessor) == Some(Component::F32) => check.tell(accessor, Test::Fraction, path),
        _ => {}
    }
}

fn indices(check: &mut Check<'_>, primitive: &Value, highest: &mut HashMap<usize, u64>, path: &Path) {
    let Some(accessor) = index(primitive, "indices") else { return };
    let path = || path.clone().part("indices");
    check.tell(accessor, Test::NoRestart, path);
    let Some(array) = check.values(accessor) else { return };
    let positions = primitive.get("attributes").and_then(|attributes| index(attributes, "POSITION"));
    let vertices = positions.and_then(|positions| check.list("accessors").get(positions));
    let Some(vertices) = vertices.and_then(|accessor| index(accessor, "count")) else { return };
    let highest = *highest
        .entry(accessor)
        .or_insert_with(|| rows(array).map(|(_, bytes)| stored(array.component, bytes) as u64).max().unwrap_or(0));
    if highest >= vertices as u64 {
        check.error(kinds::INDEX_OUT_OF_BOUNDS, path(), format!("vertex {highest} is drawn, there are {vertices}"));
    }
}

/// Checks that a primitive has the texture coordinates that are used by the textures of its material.
fn textures(check: &mut Check<'_>, primitive: &Value, path: &Path) {
    let Some(material) = index(primitive, "material").and_then(|number| check.list("materials").get(number)) else {
        return;
    };
    for (texture, info) in materials::infos(material) {
        let transform = info.get("extensions").and_then(|extensions| extensions.get("KHR_texture_transform"));
        let set = transform.and_then(|transform| index(transform, "texCoord")).or_else(|| index(info, "texCoord"));
        let name = format!("TEXCOORD_{}", set.unwrap_or(0));
        let has_attribute = primitive.get("attributes").is_some_and(|attributes| attributes.get(&name).is_some());
        if !has_attribute {
            check.error(
                kinds::ATTRIBUTE_MISSING,
                path.clone().part("material"),
                format!("its {texture} needs {name}, which isn't there"),
            );
        }
    }
}
