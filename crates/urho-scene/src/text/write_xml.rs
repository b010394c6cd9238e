//! Writes XML for Urho3D and U3D, and the legacy encoding of rbfx.

use urho_core::Variant;
use urho_core::tree::XmlWriter;

use super::plain_xml::OPAQUE;
use super::{Writing, Written, class_of};
use crate::animation::AttributeAnimation;
use crate::attributes::Attributes;
use crate::class::AttributeInfo;
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::{Children, Component, Kind, Scene};
use crate::value::Value;

/// Writes the scene, and returns the file.
///
/// # Errors
/// Fails if text can't store the content.
pub(crate) fn write(writing: &mut Writing<'_>, scene: &Scene<'_>) -> Result<Vec<u8>, Error> {
    let mut xml = XmlWriter::document();
    let children = scene.children();
    let name = if scene.kind == Kind::Scene { "scene" } else { "node" };
    node(writing, &mut xml, (scene, &children), (0, name))?;
    xml.finish().map_err(|error| error.map_kind(ErrorKind::Text))
}

/// What to do next: write a node, or end a node after its children.
enum Step {
    Node(usize),
    End,
}

/// Writes a node and its descendants. The element will be called `name`.
pub(crate) fn node(
    writing: &mut Writing<'_>,
    xml: &mut XmlWriter,
    (scene, children): (&Scene<'_>, &Children),
    (top, name): (usize, &str),
) -> Result<(), Error> {
    let mut open = vec![Step::Node(top)];
    while let Some(step) = open.pop() {
        let Step::Node(index) = step else {
            xml.close();
            continue;
        };
        let Some(node) = scene.nodes.get(index) else { continue };
        let place = Place::node(index);
        let is_scene = index == 0 && scene.kind == Kind::Scene;
        let class = if is_scene { writing.classes.scene() } else { writing.classes.node() };
        xml.open(if index == top { name } else { "node" }).attribute("id", node.id.to_string().as_bytes());
        for attribute in writing.plain(&node.attributes, Some(class), true) {
            self::attribute(writing, xml, &attribute, place)?;
        }
        animations(writing, xml, &node.animations, place)?;
        for (number, component) in node.components.iter().enumerate() {
            self::component(writing, xml, component, place.component(number))?;
        }
        open.push(Step::End);
        open.extend(children.of(index).iter().rev().map(|child| Step::Node(*child as usize)));
    }
    Ok(())
}

/// Writes a component.
pub(crate) fn component(
    writing: &mut Writing<'_>,
    xml: &mut XmlWriter,
    component: &Component<'_>,
    place: Place,
) -> Result<(), Error> {
    let (class, name) = class_of(writing.classes, &component.class);
    xml.open("component").attribute("type", &name).attribute("id", component.id.to_string().as_bytes());
    if let Attributes::Opaque(bytes) = &component.attributes {
        writing.opaque(bytes, place);
        if !bytes.is_empty() {
            let text = writing.text(&Variant::Buffer(bytes.borrowed()), None, place)?;
            xml.open("attribute").attribute("name", OPAQUE.as_bytes()).attribute("value", &text).close();
        }
    }
    for attribute in writing.plain(&component.attributes, class, false) {
        self::attribute(writing, xml, &attribute, place)?;
    }
    animations(writing, xml, &component.animations, place)?;
    xml.close();
    Ok(())
}

/// Writes an attribute.
pub(crate) fn attribute(
    writing: &Writing<'_>,
    xml: &mut XmlWriter,
    attribute: &Written<'_>,
    place: Place,
) -> Result<(), Error> {
    let named = || crate::text::named(attribute, place);
    xml.open("attribute").attribute("name", named()?);
    match &*attribute.value {
        Value::Text(text) => {
            xml.attribute("value", text);
        }
        Value::Curve(_) => {
            return Err(Error::new(ErrorKind::NotInForm("a curve outside of an archive"), place.path()));
        }
        Value::Variant(value) => content(writing, xml, value, attribute.info, place)?,
    }
    xml.close();
    Ok(())
}

/// Writes a value, either as an attribute `value` or as child elements.
fn content(
    writing: &Writing<'_>,
    xml: &mut XmlWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    match value {
        Variant::StringVector(texts) => {
            for text in texts {
                xml.open("string").attribute("value", text).close();
            }
        }
        Variant::VariantVector(items) => {
            for item in items {
                xml.open("variant");
                variant(writing, xml, item, place)?;
            }
        }
        Variant::VariantMap(entries) => {
            for (key, item) in entries {
                xml.open("variant").attribute("hash", key.hash.0.to_string().as_bytes());
                variant(writing, xml, item, place)?;
            }
        }
        Variant::StringVariantMap(entries) => {
            for (key, item) in entries {
                xml.open("variant").attribute("name", key);
                variant(writing, xml, item, place)?;
            }
        }
        _ => {
            let text = writing.text(value, info, place)?;
            xml.attribute("value", &text);
        }
    }
    Ok(())
}

/// Writes the type and the value to an open element, and ends it.
fn variant(writing: &Writing<'_>, xml: &mut XmlWriter, value: &Variant<'_>, place: Place) -> Result<(), Error> {
    xml.attribute("type", value.kind().name().as_bytes());
    content(writing, xml, value, None, place)?;
    xml.close();
    Ok(())
}

fn animations(
    writing: &Writing<'_>,
    xml: &mut XmlWriter,
    animations: &[AttributeAnimation<'_>],
    place: Place,
) -> Result<(), Error> {
    let mut in_object = animations.iter().filter(|animation| animation.in_object).peekable();
    if in_object.peek().is_some() {
        xml.open("objectanimation");
        in_object.try_for_each(|animation| self::animation(writing, xml, animation, place))?;
        xml.close();
    }
    let mut own = animations.iter().filter(|animation| !animation.in_object);
    own.try_for_each(|animation| self::animation(writing, xml, animation, place))
}

fn animation(
    writing: &Writing<'_>,
    xml: &mut XmlWriter,
    animation: &AttributeAnimation<'_>,
    place: Place,
) -> Result<(), Error> {
    let float = |value: f32| writing.text(&Variant::Float(value), None, place);
    xml.open("attributeanimation").attribute("name", &animation.attribute);
    for (name, text) in [("interpolationmethod", &animation.interpolation), ("wrapmode", &animation.wrap_mode)] {
        if !text.is_empty() {
            xml.attribute(name, text);
        }
    }
    if let Some(tension) = animation.spline_tension {
        xml.attribute("splinetension", &float(tension)?);
    }
    xml.attribute("speed", &float(animation.speed)?);
    for (time, value) in &animation.keys {
        xml.open("keyframe").attribute("time", &float(*time)?);
        variant(writing, xml, value, place)?;
    }
    for event in &animation.events {
        xml.open("eventframe").attribute("time", &float(event.time)?);
        xml.attribute("eventtype", event.event.to_string().as_bytes()).open("eventdata");
        content(writing, xml, &event.data, None, place)?;
        xml.close().close();
    }
    xml.close();
    Ok(())
}
