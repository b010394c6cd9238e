//! Binary archives of rbfx: `\0BIN`, values with their types, names or name hashes.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use urho_core::{Variant, VariantEra};

use crate::attributes::{Attribute, Attributes};
use crate::class::{Class, Classes};
use crate::scene::{Kind, Scene};
use crate::value::Value;

/// Options of a binary archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// Whether classes and attributes have names or hashes.
    pub(crate) naming: Naming,
    pub(crate) era: VariantEra,
    /// Blocks after a scene: an empty list in the engine's files. `None` for prefabs, and for scenes that end right
    /// after their nodes.
    pub(crate) auxiliary: Option<Vec<Auxiliary>>,
}

/// A block after the scene, written by an editor plug-in: its name and its bytes.
pub(crate) type Auxiliary = (binio::Name<'static>, binio::Bytes<'static>);

/// Names or hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Naming {
    #[default]
    Hashes,
    Names,
}

/// The first bytes of a binary archive.
pub(crate) const MAGIC: &str = "\0BIN";

/// Attributes of the outermost node that the engine writes of scenes and leaves out of prefabs.
pub(crate) const NEXT_IDS: [&str; 2] = ["Next Node ID", "Next Component ID"];

/// Whether an archive is a scene or a prefab, which it doesn't say. The engine ends scenes with auxiliary data and counts their ids; the
/// scenes that come with the engine only count ids, and one with default values doesn't even do that. But every node and component of a scene has
/// an id, while those of a prefab only have ids if something refers to them. `has_attribute` is asked for attributes of the outermost node,
/// `wanted` is the kind of an archive that leaves it open.
pub(crate) fn kind(
    has_auxiliary: bool,
    has_attribute: impl Fn(&str) -> bool,
    wanted: Option<Kind>,
    has_all_ids: impl FnOnce() -> bool,
) -> Kind {
    let is_scene = has_auxiliary || NEXT_IDS.into_iter().any(has_attribute);
    match wanted {
        _ if is_scene => Kind::Scene,
        Some(kind) => kind,
        None if has_all_ids() => Kind::Scene,
        None => Kind::Prefab,
    }
}

/// How many bits of an attribute's first byte are its type; the others say how it is named.
const TYPE_BITS: u32 = 6;

/// Replaces enumeration names, which prefabs store, by numbers.
pub(crate) fn with_numbers<'a>(mut scene: Scene<'a>, classes: &Classes) -> Scene<'a> {
    for (index, node) in scene.nodes.iter_mut().enumerate() {
        let class = if index == 0 { classes.scene() } else { classes.node() };
        numbers(&mut node.attributes, Some(class));
        for component in &mut node.components {
            numbers(&mut component.attributes, classes.get(component.class.hash).map(|class| &**class));
        }
    }
    scene
}

fn numbers(attributes: &mut Attributes<'_>, class: Option<&Class>) {
    let (Attributes::List(list), Some(class)) = (attributes, class) else { return };
    for Attribute { name, value } in list {
        if let Value::Variant(Variant::String(text)) = value {
            let info = class.attribute(&name.name).or_else(|| class.attribute_of_hash(name.hash));
            if let Some(number) = info.and_then(|info| info.number_of(text)) {
                *value = Value::Variant(Variant::Int(number));
            }
        }
    }
}
