//! Checks the shape of the JSON: empty lists, values that should be objects, extensions that are not declared.

use crate::kinds;
use std::collections::HashSet;

use binio::Path;
use serde_json::Value;

use super::{Check, entries, items};

/// The lists at the root, and the names of their items.
const LISTS: [(&str, &str); 13] = [
    ("accessors", "accessor"),
    ("animations", "animation"),
    ("bufferViews", "bufferView"),
    ("buffers", "buffer"),
    ("cameras", "camera"),
    ("images", "image"),
    ("materials", "material"),
    ("meshes", "mesh"),
    ("nodes", "node"),
    ("samplers", "sampler"),
    ("scenes", "scene"),
    ("skins", "skin"),
    ("textures", "texture"),
];

/// Lists that must not be empty if they exist.
const NOT_EMPTY: [&str; 12] = [
    "children",
    "joints",
    "nodes",
    "primitives",
    "targets",
    "weights",
    "channels",
    "samplers",
    "min",
    "max",
    "extensionsUsed",
    "extensionsRequired",
];

/// An extension without an object of its own. It only changes which number types are allowed.
const QUANTIZATION: &str = "KHR_mesh_quantization";

pub(super) fn check(check: &mut Check<'_>) {
    for (list, part) in LISTS {
        if is_empty(check.root.get(list)) {
            check.error(kinds::EMPTY_LIST, Path::from(list), "an empty list should be left out");
        }
        if check.root.get(list).is_some_and(|list| !list.is_array()) {
            check.error(kinds::WRONG_TYPE, Path::from(list), "should be a list");
        }
        for (number, item) in check.list(list).iter().enumerate() {
            let path = Path::from([(part, number)]);
            if !item.is_object() {
                check.error(kinds::WRONG_TYPE, path, "should be an object");
                continue;
            }
            shape(check, item, &path);
        }
    }
    declarations(check);
    let declared: HashSet<&str> = items(check.root, "extensionsUsed").iter().filter_map(Value::as_str).collect();
    extensions(check, check.root, &declared, &Path::new());
}

fn is_empty(value: Option<&Value>) -> bool {
    value.and_then(Value::as_array).is_some_and(Vec::is_empty)
}

/// Checks that lists and attribute objects are not empty.
fn shape(check: &mut Check<'_>, object: &Value, path: &Path) {
    for name in NOT_EMPTY.into_iter().filter(|name| is_empty(object.get(*name))) {
        check.error(kinds::EMPTY_LIST, path.clone().part(name), "an empty list should be left out");
    }
    for (number, primitive) in items(object, "primitives").iter().enumerate() {
        let path = path.clone().item("primitive", number);
        shape(check, primitive, &path);
        let attributes = primitive.get("attributes").map(|attributes| (attributes, path.clone().part("attributes")));
        let targets = items(primitive, "targets").iter().enumerate();
        let targets = targets.map(|(number, target)| (target, path.clone().item("target", number)));
        for (attributes, path) in attributes.into_iter().chain(targets) {
            if attributes.as_object().is_some_and(serde_json::Map::is_empty) {
                check.error(kinds::PRIMITIVE_WITHOUT_ATTRIBUTES, path, "there should be at least one attribute");
            }
        }
    }
    for name in ["children", "nodes", "joints"] {
        let mut seen = HashSet::new();
        let again = items(object, name).iter().filter_map(super::whole).find(|node| !seen.insert(*node));
        if let Some(node) = again {
            check.error(kinds::ENTRY_DUPLICATE, path.clone().part(name), format!("node {node} is a duplicate"));
        }
    }
}

/// Checks how extensions are declared.
fn declarations(check: &mut Check<'_>) {
    let names = |list| items(check.root, list).iter().filter_map(Value::as_str).collect::<Vec<_>>();
    let (used, required) = (names("extensionsUsed"), names("extensionsRequired"));
    for (list, names) in [("extensionsUsed", &used), ("extensionsRequired", &required)] {
        if is_empty(check.root.get(list)) {
            check.error(kinds::EMPTY_LIST, Path::from(list), "an empty list should be left out");
        }
        let mut seen = HashSet::new();
        for name in names.iter().filter(|name| !seen.insert(**name)) {
            check.error(kinds::ENTRY_DUPLICATE, Path::from(list).name(name.as_bytes()), "is a duplicate");
        }
    }
    for name in required.iter().filter(|name| !used.contains(*name)) {
        check.error(
            kinds::UNDECLARED_EXTENSION,
            Path::from("extensionsRequired").name(name.as_bytes()),
            "is not among extensionsUsed",
        );
    }
    if used.contains(&QUANTIZATION) && !required.contains(&QUANTIZATION) {
        check.error(
            kinds::UNDECLARED_EXTENSION,
            Path::from("extensionsUsed").name(QUANTIZATION.as_bytes()),
            "has to be required, too",
        );
    }
}

/// Checks that every extension with an object is declared. The recursion is safe, because the reader has limited the
/// depth of the JSON.
fn extensions(check: &mut Check<'_>, value: &Value, declared: &HashSet<&str>, path: &Path) {
    if let Value::Array(list) = value {
        list.iter().zip(0..).for_each(|(item, number)| {
            let mut path = path.clone();
            path.push(binio::Segment::Index(number));
            extensions(check, item, declared, &path);
        });
        return;
    }
    for (name, object) in entries(value, "extensions") {
        let path = path.clone().part("extensions").name(name.as_bytes());
        if !object.is_object() {
            check.error(kinds::WRONG_TYPE, path, "should be an object");
        } else if name == QUANTIZATION {
            check.error(kinds::WRONG_TYPE, path, "this extension has no object");
        } else if !declared.contains(name) {
            check.error(kinds::UNDECLARED_EXTENSION, path, "is not among extensionsUsed");
        }
    }
    let Some(object) = value.as_object() else { return };
    for (name, inner) in object.iter().filter(|(name, _)| !matches!(name.as_str(), "extras" | "extensions")) {
        if inner.is_object() || inner.is_array() {
            extensions(check, inner, declared, &path.clone().name(name.as_bytes()));
        }
    }
}
