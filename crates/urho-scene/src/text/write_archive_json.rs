//! Writes JSON archives for rbfx. The members of an object must be sorted by name.

use urho_core::Variant;
use urho_core::tree::JsonWriter;

use super::number::json_number;
use super::{Writing, Written, archived_kind, class_of, hexadecimal, utf8};
use crate::attributes::Attributes;
use crate::class::{AttributeInfo, Class};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::{Children, Component, Kind, Scene};
use crate::value::{Curve, Value};

/// Writes the scene, and returns the file.
///
/// # Errors
/// Fails if text can't store the content.
pub(crate) fn write(writing: &mut Writing<'_>, scene: &Scene<'_>) -> Result<Vec<u8>, Error> {
    let mut json = writing.json();
    node(writing, &mut json, (scene, &scene.children()), 0)?;
    json.finish().map_err(|error| error.map_kind(ErrorKind::Text))
}

enum Step {
    Node(usize),
    End(bool),
}

/// Writes a node and its descendants.
pub(crate) fn node(
    writing: &mut Writing<'_>,
    json: &mut JsonWriter,
    (scene, children): (&Scene<'_>, &Children),
    top: usize,
) -> Result<(), Error> {
    let mut open = vec![Step::Node(top)];
    while let Some(step) = open.pop() {
        let index = match step {
            Step::Node(index) => index,
            Step::End(has_children) => {
                if has_children {
                    json.end();
                }
                json.end();
                continue;
            }
        };
        let Some(node) = scene.nodes.get(index) else { continue };
        let place = Place::node(index);
        let class = if index == 0 { writing.classes.scene() } else { writing.classes.node() };
        json.object();
        id(json, node.id);
        writing.no_animations(&node.animations, place);
        attributes(writing, json, &node.attributes, Some(class), place)?;
        if index == 0 && scene.kind == Kind::Scene {
            json.member("auxiliary").array().end();
        }
        if !node.components.is_empty() {
            json.member("components").array();
            for (number, component) in node.components.iter().enumerate() {
                self::component(writing, json, component, place.component(number))?;
            }
            json.end();
        }
        let inside = children.of(index);
        if !inside.is_empty() {
            json.member("nodes").array();
        }
        open.push(Step::End(!inside.is_empty()));
        open.extend(inside.iter().rev().map(|child| Step::Node(*child as usize)));
    }
    Ok(())
}

fn id(json: &mut JsonWriter, id: u32) {
    if id != 0 {
        json.member("_id").raw(&id.to_string());
    }
}

/// Writes a component.
pub(crate) fn component(
    writing: &mut Writing<'_>,
    json: &mut JsonWriter,
    component: &Component<'_>,
    place: Place,
) -> Result<(), Error> {
    let (class, name) = class_of(writing.classes, &component.class);
    json.object();
    id(json, component.id);
    match name.starts_with(b"#") && component.class.name.is_empty() {
        true => json.member("_typeHash").raw(&component.class.hash.0.to_string()),
        false => json.member("_typeName").string(utf8(&name, place)?),
    };
    writing.no_animations(&component.animations, place);
    attributes(writing, json, &component.attributes, class, place)?;
    json.end();
    Ok(())
}

fn attributes(
    writing: &mut Writing<'_>,
    json: &mut JsonWriter,
    attributes: &Attributes<'_>,
    class: Option<&Class>,
    place: Place,
) -> Result<(), Error> {
    if let Attributes::Opaque(_) = attributes {
        return Err(Error::new(
            ErrorKind::NotInForm("attributes of an unknown class out of a binary scene"),
            place.path(),
        ));
    }
    let all = writing.archived(attributes, class);
    writing.tell_untyped(&all, place);
    if all.is_empty() {
        return Ok(());
    }
    json.member("attributes").array();
    all.iter().try_for_each(|attribute| self::attribute(writing, json, attribute, place))?;
    json.end();
    Ok(())
}

/// Writes an attribute to an archive.
pub(crate) fn attribute(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    attribute: &Written<'_>,
    place: Place,
) -> Result<(), Error> {
    json.object();
    match attribute.name.is_empty() && attribute.hash.0 != 0 {
        true => json.member("nameHash").raw(&attribute.hash.0.to_string()),
        false => json.member("name").string(utf8(&attribute.name, place)?),
    };
    json.member("type").string(archived_kind(attribute).name());
    match &*attribute.value {
        Value::Variant(value) => field(writing, json, value, attribute.info, place)?,
        Value::Curve(curve) => self::curve(writing, json, curve, place)?,
        Value::Text(text) => drop(json.member("value").string(utf8(text, place)?)),
    }
    json.end();
    Ok(())
}

/// Writes the member `value`. An empty value does not have it.
fn field(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    if matches!(value, Variant::None) {
        return Ok(());
    }
    json.member("value");
    content(writing, json, value, info, place)
}

fn content(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    let element = |json: &mut JsonWriter, value: &Variant<'_>| -> Result<(), Error> {
        json.member("type").string(value.kind().name());
        field(writing, json, value, None, place)?;
        json.end();
        Ok(())
    };
    let is_named = info.is_some_and(|info| !info.names.is_empty());
    match value {
        Variant::Bool(value) if *value <= 1 => drop(json.bool(*value != 0)),
        Variant::Int(value) if !is_named => drop(json.raw(&value.to_string())),
        Variant::Float(value) if value.is_finite() => drop(json.raw(&json_number(f64::from(*value)))),
        Variant::Double(value) if value.is_finite() => drop(json.raw(&json_number(*value))),
        Variant::Buffer(bytes) => {
            json.object().member("data").string(&hexadecimal(bytes));
            json.member("size").raw(&bytes.len().to_string()).end();
        }
        Variant::StringVector(texts) => {
            json.array();
            for text in texts {
                json.string(utf8(text, place)?);
            }
            json.end();
        }
        Variant::VariantVector(items) => {
            json.array();
            items.iter().try_for_each(|item| element(json.object(), item))?;
            json.end();
        }
        Variant::VariantMap(entries) => {
            json.array();
            for (key, item) in entries {
                element(json.object().member("key").raw(&key.hash.0.to_string()), item)?;
            }
            json.end();
        }
        Variant::StringVariantMap(entries) => {
            json.array();
            for (key, item) in entries {
                element(json.object().member("key").string(utf8(key, place)?), item)?;
            }
            json.end();
        }
        _ => {
            let text = writing.text(value, info, place)?;
            json.string(utf8(&text, place)?);
        }
    }
    Ok(())
}

fn curve(writing: &Writing<'_>, json: &mut JsonWriter, curve: &Curve<'_>, place: Place) -> Result<(), Error> {
    let interpolation = curve.interpolation.name();
    let unknown = || Error::new(ErrorKind::NotInForm("an interpolation that has no name"), place.path());
    json.member("value").object().member("interpolation").string(interpolation.ok_or_else(unknown)?);
    if !curve.keys.is_empty() {
        json.member("keyframes").array();
        for key in &curve.keys {
            json.object();
            if let Some((inward, outward)) = &key.tangents {
                content(writing, json.member("in"), inward, None, place)?;
                content(writing, json.member("out"), outward, None, place)?;
            }
            content(writing, json.member("time"), &Variant::Float(key.time), None, place)?;
            content(writing, json.member("value"), &key.value, None, place)?;
            json.end();
        }
        json.end();
    }
    json.member("name").string(utf8(&curve.name, place)?).member("splineTension");
    content(writing, json, &Variant::Float(curve.spline_tension), None, place)?;
    json.member("type").string(curve.kind.name()).end();
    Ok(())
}
