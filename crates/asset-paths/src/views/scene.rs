//! Views scenes and prefabs, with paths such as `nodes/Jack/AnimatedModel/Material[1]`.

mod animations;
pub(super) mod edit;
mod variant;

use std::borrow::Cow;
use std::rc::Rc;

use urho_core::{Variant, VariantKind};
use urho_scene::{AttributeInfo, Attributes, Document, Encoding, Place, Scene, Spellings, Value as Stored};

use super::Address;
use crate::part::Part;
use crate::value::{Value, is_compound};

/// The place of a part in a scene.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct At {
    pub(crate) place: Place,
    pub(crate) what: What,
}

/// A part of a node or component.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// The node or component itself.
    Itself,
    /// The list of all nodes.
    Nodes,
    /// The list of child nodes.
    Children,
    /// The list of components.
    Components,
    /// An attribute, or an item inside its value.
    Attribute { name: Rc<str>, items: Vec<usize> },
}

impl At {
    pub(super) fn address(place: Place, what: What) -> Address {
        Address::Scene(Self { place, what })
    }
}

/// A scene, which is read once for all parts.
pub(crate) struct View<'d> {
    document: &'d Document<'d>,
    scene: Scene<'d>,
    spellings: Spellings<'d>,
    children: urho_scene::Children,
}

/// Returns the document as a part.
pub(super) fn root<'d>(document: &'d Document<'d>) -> Part<'d> {
    Part::group("", document.kind().name(), Address::None, move || {
        let scene = document.scene();
        let children = scene.children();
        let view = Rc::new(View { document, scene, spellings: document.spellings(), children });
        let word =
            |name, word: &'static str| Part::value_of(name, Value::fixed(Variant::String(word.into())), Address::None);
        let nodes = At::address(Place::node(0), What::Nodes);
        let nodes = Part::list("nodes", nodes, move || {
            (0..view.scene.nodes.len()).filter_map(|index| node(&view, index)).collect()
        });
        vec![
            word("kind", document.kind().name()),
            word("encoding", document.encoding().name()),
            word("engine", document.engine().name()),
            nodes,
        ]
    })
}

fn node<'d>(view: &Rc<View<'d>>, index: usize) -> Option<Part<'d>> {
    let this = view.scene.nodes.get(index)?;
    let place = Place::node(index);
    let inside = view.clone();
    let name = this.name().to_text().into_owned();
    let part = Part::group(name, "Node", At::address(place, What::Itself), move || node_parts(&inside, index));
    Some(part.with_id(u64::from(this.id)))
}

/// Returns the parts of a node: its id and parent, the attributes, the components, and then the lists by name.
fn node_parts<'d>(view: &Rc<View<'d>>, index: usize) -> Vec<Part<'d>> {
    let Some(this) = view.scene.nodes.get(index) else { return Vec::new() };
    let place = Place::node(index);
    let number = |name, number: Option<u32>| {
        let variant = number.map_or(Variant::None, |number| Variant::Int64(i64::from(number)));
        Part::value_of(name, Value::fixed(variant), Address::None)
    };
    let mut parts = vec![number("id", Some(this.id)), number("parent", this.parent)];
    let attributes = attributes(view, &this.attributes, place);
    // `inspect --json` calls it like this.
    let enabled = attributes
        .iter()
        .find(|part| part.name() == "Is Enabled")
        .map(|part| part.clone().renamed("enabled").into_link());
    parts.extend(attributes);
    parts.extend((0..this.components.len()).filter_map(|number| component(view, place.component(number))));
    parts.extend(enabled);
    parts.extend(animations::list(&this.animations));
    let inside = view.clone();
    let components = Part::list("components", At::address(place, What::Components), move || {
        let count = inside.scene.nodes.get(index).map_or(0, |node| node.components.len());
        (0..count).filter_map(|number| component(&inside, place.component(number))).collect()
    });
    let inside = view.clone();
    let children = Part::list("children", At::address(place, What::Children), move || {
        inside.children.of(index).iter().filter_map(|child| node(&inside, *child as usize)).collect()
    });
    parts.extend([components.into_link(), children.into_link()]);
    parts
}

fn component<'d>(view: &Rc<View<'d>>, place: Place) -> Option<Part<'d>> {
    let number = place.component?;
    let this = view.scene.nodes.get(place.node)?.components.get(number)?;
    let class = this.class_name(view.document.classes());
    let inside = view.clone();
    let part = Part::group(class.clone(), class, At::address(place, What::Itself), move || {
        let this = inside.scene.nodes.get(place.node).and_then(|node| node.components.get(number));
        let id = |id: u32| Part::value_of("id", Value::fixed(Variant::Int64(i64::from(id))), Address::None);
        let Some(this) = this else { return Vec::new() };
        let parts = std::iter::once(id(this.id)).chain(attributes(&inside, &this.attributes, place));
        parts.chain(animations::list(&this.animations)).collect()
    });
    Some(part.with_id(u64::from(this.id)).with_alias(format!("components[{number}]")))
}

/// Returns the attributes that the class registers, in order and with their defaults, and then all others in the file.
fn attributes<'d>(view: &View<'d>, stored: &Attributes<'_>, place: Place) -> Vec<Part<'d>> {
    let class = view.scene.class_at(view.document.classes(), place);
    let mut all: Vec<(Cow<'_, str>, Option<Stored<'static>>)> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for info in class.iter().flat_map(|class| class.attributes()) {
        known.insert(info.hash, all.len());
        all.push((Cow::Borrowed(&*info.name), None));
    }
    for (name, value) in stored.iter() {
        let value = Some(value.into_owned().into_owned());
        match known.get(&name.hash).and_then(|index| all.get_mut(*index)) {
            // The engine uses the last of several.
            Some(slot) => slot.1 = value,
            None => {
                known.insert(name.hash, all.len());
                let text =
                    if name.name.is_empty() { format!("#{}", name.hash) } else { name.name.to_text().into_owned() };
                all.push((Cow::Owned(text), value));
            }
        }
    }
    let spellings = view.spellings.of(place);
    let parts = all.into_iter().map(|(name, value)| {
        let info = class.and_then(|class| class.attribute(name.as_bytes()));
        let mut value = described(view, info, value);
        if info.is_none() && name.starts_with('#') {
            value.read_only = Some("the file only has the hash of its name");
        }
        if let Some(text) = spellings.get(&name) {
            value.spell(text);
        }
        let name: Rc<str> = Rc::from(name);
        let address = At::address(place, What::Attribute { name: name.clone(), items: Vec::new() });
        variant::part(name.to_string(), value, address)
    });
    parts.collect()
}

/// Returns a value with everything that the table says about it.
fn described(view: &View<'_>, info: Option<&AttributeInfo>, stored: Option<Stored<'static>>) -> Value {
    let default = info.and_then(AttributeInfo::value_if_absent);
    let is_stored = stored.is_some();
    let (variant, is_text, is_curve) = match stored {
        Some(Stored::Variant(variant)) => (variant, false, false),
        Some(Stored::Text(text)) => (Variant::String(text), true, false),
        Some(_) => (Variant::None, false, true),
        None => (default.clone().unwrap_or_default(), false, false),
    };
    // The legacy JSON says numbers of unknown attributes without their types: any number may stand there.
    let variant = match variant {
        Variant::Int(number) if info.is_none() && !is_text && view.document.encoding() == Encoding::Json => {
            Variant::Double(f64::from(number))
        }
        variant => variant,
    };
    let resource = [&variant].into_iter().chain(&default).find_map(|variant| resource_of(view, variant));
    Value {
        kind: match info {
            Some(info) => Some(info.kind),
            None if is_text => None,
            None => Some(variant.kind()),
        },
        words: info.map(|info| info.names.clone()).unwrap_or_default(),
        is_stored,
        resource: resource.unwrap_or_default(),
        read_only: is_curve.then_some("curves can't be set as a text"),
        hashes: view.document.engine().hashes(),
        default,
        ..Value::new(variant)
    }
}

/// Returns the type of the resources that a value names.
fn resource_of(view: &View<'_>, variant: &Variant<'_>) -> Option<Cow<'static, str>> {
    let kind = match variant {
        Variant::ResourceRef(reference) => &reference.kind,
        Variant::ResourceRefList(list) => &list.kind,
        _ => return None,
    };
    let named = || kind.name.to_text().into_owned();
    let known = urho_core::resource_type_name(view.document.engine().hashes(), kind.hash);
    Some(known.map_or_else(|| Cow::Owned(named()), Cow::Borrowed)).filter(|name| !name.is_empty())
}

/// Returns whether values of this type can only be set item by item.
fn is_only_items(kind: Option<VariantKind>) -> bool {
    kind.is_some_and(is_compound)
}
