//! Views scenes in glTF, FBX and OBJ, with paths such as `nodes/Lamp/translation` and `materials/Glass/base_color`.
//! They can't be changed.

use asset_scene::{Alpha, Material, Node, Scene, Texture, Transform};
use binio::Name;
use urho_core::Variant;

use super::Address;
use crate::part::Part;
use crate::value::Value;

/// These lists come from the scene, and not from the summary.
pub(super) const LISTS: [&str; 2] = ["nodes", "materials"];

/// Returns the nodes and materials in a scene.
pub(super) fn lists<'d>(scene: &'d Scene<'_>) -> Vec<Part<'d>> {
    vec![
        Part::list("nodes", Address::None, move || scene.nodes.iter().map(|item| node(scene, item)).collect()),
        Part::list("materials", Address::None, move || {
            scene.materials.iter().map(|item| material(scene, item)).collect()
        }),
    ]
}

fn value<'d>(name: &'static str, variant: Variant<'static>) -> Part<'d> {
    Part::value_of(name, Value::fixed(variant), Address::None)
}

fn text(text: &str) -> Variant<'static> {
    Variant::String(Name::from(text.to_owned()))
}

/// Returns the name of an item. If there is no name, this is the position.
fn named(name: &str, index: usize) -> Variant<'static> {
    if name.is_empty() { text(&format!("[{index}]")) } else { text(name) }
}

fn node<'d>(scene: &'d Scene<'_>, node: &'d Node) -> Part<'d> {
    let kind = match node {
        Node { mesh: Some(_), .. } => "Mesh",
        Node { light: Some(_), .. } => "Light",
        Node { camera: Some(_), .. } => "Camera",
        _ => "Node",
    };
    Part::group(node.name.clone(), kind, Address::None, move || {
        let mut parts = Vec::new();
        let parent = node.parent.and_then(|id| Some((scene.nodes.get(id)?, id)));
        parts.extend(parent.map(|(parent, id)| value("parent", named(&parent.name, id.index()))));
        match node.transform {
            Transform::Trs { translation, rotation: [x, y, z, w], scale } => parts.extend([
                value("translation", Variant::Vector3(translation)),
                value("rotation", Variant::Quaternion([w, x, y, z])),
                value("scale", Variant::Vector3(scale)),
            ]),
            Transform::Matrix(columns) => parts.push(value("matrix", numbers(&columns))),
        }
        let mesh = node.mesh.and_then(|id| Some((scene.meshes.get(id)?, id)));
        parts.extend(mesh.map(|(mesh, id)| value("mesh", named(&mesh.name, id.index()))));
        let light = node.light.and_then(|id| Some((scene.lights.get(id)?, id)));
        parts.extend(light.map(|(light, id)| value("light", named(&light.name, id.index()))));
        let camera = node.camera.and_then(|id| Some((scene.cameras.get(id)?, id)));
        parts.extend(camera.map(|(camera, id)| value("camera", named(&camera.name, id.index()))));
        if node.hidden {
            parts.push(value("hidden", Variant::Bool(1)));
        }
        let extras = node
            .extras
            .iter()
            .map(|(name, item)| Part::value_of(name.clone(), Value::fixed(text(&item.to_string())), Address::None));
        let extras: Vec<Part<'d>> = extras.collect();
        if !extras.is_empty() {
            parts.push(Part::group("extras", "", Address::None, move || extras.clone()));
        }
        parts
    })
}

/// Returns several numbers as one text.
fn numbers(numbers: &[f32]) -> Variant<'static> {
    text(&numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

fn material<'d>(scene: &'d Scene<'_>, material: &'d Material) -> Part<'d> {
    Part::group(material.name.clone(), "", Address::None, move || {
        let alpha = match material.alpha {
            Alpha::Opaque => "opaque".to_owned(),
            Alpha::Mask { cutoff } => format!("mask {cutoff}"),
            Alpha::Blend => "blend".to_owned(),
        };
        let mut parts = vec![
            value("base_color", Variant::Color(material.base_color)),
            value("metallic", Variant::Float(material.metallic)),
            value("roughness", Variant::Float(material.roughness)),
            value("normal_scale", Variant::Float(material.normal_scale)),
            value("occlusion_strength", Variant::Float(material.occlusion_strength)),
            value("emissive", Variant::Vector3(material.emissive)),
            value("emissive_strength", Variant::Float(material.emissive_strength)),
            value("ior", Variant::Float(material.ior)),
            value("alpha", text(&alpha)),
            value("double_sided", Variant::Bool(u8::from(material.double_sided))),
            value("unlit", Variant::Bool(u8::from(material.unlit))),
        ];
        let textures = [
            ("base_color_texture", &material.base_color_texture),
            ("metallic_roughness_texture", &material.metallic_roughness_texture),
            ("normal_texture", &material.normal_texture),
            ("occlusion_texture", &material.occlusion_texture),
            ("emissive_texture", &material.emissive_texture),
        ];
        parts.extend(textures.into_iter().filter_map(|(name, material)| texture(scene, name, material.as_ref())));
        if let Some(specular) = material.specular.as_deref() {
            parts.push(value("specular", Variant::Float(specular.factor)));
            parts.push(value("specular_color", Variant::Vector3(specular.color)));
            parts.extend(texture(scene, "specular_texture", specular.texture.as_ref()));
            parts.extend(texture(scene, "specular_color_texture", specular.color_texture.as_ref()));
        }
        parts
    })
}

fn texture<'d>(scene: &Scene<'_>, name: &'static str, texture: Option<&Texture>) -> Option<Part<'d>> {
    let id = texture?.image;
    Some(value(name, named(&scene.images.get(id)?.name, id.index())))
}
