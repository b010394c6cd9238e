//! Writes nodes: transforms, content, and nodes that must be added.

use std::collections::{HashMap, HashSet};

use asset_scene::{Id, Node, PLAIN_EXTRAS, Property, Scene};
use binio::Path;

use super::materials::too_deep;
use super::report::Report;
use super::{Export, transform};
use crate::Rule;
use crate::error::Error;
use crate::extras;
use crate::json::{self, Instancing, Integer, LightOfNode, Lod, NodeExtensions, Root, Visibility};

/// The nodes in the file. The nodes of the scene come first and keep their numbers; then follow nodes that were added.
#[derive(Default)]
pub(super) struct Nodes {
    nodes: Vec<json::Node>,
    parents: Vec<Option<usize>>,
    /// The node in the file that has the content of each scene node. This is either the same node, or a separate root.
    shown: Vec<usize>,
    /// The nodes whose mesh is at a child node, and this child.
    mesh_nodes: HashMap<usize, usize>,
}

impl Nodes {
    /// Adds all nodes of the scene with their transforms.
    pub(super) fn transforms(&mut self, scene: &Scene<'_>, report: &mut Report) -> Result<(), Error> {
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        let moving = channels.filter(|channel| channel.property != Property::MorphWeights);
        let animated: HashSet<Id<Node>> = moving.map(|channel| channel.node).collect();
        let hierarchy = scene.hierarchy();
        for (id, node) in scene.nodes.enumerate() {
            let index = id.index();
            let mut written = json::Node { name: node.name.clone(), ..json::Node::default() };
            written.camera = node.camera.map(|camera| Integer::from(camera.index()));
            if let Some(light) = node.light {
                let light = LightOfNode { light: Integer::from(light.index()) };
                written.extensions = Some(Box::new(NodeExtensions { light: Some(light), ..NodeExtensions::default() }));
            }
            if node.hidden {
                hide(&mut written);
            }
            let path = Path::from([("node", index)]);
            transform::set(&mut written, &node.transform, animated.contains(&id), &path, report)?;
            let distances = node.lods.iter().filter_map(|lod| lod.distance);
            report.add(&path, Rule::NonFinite, distances.filter(|far| !far.is_finite()).count())?;
            self.nodes.push(written);
            self.parents.push(hierarchy.parent(index));
            self.shown.push(index);
        }
        Ok(())
    }

    /// Adds another node.
    pub(super) fn add(&mut self, name: &str, parent: Option<usize>) -> usize {
        self.nodes.push(json::Node { name: name.to_owned(), ..json::Node::default() });
        self.parents.push(parent);
        self.nodes.len() - 1
    }

    /// Adds a child node for the mesh of a node.
    pub(super) fn add_mesh_node(&mut self, node: usize) -> usize {
        let child = self.add("", Some(node));
        self.mesh_nodes.insert(node, child);
        child
    }

    pub(super) fn get_mut(&mut self, node: usize) -> Option<&mut json::Node> {
        self.nodes.get_mut(node)
    }

    /// Makes nodes children of another node.
    pub(super) fn gather(&mut self, nodes: &[usize], below: usize) {
        for node in nodes {
            if let Some(parent) = self.parents.get_mut(*node) {
                *parent = Some(below);
            }
        }
    }

    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }

    /// Returns the root above each node.
    pub(super) fn tops(&self) -> Vec<usize> {
        let mut tops: Vec<Option<usize>> = vec![None; self.parents.len()];
        let mut way = Vec::new();
        for node in 0..tops.len() {
            // Stops at a root, or at a node with a known root. Neither the scene nor the additional nodes have cycles.
            let mut here = node;
            let top = loop {
                if let Some(top) = tops.get(here).copied().flatten() {
                    break top;
                }
                way.push(here);
                match self.parent(here) {
                    Some(parent) => here = parent,
                    None => break here,
                }
            };
            for passed in way.drain(..) {
                if let Some(root) = tops.get_mut(passed) {
                    *root = Some(top);
                }
            }
        }
        tops.into_iter().enumerate().map(|(node, top)| top.unwrap_or(node)).collect()
    }

    /// Returns the node in the file that has the content of a scene node.
    pub(super) fn shown(&self, node: Id<Node>) -> usize {
        self.shown.get(node.index()).copied().unwrap_or(node.index())
    }

    /// Returns the node in the file that has the mesh of a scene node.
    pub(super) fn with_mesh(&self, node: Id<Node>) -> usize {
        let shown = self.shown(node);
        self.mesh_nodes.get(&shown).copied().unwrap_or(shown)
    }

    /// Sets the transforms of copies.
    pub(super) fn instancing(&mut self, node: Id<Node>, copies: Instancing) {
        if let Some(written) = self.nodes.get_mut(node.index()).filter(|written| written.mesh.is_some()) {
            written.extensions.get_or_insert_default().instancing = Some(copies);
        }
    }

    /// Writes the nodes, and the scene that shows them.
    pub(super) fn finish(mut self, scene: &Scene<'_>, root: &mut Root) -> Result<(), Error> {
        let mut levels = self.levels_of_detail(scene)?;
        if levels.contains(&true) {
            root.extensions_used.push("MSFT_lod".to_owned());
        }
        if scene.nodes.iter().any(|node| node.hidden) {
            root.extensions_used.push("KHR_node_visibility".to_owned());
        }
        // A skeleton must be in the scenes of its meshes, even if it is part of a level of detail.
        let tops = self.tops();
        for joint in root.skins.iter().flat_map(|skin| &skin.joints) {
            if let Some(level) = tops.get(joint.index()).and_then(|top| levels.get_mut(*top)) {
                *level = false;
            }
        }
        let coarser = self.coarser(&levels, &tops, root);
        let mut listed = Vec::new();
        for (index, parent) in self.parents.iter().enumerate() {
            match parent.and_then(|parent| self.nodes.get_mut(parent)) {
                Some(parent) => parent.children.push(Integer::from(index)),
                None if levels.get(index) == Some(&true) => {}
                None => listed.push(Integer::from(index)),
            }
        }
        root.nodes = self.nodes;
        if !scene.name.is_empty() || !root.nodes.is_empty() {
            root.scenes.push(json::Scene { name: scene.name.clone(), nodes: listed, extras: None });
            root.scene = Some(Integer(0));
        }
        if !coarser.is_empty() {
            root.scenes.push(json::Scene {
                name: format!("{} LODs", scene.name).trim().to_owned(),
                nodes: coarser,
                extras: None,
            });
        }
        Ok(())
    }

    /// Writes the levels of detail to their nodes, using `MSFT_lod`. The result is `true` for each node that is a level
    /// itself.
    fn levels_of_detail(&mut self, scene: &Scene<'_>) -> Result<Vec<bool>, Error> {
        let mut levels = vec![false; self.nodes.len()];
        let mut known: HashMap<usize, Vec<Option<f32>>> = HashMap::new();
        let mut begins: HashMap<usize, Option<f32>> = HashMap::new();
        for (index, node) in scene.nodes.enumerate().filter(|(_, node)| !node.lods.is_empty()) {
            let ids: Vec<usize> = node.lods.iter().map(|lod| self.shown(lod.node)).collect();
            for level in node.lods.iter().map(|lod| lod.node.index()).chain(ids.iter().copied()) {
                if let Some(level) = levels.get_mut(level) {
                    *level = true;
                }
            }
            let distances: Vec<Option<f32>> =
                node.lods.iter().map(|lod| lod.distance.filter(|far| far.is_finite())).collect();
            for (level, distance) in ids.iter().zip(&distances) {
                // A level of several nodes may begin elsewhere for each.
                let begin = begins.entry(*level).or_insert(*distance);
                *begin = begin.filter(|begin| Some(*begin) == *distance);
            }
            let shown = self.shown(index);
            let Some(written) = self.nodes.get_mut(shown) else { continue };
            let lod = Some(Lod { ids: ids.into_iter().map(Integer::from).collect() });
            written.extensions.get_or_insert_default().lod = lod;
            if distances.iter().any(Option::is_some) {
                known.insert(shown, distances);
            }
        }
        self.extras(scene, &known, &begins)?;
        Ok(levels)
    }

    /// Returns the roots of a second scene that only contains coarser levels of detail. It is needed because programs
    /// that don't know `MSFT_lod` show all nodes of the first scene. The second scene also has the skeletons, because
    /// they must be in every scene that shows their meshes.
    fn coarser(&self, levels: &[bool], tops: &[usize], root: &Root) -> Vec<Integer> {
        let mut listed: Vec<usize> = Vec::new();
        let is_level = |node: &usize| levels.get(*node) == Some(&true);
        let mut skins: HashSet<usize> = HashSet::new();
        for (node, top) in tops.iter().enumerate().filter(|(_, top)| is_level(top)) {
            let skin = self.nodes.get(node).and_then(|node| node.skin).map(Integer::index);
            if let Some(skin) = skin.filter(|skin| skins.insert(*skin)) {
                let joints = root.skins.get(skin).into_iter().flat_map(|skin| &skin.joints);
                listed.extend(joints.filter_map(|joint| tops.get(joint.index())));
            }
            if node == *top {
                listed.push(node);
            }
        }
        listed.sort_unstable();
        listed.dedup();
        listed.into_iter().map(Integer::from).collect()
    }
}

fn hide(node: &mut json::Node) {
    node.extensions.get_or_insert_default().visibility = Some(Visibility { visible: false });
}

impl Nodes {
    /// Writes the sources of nodes, and the distances of levels of detail.
    fn extras(
        &mut self,
        scene: &Scene<'_>,
        distances: &HashMap<usize, Vec<Option<f32>>>,
        begins: &HashMap<usize, Option<f32>>,
    ) -> Result<(), Error> {
        for (index, written) in self.nodes.iter_mut().enumerate() {
            let node = scene.nodes.get(Id::new(index));
            let source = node.and_then(|node| node.source.as_deref());
            let mut further = node.map(|node| node.extras.clone()).unwrap_or_default();
            PLAIN_EXTRAS.iter().for_each(|name| drop(further.remove(*name)));
            if source.is_some_and(|source| extras::too_deep(&source.layout)) || further.values().any(extras::too_deep) {
                return Err(too_deep(Path::from([("node", index)])));
            }
            let distances = distances.get(&index).map_or(&[][..], Vec::as_slice);
            written.extras = extras::of_node(source, distances, begins.get(&index).copied().flatten(), &further)?;
        }
        Ok(())
    }
}

impl Export<'_> {
    /// Sets the meshes and skins of nodes.
    pub(super) fn place_meshes(&mut self) -> Result<(), Error> {
        let moved = self.below_transforms();
        for (index, node) in self.scene.nodes.iter().enumerate() {
            let Some(mesh) = node.mesh else {
                let path = Path::from([("node", index)]);
                self.report.add(&path, Rule::SkinWithoutJoints, usize::from(node.skin.is_some()))?;
                continue;
            };
            let (bound, unbound) = self.meshes[mesh];
            let skin = node.skin.and_then(|skin| self.skins[skin]);
            let Some(mesh) = (if skin.is_some() { bound } else { unbound }) else { continue };
            self.place_mesh(index, node, mesh, skin, moved.get(index) == Some(&true))?;
        }
        Ok(())
    }

    fn place_mesh(
        &mut self,
        index: usize,
        node: &Node,
        mesh: usize,
        skin: Option<usize>,
        below_transform: bool,
    ) -> Result<(), Error> {
        let path = Path::from([("node", index)]);
        let joints = self.has_joints(mesh);
        self.report.add(&path, Rule::SkinWithoutJoints, usize::from(skin.is_some() && !joints))?;
        let skin = skin.filter(|_| joints);
        let mut target = index;
        if skin.is_some() && below_transform {
            self.report.add(&path, Rule::SkinnedPlace, 1)?;
            target = self.nodes.add(&node.name, None);
            if let Some(shown) = self.nodes.shown.get_mut(index) {
                *shown = target;
            }
        }
        if skin.is_none() {
            target = self.on_grid(Id::new(index), target);
        }
        if let Some(written) = self.nodes.get_mut(target) {
            written.mesh = Some(Integer::from(mesh));
            written.skin = skin.map(Integer::from);
            if node.hidden {
                hide(written);
            }
        }
        Ok(())
    }

    /// For each node of the scene, returns `true` if the node itself or a node above it has a transform.
    fn below_transforms(&self) -> Vec<bool> {
        let hierarchy = self.scene.hierarchy();
        let has_transform = |node: &Node| !transform::is_identity(&node.transform);
        let mut below: Vec<bool> = self.scene.nodes.iter().map(has_transform).collect();
        for &node in hierarchy.depth_first() {
            let above = hierarchy.parent(node).and_then(|parent| below.get(parent)) == Some(&true);
            if let Some(has_transform) = below.get_mut(node).filter(|_| above) {
                *has_transform = true;
            }
        }
        below
    }
}
