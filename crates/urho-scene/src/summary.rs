//! What `inspect --json` prints for a scene: counts, resources and the node tree.

use std::collections::BTreeMap;

use binio::summary::{Float, sha256};
use serde::Serialize;

use crate::document::Document;
use crate::scene::Scene;

/// A scene or prefab without most of its attributes, to be serialized. It only has the names and transforms of nodes.
/// Use [`Document::summary`] to create it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// `scene` or `prefab`.
    pub kind: &'static str,
    /// The encoding, for example `archive-binary`.
    pub encoding: &'static str,
    /// The engine: `urho3d`, `u3d` or `rbfx`.
    pub engine: &'static str,
    /// The number of nodes, including the outermost.
    pub num_nodes: usize,
    /// The number of components.
    pub num_components: usize,
    /// How deep nodes are nested. If there is only the outermost node, this is 1.
    pub depth: usize,
    /// The number of components by class.
    pub components: BTreeMap<String, usize>,
    /// The classes that are unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown_classes: Vec<String>,
    /// The resources that are used, and how often.
    pub resources: Vec<ResourceSummary>,
    /// The nodes. A node always comes after its parent.
    pub nodes: Vec<NodeSummary>,
    /// The SHA-256 of the scene in its own encoding, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene_sha256: Option<String>,
}

/// A resource that the scene refers to.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ResourceSummary {
    /// The type, for example `Model`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The name in the file.
    pub name: String,
    /// How often the resource is used.
    pub count: usize,
}

/// The summary of a node.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct NodeSummary {
    /// The id in the file.
    pub id: u32,
    /// The index of the parent in this list.
    pub parent: Option<u32>,
    /// The name in the file.
    pub name: String,
    /// Whether the node is enabled.
    pub enabled: bool,
    /// The position relative to the parent, in the order x, y, z.
    pub position: [Float; 3],
    /// The rotation relative to the parent, in the order w, x, y, z.
    pub rotation: [Float; 4],
    /// The scale relative to the parent, in the order x, y, z.
    pub scale: [Float; 3],
    /// The classes of the components.
    pub components: Vec<String>,
}

impl Document<'_> {
    /// Returns a summary of the file. If `hashes` is set, it includes the SHA-256 of the content.
    pub fn summary(&self, hashes: bool) -> Summary {
        let scene = self.scene();
        let resources = scene.resource_counts().into_iter().map(|((kind, name), count)| ResourceSummary {
            kind,
            name: name.to_string(),
            count,
        });
        let mut components = BTreeMap::new();
        let mut unknown = BTreeMap::new();
        for component in scene.nodes.iter().flat_map(|node| &node.components) {
            let name = component.class_name(&self.classes);
            if self.classes.get(component.class.hash).is_none() {
                unknown.insert(name.clone(), ());
            }
            *components.entry(name).or_insert(0) += 1;
        }
        let scene_sha256 = hashes.then(|| self.to_bytes().map(|bytes| sha256(&bytes)).unwrap_or_default());
        Summary {
            kind: self.kind().name(),
            encoding: self.encoding().name(),
            engine: self.engine().name(),
            num_nodes: scene.nodes.len(),
            num_components: components.values().sum(),
            depth: scene.depth(),
            components,
            unknown_classes: unknown.into_keys().collect(),
            resources: resources.collect(),
            nodes: self.nodes(&scene),
            scene_sha256,
        }
    }

    fn nodes(&self, scene: &Scene<'_>) -> Vec<NodeSummary> {
        let nodes = scene.nodes.iter().map(|node| {
            let rotation = node.rotation();
            NodeSummary {
                id: node.id,
                parent: node.parent,
                name: node.name().to_string(),
                enabled: node.is_enabled(),
                position: node.position().to_array().map(Float),
                rotation: [rotation.w, rotation.x, rotation.y, rotation.z].map(Float),
                scale: node.scale().to_array().map(Float),
                components: node.components.iter().map(|component| component.class_name(&self.classes)).collect(),
            }
        });
        nodes.collect()
    }
}
