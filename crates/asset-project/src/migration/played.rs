//! Animations that controllers play on nodes without a model.
//!
//! If such an animation has only one track, Urho3D moves the controller's node by it and ignores the track name. rbfx searches for a node with the track
//! name; it moves the controller's node only if the track has no name.

use std::collections::BTreeSet;

use urho_scene::{Document, Node, Scene, Value, Variant};

/// Resource names of played animations.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    on_nodes: BTreeSet<String>,
    on_models: BTreeSet<String>,
}

/// Use of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// No controller of a node without a model plays it.
    Other,
    /// Only controllers of nodes without a model play it.
    Nodes,
    /// Models play it, too.
    Both,
}

impl Played {
    /// Adds the animations of a scene or prefab.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let Ok(document) = Document::parse(bytes) else { return };
        let scene: Scene<'_> = document.scene();
        for node in &scene.nodes {
            let has_model = node.components_of("AnimatedModel").next().is_some();
            let list = if has_model { &mut self.on_models } else { &mut self.on_nodes };
            list.extend(animations(node));
        }
    }

    pub(super) fn use_of(&self, name: &str) -> Use {
        match (self.on_nodes.contains(name), self.on_models.contains(name)) {
            (false, _) => Use::Other,
            (true, false) => Use::Nodes,
            (true, true) => Use::Both,
        }
    }
}

/// Names of the animations in the lists of a node's controllers and models.
fn animations(node: &Node<'_>) -> Vec<String> {
    let components = node.components.iter();
    let mut lists = components.flat_map(|component| component.attributes.iter()).filter(|(name, _)| {
        ["Animations", "Node Animation States", "Animation States"].iter().any(|known| name.name == **known)
    });
    let mut names = Vec::new();
    for (_, value) in &mut lists {
        let Value::Variant(Variant::VariantVector(items)) = &*value else { continue };
        names.extend(items.iter().filter_map(|item| match item {
            Variant::String(text) if !text.is_empty() => Some(text.to_string()),
            Variant::ResourceRef(reference) => Some(reference.name.to_string()),
            _ => None,
        }));
    }
    names
}
