//! Finds strings in binary files that can be file names.

use asset_formats::{Asset, Typed};
use urho_scene::Variant;

use super::read::text_of;

/// Returns the strings in a compiled script, binary scene or binary prefab, with one string on each line. For other
/// files, this is `None`.
pub(super) fn of(asset: &Asset<'_>, bytes: &[u8]) -> Option<String> {
    let mut strings = Strings(String::new());
    match asset.typed() {
        Typed::UrhoAsc(urho_asc::Script::Module(module)) => module.strings.iter().for_each(|name| strings.add(name)),
        Typed::UrhoAsc(urho_asc::Script::Opaque(opaque)) => opaque.strings().for_each(|name| strings.add(&name)),
        // The text of other scenes is searched as a whole.
        Typed::UrhoScene(document) if text_of(bytes).is_none() => {
            for node in &document.scene().nodes {
                let of_node = std::iter::once(&node.attributes);
                let attributes = of_node.chain(node.components.iter().map(|component| &component.attributes));
                for (_, value) in attributes.flat_map(urho_scene::Attributes::iter) {
                    value.variant().iter().for_each(|value| strings.add_all(value));
                }
            }
        }
        _ => return None,
    }
    Some(strings.0)
}

/// Strings, with one on each line.
struct Strings(String);

impl Strings {
    fn add(&mut self, name: &binio::Name<'_>) {
        self.0 += &name.to_text();
        self.0.push('\n');
    }

    /// Adds the strings in a value, at any depth. The depth is limited because the value was read by the scene parser.
    fn add_all(&mut self, value: &Variant<'_>) {
        match value {
            Variant::String(text) => self.add(text),
            Variant::ResourceRef(reference) => self.add(&reference.name),
            Variant::ResourceRefList(list) => list.names.iter().for_each(|name| self.add(name)),
            Variant::StringVector(list) => list.iter().for_each(|name| self.add(name)),
            Variant::VariantVector(items) => items.iter().for_each(|item| self.add_all(item)),
            Variant::VariantMap(entries) => entries.iter().for_each(|(_, item)| self.add_all(item)),
            Variant::StringVariantMap(entries) => entries.iter().for_each(|(_, item)| self.add_all(item)),
            _ => {}
        }
    }
}
