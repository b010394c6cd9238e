//! Reads binary scenes using class tables.

#![deny(clippy::arithmetic_side_effects)]

use std::sync::Arc;

use binio::{Bytes, Input, Limits, Within, check_count, leb128, tag, u32_le, vle29};
use urho_core::{HashedName, StringHash, Variant, VariantEncoding};

use crate::attributes::{Attributes, Packed};
use crate::class::{Class, Classes, Step};
use crate::error::ErrorKind;
use crate::scene::{Component, Kind, Node, Scene};
use crate::tree::nodes;

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

/// How a binary file is packed: which classes it uses, and how it encodes integers of variable length.
#[derive(Clone, Copy)]
pub(crate) struct Packing<'c> {
    pub(crate) classes: &'c Classes,
    pub(crate) variants: VariantEncoding,
    pub(crate) limits: Limits,
}

/// A component needs at least a size, a hash and an id.
const SMALLEST_COMPONENT: usize = 9;
/// A node needs at least an id, two counts, and the attributes of the smallest node class.
const SMALLEST_NODE: usize = 6;

/// Reads a scene if the file is marked as a scene. Otherwise reads a prefab.
pub(crate) fn read<'a>(input: Input<'a>, packing: Packing<'_>) -> Parsed<'a, Scene<'a>> {
    let (input, kind) = match tag::<ErrorKind>(input, "USCN") {
        Ok((input, _)) => (input, Kind::Scene),
        Err(_) => (input, Kind::Prefab),
    };
    let root = if kind == Kind::Scene { packing.classes.scene() } else { packing.classes.node() };
    let class = |parent: Option<u32>| if parent.is_none() { root } else { packing.classes.node() };
    let (input, nodes) = nodes(input, packing.limits, |input, parent| node(input, packing, class(parent), parent))?;
    Ok((input, Scene { engine: packing.classes.engine(), kind, nodes }))
}

/// Reads a node, and returns it with the number of its children.
fn node<'a>(
    input: Input<'a>,
    packing: Packing<'_>,
    class: &Arc<Class>,
    parent: Option<u32>,
) -> Parsed<'a, (Node<'a>, usize)> {
    let (input, id) = u32_le(input).within("id")?;
    let (input, attributes) = packed(input, packing.variants, class).within("attributes")?;
    let (mut input, count) = count(input, packing.variants, SMALLEST_COMPONENT).within("component count")?;
    let mut components = Vec::with_capacity(count);
    for index in 0..count {
        let (rest, component) = component(input, packing).within_item("component", index)?;
        components.push(component);
        input = rest;
    }
    let (input, children) = self::count(input, packing.variants, SMALLEST_NODE).within("child count")?;
    let node = Node { id, parent, attributes: Attributes::Packed(attributes), animations: Vec::new(), components };
    Ok((input, (node, children)))
}

/// Reads a count. Each item must have at least `smallest` bytes.
fn count(input: Input<'_>, variants: VariantEncoding, smallest: usize) -> Parsed<'_, usize> {
    let (rest, count) = size(input, variants)?;
    Ok((rest, check_count(input, rest, u64::from(count), smallest)?))
}

/// Reads an integer of variable length.
fn size(input: Input<'_>, variants: VariantEncoding) -> Parsed<'_, u32> {
    if variants == VariantEncoding::Urho { vle29(input) } else { leb128(input) }
}

/// Reads all attributes of a class. They are only checked, and kept as bytes.
fn packed<'a>(input: Input<'a>, variants: VariantEncoding, class: &Arc<Class>) -> Parsed<'a, Packed<'a>> {
    let mut rest = input;
    for step in class.layout() {
        rest = match *step {
            Step::Fixed(size) => binio::bytes(rest, size as u64)?.0,
            Step::Value(kind) => Variant::skip_payload(rest, kind, variants)?.0,
        };
    }
    let length = input.len().saturating_sub(rest.len());
    let data = Bytes::from(input.bytes().get(..length).unwrap_or_default());
    Ok((rest, Packed { class: class.clone(), variants, data }))
}

fn component<'a>(input: Input<'a>, packing: Packing<'_>) -> Parsed<'a, Component<'a>> {
    let (after, length) = size(input, packing.variants).within("size")?;
    check_count(input, after, u64::from(length), 1).within("size")?;
    let (rest, block) = binio::bytes(after, u64::from(length)).within("size")?;
    let block = Input::at(block, after.offset());
    let (data, hash) = u32_le(block).within("class")?;
    let (data, id) = u32_le(data).within("id")?;
    let class = packing.classes.get(StringHash(hash));
    // A class of another algorithm, or with the same hash, fills its block differently.
    let known = class.and_then(|class| packed(data, packing.variants, class).ok()).filter(|(rest, _)| rest.is_empty());
    let name = class.map(|class| class.shared_name()).unwrap_or_default();
    let attributes = match known {
        Some((_, packed)) => Attributes::Packed(packed),
        None => Attributes::Opaque(Bytes::from(data.bytes())),
    };
    let class = HashedName { hash: StringHash(hash), name };
    Ok((rest, Component { class, id, attributes, ..Component::default() }))
}
