//! Reads binary archives.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Bytes, Input, Limits, Within, check_count, cstring, f32_le, i32_le, leb128, repeat, tag, u8, u32_le};
use urho_core::{
    Engine, HashAlgorithm, HashedName, StringHash, Variant, VariantEncoding, VariantFault, VariantKind, VariantType,
};

use super::{Auxiliary, MAGIC, Naming, Style, TYPE_BITS};
use crate::attributes::{Attribute, Attributes};
use crate::class::{Class, Classes};
use crate::error::ErrorKind;
use crate::scene::{Component, Kind, Node, Scene};
use crate::tree::nodes;
use crate::value::{Curve, CurveInterpolation, CurveKey, Value};

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

#[derive(Clone, Copy)]
struct Reader<'c> {
    classes: &'c Classes,
    naming: Naming,
    variants: VariantEncoding,
}

/// An id and three counts.
const SMALLEST_NODE: usize = 4;
/// An id, the end of a name, and a count.
const SMALLEST_COMPONENT: usize = 3;
/// A type and the end of a name.
const SMALLEST_ATTRIBUTE: usize = 2;

/// Reads the nodes, and then the block for plug-ins if there is one.
pub(crate) fn read<'a>(
    input: Input<'a>,
    classes: &Classes,
    naming: Naming,
    variants: VariantEncoding,
    (wanted, limits): (Option<Kind>, Limits),
) -> Parsed<'a, (Scene<'a>, Style)> {
    let reader = Reader { classes, naming, variants };
    let (input, _) = tag(input, MAGIC)?;
    let (input, nodes) = nodes(input, limits, |input, parent| node(input, reader, parent))?;
    let (input, auxiliary) = match input.is_empty() {
        true => (input, None),
        false => auxiliary(input).within("auxiliary").map(|(input, blocks)| (input, Some(blocks)))?,
    };
    let outermost = nodes.first().map(|node| &node.attributes);
    let has = |name: &str| outermost.is_some_and(|attributes| attributes.get(name).is_some());
    let has_parts = nodes.len() > 1 || nodes.iter().any(|node| !node.components.is_empty());
    let ids = || {
        has_parts && nodes.iter().all(|node| node.id != 0 && node.components.iter().all(|component| component.id != 0))
    };
    let kind = super::kind(auxiliary.is_some(), has, wanted, ids);
    Ok((input, (Scene { engine: Engine::Rbfx, kind, nodes }, Style { naming, variants, auxiliary })))
}

fn auxiliary(input: Input<'_>) -> Parsed<'_, Vec<Auxiliary>> {
    let (input, blocks) = count(input, 2)?;
    repeat(input, blocks, "block", |input| {
        let (input, name) = cstring(input)?;
        let (input, bytes) = binio::prefixed(input, leb128)?;
        Ok((input, (name.into_owned(), Bytes::from(bytes).into_owned())))
    })
}

fn count(input: Input<'_>, smallest: usize) -> Parsed<'_, usize> {
    let (rest, count) = leb128(input)?;
    Ok((rest, check_count(input, rest, u64::from(count), smallest)?))
}

/// Reads a node, and returns it with the number of its children.
fn node<'a>(input: Input<'a>, reader: Reader<'_>, parent: Option<u32>) -> Parsed<'a, (Node<'a>, usize)> {
    let (input, id) = leb128(input).within("id")?;
    let class = if parent.is_none() { reader.classes.scene() } else { reader.classes.node() };
    let (input, attributes) = attributes(input, reader, Some(class))?;
    let (input, components) = count(input, SMALLEST_COMPONENT).within("component count")?;
    let (input, components) = repeat(input, components, "component", |input| component(input, reader))?;
    let (input, children) = count(input, SMALLEST_NODE).within("child count")?;
    Ok((input, (Node { id, parent, attributes, animations: Vec::new(), components }, children)))
}

fn component<'a>(input: Input<'a>, reader: Reader<'_>) -> Parsed<'a, Component<'a>> {
    let (input, id) = leb128(input).within("id")?;
    let (input, class) = name(input, reader.naming).within("class")?;
    let known = reader.classes.get(class.hash);
    let (input, attributes) = attributes(input, reader, known.map(|class| &**class))?;
    let class = match known {
        Some(known) if class.name.is_empty() => HashedName { name: known.name().to_owned().into(), ..class },
        _ => class,
    };
    Ok((input, Component { class, id, attributes, ..Component::default() }))
}

fn name(input: Input<'_>, naming: Naming) -> Parsed<'_, HashedName<'_>> {
    match naming {
        Naming::Names => cstring(input)
            .map(|(rest, name)| (rest, HashedName { hash: urho_core::hash_of(HashAlgorithm::Rbfx, &name), name })),
        Naming::Hashes => u32_le(input).map(|(rest, hash)| (rest, HashedName::from(StringHash(hash)))),
    }
}

fn attributes<'a>(input: Input<'a>, reader: Reader<'_>, class: Option<&Class>) -> Parsed<'a, Attributes<'a>> {
    let (input, attributes) = count(input, SMALLEST_ATTRIBUTE).within("attribute count")?;
    let (input, list) = repeat(input, attributes, "attribute", |input| attribute(input, reader, class))?;
    Ok((input, Attributes::List(list)))
}

fn attribute<'a>(input: Input<'a>, reader: Reader<'_>, class: Option<&Class>) -> Parsed<'a, Attribute<'a>> {
    let (rest, descriptor) = u8(input)?;
    let naming = match descriptor >> TYPE_BITS {
        1 => Naming::Names,
        2 => Naming::Hashes,
        _ => return Err(input.fail(ErrorKind::Naming)),
    };
    if naming != reader.naming {
        return Err(input.fail(ErrorKind::Naming));
    }
    let number = descriptor & 0x3f;
    let Some(kind) = VariantType(number).kind(reader.variants) else {
        return Err(input.fail(VariantFault::UnknownType(number)));
    };
    let (rest, mut name) = self::name(rest, naming).within("name")?;
    if name.name.is_empty() {
        let known = class.and_then(|class| class.attribute_of_hash(name.hash));
        name.name = known.map(|info| info.name.clone().into_owned().into()).unwrap_or_default();
    }
    let (rest, value) = match kind {
        VariantKind::VariantCurve => {
            curve(rest, reader.variants).map(|(rest, curve)| (rest, Value::Curve(Box::new(curve))))
        }
        _ => {
            // Nested vectors each reserve memory for their claimed counts: after everything was skipped once, the
            // counts are true.
            Variant::skip_payload::<ErrorKind>(rest, kind, reader.variants).within("value")?;
            Variant::read_payload(rest, kind, reader.variants).map(|(rest, value)| (rest, Value::Variant(value)))
        }
    }
    .within("value")?;
    Ok((rest, Attribute { name, value }))
}

fn curve(input: Input<'_>, variants: VariantEncoding) -> Parsed<'_, Curve<'_>> {
    let (input, name) = cstring(input).within("name")?;
    let (rest, number) = u8(input).within("type")?;
    let Some(kind) = VariantType(number).kind(variants) else {
        return Err(input.fail(VariantFault::UnknownType(number)));
    };
    let (input, interpolation) = i32_le(rest).within("interpolation")?;
    let interpolation = CurveInterpolation(interpolation);
    let (input, spline_tension) = f32_le(input).within("tension")?;
    let value = |input| {
        Variant::skip_payload::<ErrorKind>(input, kind, variants)?;
        Variant::read_payload::<ErrorKind>(input, kind, variants)
    };
    let (input, keys) = count(input, 4)?;
    let (input, keys) = repeat(input, keys, "key", |input| {
        let (input, time) = f32_le(input)?;
        let (input, at) = value(input)?;
        if interpolation != CurveInterpolation::CUBIC_SPLINE {
            return Ok((input, CurveKey { time, value: at, tangents: None }));
        }
        let (input, inward) = value(input)?;
        let (input, outward) = value(input)?;
        Ok((input, CurveKey { time, value: at, tangents: Some((inward, outward)) }))
    })?;
    Ok((input, Curve { name, kind, interpolation, spline_tension, keys }))
}
