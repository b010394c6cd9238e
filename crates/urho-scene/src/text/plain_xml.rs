//! Reads XML from Urho3D and U3D, and the legacy encoding of rbfx.

use binio::Name;
use urho_core::tree::Element;
use urho_core::{HashedName, StringHash, Variant, VariantKind, hash_of};

use super::Reading;
use crate::animation::{AttributeAnimation, EventFrame};
use crate::attributes::{Attribute, Attributes};
use crate::class::{AttributeInfo, Class};
use crate::place::Place;
use crate::scene::{Component, Kind, Node, Scene};
use crate::value::Value;

/// Reads a scene. The outermost element is `root`.
pub(crate) fn read<'a>(reading: &mut Reading<'_>, root: Element<'a, '_>) -> Scene<'a> {
    let kind = if root.name() == "scene" { Kind::Scene } else { Kind::Prefab };
    let mut nodes: Vec<Node<'a>> = Vec::new();
    // Remaining nodes: depth first, so that the next is the last.
    let mut open = vec![(root, None)];
    let mut children = Vec::new();
    while let Some((element, parent)) = open.pop() {
        let index = nodes.len();
        let class = if index == 0 && kind == Kind::Scene { reading.classes.scene() } else { reading.classes.node() };
        let mut node = node(reading, element, class, index, &mut children);
        node.parent = parent;
        nodes.push(node);
        let parent = u32::try_from(index).ok();
        open.extend(children.drain(..).rev().map(|child| (child, parent)));
    }
    Scene { engine: reading.classes.engine(), kind, nodes }
}

/// Reads a node, and appends its children to `children`.
fn node<'a, 't>(
    reading: &mut Reading<'_>,
    element: Element<'a, 't>,
    class: &Class,
    index: usize,
    children: &mut Vec<Element<'a, 't>>,
) -> Node<'a> {
    let place = Place::node(index);
    reading.begin(place, element.offset());
    let mut list = Vec::new();
    let mut node = Node { id: reading.id(element.attribute("id"), place, element.offset()), ..Node::default() };
    let mut next = 0;
    for child in element.children() {
        match child.name().as_bytes() {
            b"attribute" => list.push(attribute(reading, child, Some(class), &mut next, place)),
            b"component" => {
                let place = place.component(node.components.len());
                node.components.push(component(reading, child, place));
            }
            b"node" => children.push(child),
            b"attributeanimation" => node.animations.push(animation(reading, child, place, false)),
            b"objectanimation" => {
                let inside = child.children_named("attributeanimation");
                node.animations.extend(inside.map(|child| animation(reading, child, place, true)));
            }
            _ => reading.warn(place, child.offset(), "an element that the engine takes no notice of"),
        }
    }
    node.attributes = Attributes::List(list);
    node
}

fn component<'a>(reading: &mut Reading<'_>, element: Element<'a, '_>, place: Place) -> Component<'a> {
    reading.begin(place, element.offset());
    let name = element.attribute("type").unwrap_or_default();
    let class = name.as_str().and_then(|name| reading.classes.named(name)).cloned();
    let hash = hash_only(&name);
    let mut component = Component {
        id: reading.id(element.attribute("id"), place, element.offset()),
        class: match hash {
            Some(hash) => HashedName::from(hash),
            None => HashedName::of(reading.hashes(), name),
        },
        ..Component::default()
    };
    let mut list = Vec::new();
    let mut next = 0;
    for child in element.children() {
        match child.name().as_bytes() {
            b"attribute" => list.push(attribute(reading, child, class.as_deref(), &mut next, place)),
            b"attributeanimation" => component.animations.push(animation(reading, child, place, false)),
            b"objectanimation" => {
                let inside = child.children_named("attributeanimation");
                component.animations.extend(inside.map(|child| animation(reading, child, place, true)));
            }
            _ => reading.warn(place, child.offset(), "an element that the engine takes no notice of"),
        }
    }
    component.attributes = match opaque(&list) {
        Some(bytes) => Attributes::Opaque(bytes.into()),
        None => Attributes::List(list),
    };
    component
}

/// Returns the hash of a class whose name is unknown, in the form that this crate writes.
pub(crate) fn hash_only(name: &Name<'_>) -> Option<StringHash> {
    let digits = name.as_str()?.strip_prefix('#').filter(|digits| digits.len() == 8)?;
    u32::from_str_radix(digits, 16).ok().map(StringHash)
}

/// This crate writes the bytes of a component that does not match a class to an attribute with this name.
pub(crate) const OPAQUE: &str = "Binary Data";

/// Returns the bytes in the attribute [`OPAQUE`].
pub(crate) fn opaque(list: &[Attribute<'_>]) -> Option<Vec<u8>> {
    let [Attribute { name, value: Value::Text(text) }] = list else { return None };
    let is_opaque = name.name == *OPAQUE;
    match Variant::from_text(VariantKind::Buffer, text, urho_core::HashAlgorithm::Urho18).value {
        Variant::Buffer(bytes) if is_opaque => Some(bytes.to_vec()),
        _ => None,
    }
}

fn attribute<'a>(
    reading: &mut Reading<'_>,
    element: Element<'a, '_>,
    class: Option<&Class>,
    next: &mut usize,
    place: Place,
) -> Attribute<'a> {
    let name = element.attribute("name").unwrap_or_default();
    let info = class.and_then(|class| class.attribute_from(&name, next));
    if let (Some(class), None, false) = (class, info, name == *OPAQUE) {
        reading.unknown(place, element.offset(), &name, class);
    }
    let value = value(reading, element, info, place);
    let hash = info.map_or_else(|| hash_of(reading.hashes(), &name), |info| info.hash);
    Attribute { name: HashedName { hash, name }, value }
}

fn value<'a>(
    reading: &mut Reading<'_>,
    element: Element<'a, '_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Value<'a> {
    let text = element.attribute("value");
    match (info, text) {
        (Some(info), text) if is_compound(info.kind) => {
            if text.is_some() && element.children().next().is_none() {
                reading.warn(place, element.offset(), format!("attribute \"{}\": text where items belong", info.name));
            }
            Value::Variant(compound(reading, element, info.kind, place))
        }
        (Some(info), Some(text)) => reading.registered(info, text, place, element.offset()),
        (Some(info), None) => reading.registered(info, Name::default(), place, element.offset()),
        (None, Some(text)) => Value::Text(text),
        (None, None) => guessed(reading, element, place),
    }
}

/// Reads the value of an attribute that is not registered. Its type must be guessed from the content.
fn guessed<'a>(reading: &mut Reading<'_>, element: Element<'a, '_>, place: Place) -> Value<'a> {
    let Some(first) = element.children().next() else { return Value::Text(Name::default()) };
    let has_hash = |child: &Element<'_, '_>| child.attribute_of("hash").is_some();
    let has_name = |child: &Element<'_, '_>| child.attribute_of("name").is_some();
    let is_map = has_hash(&first) || has_name(&first);
    // Only rbfx has maps with names.
    let is_named = reading.classes.engine() == crate::Engine::Rbfx
        && element.children_named("variant").any(|child| has_name(&child) || !has_hash(&child));
    let kind = match first.name().as_bytes() {
        b"string" => VariantKind::StringVector,
        b"variant" if is_map && is_named => VariantKind::StringVariantMap,
        b"variant" if is_map => VariantKind::VariantMap,
        _ => VariantKind::VariantVector,
    };
    Value::Variant(compound(reading, element, kind, place))
}

fn is_compound(kind: VariantKind) -> bool {
    use VariantKind as K;
    matches!(kind, K::VariantVector | K::VariantMap | K::StringVariantMap | K::StringVector)
}

/// Reads a value that consists of child elements.
fn compound<'a>(reading: &mut Reading<'_>, element: Element<'a, '_>, kind: VariantKind, place: Place) -> Variant<'a> {
    let hashes = reading.hashes();
    let name = |child: &Element<'a, '_>| child.attribute("name").unwrap_or_default();
    match kind {
        VariantKind::StringVector => {
            let texts = element.children_named("string").map(|child| child.attribute("value").unwrap_or_default());
            Variant::StringVector(texts.collect())
        }
        VariantKind::VariantVector => Variant::VariantVector(
            element.children_named("variant").map(|child| variant(reading, child, place)).collect(),
        ),
        VariantKind::VariantMap => {
            let entry = |child: Element<'a, '_>| {
                let number = child.attribute("hash").and_then(|text| text.as_str()?.parse::<u32>().ok());
                let key = match number {
                    Some(number) => HashedName::from(StringHash(number)),
                    None => HashedName::of(hashes, name(&child)),
                };
                (key, variant(reading, child, place))
            };
            Variant::VariantMap(element.children_named("variant").map(entry).collect())
        }
        _ => {
            let entry = |child| (string_key(reading, child, place), variant(reading, child, place));
            Variant::StringVariantMap(element.children_named("variant").map(entry).collect())
        }
    }
}

/// Returns the key of an entry in a map with names. If the entry has no name, its hash is used as the name, in decimal
/// as in the file.
fn string_key<'a>(reading: &mut Reading<'_>, entry: Element<'a, '_>, place: Place) -> Name<'a> {
    match (entry.attribute("name"), entry.attribute("hash")) {
        (None, Some(hash)) => {
            let message = format!("hash=\"{hash}\": the name of this variable is missing; its hash becomes its name");
            reading.warn(place, entry.offset(), message);
            hash
        }
        (name, _) => name.unwrap_or_default(),
    }
}

/// Reads a value together with its type. The file can't be nested too deep, so this can't either.
fn variant<'a>(reading: &mut Reading<'_>, element: Element<'a, '_>, place: Place) -> Variant<'a> {
    let kind = element.attribute("type").unwrap_or_default();
    let Some(known) = VariantKind::from_name(&kind) else {
        reading.warn(place, element.offset(), format!("\"{kind}\" is no type of value; the engine reads nothing"));
        return Variant::None;
    };
    if is_compound(known) {
        return compound(reading, element, known, place);
    }
    let text = element.attribute("value").unwrap_or_default();
    reading.scalar(known, text, &kind, place, element.offset())
}

fn float(reading: &mut Reading<'_>, element: Element<'_, '_>, name: &str, place: Place) -> Option<f32> {
    let text = element.attribute(name)?;
    match reading.scalar(VariantKind::Float, text, &Name::from(name), place, element.offset()) {
        Variant::Float(value) => Some(value),
        _ => None,
    }
}

fn animation<'a>(
    reading: &mut Reading<'_>,
    element: Element<'a, '_>,
    place: Place,
    in_object: bool,
) -> AttributeAnimation<'a> {
    let text = |name: &str| element.attribute(name).unwrap_or_default();
    if !in_object && !matches!(text("wrapmode").as_bytes(), b"" | b"Loop") {
        reading.warn(place, element.offset(), "wrapmode: the engine looks for it at the wrong place and always loops");
    }
    let mut animation = AttributeAnimation {
        attribute: text("name"),
        wrap_mode: text("wrapmode"),
        speed: float(reading, element, "speed", place).unwrap_or(0.0),
        in_object,
        interpolation: text("interpolationmethod"),
        spline_tension: float(reading, element, "splinetension", place),
        keys: Vec::new(),
        events: Vec::new(),
    };
    for child in element.children() {
        let time = float(reading, child, "time", place).unwrap_or(0.0);
        match child.name().as_bytes() {
            b"keyframe" => animation.keys.push((time, variant(reading, child, place))),
            b"eventframe" => {
                let event = child.attribute("eventtype").and_then(|text| text.as_str()?.parse().ok()).unwrap_or(0);
                let data = child.child("eventdata");
                let data = data.map(|data| compound(reading, data, VariantKind::VariantMap, place));
                animation.events.push(EventFrame { time, event, data: data.unwrap_or_default() });
            }
            _ => reading.warn(place, child.offset(), "an element that the engine takes no notice of"),
        }
    }
    animation
}
