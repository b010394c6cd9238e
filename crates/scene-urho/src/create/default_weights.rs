//! Default weights of morph targets, for files that have no place for them.

use std::collections::{HashMap, HashSet};

use asset_scene::{Channel, Id, Interpolation, Mesh, Property, Scene};

use super::options::CreateModelOptions;
use super::plan;

/// Default weights that are applied to the vertices of new models.
///
/// A morph that an animation moves keeps its vertices: weights in a file are between 0 and 1, so an animation that goes below a baked default weight
/// couldn't be stored.
#[derive(Debug, Default)]
pub(super) struct BakedWeights {
    /// Of each mesh that has default weights: the weights to bake, 0 for morphs that animations move.
    of_mesh: HashMap<Id<Mesh>, Vec<f32>>,
}

impl BakedWeights {
    /// Reads the channels of the chosen animations: spend their cost first.
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

    /// Returns the weights to bake into the vertices of a mesh; empty for none.
    pub(super) fn of(&self, mesh: Id<Mesh>) -> &[f32] {
        self.of_mesh.get(&mesh).map_or(&[], Vec::as_slice)
    }
}

/// Sets the weights of the morphs that a channel moves to 0.
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
