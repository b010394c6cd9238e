//! Which animation of a scene a file is: one action can have a file for each skeleton that it moves.

use std::collections::{HashMap, HashSet};

use asset_scene::Scene;

use crate::level::parts::{self, stem};

/// Names that tell which file is a part of which animation.
#[derive(Default)]
pub(super) struct Actions {
    /// Names of the scene's animations.
    names: HashSet<String>,
    /// Models of the file, without folder and extension.
    models: HashSet<String>,
    /// Lengths of their names, so that of a long name few beginnings are looked up.
    lengths: HashSet<usize>,
    /// Animations of the scene that components of the file play, by the place of their node.
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

    /// Returns the name of the scene's animation that a file shows: `Body_Wave`, or `Wave` if the file has a model called `Body` and the scene has no
    /// `Body_Wave`.
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

    /// Whether a component at a place of the file plays an animation of the scene.
    pub(super) fn plays(&self, place: usize, action: &str) -> bool {
        self.played.get(&place).is_some_and(|played| played.contains(action))
    }
}
