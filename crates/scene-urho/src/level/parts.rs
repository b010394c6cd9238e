//! Reads attributes. If an attribute isn't in the file, these functions return its default value.

use std::collections::HashSet;

use asset_scene::{Transform, escape_name};
use urho_scene::{Component, Node, Variant};

use crate::mirror;

pub(super) fn float(component: &Component<'_>, name: &str, usual: f32) -> f32 {
    match component.get(name) {
        Some(Variant::Float(number)) if number.is_finite() => number,
        _ => usual,
    }
}

pub(super) fn flag(component: &Component<'_>, name: &str, usual: bool) -> bool {
    component.get(name).and_then(|value| value.as_bool()).unwrap_or(usual)
}

pub(super) fn number(component: &Component<'_>, name: &str, usual: i32) -> i32 {
    match component.get(name) {
        Some(Variant::Int(number)) => number,
        _ => usual,
    }
}

/// Returns the resource in an attribute, with slashes.
pub(super) fn resource(component: &Component<'_>, name: &str) -> Option<String> {
    match component.get(name)? {
        Variant::ResourceRef(reference) => Some(clean(&reference.name)).filter(|name| !name.is_empty()),
        _ => None,
    }
}

/// Returns the resources in a list attribute. An empty name becomes `None`.
pub(super) fn resources(component: &Component<'_>, name: &str) -> Vec<Option<String>> {
    match component.get(name) {
        Some(Variant::ResourceRefList(list)) => {
            list.names.iter().map(|name| Some(clean(name)).filter(|name| !name.is_empty())).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the node ids in a list attribute, which has their count first.
pub(super) fn ids(component: &Component<'_>, name: &str) -> Vec<u32> {
    match component.get(name) {
        Some(Variant::VariantVector(items)) => {
            let number = |item: &Variant<'_>| if let Variant::Int(id) = item { Some(*id as u32) } else { None };
            items.iter().skip(1).filter_map(number).filter(|id| *id != 0).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns all resources of a type that a file uses, with the index of the node. There can be duplicates.
pub(super) fn named(file: &urho_scene::Scene<'_>, kind: &str) -> Vec<(usize, String)> {
    let mut named = Vec::new();
    file.each_resource(|place, _, of, name| {
        if of == kind {
            named.push((place.node, clean(name)));
        }
    });
    named
}

/// Returns all resources that a file uses, in lower case.
pub(super) fn names(file: &urho_scene::Scene<'_>) -> HashSet<String> {
    let mut names = HashSet::new();
    file.each_resource(|_, _, _, name| {
        names.insert(clean(name).to_lowercase());
    });
    names
}

pub(super) fn clean(name: &binio::Name<'_>) -> String {
    name.to_text().trim().replace('\\', "/")
}

/// Returns the name of a node as text, as scenes use it.
pub(super) fn name(node: &Node<'_>) -> String {
    escape_name(&node.name())
}

/// Returns the transform of a node, in the space of the scene.
pub(super) fn transform(node: &Node<'_>) -> Transform {
    Transform::Trs {
        translation: mirror::vector(node.position().to_array()),
        rotation: mirror::rotation(unit(node.rotation().to_array())),
        scale: node.scale().to_array(),
    }
}

/// Returns a rotation with unit length, normalised as in the engine.
fn unit(rotation: [f32; 4]) -> [f32; 4] {
    let length = rotation.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    if (length - 1.0).abs() <= 1e-6 || length < 1e-9 || !length.is_finite() {
        return rotation;
    }
    rotation.map(|number| (f64::from(number) / length) as f32)
}

/// Returns a file name without folder and extension.
pub(super) fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
