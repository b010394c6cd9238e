//! Writes the default weights of morph targets, which a component stores for itself.

use std::collections::HashMap;

use binio::Path;
use urho_scene::Variant;

use super::Work;
use super::edits::Use;
use crate::kinds;
use crate::weights;

impl Work<'_, '_> {
    /// Sets the weights in components of existing models, if they were edited.
    pub(super) fn edited_weights(&mut self, uses: &[Use]) {
        let mut defaults: HashMap<&str, Vec<f32>> = HashMap::new();
        for one in uses {
            let mesh = self.scene[one.node].mesh.map(|mesh| &self.scene[mesh]);
            let Some(mesh) = mesh.filter(|mesh| !mesh.morph_names.is_empty()) else { continue };
            let component = self.level.nodes.get(one.place).and_then(|node| node.components.get(one.component));
            let Some(component) = component.filter(|component| component.is_a("AnimatedModel")) else { continue };
            let stored = weights::stored_bytes(component);
            let mut now = mesh.morph_weights.clone();
            now.resize(mesh.morph_names.len(), 0.0);
            let is_kept = if stored.is_empty() {
                let own = defaults.entry(&one.model).or_insert_with(|| self.default_weights(&one.model));
                own.resize(now.len(), 0.0);
                now == *own
            } else {
                let mut before = stored;
                before.resize(now.len(), 0);
                before == weights::attribute(&now).bytes
            };
            if is_kept {
                continue;
            }
            let bytes = self.weights_of(&one.model, &now);
            let node = self.level.nodes.get_mut(one.place);
            if let Some(component) = node.and_then(|node| node.components.get_mut(one.component)) {
                component.attributes.set(self.engine, weights::MORPHS, Variant::Buffer(bytes.into()));
            }
        }
    }

    /// Returns the weights that the morph targets of a model have if the component has none.
    fn default_weights(&self, model: &str) -> Vec<f32> {
        let known = self.project_model(model).ok().flatten();
        let meshes = known.iter().flat_map(|known| known.scene.meshes.iter());
        meshes.map(|mesh| mesh.morph_weights.clone()).next().unwrap_or_default()
    }

    /// Returns the weights of a model as its component stores them.
    pub(super) fn weights_of(&mut self, model: &str, weights: &[f32]) -> Vec<u8> {
        let stored = weights::attribute(weights);
        if stored.is_clamped {
            let message =
                "default weights of morphs below 0 or above 1 are held there: a component has a byte for each";
            self.findings.loss(kinds::MORPH_WEIGHTS_CLAMPED, Path::from("model").name(model.as_bytes()), message);
        }
        stored.bytes
    }
}
