//! Writes binary archives.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Fault, Sink, Within, Writer, Written};
use urho_core::{HashAlgorithm, HashedName, VariantFault, hash_of};

use super::{MAGIC, Naming, Style, TYPE_BITS};
use crate::attributes::Attributes;
use crate::error::ErrorKind;
use crate::scene::{Children, Component, Kind, Node, Scene};
use crate::value::{Curve, CurveInterpolation, Value};

/// Writes the scene.
///
/// # Errors
/// Fails if a value has no type or no name, if attributes are opaque, or if a parent comes after its child.
pub(crate) fn write<S: Sink>(out: &mut Writer<S>, scene: &Scene<'_>, style: &Style) -> Written<ErrorKind> {
    scene.check_order().map_err(|node| {
        out.fail(ErrorKind::Shape("a node whose parent doesn't precede it")).within("node", u32::try_from(node).ok())
    })?;
    out.bytes(MAGIC.as_bytes());
    let children = scene.children();
    let mut open = vec![(0_u32, 0_u16)];
    while let Some((index, depth)) = open.pop() {
        let index = index as usize;
        let node = scene.nodes.get(index).ok_or_else(|| out.fail(ErrorKind::Shape("no outermost node")))?;
        if depth >= binio::MAX_DEPTH {
            return Err(out.fail(Fault::Limit("nesting of nodes")));
        }
        out.item("node", index, |out| self::node(out, node, index, &children, style))?;
        open.extend(children.of(index).iter().rev().map(|child| (*child, depth.saturating_add(1))));
    }
    if let (Some(blocks), Kind::Scene) = (&style.auxiliary, scene.kind) {
        size(out, blocks.len())?;
        for (name, bytes) in blocks {
            out.cstring(name)?;
            size(out, bytes.len())?;
            out.bytes(bytes);
        }
    }
    Ok(())
}

fn size<S: Sink>(out: &mut Writer<S>, size: usize) -> Written<ErrorKind> {
    let size = out.narrow(size as u64, u32::MAX)?;
    out.leb128(size);
    Ok(())
}

fn node<S: Sink>(
    out: &mut Writer<S>,
    node: &Node<'_>,
    index: usize,
    children: &Children,
    style: &Style,
) -> Written<ErrorKind> {
    out.leb128(node.id);
    if !node.animations.is_empty() {
        return Err(out.fail(ErrorKind::NotInForm("animations of attributes")));
    }
    attributes(out, &node.attributes, style)?;
    size(out, node.components.len())?;
    out.repeat("component", &node.components, |out, component| self::component(out, component, style))?;
    size(out, children.of(index).len())
}

fn component<S: Sink>(out: &mut Writer<S>, component: &Component<'_>, style: &Style) -> Written<ErrorKind> {
    out.leb128(component.id);
    if !component.animations.is_empty() {
        return Err(out.fail(ErrorKind::NotInForm("animations of attributes")));
    }
    name(out, &component.class, style.naming).within("class")?;
    attributes(out, &component.attributes, style)
}

fn name<S: Sink>(out: &mut Writer<S>, name: &HashedName<'_>, naming: Naming) -> Written<ErrorKind> {
    let is_known = !name.name.is_empty() || name.hash == hash_of(HashAlgorithm::Rbfx, b"");
    match naming {
        Naming::Hashes if name.name.is_empty() => out.u32_le(name.hash.0),
        Naming::Hashes => out.u32_le(hash_of(HashAlgorithm::Rbfx, &name.name).0),
        Naming::Names if is_known => out.cstring(&name.name)?,
        Naming::Names => return Err(out.fail(ErrorKind::NotInForm("a name with only a known hash"))),
    }
    Ok(())
}

fn attributes<S: Sink>(out: &mut Writer<S>, attributes: &Attributes<'_>, style: &Style) -> Written<ErrorKind> {
    if let Attributes::Opaque(_) = attributes {
        return Err(out.fail(ErrorKind::NotInForm("attributes of an unknown class out of a binary scene")));
    }
    size(out, attributes.iter().count()).within("attribute count")?;
    for (index, (name, value)) in attributes.iter().enumerate() {
        attribute(out, &name, &value, style).within_item("attribute", index)?;
    }
    Ok(())
}

fn attribute<S: Sink>(
    out: &mut Writer<S>,
    name: &HashedName<'_>,
    value: &Value<'_>,
    style: &Style,
) -> Written<ErrorKind> {
    let kind = value.kind().ok_or_else(|| out.fail(ErrorKind::NotInForm("a value whose type isn't known")))?;
    let number = kind.number(style.variants).ok_or_else(|| out.fail(VariantFault::NotInEra(kind)))?;
    let naming = match style.naming {
        Naming::Names => 1,
        Naming::Hashes => 2_u8,
    };
    out.u8(number.0 | naming << TYPE_BITS);
    self::name(out, name, style.naming).within("name")?;
    match value {
        Value::Variant(variant) => variant.write_payload(out, kind, style.variants),
        Value::Curve(curve) => self::curve(out, curve, style),
        Value::Text(_) => Ok(()),
    }
    .within("value")
}

fn curve<S: Sink>(out: &mut Writer<S>, curve: &Curve<'_>, style: &Style) -> Written<ErrorKind> {
    let Curve { name, kind, interpolation, spline_tension, keys } = curve;
    let number = kind.number(style.variants).ok_or_else(|| out.fail(VariantFault::NotInEra(*kind)))?;
    out.cstring(name)?;
    out.u8(number.0);
    out.i32_le(interpolation.0);
    out.f32_le(*spline_tension);
    size(out, keys.len())?;
    let has_tangents = *interpolation == CurveInterpolation::CUBIC_SPLINE;
    out.repeat("key", keys, |out, key| {
        out.f32_le(key.time);
        key.value.write_payload(out, *kind, style.variants)?;
        match &key.tangents {
            Some((inward, outward)) if has_tangents => {
                inward.write_payload(out, *kind, style.variants)?;
                outward.write_payload(out, *kind, style.variants)
            }
            None if !has_tangents => Ok(()),
            _ => Err(out.fail(ErrorKind::Shape("only cubic splines have tangents, in all keys"))),
        }
    })
}
