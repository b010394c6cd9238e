//! The hierarchy of a scene in the form that Bevy uses.

use asset_scene::{Id, IdMap, Node, Scene, Transform as SceneTransform};
use bevy::math::{Mat4, Quat, Vec3};
use bevy::prelude::Transform;

/// The children and parents of nodes. Coarser levels of detail are not roots.
pub(crate) struct Nodes {
    parents: IdMap<Node, Option<Id<Node>>>,
    children: IdMap<Node, Vec<Id<Node>>>,
    roots: Vec<Id<Node>>,
}

impl Nodes {
    pub(crate) fn new(scene: &Scene<'_>) -> Self {
        let hierarchy = scene.hierarchy();
        let mut parents = IdMap::filled(None, scene.nodes.len());
        let mut children: IdMap<Node, Vec<Id<Node>>> = IdMap::filled(Vec::new(), scene.nodes.len());
        let mut tops = Vec::new();
        for (id, _) in scene.nodes.enumerate() {
            // Without cycles.
            match hierarchy.parent(id.index()).map(Id::new) {
                Some(parent) => {
                    parents[id] = Some(parent);
                    children[parent].push(id);
                }
                None => tops.push(id),
            }
        }
        let mut nodes = Self { parents, children, roots: Vec::new() };
        let mut is_level = IdMap::filled(false, scene.nodes.len());
        for level in scene.nodes.iter().flat_map(|node| &node.lods) {
            is_level[level.node] = true;
        }
        // A skeleton is part of the scene, even if it is part of a level of detail.
        for joint in scene.skins.iter().flat_map(|skin| &skin.joints) {
            is_level[nodes.root(*joint)] = false;
        }
        nodes.roots = tops.into_iter().filter(|id| !is_level[*id]).collect();
        nodes
    }

    pub(crate) fn roots(&self) -> &[Id<Node>] {
        &self.roots
    }

    pub(crate) fn children(&self, node: Id<Node>) -> &[Id<Node>] {
        &self.children[node]
    }

    pub(crate) fn root(&self, node: Id<Node>) -> Id<Node> {
        std::iter::successors(Some(node), |node| self.parents[*node]).last().unwrap_or(node)
    }

    /// Returns all nodes from the root to a node, including both.
    pub(crate) fn path(&self, node: Id<Node>) -> Vec<Id<Node>> {
        let mut path: Vec<Id<Node>> = std::iter::successors(Some(node), |node| self.parents[*node]).collect();
        path.reverse();
        path
    }

    /// Returns the name of a node, or its label if it has no name.
    pub(crate) fn name(&self, scene: &Scene<'_>, node: Id<Node>) -> String {
        let name = &scene[node].name;
        if name.is_empty() { format!("Node{node}") } else { name.clone() }
    }
}

/// Converts a transform. A shear will be lost, because this is not possible in Bevy's `Transform`.
pub(crate) fn transform(transform: &SceneTransform) -> Transform {
    match transform {
        SceneTransform::Trs { translation, rotation, scale } => Transform {
            translation: Vec3::from_array(*translation),
            rotation: Quat::from_array(*rotation),
            scale: Vec3::from_array(*scale),
        },
        SceneTransform::Matrix(columns) => Transform::from_matrix(Mat4::from_cols_array(columns)),
    }
}
