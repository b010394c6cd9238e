//! Reads JSON from Urho3D and U3D, and the legacy encoding of rbfx.

use binio::Name;
use urho_core::tree::{JsonKind, JsonValue};
use urho_core::{HashedName, StringHash, Variant, VariantKind, hash_of};

use super::Reading;
use super::part::{json_text, name_of};
use super::plain_xml::{OPAQUE, hash_only, opaque};
use crate::animation::{AttributeAnimation, EventFrame};
use crate::attributes::{Attribute, Attributes};
use crate::class::{AttributeInfo, Class};
use crate::place::Place;
use crate::scene::{Component, Kind, Node, Scene};
use crate::value::Value;

/// Reads a scene. The outermost object is `root`.
pub(crate) fn read<'a>(reading: &mut Reading<'_>, root: JsonValue<'a, '_>, kind: Kind) -> Scene<'a> {
    let mut nodes: Vec<Node<'a>> = Vec::new();
    let mut open = vec![(root, None)];
    let mut children = Vec::new();
    while let Some((object, parent)) = open.pop() {
        let index = nodes.len();
        let class = if index == 0 && kind == Kind::Scene { reading.classes.scene() } else { reading.classes.node() };
        let mut node = node(reading, object, class, index, &mut children);
        node.parent = parent;
        nodes.push(node);
        let parent = u32::try_from(index).ok();
        open.extend(children.drain(..).rev().map(|child| (child, parent)));
    }
    Scene { engine: reading.classes.engine(), kind, nodes }
}

fn node<'a, 't>(
    reading: &mut Reading<'_>,
    object: JsonValue<'a, 't>,
    class: &Class,
    index: usize,
    children: &mut Vec<JsonValue<'a, 't>>,
) -> Node<'a> {
    let place = Place::node(index);
    reading.begin(place, object.offset());
    let mut node = Node::default();
    for member in object.members() {
        let (value, at) = (member.value, member.value.offset());
        match &*member.name() {
            "id" => node.id = reading.id(json_text(value), place, at),
            "attributes" => node.attributes = attributes(reading, value, Some(class), place),
            "components" => {
                node.components.clear();
                for (number, component) in value.items().enumerate() {
                    node.components.push(self::component(reading, component, place.component(number)));
                }
            }
            "children" => {
                children.clear();
                children.extend(value.items());
            }
            "attributeanimation" => node.animations.extend(animations(reading, value, place, false)),
            "objectanimation" => node.animations.extend(object_animations(reading, value, place)),
            other => reading.warn(place, at, format!("\"{}\": the engine takes no notice of it", Name::from(other))),
        }
    }
    node
}

fn component<'a>(reading: &mut Reading<'_>, object: JsonValue<'a, '_>, place: Place) -> Component<'a> {
    reading.begin(place, object.offset());
    let name = object.get("type").and_then(json_text).unwrap_or_default();
    let class = name.as_str().and_then(|name| reading.classes.named(name)).cloned();
    let hash = hash_only(&name);
    let mut component = Component::default();
    for member in object.members() {
        let (value, at) = (member.value, member.value.offset());
        match &*member.name() {
            "type" => {}
            "id" => component.id = reading.id(json_text(value), place, at),
            "attributes" => {
                component.is_object = class.is_none() && value.kind() != JsonKind::Array;
                component.attributes = attributes(reading, value, class.as_deref(), place);
            }
            "attributeanimation" => component.animations.extend(animations(reading, value, place, false)),
            "objectanimation" => component.animations.extend(object_animations(reading, value, place)),
            other => reading.warn(place, at, format!("\"{}\": the engine takes no notice of it", Name::from(other))),
        }
    }
    if let Attributes::List(list) = &component.attributes {
        if let Some(bytes) = opaque(list) {
            component.attributes = Attributes::Opaque(bytes.into());
        }
    }
    component.class = match hash {
        Some(hash) => HashedName::from(hash),
        None => HashedName::of(reading.hashes(), name),
    };
    component
}

/// Reads attributes. These can be the members of an object or, if the engine did not know the class, a list of names
/// and values.
fn attributes<'a>(
    reading: &mut Reading<'_>,
    value: JsonValue<'a, '_>,
    class: Option<&Class>,
    place: Place,
) -> Attributes<'a> {
    let mut list = Vec::new();
    let mut next = 0;
    for member in value.members() {
        let name = name_of(member.name());
        list.push(attribute(reading, name, member.value, class, &mut next, place));
    }
    for item in value.items() {
        let name = item.get("name").and_then(json_text).unwrap_or_default();
        if let Some(value) = item.get("value") {
            list.push(attribute(reading, name, value, class, &mut next, place));
        }
    }
    Attributes::List(list)
}

fn attribute<'a>(
    reading: &mut Reading<'_>,
    name: Name<'a>,
    value: JsonValue<'a, '_>,
    class: Option<&Class>,
    next: &mut usize,
    place: Place,
) -> Attribute<'a> {
    let info = class.and_then(|class| class.attribute_from(&name, next));
    if let (Some(class), None, false) = (class, info, name == *OPAQUE) {
        reading.unknown(place, value.offset(), &name, class);
    }
    let value = match info {
        Some(info) => registered(reading, value, info, place),
        None => guessed(reading, value, place),
    };
    let hash = info.map_or_else(|| hash_of(reading.hashes(), &name), |info| info.hash);
    Attribute { name: HashedName { hash, name }, value }
}

fn registered<'a>(
    reading: &mut Reading<'_>,
    value: JsonValue<'a, '_>,
    info: &AttributeInfo,
    place: Place,
) -> Value<'a> {
    match json_text(value) {
        Some(text) if info.names.is_empty() => Value::Variant(typed(reading, value, info.kind, text, place)),
        Some(text) => reading.registered(info, text, place, value.offset()),
        None => Value::Variant(compound(reading, value, info.kind, place)),
    }
}

/// Reads the value of an attribute that is not registered. Its type must be guessed.
fn guessed<'a>(reading: &mut Reading<'_>, value: JsonValue<'a, '_>, place: Place) -> Value<'a> {
    let is_hash = |name: &str| name.len() == 8 && name.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F'));
    // Only rbfx has maps with names.
    let is_named =
        || reading.classes.engine() == crate::Engine::Rbfx && value.members().any(|member| !is_hash(&member.name()));
    let kind = match value.kind() {
        JsonKind::Object if is_named() => VariantKind::StringVariantMap,
        JsonKind::Object => VariantKind::VariantMap,
        JsonKind::Array if value.items().next().is_some_and(|first| first.kind() == JsonKind::String) => {
            VariantKind::StringVector
        }
        JsonKind::Array => VariantKind::VariantVector,
        JsonKind::Number | JsonKind::Bool => return native(value),
        _ => return Value::Text(json_text(value).unwrap_or_default()),
    };
    Value::Variant(compound(reading, value, kind, place))
}

/// Returns a number or a boolean. The engine does not accept a string here.
fn native<'a>(value: JsonValue<'a, '_>) -> Value<'a> {
    let text = json_text(value).unwrap_or_default();
    let whole = text.as_str().and_then(|text| text.parse::<i32>().ok().filter(|number| number.to_string() == text));
    // Digits beyond the precision of a number, and its range, are only in the text.
    let is_exact = |number: &f64| match text.as_str().map(str::parse::<i128>) {
        Some(Ok(whole)) => *number as i128 == whole,
        _ => number.is_finite(),
    };
    match (value.kind(), whole, value.as_f64().filter(is_exact)) {
        (JsonKind::Bool, ..) => Value::Variant(Variant::Bool(u8::from(text == *"true"))),
        (_, Some(whole), _) => Value::Variant(Variant::Int(whole)),
        (_, None, Some(number)) => Value::Variant(Variant::Double(number)),
        _ => Value::Text(text),
    }
}

/// Reads a value that is a single string.
fn typed<'a>(
    reading: &mut Reading<'_>,
    value: JsonValue<'a, '_>,
    kind: VariantKind,
    text: Name<'a>,
    place: Place,
) -> Variant<'a> {
    match (kind, value.kind()) {
        // The engine writes masks as unsigned numbers, which may exceed the signed range.
        (VariantKind::Int, JsonKind::Number) => {
            let whole = value.as_i64().or_else(|| value.as_f64().map(|number| number as i64));
            Variant::Int(whole.unwrap_or(0) as i32)
        }
        (VariantKind::Float, JsonKind::Number) => Variant::Float(value.as_f64().unwrap_or(0.0) as f32),
        (VariantKind::Double, JsonKind::Number) => Variant::Double(value.as_f64().unwrap_or(0.0)),
        _ => reading.scalar(kind, text, &Name::from(kind.name()), place, value.offset()),
    }
}

/// Reads a value that consists of other values.
fn compound<'a>(reading: &mut Reading<'_>, value: JsonValue<'a, '_>, kind: VariantKind, place: Place) -> Variant<'a> {
    let hashes = reading.hashes();
    match kind {
        VariantKind::StringVector => {
            Variant::StringVector(value.items().map(|item| json_text(item).unwrap_or_default()).collect())
        }
        VariantKind::VariantVector => {
            Variant::VariantVector(value.items().map(|item| variant(reading, item, place)).collect())
        }
        VariantKind::VariantMap => {
            let entry = |member: urho_core::tree::JsonMember<'a, '_>| {
                let name = member.name();
                let hash = (name.len() == 8).then(|| u32::from_str_radix(&name, 16).ok()).flatten();
                let key = match hash {
                    Some(hash) => HashedName::from(StringHash(hash)),
                    None => HashedName::of(hashes, name_of(name)),
                };
                (key, variant(reading, member.value, place))
            };
            Variant::VariantMap(value.members().map(entry).collect())
        }
        VariantKind::StringVariantMap => Variant::StringVariantMap(
            value.members().map(|member| (name_of(member.name()), variant(reading, member.value, place))).collect(),
        ),
        _ => {
            let message = format!("a {kind} expected; the engine takes its default value");
            reading.warn(place, value.offset(), message);
            reading.scalar(kind, Name::default(), &Name::from(kind.name()), place, value.offset())
        }
    }
}

/// Reads a value together with its type. The file can't be nested too deep, so this can't either.
fn variant<'a>(reading: &mut Reading<'_>, object: JsonValue<'a, '_>, place: Place) -> Variant<'a> {
    let kind = object.get("type").and_then(json_text).unwrap_or_default();
    let Some(known) = VariantKind::from_name(&kind) else {
        reading.warn(place, object.offset(), format!("\"{kind}\" is no type of value; the engine reads nothing"));
        return Variant::None;
    };
    let Some(value) = object.get("value") else { return Variant::None };
    match json_text(value) {
        Some(text) => typed(reading, value, known, text, place),
        None => compound(reading, value, known, place),
    }
}

fn float(object: JsonValue<'_, '_>, name: &str) -> Option<f32> {
    object.get(name)?.as_f64().map(|number| number as f32)
}

fn object_animations<'a>(
    reading: &mut Reading<'_>,
    value: JsonValue<'a, '_>,
    place: Place,
) -> Vec<AttributeAnimation<'a>> {
    let inside = value.get("attributeanimations").or_else(|| value.get("attributeanimation"));
    inside.map(|inside| animations(reading, inside, place, true)).unwrap_or_default()
}

fn animations<'a>(
    reading: &mut Reading<'_>,
    value: JsonValue<'a, '_>,
    place: Place,
    in_object: bool,
) -> Vec<AttributeAnimation<'a>> {
    value.members().map(|member| animation(reading, name_of(member.name()), member.value, place, in_object)).collect()
}

fn animation<'a>(
    reading: &mut Reading<'_>,
    attribute: Name<'a>,
    object: JsonValue<'a, '_>,
    place: Place,
    in_object: bool,
) -> AttributeAnimation<'a> {
    let text = |name: &str| object.get(name).and_then(json_text).unwrap_or_default();
    let items = |name: &str| object.get(name).into_iter().flat_map(|list| list.items());
    let keys = items("keyframes").map(|key| {
        let value = key.get("value").map(|value| variant(reading, value, place)).unwrap_or_default();
        (float(key, "time").unwrap_or(0.0), value)
    });
    let keys = keys.collect();
    let events = items("eventframes").map(|frame| EventFrame {
        time: float(frame, "time").unwrap_or(0.0),
        event: frame.get("eventtype").and_then(|number| u32::try_from(number.as_u64()?).ok()).unwrap_or(0),
        data: match frame.get("eventdata") {
            Some(data) => compound(reading, data, VariantKind::VariantMap, place),
            None => Variant::None,
        },
    });
    let events = events.collect();
    AttributeAnimation {
        attribute,
        wrap_mode: text("wrapmode"),
        speed: float(object, "speed").unwrap_or(0.0),
        in_object,
        interpolation: text("interpolationmethod"),
        spline_tension: float(object, "splinetension"),
        keys,
        events,
    }
}
