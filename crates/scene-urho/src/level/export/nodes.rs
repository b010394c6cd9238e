//! Nodes that prefabs and models add to those of the file. They are spent before they are created, because a small file can name a prefab or a model any
//! number of times.

use asset_scene::Error;
use binio::Path;
use urho_scene::Scene;

use super::Export;
use crate::kinds;
use crate::level::parts;

/// Nodes that all prefabs of a scene together may add. Ten files that each show the next one four times would otherwise make a million, which take
/// 2 GB. A city of 4 000 houses with 30 nodes each fits.
const PREFAB_NODES: usize = 1 << 17;
/// Bones and levels of detail that all models of a scene together may add. A crowd of 4 000 characters with 65 bones each fits.
const MODEL_NODES: usize = 1 << 18;

/// Rest of the nodes that may be added.
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
    /// Takes the nodes of a prefab. Returns whether the scene may have them.
    ///
    /// # Errors
    /// Other scenes that are shown at the same time have them.
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

    /// Takes bones and levels of detail of a model. Returns whether the scene may have them.
    ///
    /// # Errors
    /// Other scenes that are shown at the same time have them.
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

/// Returns how many nodes a prefab makes at most, without bones, levels of detail and prefabs in it: its own, and one for each component that isn't shown
/// at its node, because another one is or because it faces the other way.
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
