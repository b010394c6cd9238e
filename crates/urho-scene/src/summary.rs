//! Output of `inspect --json` for a scene: counts, resources and the node tree.

use std::collections::BTreeMap;

use binio::summary::{Float, sha256};
use serde::Serialize;

use crate::document::Document;
use crate::scene::Scene;

/// A scene or prefab without attribute values, except for names and transforms of nodes.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// `scene` or `prefab`.
    pub kind: &'static str,
    /// Encoding, for example `archive-binary`.
    pub form: &'static str,
    /// Engine: `urho3d`, `u3d` or `rbfx`.
    pub engine: &'static str,
    /// Number of nodes, including the outermost.
    pub num_nodes: usize,
    /// Number of components.
    pub num_components: usize,
    /// Nesting depth; the outermost node alone is 1.
    pub depth: usize,
    /// Number of components of each class.
    pub components: BTreeMap<String, usize>,
    /// Unknown classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown_classes: Vec<String>,
    /// Referenced resources and the number of references.
    pub resources: Vec<ResourceSummary>,
    /// The nodes, each after its parent.
    pub nodes: Vec<NodeSummary>,
    /// SHA-256 of the scene in its own encoding, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene_sha256: Option<String>,
}

/// A referenced resource.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ResourceSummary {
    /// Type, for example `Model`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Name as in the file.
    pub name: String,
    /// Number of references.
    pub count: usize,
}

/// A node.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct NodeSummary {
    /// Id of the node in the file.
    pub id: u32,
    /// Index of the parent in the list.
    pub parent: Option<u32>,
    /// Name as in the file.
    pub name: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Position relative to its parent: x, y, z.
    pub position: [Float; 3],
    /// Rotation relative to its parent: w, x, y, z.
    pub rotation: [Float; 4],
    /// Scale relative to its parent: x, y, z.
    pub scale: [Float; 3],
    /// Classes of its components.
    pub components: Vec<String>,
}

impl Document<'_> {
    /// Returns the summary; with the SHA-256 of the file's content if `hashes`.
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
            form: self.form().name(),
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
