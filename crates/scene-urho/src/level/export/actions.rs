//! Joins animations from several files that belong to one action.

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_scene::{AnimationId, Channel};

use super::Export;
use crate::level::parts::stem;

impl Export<'_, '_> {
    /// Joins animations that were one action when their files were created. For example, these are `Wave.ani` and, for
    /// a model with the name `Body`, `Body_Wave.ani`: they have the same action name in the file and the same length.
    /// After this, other programs can play and edit them together.
    pub(super) fn join_actions(&mut self) {
        let models: HashSet<&str> = self.models.by_name.keys().map(|name| stem(name)).collect();
        let mut groups: BTreeMap<(&str, u32), Vec<AnimationId>> = BTreeMap::new();
        for (file, id) in &self.models.animations {
            let Some((action, length)) = self.models.actions.get(file) else { continue };
            let own = stem(file);
            let model = own.strip_suffix(action.as_str()).map(|model| model.strip_suffix('_').unwrap_or(model));
            let is_part = model.is_some_and(|model| model.is_empty() || models.contains(model));
            if is_part && !action.is_empty() && self.scene[*id].source.is_none() {
                groups.entry((action, *length)).or_default().push(*id);
            }
        }
        let mut names: HashMap<&str, Vec<AnimationId>> = HashMap::new();
        self.scene.animations.enumerate().for_each(|(id, own)| names.entry(&own.name).or_default().push(id));
        let mut joined: Vec<(String, Vec<AnimationId>)> = Vec::new();
        let mut taken = HashSet::new();
        for ((action, _), mut ids) in groups.into_iter().filter(|(_, ids)| ids.len() > 1) {
            ids.sort_unstable();
            let others = names.get(action).into_iter().flatten().filter(|id| ids.binary_search(id).is_err());
            let is_free = others.count() == 0 && taken.insert(action);
            let mut targets = HashSet::new();
            let mut channels = ids.iter().flat_map(|id| &self.scene[*id].channels);
            if is_free && channels.all(|channel| targets.insert((channel.node, channel.property))) {
                joined.push((action.to_owned(), ids));
            }
        }
        let mut gone = HashSet::new();
        for (action, ids) in joined {
            let Some((first, others)) = ids.split_first() else { continue };
            let mut channels: Vec<Channel> = std::mem::take(&mut self.scene[*first].channels);
            others.iter().for_each(|id| channels.append(&mut self.scene[*id].channels));
            (self.scene[*first].name, self.scene[*first].channels) = (action, channels);
            gone.extend(others.iter().copied());
        }
        self.scene.animations.retain_ids(|id| !gone.contains(&id));
    }
}
