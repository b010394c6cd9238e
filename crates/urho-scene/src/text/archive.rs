//! Reads XML and JSON archives from rbfx.

use binio::{Bytes, Name};
use urho_core::{Engine, HashAlgorithm, HashedName, StringHash, Variant, VariantKind};

use super::Reading;
use super::part::Part;
use crate::attributes::{Attribute, Attributes};
use crate::class::Class;
use crate::place::Place;
use crate::scene::{Component, Kind, Node, Scene};
use crate::value::{Curve, CurveInterpolation, CurveKey, Value};

/// Reads a scene. The outermost part is `root`.
pub(crate) fn read<'a, P: Part<'a>>(reading: &mut Reading<'_>, root: P, kind: Kind) -> Scene<'a> {
    let mut nodes: Vec<Node<'a>> = Vec::new();
    let mut open = vec![(root, None)];
    let mut children = Vec::new();
    while let Some((part, parent)) = open.pop() {
        let index = nodes.len();
        nodes.push(node(reading, part, parent, index));
        children.extend(part.list("nodes"));
        let parent = u32::try_from(index).ok();
        open.extend(children.drain(..).rev().map(|child| (child, parent)));
    }
    Scene { engine: Engine::Rbfx, kind, nodes }
}

fn node<'a, P: Part<'a>>(reading: &mut Reading<'_>, part: P, parent: Option<u32>, index: usize) -> Node<'a> {
    let place = Place::node(index);
    reading.begin(place, part.offset());
    let class = if index == 0 { reading.classes.scene() } else { reading.classes.node() };
    Node {
        id: reading.id(part.text("_id"), place, part.offset()),
        parent,
        attributes: attributes(reading, part, Some(class), place),
        animations: Vec::new(),
        components: part
            .list("components")
            .enumerate()
            .map(|(number, component)| self::component(reading, component, place.component(number)))
            .collect(),
    }
}

fn component<'a, P: Part<'a>>(reading: &mut Reading<'_>, part: P, place: Place) -> Component<'a> {
    reading.begin(place, part.offset());
    let class = name(part, "_typeName", "_typeHash");
    let known = match class.name.is_empty() {
        true => reading.classes.get(class.hash),
        false => class.name.as_str().and_then(|name| reading.classes.named(name)),
    };
    let known = known.cloned();
    Component {
        id: reading.id(part.text("_id"), place, part.offset()),
        attributes: attributes(reading, part, known.as_deref(), place),
        class,
        ..Component::default()
    }
}

/// Reads a name, or a hash if there is no name.
fn name<'a, P: Part<'a>>(part: P, name: &str, hash: &str) -> HashedName<'a> {
    match part.text(name) {
        Some(name) => HashedName::of(HashAlgorithm::Rbfx, name),
        None => {
            let number = part.text(hash).and_then(|text| text.as_str()?.parse::<u32>().ok());
            HashedName::from(StringHash(number.unwrap_or(0)))
        }
    }
}

fn attributes<'a, P: Part<'a>>(
    reading: &mut Reading<'_>,
    part: P,
    class: Option<&Class>,
    place: Place,
) -> Attributes<'a> {
    let mut next = 0;
    let list = part.list("attributes").map(|part| attribute(reading, part, class, &mut next, place));
    Attributes::List(list.collect())
}

fn attribute<'a, P: Part<'a>>(
    reading: &mut Reading<'_>,
    part: P,
    class: Option<&Class>,
    next: &mut usize,
    place: Place,
) -> Attribute<'a> {
    let name = name(part, "name", "nameHash");
    let info = class.and_then(|class| match name.name.is_empty() {
        true => class.attribute_of_hash(name.hash),
        false => class.attribute_from(&name.name, next),
    });
    if let (Some(class), None) = (class, info) {
        reading.unknown(place, part.offset(), &name.name, class);
    }
    let kind = part.text("type").unwrap_or_default();
    let enumeration = info.filter(|info| !info.names.is_empty());
    let value = match (VariantKind::from_name(&kind), enumeration) {
        (Some(VariantKind::String), Some(info)) => {
            reading.registered(info, part.text("value").unwrap_or_default(), place, part.offset())
        }
        (Some(VariantKind::VariantCurve), _) => curve(reading, part, place),
        (Some(known), _) => Value::Variant(value(reading, part, known, place)),
        (None, _) => {
            reading.warn(place, part.offset(), format!("\"{kind}\" is no type of value; the engine reads nothing"));
            Value::Text(part.text("value").unwrap_or_default())
        }
    };
    if let (Some(info), Some(found)) = (info, value.kind()) {
        if found != info.kind && found != VariantKind::None {
            let message = format!("attribute \"{}\": a {found}, where a {} belongs", info.name, info.kind);
            reading.warn(place, part.offset(), message);
        }
    }
    Attribute { name, value }
}

/// Reads the value in the field `value`. The file can't be nested too deep, so this can't either.
fn value<'a, P: Part<'a>>(reading: &mut Reading<'_>, part: P, kind: VariantKind, place: Place) -> Variant<'a> {
    match kind {
        VariantKind::None => Variant::None,
        VariantKind::Buffer => Variant::Buffer(buffer(reading, part, place)),
        VariantKind::StringVector => {
            Variant::StringVector(part.list("value").map(|item| item.item_text().unwrap_or_default()).collect())
        }
        VariantKind::VariantVector => {
            Variant::VariantVector(part.list("value").map(|item| variant(reading, item, place)).collect())
        }
        VariantKind::VariantMap => {
            let entry = |item: P| {
                let key = item.text("key").unwrap_or_default();
                let number = key.as_str().and_then(|key| key.parse::<u32>().ok());
                let key = match number {
                    Some(number) => HashedName::from(StringHash(number)),
                    None => HashedName::of(HashAlgorithm::Rbfx, key),
                };
                (key, variant(reading, item, place))
            };
            Variant::VariantMap(part.list("value").map(entry).collect())
        }
        VariantKind::StringVariantMap => {
            let entry = |item: P| (item.text("key").unwrap_or_default(), variant(reading, item, place));
            Variant::StringVariantMap(part.list("value").map(entry).collect())
        }
        _ => scalar(reading, part, "value", kind, place),
    }
}

fn scalar<'a, P: Part<'a>>(
    reading: &mut Reading<'_>,
    part: P,
    field: &str,
    kind: VariantKind,
    place: Place,
) -> Variant<'a> {
    let text = part.text(field).unwrap_or_default();
    reading.scalar(kind, text, &Name::from(kind.name()), place, part.offset())
}

/// Reads a value together with its type.
fn variant<'a, P: Part<'a>>(reading: &mut Reading<'_>, part: P, place: Place) -> Variant<'a> {
    let kind = part.text("type").unwrap_or_default();
    match VariantKind::from_name(&kind) {
        Some(kind) => value(reading, part, kind, place),
        None => {
            reading.warn(place, part.offset(), format!("\"{kind}\" is no type of value; the engine reads nothing"));
            Variant::None
        }
    }
}

/// Reads bytes that are written in hexadecimal.
fn buffer<'a, P: Part<'a>>(reading: &mut Reading<'_>, part: P, place: Place) -> Bytes<'a> {
    let Some(value) = part.part("value") else { return Bytes::EMPTY };
    let digits = value.text("data").unwrap_or_default();
    let digit = |byte: u8| (byte as char).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(pair).collect();
    let size = value.text("size").and_then(|size| size.as_str()?.parse::<usize>().ok());
    let length = bytes.as_ref().map(Vec::len);
    if length.is_none() || length != size {
        reading.warn(place, value.offset(), "a buffer whose size differs from its data, or that isn't hexadecimal");
    }
    Bytes::from(bytes.unwrap_or_default())
}

fn curve<'a, P: Part<'a>>(reading: &mut Reading<'_>, part: P, place: Place) -> Value<'a> {
    let Some(value) = part.part("value") else { return Value::default() };
    let kind = VariantKind::from_name(&value.text("type").unwrap_or_default()).unwrap_or(VariantKind::None);
    let interpolation = CurveInterpolation::from_name(&value.text("interpolation").unwrap_or_default());
    let mut float = |part: P, field: &str| match scalar(reading, part, field, VariantKind::Float, place) {
        Variant::Float(value) => value,
        _ => 0.0,
    };
    let spline_tension = float(value, "splineTension");
    let interpolation = interpolation.unwrap_or(CurveInterpolation::LINEAR);
    let key = |part: P| {
        let time = match scalar(reading, part, "time", VariantKind::Float, place) {
            Variant::Float(time) => time,
            _ => 0.0,
        };
        let tangents = (interpolation == CurveInterpolation::CUBIC_SPLINE)
            .then(|| (scalar(reading, part, "in", kind, place), scalar(reading, part, "out", kind, place)));
        CurveKey { time, value: scalar(reading, part, "value", kind, place), tangents }
    };
    let keys = value.list("keyframes").map(key).collect();
    let name = value.text("name").unwrap_or_default();
    Value::Curve(Box::new(Curve { name, kind, interpolation, spline_tension, keys }))
}
