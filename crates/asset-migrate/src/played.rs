//! Finds animations that controllers play on nodes without a model.
//!
//! If such an animation has only one track, Urho3D uses it to move the node of the controller, and ignores the track
//! name. But rbfx searches for a node with the track name; it only moves the node of the controller if the track has no
//! name.

use std::collections::BTreeSet;

use urho_scene::{Document, Node, Scene, Value, Variant};

/// The resource names of all animations that are played.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    on_nodes: BTreeSet<String>,
    on_models: BTreeSet<String>,
}

/// Where an animation is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is not played on a node without a model.
    Other,
    /// It is only played on nodes without a model.
    Nodes,
    /// It is played on models, too.
    Both,
}

impl Played {
    /// Adds the animations that a scene or prefab plays.
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

/// Returns the animations in the lists of a node's controllers and models.
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
