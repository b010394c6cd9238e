//! Loads the animations that a scene uses. Each is read once for each model that it moves.

use std::collections::HashMap;

use asset_scene::{Animation, AnimationId, Channel, Id, Node, escape_name};
use binio::Path;
use scene_adapter::scene_merge::SceneMerge;
use urho_scene::AttributeAnimation;

use super::{Export, Level};
use crate::kinds;
use crate::level::models::Loaded;
use crate::level::parts;
use crate::level::parts::stem;
use crate::level::unmoved;

impl Export<'_, '_> {
    /// Adds the channels of an animation, for one model.
    pub(super) fn animate(&mut self, model: usize, name: &str, moved: &HashMap<Id<Node>, Id<Node>>) {
        let Some(own) = self.animation(model, name) else { return };
        let Some(loaded) = self.models.loaded.get(model) else { return };
        let moves: Vec<Channel> = loaded.graft.scene[own].channels.clone();
        let known = self.models.animations.get(name).copied();
        let id = known.unwrap_or_else(|| {
            let id = self.scene.animations.push(Animation { name: stem(name).to_owned(), ..Animation::default() });
            self.models.animations.insert(name.to_owned(), id);
            id
        });
        if let Some(loaded) = self.models.loaded.get(model) {
            let file = (&loaded.graft.scene, own);
            unmoved::keep(&mut self.scene[id], file, |node| moved.contains_key(&node), known.is_none());
        }
        for channel in moves {
            let Some(node) = moved.get(&channel.node).copied() else { continue };
            // Several models at a node have the same bones.
            if !self.models.moved.insert((id, node, channel.property)) {
                continue;
            }
            let Some(loaded) = self.models.loaded.get_mut(model) else { return };
            let times = loaded.graft.array(channel.times, &mut self.scene);
            let values = loaded.graft.array(channel.values, &mut self.scene);
            self.scene[id].channels.push(Channel { node, times, values, ..channel });
        }
    }

    /// Adds the morph weights from the animations of a component, as a new animation.
    pub(super) fn animate_morphs(
        &mut self,
        model: usize,
        animations: &[AttributeAnimation<'_>],
        moved: &HashMap<Id<Node>, Id<Node>>,
    ) {
        let Some(loaded) = self.models.loaded.get(model) else { return };
        let own = &loaded.graft.scene;
        let mut channels = Vec::new();
        for mut weights in crate::weights::component_weights(own, animations) {
            let Some(node) = moved.get(&weights.node).copied() else { continue };
            weights.node = node;
            channels.push(weights.add(&mut self.scene));
        }
        if !channels.is_empty() {
            let name = format!("{}_Morphs", own.name);
            self.scene.animations.push(Animation { name, channels, source: None });
        }
    }

    /// Returns an animation of a model, or `None` if it can't be read.
    fn animation(&mut self, model: usize, name: &str) -> Option<AnimationId> {
        if let Some(known) = self.models.loaded.get(model)?.animations.get(name) {
            return *known;
        }
        let read = self.resources.read(name).and_then(|bytes| {
            urho_ani::Animation::parse(&bytes).map(urho_ani::Animation::into_owned).map_err(|error| error.to_string())
        });
        let loaded = self.models.loaded.get_mut(model)?;
        let id = match read {
            Ok(animation) => {
                let action = (escape_name(&animation.name), animation.length.to_bits());
                self.models.actions.insert(name.to_owned(), action);
                Some(crate::add_animation(&mut loaded.graft.scene, animation, name).0)
            }
            Err(why) => {
                self.findings.warning(kinds::ANIMATION_UNAVAILABLE, Path::from("animation").name(name.as_bytes()), why);
                None
            }
        };
        loaded.animations.insert(name.to_owned(), id);
        id
    }

    /// Adds animations for a node without a model. To find the nodes below it to move, this uses their names.
    pub(super) fn animated_nodes(&mut self, level: &Level<'_, '_>, index: usize) {
        let names = level.animations.get(&index).cloned().unwrap_or_default();
        if names.is_empty() {
            return;
        }
        let mut named = self.below(level, index);
        if let (Some(node), Some(Some(own))) = (level.file.nodes.get(index), level.nodes.get(index)) {
            named.insert(parts::name(node), *own);
        }
        let nothing = "";
        let model = *self.models.by_name.entry(nothing.to_owned()).or_insert_with(|| {
            self.models.loaded.push(Loaded { graft: SceneMerge::default(), bones: 0, animations: HashMap::new() });
            self.models.loaded.len().checked_sub(1)
        });
        let Some(model) = model else { return };
        for name in names {
            if self.animation(model, &name).is_none() {
                continue;
            }
            let own = self.models.loaded.get(model).map(|loaded| &loaded.graft.scene.nodes);
            let tracks = own.into_iter().flat_map(asset_scene::List::enumerate);
            let moved: HashMap<Id<Node>, Id<Node>> =
                tracks.filter_map(|(id, node)| Some((id, *named.get(&node.name)?))).collect();
            self.animate(model, &name, &moved);
        }
    }
}
