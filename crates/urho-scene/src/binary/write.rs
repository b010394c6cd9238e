//! Writes binary scenes using class tables.

#![deny(clippy::arithmetic_side_effects)]

use std::borrow::Cow;

use binio::{Bytes, Counter, Encode, Fault, Findings, Sink, Within, Writer, Written};
use urho_core::{Variant, VariantEncoding};

use super::Packing;
use crate::attributes::{Attributes, Packed};
use crate::class::{AttributeInfo, Class};
use crate::error::ErrorKind;
use crate::kinds;
use crate::place::Place;
use crate::scene::{Component, Kind, Node, Scene};
use crate::value::Value;

/// Writes the scene. It must be possible to pack all attributes.
///
/// # Errors
/// Fails if:
///
/// - a class does not have an attribute, or a value has the wrong type
/// - a component with a list of attributes has an unknown class
/// - a parent comes after its child
pub(crate) fn write<S: Sink>(out: &mut Writer<S>, scene: &Scene<'_>, packing: Packing<'_>) -> Written<ErrorKind> {
    scene.check_order().map_err(|node| {
        out.fail(ErrorKind::Shape("a node whose parent doesn't precede it")).within("node", u32::try_from(node).ok())
    })?;
    if scene.kind == Kind::Scene {
        out.bytes(b"USCN");
    }
    let children = scene.children();
    // Remaining nodes: depth first, so that the next is the last.
    let mut open = vec![(0_u32, 0_u16)];
    while let Some((index, depth)) = open.pop() {
        let index = index as usize;
        let node = scene.nodes.get(index).ok_or_else(|| out.fail(ErrorKind::Shape("no outermost node")))?;
        let class =
            if index == 0 && scene.kind == Kind::Scene { packing.classes.scene() } else { packing.classes.node() };
        if depth >= packing.limits.depth() {
            return Err(out.fail(Fault::Limit("nesting of nodes")));
        }
        out.item("node", index, |out| self::node(out, node, class, children.of(index).len(), packing))?;
        open.extend(children.of(index).iter().rev().map(|child| (*child, depth.saturating_add(1))));
    }
    Ok(())
}

fn node<S: Sink>(
    out: &mut Writer<S>,
    node: &Node<'_>,
    class: &Class,
    children: usize,
    packing: Packing<'_>,
) -> Written<ErrorKind> {
    out.u32_le(node.id);
    attributes(out, &node.attributes, Some(class), packing).within("attributes")?;
    if !node.animations.is_empty() {
        return Err(out.fail(ErrorKind::NotInForm("animations of attributes")));
    }
    size(out, node.components.len(), packing.variants).within("component count")?;
    out.repeat("component", &node.components, |out, component| self::component(out, component, packing))?;
    size(out, children, packing.variants).within("child count")
}

fn size<S: Sink>(out: &mut Writer<S>, size: usize, variants: VariantEncoding) -> Written<ErrorKind> {
    let size = out.narrow(size as u64, u32::MAX)?;
    match variants {
        VariantEncoding::Urho => out.vle29(size),
        _ => {
            out.leb128(size);
            Ok(())
        }
    }
}

fn component<S: Sink>(out: &mut Writer<S>, component: &Component<'_>, packing: Packing<'_>) -> Written<ErrorKind> {
    if !component.animations.is_empty() {
        return Err(out.fail(ErrorKind::NotInForm("animations of attributes")));
    }
    let class = packing.classes.get(component.class.hash).map(|class| &**class);
    let length = match &component.attributes {
        Attributes::Opaque(bytes) => bytes.len() as u64,
        Attributes::Packed(packed) => packed.data.len() as u64,
        Attributes::List(_) => {
            let mut counter = Writer::new(Counter);
            attributes(&mut counter, &component.attributes, class, packing)
                .map_err(|failure| out.fail(failure.kind().clone()))?;
            counter.position()
        }
    };
    let length = usize::try_from(length.saturating_add(8)).unwrap_or(usize::MAX);
    size(out, length, packing.variants).within("size")?;
    out.u32_le(component.class.hash.0);
    out.u32_le(component.id);
    attributes(out, &component.attributes, class, packing)
}

fn attributes<S: Sink>(
    out: &mut Writer<S>,
    attributes: &Attributes<'_>,
    class: Option<&Class>,
    packing: Packing<'_>,
) -> Written<ErrorKind> {
    match (attributes, class) {
        (Attributes::Opaque(bytes), _) => out.bytes(bytes),
        (Attributes::Packed(packed), _) if packed.variants == packing.variants => out.bytes(&packed.data),
        (Attributes::Packed(_), _) => return Err(out.fail(ErrorKind::NotInForm("values packed by another engine"))),
        (Attributes::List(_), None) => return Err(out.fail(ErrorKind::UnknownClass(String::new()))),
        (Attributes::List(list), Some(class)) => {
            for attribute in list {
                if info_of(class, &attribute.name).is_none() {
                    let attribute = attribute.name.name.to_string();
                    return Err(out.fail(ErrorKind::UnknownAttribute { class: class.name().to_owned(), attribute }));
                }
            }
            for info in class.stored() {
                let value = stored(attributes, info).map_err(|why| wrong(out, info, why))?;
                value.write_payload(out, info.kind, packing.variants)?;
            }
        }
    }
    Ok(())
}

fn wrong<S: Sink>(out: &Writer<S>, info: &AttributeInfo, why: &'static str) -> binio::Failure<ErrorKind> {
    out.fail(ErrorKind::WrongValue { attribute: info.name.to_string(), why })
}

fn info_of<'c>(class: &'c Class, name: &urho_core::HashedName<'_>) -> Option<&'c AttributeInfo> {
    if name.name.is_empty() { class.attribute_of_hash(name.hash) } else { class.attribute(&name.name) }
}

/// Returns the value to write for an attribute. If it is missing, this is the default value.
fn stored<'s>(attributes: &'s Attributes<'_>, info: &'s AttributeInfo) -> Result<Cow<'s, Variant<'s>>, &'static str> {
    match attributes.get(&info.name) {
        Some(Cow::Borrowed(Value::Variant(value))) if value.kind() == info.kind => Ok(Cow::Borrowed(value)),
        Some(Cow::Owned(Value::Variant(value))) if value.kind() == info.kind => Ok(Cow::Owned(value)),
        Some(_) => Err("not a value of its type"),
        None => match info.value_if_absent() {
            Some(default) => Ok(Cow::Owned(default)),
            None => Err("it isn't there, and its default value isn't known"),
        },
    }
}

/// Packs all attributes, and returns the scene with findings about what was dropped or changed.
///
/// # Errors
/// Fails if a component has an unknown class, and so can't be packed, but must not be dropped.
pub(crate) fn pack<'a>(
    scene: Scene<'a>,
    packing: Packing<'_>,
    drop_unknown: bool,
) -> Result<(Scene<'a>, Findings), crate::Error> {
    let mut findings = Findings::new();
    let Scene { engine, kind, mut nodes } = scene;
    for (index, node) in nodes.iter_mut().enumerate() {
        let place = Place::node(index);
        let is_scene = index == 0 && kind == Kind::Scene;
        let class = if is_scene { packing.classes.scene() } else { packing.classes.node() };
        drop_animations(&mut node.animations, place, &mut findings);
        node.attributes = pack_attributes(std::mem::take(&mut node.attributes), class, packing, place, &mut findings)?;
        let components = std::mem::take(&mut node.components);
        node.components.reserve_exact(components.len());
        for (number, mut component) in components.into_iter().enumerate() {
            let place = place.component(number);
            drop_animations(&mut component.animations, place, &mut findings);
            if let Attributes::List(_) = component.attributes {
                let Some(class) = packing.classes.get(component.class.hash) else {
                    if drop_unknown {
                        let message = format!("unknown class \"{}\": left out", component.class.name);
                        findings.loss(kinds::CLASS_LOST, place.path(), message);
                        continue;
                    }
                    return Err(crate::Error::new(
                        ErrorKind::UnknownClass(component.class.name.to_string()),
                        place.path(),
                    ));
                };
                component.attributes = pack_attributes(component.attributes, class, packing, place, &mut findings)?;
            }
            node.components.push(component);
        }
    }
    Ok((Scene { engine, kind, nodes }, findings))
}

fn drop_animations<T>(animations: &mut Vec<T>, place: Place, findings: &mut Findings) {
    if !animations.is_empty() {
        let message = format!("{} animations of attributes: a binary file can't store them", animations.len());
        findings.loss(kinds::ANIMATIONS_LOST, place.path(), message);
        *animations = Vec::new();
    }
}

fn pack_attributes<'a>(
    mut attributes: Attributes<'a>,
    class: &std::sync::Arc<Class>,
    packing: Packing<'_>,
    place: Place,
    findings: &mut Findings,
) -> Result<Attributes<'a>, crate::Error> {
    if let Attributes::Packed(packed) = &attributes {
        if packed.variants == packing.variants {
            return Ok(attributes);
        }
    }
    let Some(list) = attributes.to_list() else { return Ok(attributes) };
    list.retain(|attribute| {
        let known = info_of(class, &attribute.name);
        let fits = known.is_some_and(|info| attribute.value.kind() == Some(info.kind));
        if !fits {
            let why = if known.is_some() { "has a value of another type" } else { "isn't in its class" };
            let message = format!("attribute \"{}\" {why}: left out, as the engine does", attribute.name.name);
            findings.loss(kinds::ATTRIBUTE_LOST, place.path(), message);
        }
        fits
    });
    let bytes =
        binio::to_bytes(&OfClass { attributes: &attributes, class, packing }).map_err(|error| place.of(error))?;
    let packed = Packed { class: class.clone(), variants: packing.variants, data: Bytes::from(bytes) };
    Ok(Attributes::Packed(packed))
}

/// The attributes of a class that will be written.
struct OfClass<'s, 'a> {
    attributes: &'s Attributes<'a>,
    class: &'s Class,
    packing: Packing<'s>,
}

impl Encode for OfClass<'_, '_> {
    type Kind = ErrorKind;
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<ErrorKind> {
        attributes(out, self.attributes, Some(self.class), self.packing)
    }
}
