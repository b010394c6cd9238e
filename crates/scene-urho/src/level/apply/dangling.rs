//! Reports components that still refer to nodes and components that were deleted.

use std::collections::BTreeMap;

use binio::Findings;
use urho_scene::{Document, Place, Scene};

use crate::kinds;

/// The names of nodes and components in a file, by their ids.
pub(super) struct Known {
    nodes: BTreeMap<u32, String>,
    components: BTreeMap<u32, String>,
}

impl Known {
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let nodes = scene.nodes.iter().map(|node| (node.id, node.name().to_string())).collect();
        let components = scene.nodes.iter().flat_map(|node| &node.components);
        Self { nodes, components: components.map(|own| (own.id, own.class.name.to_text().into_owned())).collect() }
    }

    /// Adds a finding for each reference to something that was in the original and isn't in the new file.
    pub(super) fn tell(&self, document: &Document<'_>, findings: &mut Findings) {
        let scene = document.scene();
        for reference in scene.id_references(document.classes()).iter().filter(|reference| reference.target.is_none()) {
            let known = if reference.to_component { &self.components } else { &self.nodes };
            let Some(name) = known.get(&reference.id) else { continue };
            let what = if reference.to_component { "component" } else { "node" };
            let message = format!(
                "attribute {:?} of {} refers to the {what} {name:?} [{}], which was deleted",
                reference.attribute,
                owner(&scene, reference.place),
                reference.id
            );
            findings.warning(kinds::REFERENCE_MISSING, reference.place.path(), message);
        }
    }
}

/// Returns the name of a node, with the class of a component.
fn owner(scene: &Scene<'_>, place: Place) -> String {
    let Some(node) = scene.nodes.get(place.node) else { return String::new() };
    let component = place.component.and_then(|number| node.components.get(number));
    let class =
        component.map_or_else(|| "the node".to_owned(), |component| component.class.name.to_text().into_owned());
    format!("{class} at {:?}", node.name().to_string())
}
