//! Writes XML archives for rbfx.

use urho_core::tree::XmlWriter;
use urho_core::{HashedName, Variant};

use super::{Writing, Written, archived_kind, class_of, hexadecimal};
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
    let mut xml = XmlWriter::document();
    node(writing, &mut xml, (scene, &scene.children()), 0)?;
    xml.finish().map_err(|error| error.map_kind(ErrorKind::Text))
}

/// What to do next: write a node, or end a node after its children. This also says whether there are children.
enum Step {
    Node(usize),
    End(bool),
}

/// Writes a node and its descendants.
pub(crate) fn node(
    writing: &mut Writing<'_>,
    xml: &mut XmlWriter,
    (scene, children): (&Scene<'_>, &Children),
    top: usize,
) -> Result<(), Error> {
    let mut open = vec![Step::Node(top)];
    while let Some(step) = open.pop() {
        let index = match step {
            Step::Node(index) => index,
            Step::End(has_children) => {
                if has_children {
                    xml.close();
                }
                if open.is_empty() && top == 0 && scene.kind == Kind::Scene {
                    xml.open("auxiliary").close();
                }
                xml.close();
                continue;
            }
        };
        let Some(node) = scene.nodes.get(index) else { continue };
        let place = Place::node(index);
        xml.open(if index == 0 { "resource" } else { "node" });
        let class = if index == 0 { writing.classes.scene() } else { writing.classes.node() };
        id(xml, node.id);
        writing.no_animations(&node.animations, place);
        attributes(writing, xml, &node.attributes, Some(class), place)?;
        if !node.components.is_empty() {
            xml.open("components");
            for (number, component) in node.components.iter().enumerate() {
                self::component(writing, xml, component, place.component(number))?;
            }
            xml.close();
        }
        let inside = children.of(index);
        if !inside.is_empty() {
            xml.open("nodes");
        }
        open.push(Step::End(!inside.is_empty()));
        open.extend(inside.iter().rev().map(|child| Step::Node(*child as usize)));
    }
    Ok(())
}

fn id(xml: &mut XmlWriter, id: u32) {
    if id != 0 {
        xml.attribute("_id", id.to_string().as_bytes());
    }
}

/// Writes a component.
pub(crate) fn component(
    writing: &mut Writing<'_>,
    xml: &mut XmlWriter,
    component: &Component<'_>,
    place: Place,
) -> Result<(), Error> {
    let (class, name) = class_of(writing.classes, &component.class);
    xml.open("component");
    id(xml, component.id);
    match name.starts_with(b"#") && component.class.name.is_empty() {
        true => xml.attribute("_typeHash", component.class.hash.0.to_string().as_bytes()),
        false => xml.attribute("_typeName", &name),
    };
    writing.no_animations(&component.animations, place);
    attributes(writing, xml, &component.attributes, class, place)?;
    xml.close();
    Ok(())
}

fn attributes(
    writing: &mut Writing<'_>,
    xml: &mut XmlWriter,
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
    xml.open("attributes");
    all.iter().try_for_each(|attribute| self::attribute(writing, xml, attribute, place))?;
    xml.close();
    Ok(())
}

/// Writes an attribute to an archive.
pub(crate) fn attribute(
    writing: &Writing<'_>,
    xml: &mut XmlWriter,
    attribute: &Written<'_>,
    place: Place,
) -> Result<(), Error> {
    xml.open("attribute");
    match attribute.name.is_empty() && attribute.hash.0 != 0 {
        true => xml.attribute("nameHash", attribute.hash.0.to_string().as_bytes()),
        false => xml.attribute("name", &attribute.name),
    };
    xml.attribute("type", archived_kind(attribute).name().as_bytes());
    match &*attribute.value {
        Value::Variant(value) => content(writing, xml, value, attribute.info, place)?,
        Value::Curve(curve) => self::curve(writing, xml, curve, place)?,
        Value::Text(text) => drop(xml.attribute("value", text)),
    }
    xml.close();
    Ok(())
}

/// Writes a value, either as an attribute `value` or as an element with this name.
fn content(
    writing: &Writing<'_>,
    xml: &mut XmlWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    let element = |xml: &mut XmlWriter, value: &Variant<'_>| -> Result<(), Error> {
        xml.attribute("type", value.kind().name().as_bytes());
        content(writing, xml, value, None, place)?;
        xml.close();
        Ok(())
    };
    match value {
        Variant::None => return Ok(()),
        Variant::Buffer(bytes) => {
            xml.open("value").attribute("size", bytes.len().to_string().as_bytes());
            xml.attribute("data", hexadecimal(bytes).as_bytes());
        }
        Variant::StringVector(texts) => {
            xml.open("value");
            for text in texts {
                xml.open("element").attribute("value", text).close();
            }
        }
        Variant::VariantVector(items) => {
            xml.open("value");
            items.iter().try_for_each(|item| element(xml.open("element"), item))?;
        }
        Variant::VariantMap(entries) => {
            xml.open("value");
            for (HashedName { hash, .. }, item) in entries {
                element(xml.open("element").attribute("key", hash.0.to_string().as_bytes()), item)?;
            }
        }
        Variant::StringVariantMap(entries) => {
            xml.open("value");
            entries.iter().try_for_each(|(key, item)| element(xml.open("element").attribute("key", key), item))?;
        }
        _ => {
            let text = writing.text(value, info, place)?;
            xml.attribute("value", &text);
            return Ok(());
        }
    }
    xml.close();
    Ok(())
}

fn curve(writing: &Writing<'_>, xml: &mut XmlWriter, curve: &Curve<'_>, place: Place) -> Result<(), Error> {
    let text = |value: &Variant<'_>| writing.text(value, None, place);
    let interpolation = curve.interpolation.name();
    let unknown = || Error::new(ErrorKind::NotInForm("an interpolation that has no name"), place.path());
    xml.open("value").attribute("name", &curve.name).attribute("type", curve.kind.name().as_bytes());
    xml.attribute("interpolation", interpolation.ok_or_else(unknown)?.as_bytes());
    xml.attribute("splineTension", &text(&Variant::Float(curve.spline_tension))?);
    if !curve.keys.is_empty() {
        xml.open("keyframes");
        for key in &curve.keys {
            xml.open("keyframe").attribute("time", &text(&Variant::Float(key.time))?);
            xml.attribute("value", &text(&key.value)?);
            if let Some((inward, outward)) = &key.tangents {
                xml.attribute("in", &text(inward)?).attribute("out", &text(outward)?);
            }
            xml.close();
        }
        xml.close();
    }
    xml.close();
    Ok(())
}
