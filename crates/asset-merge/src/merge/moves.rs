//! Handles nodes and components that were moved to another node.

use std::collections::{HashMap, HashSet};

use super::item::{Id, Item};

/// The parents of nodes and components in the result.
#[derive(Default)]
pub(super) struct Parents {
    /// The merged parent, for each item whose parent is not the same in all versions.
    moved: HashMap<Id, Option<Id>>,
    /// The labels of both parents, for items that the two sides have moved to different parents.
    conflicts: HashMap<Id, (String, String)>,
}

type Map = HashMap<Id, Option<Id>>;

impl Parents {
    /// Compares the parents in base, ours and theirs.
    pub(super) fn new(documents: &[Item<'_>; 3]) -> Self {
        let mut labels: HashMap<Id, String> = HashMap::new();
        let maps = documents.each_ref().map(|document| {
            let mut map = Map::new();
            document.walk(None, &mut |item, parent| {
                if let Some(id) = item.id {
                    map.insert(id, parent);
                    labels.entry(id).or_insert_with(|| binio::Name::from(&*item.label).to_string());
                }
            });
            map
        });
        let mut parents = Self::default();
        let label = |id: Option<Id>| id.and_then(|id| labels.get(&id)).cloned().unwrap_or_default();
        let ids: HashSet<Id> = maps.iter().flat_map(HashMap::keys).copied().collect();
        for id in ids {
            let [base, ours, theirs] = maps.each_ref().map(|map| map.get(&id).copied());
            let known: HashSet<Option<Id>> = [base, ours, theirs].into_iter().flatten().collect();
            if known.len() < 2 {
                continue;
            }
            let merged = if ours == base { theirs.or(ours) } else { ours.or(theirs) };
            parents.moved.insert(id, merged.flatten());
            if let (Some(mine), Some(new)) = (ours, theirs) {
                if mine != new && ours != base && theirs != base {
                    parents.conflicts.insert(id, (label(mine), label(new)));
                }
            }
        }
        parents.without_cycles(&maps, &label);
        parents
    }

    /// If the parents of both sides together form a cycle, because each side has moved a node into a node that the
    /// other has moved, this uses only the parents in ours.
    fn without_cycles(&mut self, maps: &[Map; 3], label: &dyn Fn(Option<Id>) -> String) {
        let [_, ours, theirs] = maps;
        let parent = |id: &Id| match self.moved.get(id) {
            Some(parent) => *parent,
            None => ours.get(id).or_else(|| theirs.get(id)).copied().flatten(),
        };
        let mut rooted: HashSet<Id> = HashSet::new();
        let mut has_cycle = false;
        for id in self.moved.keys() {
            let (mut at, mut way) = (Some(*id), Vec::new());
            let mut seen = HashSet::new();
            while let Some(here) = at.filter(|here| !rooted.contains(here)) {
                has_cycle |= !seen.insert(here);
                if has_cycle {
                    break;
                }
                way.push(here);
                at = parent(&here);
            }
            rooted.extend(way);
        }
        if !has_cycle {
            return;
        }
        let ids: Vec<Id> = self.moved.keys().copied().collect();
        for id in ids {
            let (mine, new) = (ours.get(&id).copied(), theirs.get(&id).copied());
            let Some(kept) = mine.or(new) else { continue };
            if let (Some(mine), Some(new)) = (mine, new) {
                if mine != new {
                    self.conflicts.insert(id, (label(mine), label(new)));
                }
            }
            self.moved.insert(id, kept);
        }
    }

    /// Returns whether the parent is not the same in all versions.
    pub(super) fn is_moved(&self, id: Id) -> bool {
        self.moved.contains_key(&id)
    }

    /// Returns the merged parent of an item that was moved.
    pub(super) fn of(&self, id: Id) -> Option<Id> {
        self.moved.get(&id).copied().flatten()
    }

    /// Returns the labels of the parents in ours and theirs, if they are in conflict.
    pub(super) fn conflict(&self, id: Id) -> Option<(&str, &str)> {
        self.conflicts.get(&id).map(|(ours, theirs)| (ours.as_str(), theirs.as_str()))
    }
}
