//! Binary archives from rbfx, which begin with `\0BIN`. They store each value with its type, and with a name or a name
//! hash.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use urho_core::{Variant, VariantEncoding};

use crate::attributes::{Attribute, Attributes};
use crate::class::{Class, Classes};
use crate::scene::{Kind, Scene};
use crate::value::Value;

/// How a binary archive is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// Whether to write names or hashes for classes and attributes.
    pub(crate) naming: Naming,
    pub(crate) variants: VariantEncoding,
    /// The blocks after a scene. This is an empty list in files from the engine, and `None` for a prefab or if the file
    /// ends right after the nodes.
    pub(crate) auxiliary: Option<Vec<Auxiliary>>,
}

/// A block that an editor plug-in wrote after the scene, as a name and bytes.
pub(crate) type Auxiliary = (binio::Name<'static>, binio::Bytes<'static>);

/// Names or hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Naming {
    #[default]
    Hashes,
    Names,
}

/// How a binary archive begins.
pub(crate) const MAGIC: &str = "\0BIN";

/// The engine writes these attributes of the outermost node to a scene, but not to a prefab.
pub(crate) const NEXT_IDS: [&str; 2] = ["Next Node ID", "Next Component ID"];

/// Decides whether an archive is a scene or a prefab, because the archive does not say so.
///
/// The engine ends a scene with auxiliary data and counts the ids. But the scenes that come with the engine only count
/// the ids, and if all values are default values, not even this. What helps is that every node and component in a scene
/// has an id, but in a prefab only if something refers to it.
///
/// Use `has_attribute` to look at the outermost node. If the archive leaves the question open, `wanted` is returned.
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

/// The number of bits for the type in the first byte of an attribute. The other bits say how the attribute is named.
const TYPE_BITS: u32 = 6;

/// Replaces the names of enumeration values with numbers. Prefabs store such names.
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
