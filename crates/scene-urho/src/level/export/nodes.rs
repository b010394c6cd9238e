//! Limits the number of nodes for prefabs and models. This must be done before a node is created, because even a small
//! file can use a prefab or a model many times.

use asset_scene::Error;
use binio::Path;
use urho_scene::Scene;

use super::Export;
use crate::kinds;
use crate::level::parts;

/// How many nodes all prefabs in a scene may add together. Without a limit, ten files that show the next file four
/// times would create a million nodes, which need 2 GB. This is enough for a city with 4 000 houses that have 30 nodes
/// each.
const PREFAB_NODES: usize = 1 << 17;
/// How many bones and levels of detail all models in a scene may add together. This is enough for a crowd of 4 000
/// characters with 65 bones each.
const MODEL_NODES: usize = 1 << 18;

/// How many nodes can still be added.
pub(super) struct NodesLeft {
    prefabs: usize,
    models: usize,
}

impl NodesLeft {
    pub(super) fn new() -> Self {
        Self { prefabs: PREFAB_NODES, models: MODEL_NODES }
    }
}

impl Export<'_, '_> {
    /// Counts the nodes of a prefab. Returns whether the prefab can be added to the scene.
    ///
    /// # Errors
    /// Fails if other scenes that are shown at the same time have used up all nodes.
    pub(super) fn take_prefab(&mut self, file: &Scene<'_>, path: &Path) -> Result<bool, Error> {
        let count = nodes_of(file);
        let Some(left) = self.nodes_left.prefabs.checked_sub(count) else {
            let message = format!("makes more than {PREFAB_NODES} nodes; not shown");
            self.findings.warning(kinds::TOO_MANY_NODES, path.clone(), message);
            return Ok(false);
        };
        self.resources.take_nodes(count, path)?;
        self.nodes_left.prefabs = left;
        Ok(true)
    }

    /// Counts the bones and levels of detail of a model. Returns whether the model can be added to the scene.
    ///
    /// # Errors
    /// Fails if other scenes that are shown at the same time have used up all nodes.
    pub(super) fn take_model(&mut self, count: usize, path: &Path) -> Result<bool, Error> {
        let Some(left) = self.nodes_left.models.checked_sub(count) else {
            // One finding: hundreds of thousands of models can follow.
            if std::mem::take(&mut self.nodes_left.models) > 0 {
                let message = format!(
                    "animated models and levels of detail aren't shown from here on: they make more than {MODEL_NODES} nodes"
                );
                self.findings.warning(kinds::TOO_MANY_NODES, path.clone(), message);
            }
            return Ok(false);
        };
        self.resources.take_nodes(count, path)?;
        self.nodes_left.models = left;
        Ok(true)
    }
}

/// Returns how many nodes a prefab needs at most, without bones, levels of detail and nested prefabs. This counts its
/// own nodes, and a node for each component that can't be shown at its node, because the node has another component or
/// because it faces the other way.
fn nodes_of(file: &Scene<'_>) -> usize {
    file.nodes.iter().fold(0, |sum, node| {
        let (mut models, mut others) = (0_usize, 0_usize);
        for component in &node.components {
            match &*component.class.name.to_text() {
                "StaticModel" | "AnimatedModel" | "Terrain" => models = models.saturating_add(1),
                "Light" | "Camera" => others = others.saturating_add(1),
                "StaticModelGroup" => {
                    others = others.saturating_add(parts::ids(component, "Instance Nodes").len());
                }
                _ => {}
            }
        }
        sum.saturating_add(models.max(1)).saturating_add(others)
    })
}
