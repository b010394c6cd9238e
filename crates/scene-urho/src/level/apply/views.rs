//! Handles scene nodes that show a component of the file: lights and cameras (which must be turned around), second
//! models, and skinned meshes. When people select such a node and edit it, the edits must be written to the component
//! or its node.

#![allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_scene::glam::{DAffine3, DQuat};
use asset_scene::{Id, Node, Scene};
use binio::{Findings, Path};
use scene_adapter::same;
use urho_scene::Component;

use super::originals::Originals;
use crate::kinds;
use crate::level::TURN;
use crate::level::stored::{Made, NodeKey};

/// The edits to scene nodes that show components.
#[derive(Default)]
pub(super) struct Views {
    /// Components of nodes that are new in the file, because they were copied, or moved to another node.
    pub(super) copies: HashMap<Id<Node>, Component<'static>>,
    /// Additional components, for nodes that show a skinned mesh again.
    pub(super) seconds: HashMap<Id<Node>, Vec<Component<'static>>>,
    /// Components that are no longer shown by any node, with the scene node that they belong to.
    pub(super) gone: Vec<(Id<Node>, usize)>,
    /// Components whose nodes were hidden.
    pub(super) hidden: Vec<(Id<Node>, usize)>,
    /// Transforms to apply to nodes. For example, if a light is alone at its node, moving it also moves the node.
    pub(super) turns: Vec<(Id<Node>, DAffine3)>,
    /// New names for nodes whose light or camera was renamed.
    pub(super) names: HashMap<Id<Node>, String>,
    pub(super) findings: Findings,
}

/// A component, given by its number and the scene node that it belongs to.
type At = (Id<Node>, usize);

/// Searches for edited views.
struct Search<'s> {
    scene: &'s Scene<'s>,
    keys: &'s mut [Option<NodeKey>],
    originals: &'s Originals,
    /// For each place in the file, the scene node.
    owners: HashMap<usize, Id<Node>>,
    /// The number of children for each node, ignoring levels of detail.
    children: HashMap<Id<Node>, usize>,
    /// Nodes that are moved by an animation.
    driven: HashSet<Id<Node>>,
    views: Views,
}

impl Views {
    /// Finds the edited views in a scene. If a node is no longer a view, this removes its key.
    pub(super) fn of(scene: &Scene<'_>, keys: &mut [Option<NodeKey>], originals: &Originals) -> Self {
        let lods = scene.lod_nodes();
        let mut children: HashMap<Id<Node>, usize> = HashMap::new();
        for (_, node) in scene.nodes.enumerate().filter(|(id, _)| !lods[*id]) {
            if let Some(parent) = node.parent {
                *children.entry(parent).or_default() += 1;
            }
        }
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        let driven = channels.map(|channel| channel.node).collect();
        let of_file = |key: &NodeKey| key.place.filter(|_| key.made.is_none());
        let owners = scene.nodes.ids().rev();
        let owners = owners.filter_map(|id| Some((keys.get(id.index())?.as_ref().and_then(of_file)?, id))).collect();
        let mut search = Search { scene, keys, originals, owners, children, driven, views: Self::default() };
        search.all();
        search.views
    }

    /// Returns the transform that a view has relative to its node in the file.
    fn usual(made: Made) -> DAffine3 {
        match made {
            Made::Light | Made::Camera => DAffine3::from_quat(DQuat::from_array(TURN.map(f64::from))),
            _ => DAffine3::IDENTITY,
        }
    }
}

impl Search<'_> {
    fn key(&self, id: Id<Node>) -> Option<&NodeKey> {
        self.keys.get(id.index())?.as_ref()
    }

    fn all(&mut self) {
        // Nodes that show the same part of the same component: one of them is it, the others are copies.
        let mut groups: BTreeMap<(At, usize), Vec<Id<Node>>> = BTreeMap::new();
        let mut strays = Vec::new();
        for id in self.scene.nodes.ids() {
            let Some((view, component)) = self.key(id).and_then(|own| Some((own.view.clone()?, own.component?))) else {
                continue;
            };
            // The nodes of a prefab are compared with the prefab.
            if self.key(id).is_none_or(|own| own.made == Some(Made::Prefab)) {
                continue;
            }
            match self.owner(id, view.owner) {
                Owner::Outermost => {}
                Owner::Node(owner) => groups.entry(((owner, component), view.part)).or_default().push(id),
                Owner::None => strays.push((id, (self.owners.get(&view.owner).copied(), component))),
            }
        }
        let mut shown: BTreeMap<At, usize> = BTreeMap::new();
        let mut hidden: BTreeMap<At, Vec<Id<Node>>> = BTreeMap::new();
        for ((at, _), nodes) in groups {
            let kept = self.kept(&nodes);
            if self.scene[kept].hidden {
                hidden.entry(at).or_default().push(kept);
            }
            let copies = nodes.into_iter().filter(|id| *id != kept);
            strays.extend(copies.map(|id| (id, (Some(at.0), at.1))));
            if self.edited(kept, at) {
                *shown.entry(at).or_default() += 1;
            } else {
                strays.push((kept, (Some(at.0), at.1)));
            }
        }
        for (id, at) in strays {
            self.stray(id, at);
        }
        for (at, nodes) in hidden {
            self.hide(at, &nodes, shown.get(&at).copied().unwrap_or(0));
        }
        self.gone(&shown);
    }

    /// Disables a component whose nodes were all hidden: exports leave disabled components out, so these were visible.
    fn hide(&mut self, at: At, nodes: &[Id<Node>], shown: usize) {
        if nodes.len() >= shown {
            self.views.hidden.push(at);
            return;
        }
        for node in nodes {
            let message = "was hidden, which isn't written: a component shows all of its meshes or none";
            self.tell(&self.scene[*node].name, message);
        }
    }

    /// Returns the node that has the component shown by this node.
    fn owner(&self, id: Id<Node>, place: usize) -> Owner {
        let node = &self.scene[id];
        if node.skin.is_some() {
            // Its joints move it, wherever it is.
            let owner = self.above_joints(node, place).or_else(|| self.owners.get(&place).copied());
            return owner.map_or(Owner::None, Owner::Node);
        }
        let Some(parent) = node.parent else { return Owner::None };
        match self.key(parent) {
            Some(layout) if layout.made == Some(Made::Instance) => Owner::Outermost,
            Some(layout) if layout.made.is_none() && layout.place == Some(place) => Owner::Node(parent),
            _ => Owner::None,
        }
    }

    /// Returns the node that is above the joints of a mesh and has this place in the file. If everything was copied,
    /// the copy has the same place.
    fn above_joints(&self, node: &Node, place: usize) -> Option<Id<Node>> {
        let mut above = node.skin.and_then(|skin| self.scene[skin].joints.first().copied());
        while let Some(id) = above {
            if self.key(id).is_some_and(|layout| layout.made.is_none() && layout.place == Some(place)) {
                return above;
            }
            above = self.scene[id].parent;
        }
        None
    }

    /// If several nodes show the same component, returns the original.
    fn kept(&self, nodes: &[Id<Node>]) -> Id<Node> {
        let is_named = |id: &&Id<Node>| {
            let view = self.key(**id).and_then(|layout| layout.view.as_ref());
            view.is_some_and(|view| view.name == self.scene[**id].name)
        };
        let first = nodes.first().copied().unwrap_or_else(|| Id::new(0));
        nodes.iter().find(is_named).copied().unwrap_or(first)
    }

    /// Writes the position and the name of a view to its node. Returns false if the component must be moved to a node
    /// of its own.
    fn edited(&mut self, id: Id<Node>, (owner, component): At) -> bool {
        let node = &self.scene[id];
        let Some((made, name)) = self.key(id).and_then(|own| Some((own.made?, own.view.as_ref()?.name.clone()))) else {
            return true;
        };
        let own = node.transform.to_affine();
        let usual = Views::usual(made);
        let is_placed = same::transforms(usual, own);
        let is_renamed = node.name != name && !same::is_numbered(&node.name, &name);
        if node.skin.is_some() {
            if !is_placed {
                self.tell(&node.name, "was moved, which has no effect: its bones move a skinned mesh");
            }
        } else if !is_placed {
            if !self.is_alone(owner, component) {
                return false;
            }
            self.views.turns.push((owner, own * usual.inverse()));
        }
        if !is_renamed {
            return true;
        }
        if matches!(made, Made::Light | Made::Camera) && self.is_alone(owner, component) {
            let what = if made == Made::Light { "_Light" } else { "_Camera" };
            let new = node.name.strip_suffix(what).unwrap_or(&node.name).to_owned();
            self.views.names.insert(owner, new);
        } else {
            let message =
                format!("was {name:?}: the new name isn't written, because the file has a component here and no node");
            self.tell(&node.name, &message);
        }
        true
    }

    fn tell(&mut self, name: &str, message: &str) {
        self.views.findings.note(kinds::PART_NOT_WRITTEN, Path::from("node").name(name.as_bytes()), message);
    }

    /// Returns whether only this component uses the position of a node.
    fn is_alone(&self, owner: Id<Node>, component: usize) -> bool {
        let node = &self.scene[owner];
        let shows = node.mesh.is_some() || node.light.is_some() || node.camera.is_some();
        let is_free = !shows && !self.driven.contains(&owner) && self.children.get(&owner) == Some(&1);
        is_free && self.stored(owner).is_some_and(|node| node.components.len() == 1 && component == 0)
    }

    /// Returns the node in the file from which a scene node was created.
    fn stored(&self, owner: Id<Node>) -> Option<&urho_scene::Node<'static>> {
        self.key(owner).and_then(|key| self.originals.node(key))
    }

    /// Adds a new node to the file, with a copy of the component that it has shown.
    fn stray(&mut self, id: Id<Node>, (owner, number): (Option<Id<Node>>, usize)) {
        let component =
            owner.and_then(|owner| self.stored(owner)).and_then(|node| node.components.get(number).cloned());
        let made = self.key(id).and_then(|layout| layout.made);
        let is_skinned = self.scene[id].skin.is_some();
        let layout = match (component, made) {
            // A skinned mesh gets a component where its bones are.
            (Some(component), Some(made)) if is_skinned => owner.map(|owner| {
                let stored = self.stored(owner).map_or(0, |node| node.components.len());
                let seconds = self.views.seconds.entry(owner).or_default();
                seconds.push(Component { id: 0, ..component });
                NodeKey::made(made, Some(stored + seconds.len() - 1))
            }),
            (Some(component), Some(made)) => {
                self.views.copies.insert(id, Component { id: 0, ..component });
                let (light, mesh, camera) = match made {
                    Made::Light => (Some(0), None, None),
                    Made::Camera => (None, None, Some(0)),
                    _ => (None, Some(0), None),
                };
                Some(NodeKey { light, mesh, component: camera, ..NodeKey::new() })
            }
            _ => None,
        };
        if layout.is_some() && !is_skinned {
            let usual = made.map_or(DAffine3::IDENTITY, Views::usual);
            self.views.turns.push((id, usual.inverse()));
        }
        if let Some(slot) = self.keys.get_mut(id.index()) {
            *slot = layout;
        }
    }

    /// Finds components whose nodes were deleted, or show nothing any more.
    fn gone(&mut self, shown: &BTreeMap<At, usize>) {
        for id in self.scene.nodes.ids() {
            let Some(layout) =
                self.key(id).filter(|layout| layout.made.is_none() && !self.views.copies.contains_key(&id))
            else {
                continue;
            };
            let node = &self.scene[id];
            let (views, mesh, light) = (layout.views.clone(), layout.mesh, layout.light);
            let own = [(mesh, node.mesh.is_some()), (light, node.light.is_some())];
            for (component, parts) in &views {
                let left = shown.get(&(id, *component)).copied().unwrap_or(0);
                let is_also_here = own.iter().any(|(number, is_shown)| *number == Some(*component) && *is_shown);
                if left == 0 && !is_also_here {
                    self.views.gone.push((id, *component));
                } else if left < *parts {
                    let message =
                        format!("{} of {parts} meshes of a model were deleted, which isn't written", parts - left);
                    self.tell(&node.name, &message);
                }
            }
            for (number, is_shown) in own {
                let number = number.filter(|_| !is_shown);
                let number = number.filter(|number| !views.iter().any(|(component, _)| component == number));
                self.views.gone.extend(number.map(|number| (id, number)));
            }
        }
    }
}

/// Which node has the component that a view shows.
enum Owner {
    /// The outermost node, which is not a node in the scene.
    Outermost,
    Node(Id<Node>),
    /// The node doesn't exist any more, or the view was moved elsewhere.
    None,
}
