//! Findings about scenes: invalid values, and what they will do in the engine.

use std::collections::HashSet;

use binio::Findings;
use urho_core::{Engine, HashedName, RESOURCE_TYPES, Variant};

use crate::attributes::Attributes;
use crate::class::{AttributeInfo, Class, Classes};
use crate::document::Document;
use crate::encoding::Encoding;
use crate::kinds;
use crate::place::Place;
use crate::references::class_of;
use crate::scene::{Component, Kind, Scene};
use crate::value::Value;

impl Document<'_> {
    /// Returns findings about everything in the file that is invalid or unusual. Each finding tells you what the engine
    /// will do.
    pub fn validate(&self) -> Findings {
        self.findings()
    }
}

impl Document<'_> {
    /// Returns warnings about content that the engine can't read in this encoding, although it can in others. For
    /// example, rbfx is not able to read a camera in a binary scene.
    ///
    /// You should call this after a conversion. [`validate`](Self::validate) also reports the cameras.
    pub fn form_findings(&self) -> Findings {
        let mut findings = self.cameras();
        if self.engine() == Engine::Rbfx && self.kind() == Kind::Prefab && !self.encoding().is_archive() {
            let message = "a prefab that is no archive; a PrefabReference of rbfx loads nothing from it";
            findings.warning(kinds::PREFAB_NOT_ARCHIVE, Place::node(0).path(), message);
        }
        findings
    }

    /// Reports cameras that rbfx reads in the wrong way: it does not write read-only attributes to binary scenes, but
    /// expects them when it reads.
    pub(crate) fn cameras(&self) -> Findings {
        let mut findings = Findings::new();
        if self.engine() != Engine::Rbfx || self.encoding() != Encoding::Binary {
            return findings;
        }
        for (index, node) in self.scene().nodes.iter().enumerate() {
            let cameras = node.components.iter().enumerate().filter(|(_, component)| component.is_a("Camera"));
            for (number, _) in cameras {
                let message = "rbfx misreads the camera from its Zone Mask on; write an archive";
                findings.warning(kinds::CAMERA_MISREAD, Place::node(index).component(number).path(), message);
            }
        }
        findings
    }
}

impl Scene<'_> {
    /// Returns findings about the scene, each with the effect in the engine. This checks for:
    ///
    /// - duplicate ids, and references to nodes that do not exist
    /// - classes and attributes that `classes` does not have
    /// - values with the wrong type, and transforms that are not finite
    /// - resource names that lead out of the resource folders
    /// - content that the engine will lose when it saves the scene
    pub fn validate(&self, classes: &Classes) -> Findings {
        let mut findings = Findings::new();
        self.check_ids(&mut findings);
        for (index, node) in self.nodes.iter().enumerate() {
            let place = Place::node(index);
            check_attributes(&node.attributes, class_of(classes, self.kind, place, None), place, &mut findings);
            for (number, component) in node.components.iter().enumerate() {
                check_component(component, classes, place.component(number), &mut findings);
            }
            check_transform(node, place, &mut findings);
        }
        for reference in self.id_references(classes).iter().filter(|reference| reference.target.is_none()) {
            let what = if reference.to_component { "component" } else { "node" };
            let message = format!(
                "attribute \"{}\": there is no {what} of the id {}; the engine says so in its log and refers to nothing",
                reference.attribute, reference.id
            );
            findings.warning(kinds::REFERENCE_MISSING, reference.place.path(), message);
        }
        self.check_resources(&mut findings);
        let has_drawables = self.nodes.iter().any(|node| node.components_of("StaticModel").next().is_some());
        let has_octree = self.nodes.first().is_some_and(|root| root.components_of("Octree").next().is_some());
        if self.kind == Kind::Scene && has_drawables && !has_octree {
            findings.warning(kinds::NO_OCTREE, "scene", "no Octree on the outermost node; the engine draws nothing");
        }
        findings
    }

    fn check_ids(&self, findings: &mut Findings) {
        let (mut nodes, mut components) = (HashSet::new(), HashSet::new());
        let mut clash = |ids: &mut HashSet<u32>, id: u32, place: Place| {
            if id != 0 && !ids.insert(id) {
                let message =
                    format!("duplicate id {id}; the engine gives the later one a new id, and references break");
                findings.warning(kinds::ID_DUPLICATE, place.path(), message);
            }
        };
        for (index, node) in self.nodes.iter().enumerate() {
            let place = Place::node(index);
            clash(&mut nodes, node.id, place);
            for (number, component) in node.components.iter().enumerate() {
                clash(&mut components, component.id, place.component(number));
            }
        }
    }

    fn check_resources(&self, findings: &mut Findings) {
        for resource in self.resources() {
            let name = &resource.name;
            let leads_out = name.split(|byte| matches!(byte, b'/' | b'\\')).any(|step| step == b"..");
            let is_absolute = name.starts_with(b"/") || name.get(1) == Some(&b':');
            if leads_out || is_absolute {
                let message = format!(
                    "attribute \"{}\": \"{name}\" leads out of the resource folders; the engine takes such steps out of the name",
                    resource.attribute
                );
                findings.warning(kinds::RESOURCE_OUTSIDE, resource.place.path(), message);
            } else if name.contains(&b'\\') {
                let message =
                    format!("attribute \"{}\": \"{name}\" has backslashes; packages hold slashes", resource.attribute);
                findings.note(kinds::RESOURCE_BACKSLASH, resource.place.path(), message);
            }
        }
    }
}

fn check_component(component: &Component<'_>, classes: &Classes, place: Place, findings: &mut Findings) {
    let class = classes.get(component.class.hash);
    match (&component.attributes, class) {
        (Attributes::Opaque(bytes), Some(class)) if bytes.is_empty() => {
            let message =
                format!("{}: no attributes; an engine that didn't know the class has lost them", class.name());
            findings.warning(kinds::CLASS_WITHOUT_ATTRIBUTES, place.path(), message);
        }
        (Attributes::Opaque(bytes), Some(class)) => {
            let message = format!(
                "{}: {} bytes that don't hold its attributes; the engine reads them all the same, as far as they go",
                class.name(),
                bytes.len()
            );
            findings.warning(kinds::CLASS_BYTES, place.path(), message);
        }
        (Attributes::Opaque(bytes), None) => {
            let message = format!(
                "unknown class {:?}, {} bytes; an engine without it tries names for it by the million",
                component.class,
                bytes.len()
            );
            findings.note(kinds::CLASS_UNKNOWN, place.path(), message);
        }
        (_, None) => unknown_class(component, place, findings),
        (_, Some(class)) => check_case(component, class, place, findings),
    }
    check_attributes(&component.attributes, class.map(|class| &**class), place, findings);
}

/// Reports a class that is not in the tables.
fn unknown_class(component: &Component<'_>, place: Place, findings: &mut Findings) {
    let message = format!(
        "unknown class \"{}\"; an engine without it loses its attributes when it saves in bytes",
        component.class.name
    );
    findings.note(kinds::CLASS_UNKNOWN, place.path(), message);
}

/// Reports a class name that only differs in case. Its hash is that from before, when the engine ignored case.
fn check_case(component: &Component<'_>, class: &Class, place: Place, findings: &mut Findings) {
    let name = &component.class.name;
    if !name.is_empty() && **name != *class.name().as_bytes() {
        let message = format!("unknown class \"{name}\"; the class is called \"{}\"", class.name());
        findings.warning(kinds::CLASS_CASE, place.path(), message);
    }
}

fn check_attributes(attributes: &Attributes<'_>, class: Option<&Class>, place: Place, findings: &mut Findings) {
    let mut seen = HashSet::new();
    for (name, value) in attributes.iter() {
        let info = class.and_then(|class| class.attribute(&name.name));
        if !name.name.is_empty() && !seen.insert(name.name.to_vec()) {
            findings.note(
                kinds::ATTRIBUTE_DUPLICATE,
                place.path(),
                format!("duplicate attribute \"{}\"; the later one counts", name.name),
            );
        }
        if let (Some(info), Value::Variant(Variant::Int(number))) = (info, &*value) {
            if !info.names.is_empty() && info.name_of(*number).is_none() {
                let message = format!(
                    "attribute \"{}\": {number} is out of bounds of its {} values; saving as text, the engine reads out of bounds",
                    name.name,
                    info.names.len()
                );
                findings.error(kinds::ENUM_VALUE, place.path(), message);
            }
        }
        check_type(&name, (info, value.variant()), place, findings);
        let floats = value.variant().and_then(|variant| variant.floats().map(<[f32]>::to_vec));
        if floats.is_some_and(|floats| floats.iter().any(|value| value.is_nan())) {
            findings.warning(kinds::NOT_A_NUMBER, place.path(), format!("attribute \"{}\" is not a number", name.name));
        }
    }
}

/// Reports a reference to a resource if it has another type than the attribute.
fn check_type(
    name: &HashedName<'_>,
    (info, value): (Option<&AttributeInfo>, Option<&Variant<'_>>),
    place: Place,
    findings: &mut Findings,
) {
    let ty = |value: &Variant<'_>| match value {
        Variant::ResourceRef(reference) if !reference.name.is_empty() => Some(reference.kind.clone().into_owned()),
        Variant::ResourceRefList(list) if !list.names.is_empty() => Some(list.kind.clone().into_owned()),
        _ => None,
    };
    let wanted = info.and_then(|info| info.default.as_ref()).and_then(|default| match default {
        Variant::ResourceRef(reference) => Some(&reference.kind),
        Variant::ResourceRefList(list) => Some(&list.kind),
        _ => None,
    });
    // Some attributes are declared with the class of their component as the type, which no resource has.
    let is_resource = |kind: &&HashedName<'_>| RESOURCE_TYPES.iter().any(|name| kind.name == **name);
    if let (Some(wanted), Some(found)) = (wanted.filter(is_resource), value.and_then(ty)) {
        // Textures of every kind are in the same attributes.
        let is_texture = |kind: &HashedName<'_>| kind.name.starts_with(b"Texture");
        if *wanted != found && !(is_texture(wanted) && is_texture(&found)) {
            let message =
                format!("attribute \"{}\": a reference to a {found:?}, where a {wanted:?} belongs", name.name);
            // The engines load the resource by the type of the attribute, not by the stored one.
            findings.note(kinds::RESOURCE_TYPE, place.path(), message);
        }
    }
}

fn check_transform(node: &crate::scene::Node<'_>, place: Place, findings: &mut Findings) {
    let (position, rotation, scale) = (node.position(), node.rotation(), node.scale());
    if !(position.is_finite() && rotation.is_finite() && scale.is_finite()) {
        findings.warning(
            kinds::TRANSFORM_NOT_FINITE,
            place.path(),
            "a transform that isn't finite; the node and all below it disappear",
        );
    } else if (rotation.length_squared() - 1.0).abs() > 2e-2 {
        findings.note(
            kinds::ROTATION_NOT_UNIT,
            place.path(),
            "the rotation is no unit quaternion; the engine makes it one",
        );
    }
    if scale.is_finite()
        && scale.min_element() <= 0.0
        && scale.max_element().abs().max(scale.min_element().abs()) == 0.0
    {
        findings.note(kinds::SCALE_ZERO, place.path(), "the scale is 0; nothing of the node is seen");
    }
}
