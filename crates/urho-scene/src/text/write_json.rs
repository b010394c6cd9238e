//! Writes JSON for Urho3D and U3D, and the legacy encoding of rbfx.

use urho_core::tree::JsonWriter;
use urho_core::{Engine, Variant};

use super::plain_xml::OPAQUE;
use super::{Writing, Written, class_of, utf8};
use crate::animation::AttributeAnimation;
use crate::attributes::Attributes;
use crate::class::AttributeInfo;
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::{Children, Component, Kind, Node, Scene};
use crate::value::Value;

/// Writes the scene, and returns the file.
///
/// # Errors
/// Fails if text can't store the content.
pub(crate) fn write(writing: &mut Writing<'_>, scene: &Scene<'_>) -> Result<Vec<u8>, Error> {
    let mut json = writing.json();
    let children = scene.children();
    node(writing, &mut json, (scene, &children), 0)?;
    json.finish().map_err(|error| error.map_kind(ErrorKind::Text))
}

/// What to do next: write a node, or end its object after its children.
enum Step {
    Node(usize),
    End(usize),
}

/// Writes a node and its descendants.
pub(crate) fn node(
    writing: &mut Writing<'_>,
    json: &mut JsonWriter,
    (scene, children): (&Scene<'_>, &Children),
    top: usize,
) -> Result<(), Error> {
    // rbfx sorts the members of objects.
    let is_sorted = scene.engine == Engine::Rbfx;
    let mut open = vec![Step::Node(top)];
    while let Some(step) = open.pop() {
        let (Step::Node(index) | Step::End(index)) = step;
        let Some(node) = scene.nodes.get(index) else { continue };
        let place = Place::node(index);
        if let Step::End(_) = step {
            json.end();
            if is_sorted {
                components(writing, json, node, place)?;
                json.member("id").raw(&node.id.to_string());
                animations(writing, json, &node.animations, place)?;
            }
            json.end();
            continue;
        }
        json.object();
        if !is_sorted {
            json.member("id").raw(&node.id.to_string());
        }
        let is_scene = index == 0 && scene.kind == Kind::Scene;
        let class = if is_scene { writing.classes.scene() } else { writing.classes.node() };
        let attributes = writing.plain(&node.attributes, Some(class), true);
        self::attributes(writing, json, attributes, place)?;
        if !is_sorted {
            animations(writing, json, &node.animations, place)?;
            components(writing, json, node, place)?;
        }
        json.member("children").array();
        open.push(Step::End(index));
        open.extend(children.of(index).iter().rev().map(|child| Step::Node(*child as usize)));
    }
    Ok(())
}

fn components(writing: &mut Writing<'_>, json: &mut JsonWriter, node: &Node<'_>, place: Place) -> Result<(), Error> {
    json.member("components").array();
    for (number, component) in node.components.iter().enumerate() {
        self::component(writing, json, component, place.component(number))?;
    }
    json.end();
    Ok(())
}

/// Writes a component.
pub(crate) fn component(
    writing: &mut Writing<'_>,
    json: &mut JsonWriter,
    component: &Component<'_>,
    place: Place,
) -> Result<(), Error> {
    let (class, name) = class_of(writing.classes, &component.class);
    let name = utf8(&name, place)?;
    let is_sorted = writing.classes.engine() == Engine::Rbfx;
    json.object();
    if !is_sorted {
        json.member("type").string(name).member("id").raw(&component.id.to_string());
    }
    if let Attributes::Opaque(bytes) = &component.attributes {
        writing.opaque(bytes, place);
        json.member("attributes").array();
        if !bytes.is_empty() {
            let text = writing.text(&Variant::Buffer(bytes.borrowed()), None, place)?;
            json.object().member("name").string(OPAQUE).member("value").string(utf8(&text, place)?).end();
        }
        json.end();
    } else {
        let attributes = writing.plain(&component.attributes, class, false);
        if class.is_none() && !component.is_object {
            unknown(writing, json, &attributes, place)?;
        } else {
            self::attributes(writing, json, attributes, place)?;
        }
    }
    animations(writing, json, &component.animations, place)?;
    if is_sorted {
        json.member("id").raw(&component.id.to_string()).member("type").string(name);
    }
    json.end();
    Ok(())
}

/// Writes the attributes of an unknown class as names and values, like the engine.
fn unknown(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    attributes: &[Written<'_>],
    place: Place,
) -> Result<(), Error> {
    json.member("attributes").array();
    attributes.iter().try_for_each(|attribute| unknown_attribute(writing, json, attribute, place))?;
    json.end();
    Ok(())
}

/// Writes an attribute of an unknown class.
pub(crate) fn unknown_attribute(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    attribute: &Written<'_>,
    place: Place,
) -> Result<(), Error> {
    json.object().member("name").string(utf8(super::named(attribute, place)?, place)?).member("value");
    value(writing, json, attribute, place)?;
    json.end();
    Ok(())
}

fn attributes(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    mut attributes: Vec<Written<'_>>,
    place: Place,
) -> Result<(), Error> {
    json.member("attributes");
    if attributes.is_empty() {
        json.null();
        return Ok(());
    }
    if writing.classes.engine() == Engine::Rbfx {
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
    }
    json.object();
    for attribute in &attributes {
        json.member(utf8(super::named(attribute, place)?, place)?);
        value(writing, json, attribute, place)?;
    }
    json.end();
    Ok(())
}

/// Writes the value of an attribute.
pub(crate) fn value(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    attribute: &Written<'_>,
    place: Place,
) -> Result<(), Error> {
    match &*attribute.value {
        Value::Text(text) => {
            json.string(utf8(text, place)?);
            Ok(())
        }
        Value::Curve(_) => Err(Error::new(ErrorKind::NotInForm("a curve outside of an archive"), place.path())),
        Value::Variant(variant) => content(writing, json, variant, attribute.info, place),
    }
}

fn content(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    let is_named = info.is_some_and(|info| !info.names.is_empty());
    match value {
        Variant::Bool(value) if *value <= 1 => drop(json.bool(*value != 0)),
        Variant::Int(value) if !is_named => drop(json.raw(&value.to_string())),
        Variant::Float(value) if value.is_finite() => drop(json.number(f64::from(*value))),
        Variant::Double(value) if value.is_finite() => drop(json.number(*value)),
        Variant::StringVector(texts) => {
            json.array();
            for text in texts {
                json.string(utf8(text, place)?);
            }
            json.end();
        }
        Variant::VariantVector(items) => {
            json.array();
            for item in items {
                variant(writing, json, item, place)?;
            }
            json.end();
        }
        Variant::VariantMap(entries) => {
            let entries = entries.iter().map(|(key, item)| (key.hash.to_string(), item));
            map(writing, json, entries.collect(), place)?;
        }
        Variant::StringVariantMap(entries) => {
            let entries: Result<Vec<_>, Error> =
                entries.iter().map(|(key, item)| Ok((utf8(key, place)?.to_owned(), item))).collect();
            map(writing, json, entries?, place)?;
        }
        _ => {
            let text = writing.text(value, info, place)?;
            json.string(utf8(&text, place)?);
        }
    }
    Ok(())
}

fn map(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    mut entries: Vec<(String, &Variant<'_>)>,
    place: Place,
) -> Result<(), Error> {
    if writing.classes.engine() == Engine::Rbfx {
        entries.sort_by(|a, b| a.0.cmp(&b.0));
    }
    json.object();
    for (key, item) in entries {
        json.member(&key);
        variant(writing, json, item, place)?;
    }
    json.end();
    Ok(())
}

fn variant(writing: &Writing<'_>, json: &mut JsonWriter, value: &Variant<'_>, place: Place) -> Result<(), Error> {
    json.object().member("type").string(value.kind().name()).member("value");
    content(writing, json, value, None, place)?;
    json.end();
    Ok(())
}

fn animations(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    animations: &[AttributeAnimation<'_>],
    place: Place,
) -> Result<(), Error> {
    for in_object in [true, false] {
        let mut chosen = animations.iter().filter(|animation| animation.in_object == in_object).peekable();
        if chosen.peek().is_none() {
            continue;
        }
        if in_object {
            json.member("objectanimation").object().member("attributeanimations").object();
        } else {
            json.member("attributeanimation").object();
        }
        chosen.try_for_each(|animation| self::animation(writing, json, animation, place))?;
        json.end();
        if in_object {
            json.end();
        }
    }
    Ok(())
}

fn animation(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    animation: &AttributeAnimation<'_>,
    place: Place,
) -> Result<(), Error> {
    json.member(utf8(&animation.attribute, place)?).object();
    if !animation.interpolation.is_empty() {
        json.member("interpolationmethod").string(utf8(&animation.interpolation, place)?);
    }
    if let Some(tension) = animation.spline_tension {
        json.member("splinetension").number(f64::from(tension));
    }
    json.member("keyframes").array();
    for (time, value) in &animation.keys {
        json.object().member("time").number(f64::from(*time)).member("value");
        variant(writing, json, value, place)?;
        json.end();
    }
    json.end().member("eventframes").array();
    for event in &animation.events {
        json.object().member("time").number(f64::from(event.time));
        json.member("eventtype").raw(&event.event.to_string()).member("eventdata");
        content(writing, json, &event.data, None, place)?;
        json.end();
    }
    json.end();
    if !animation.wrap_mode.is_empty() {
        json.member("wrapmode").string(utf8(&animation.wrap_mode, place)?);
    }
    json.member("speed").number(f64::from(animation.speed)).end();
    Ok(())
}
