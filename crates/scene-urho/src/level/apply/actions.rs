//! Finds out which files belong to an animation in the scene. If an action moves several skeletons, there is a file for
//! each.

use std::collections::{HashMap, HashSet};

use asset_scene::Scene;

use crate::level::parts::{self, stem};

/// The names that are needed to find the animation for a file.
#[derive(Default)]
pub(super) struct Actions {
    /// The animation names in the scene.
    names: HashSet<String>,
    /// The models in the file, without folder and extension.
    models: HashSet<String>,
    /// How long their names are, so that only these beginnings of a long name must be looked up.
    lengths: HashSet<usize>,
    /// For each node in the file, the scene's animations that its components play.
    played: HashMap<usize, HashSet<String>>,
}

impl Actions {
    pub(super) fn of(scene: &Scene<'_>, level: &urho_scene::Scene<'_>) -> Self {
        let names = scene.animations.iter().map(|own| own.name.clone()).collect();
        let models: HashSet<String> =
            parts::named(level, "Model").iter().map(|(_, name)| stem(name).to_owned()).collect();
        let lengths = models.iter().map(String::len).collect();
        let mut actions = Self { names, models, lengths, played: HashMap::new() };
        for (place, name) in parts::named(level, "Animation") {
            let action = actions.action(&name).to_owned();
            actions.played.entry(place).or_default().insert(action);
        }
        actions
    }

    /// Returns the animation name for a file. For `Body_Wave` this is the same name, but if the file has a model `Body`
    /// and the scene has no `Body_Wave`, it is `Wave`.
    pub(super) fn action<'n>(&self, file: &'n str) -> &'n str {
        let own = stem(file);
        if self.names.contains(own) {
            return own;
        }
        // The longest name of a model.
        let known = own.rmatch_indices('_').filter(|(at, _)| self.lengths.contains(at));
        let parts = known.filter_map(|(at, _)| own.split_at_checked(at));
        let mut parts = parts.filter(|(model, _)| self.models.contains(*model)).map(|(_, part)| part);
        let part = parts.find_map(|part| part.strip_prefix('_').filter(|part| self.names.contains(*part)));
        part.unwrap_or(own)
    }

    /// Returns whether a component anywhere in the file plays an animation of the scene.
    pub(super) fn is_played(&self, action: &str) -> bool {
        self.played.values().any(|played| played.contains(action))
    }

    /// Returns whether a component at this node in the file plays an animation of the scene.
    pub(super) fn plays(&self, place: usize, action: &str) -> bool {
        self.played.get(&place).is_some_and(|played| played.contains(action))
    }
}
