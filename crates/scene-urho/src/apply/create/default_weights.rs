//! Applies default morph weights to the vertices when the file can't store them.

use std::collections::{HashMap, HashSet};

use asset_scene::{Channel, Id, Interpolation, Mesh, Property, Scene};

use super::options::CreateModelOptions;
use super::plan;

/// Default weights that will be baked into the vertices of a new model.
///
/// This does not change morphs that an animation moves. Weights in a file must be between 0 and 1, so if a weight were
/// baked, an animation that goes below it could not be stored.
#[derive(Debug, Default)]
pub(super) struct BakedWeights {
    /// The weights to bake for each mesh that has default weights. Morphs that an animation moves get 0.
    of_mesh: HashMap<Id<Mesh>, Vec<f32>>,
}

impl BakedWeights {
    /// Reads the channels of the animations to convert. You must subtract their cost from the budget first.
    pub(super) fn new(scene: &Scene<'_>, options: &CreateModelOptions) -> Self {
        if !options.bakes_weights() {
            return Self::default();
        }
        let has_weights = |mesh: &Mesh| mesh.morph_weights.iter().any(|weight| *weight != 0.0);
        let with_weights = scene.meshes.enumerate().filter(|(_, mesh)| has_weights(mesh));
        let mut baked = Self { of_mesh: with_weights.map(|(id, mesh)| (id, mesh.morph_weights.clone())).collect() };
        let mut seen = HashSet::new();
        for channel in plan::channels(scene, options).filter(|channel| channel.property == Property::MorphWeights) {
            let Some(mesh) = scene[channel.node].mesh else { continue };
            let Some(weights) = baked.of_mesh.get_mut(&mesh) else { continue };
            if seen.insert((mesh, channel.values, channel.interpolation)) {
                leave_moved(weights, &scene[mesh], scene, channel);
            }
        }
        baked
    }

    /// Returns the weights to bake into the vertices of a mesh. This is empty if there is nothing to do.
    pub(super) fn of(&self, mesh: Id<Mesh>) -> &[f32] {
        self.of_mesh.get(&mesh).map_or(&[], Vec::as_slice)
    }
}

/// Sets the weights to 0 for all morphs that a channel moves.
fn leave_moved(weights: &mut [f32], mesh: &Mesh, scene: &Scene<'_>, channel: &Channel) {
    if channel.interpolation == Interpolation::CubicSpline {
        weights.fill(0.0);
        return;
    }
    let values = scene[channel.values].rows::<1>().into_iter().flatten();
    let defaults = mesh.morph_weights.iter().enumerate().cycle();
    for ([value], (target, default)) in values.zip(defaults) {
        if value != *default {
            weights.get_mut(target).into_iter().for_each(|weight| *weight = 0.0);
        }
    }
}
