//! Removes components and nodes from scenes.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::not_there;
use crate::attributes::Attributes;
use crate::error::Error;
use crate::place::Place;
use crate::scene::Scene;

impl<'a> Scene<'a> {
    /// Removes a component, or a node with all its descendants. Returns `false` if it does not exist, or if this is the
    /// outermost node.
    pub fn remove(&mut self, place: Place) -> bool {
        let exists = self.nodes.get(place.node).is_some_and(|node| match place.component {
            Some(number) => number < node.components.len(),
            None => place.node != 0,
        });
        if exists {
            self.remove_places(&[place]);
        }
        exists
    }

    /// Returns only the places that are not inside a removed node.
    pub(super) fn topmost(&self, places: &[Place]) -> Vec<Place> {
        let nodes: HashSet<usize> =
            places.iter().filter(|place| place.component.is_none()).map(|place| place.node).collect();
        // Whether the node, or a node around it, is removed.
        let mut goes: Vec<bool> = Vec::with_capacity(self.nodes.len());
        let parent_goes = |goes: &[bool], node: usize| {
            let parent = self.nodes.get(node).and_then(|node| node.parent);
            parent.is_some_and(|parent| goes.get(parent as usize) == Some(&true))
        };
        for index in 0..self.nodes.len() {
            let inside = parent_goes(&goes, index);
            goes.push(inside || nodes.contains(&index));
        }
        let is_topmost = |place: &&Place| match place.component {
            Some(_) => goes.get(place.node) != Some(&true),
            None => !parent_goes(&goes, place.node),
        };
        places.iter().filter(is_topmost).copied().collect()
    }

    /// Removes components and nodes. All of them must exist.
    pub(super) fn remove_places(&mut self, places: &[Place]) {
        let mut components: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut nodes: HashSet<usize> = HashSet::new();
        for place in places {
            match place.component {
                Some(number) => drop(components.entry(place.node).or_default().insert(number)),
                None => drop(nodes.insert(place.node)),
            }
        }
        for (node, removed) in components {
            if let Some(node) = self.nodes.get_mut(node) {
                let mut number = 0..;
                node.components.retain(|_| number.next().is_none_or(|number| !removed.contains(&number)));
            }
        }
        if nodes.is_empty() {
            return;
        }
        // New index of each node; `None` for removed nodes.
        let mut moved: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let parent_goes = node.parent.is_some_and(|parent| moved.get(parent as usize).is_some_and(Option::is_none));
            let goes = nodes.contains(&index) || parent_goes;
            moved.push((!goes).then_some(kept));
            kept += u32::from(!goes);
        }
        let mut stays = moved.iter().map(Option::is_some);
        self.nodes.retain(|_| stays.next().unwrap_or(true));
        for node in &mut self.nodes {
            node.parent = node.parent.and_then(|parent| moved.get(parent as usize).copied().flatten());
        }
    }

    pub(super) fn attributes_mut(&mut self, place: Place) -> Result<&mut Attributes<'a>, Error> {
        let node = self.nodes.get_mut(place.node).ok_or_else(|| not_there("such node", place))?;
        Ok(match place.component {
            None => &mut node.attributes,
            Some(number) => {
                &mut node.components.get_mut(number).ok_or_else(|| not_there("such component", place))?.attributes
            }
        })
    }
}
