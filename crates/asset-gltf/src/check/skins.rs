//! Checks skins. All joints must be below the same root and in the scene, and all matrices must be valid.

use crate::kinds;
use std::collections::HashSet;

use binio::Path;

use super::rows::Test;
use super::{Check, index, items, whole};

pub(super) fn check(check: &mut Check<'_>) {
    let tree = Tree::new(check);
    let mut roots_of = Vec::new();
    for (number, skin) in check.list("skins").iter().enumerate() {
        let path = || Path::from([("skin", number)]);
        let joints: Vec<usize> = items(skin, "joints").iter().filter_map(whole).collect();
        let roots: HashSet<usize> = joints.iter().filter_map(|joint| tree.root(*joint)).collect();
        if roots.len() > 1 {
            check.error(kinds::JOINTS_WITHOUT_ROOT, path().part("joints"), "the joints have no root in common");
        }
        if let Some(skeleton) = index(skin, "skeleton") {
            if !tree.is_above_all(skeleton, &joints) {
                check.error(
                    kinds::SKELETON_NOT_ANCESTOR,
                    path().part("skeleton"),
                    format!("node {skeleton} isn't above all joints"),
                );
            }
        }
        if let Some(matrices) = index(skin, "inverseBindMatrices") {
            check.tell(matrices, Test::Affine, || path().part("inverseBindMatrices"));
        }
        roots_of.push(roots);
    }
    in_scene(check, &tree, &roots_of);
}

/// Checks that if a scene shows a skinned mesh, it also contains the joints.
fn in_scene(check: &mut Check<'_>, tree: &Tree, roots_of: &[HashSet<usize>]) {
    let scenes: Vec<HashSet<usize>> =
        check.list("scenes").iter().map(|scene| items(scene, "nodes").iter().filter_map(whole).collect()).collect();
    for (number, node) in check.list("nodes").iter().enumerate() {
        let Some(joints) = index(node, "skin").and_then(|skin| roots_of.get(skin)) else { continue };
        let Some(root) = tree.root(number).filter(|_| node.get("mesh").is_some()) else { continue };
        let mut shown = scenes.iter().filter(|scene| scene.contains(&root));
        if shown.any(|scene| joints.iter().any(|joint| !scene.contains(joint))) {
            check.error(
                kinds::SKIN_OUTSIDE_SCENE,
                Path::from([("node", number)]),
                "is shown in a scene without the joints of its skin",
            );
        }
    }
}

/// The parents and children of nodes.
struct Tree {
    parents: Vec<Option<usize>>,
    roots: Vec<usize>,
}

impl Tree {
    fn new(check: &Check<'_>) -> Self {
        let nodes = check.list("nodes");
        let mut parents = vec![None; nodes.len()];
        for (number, node) in nodes.iter().enumerate() {
            for child in items(node, "children").iter().filter_map(whole) {
                parents.get_mut(child).into_iter().for_each(|parent| *parent = Some(number));
            }
        }
        let roots = roots(&parents);
        Self { parents, roots }
    }

    fn root(&self, node: usize) -> Option<usize> {
        self.roots.get(node).copied()
    }

    /// Returns `true` if all of `nodes` are `node` or below it. Each node is only visited once, even if several paths
    /// lead through it.
    fn is_above_all(&self, node: usize, nodes: &[usize]) -> bool {
        let mut below = HashSet::from([node]);
        nodes.iter().all(|start| {
            let mut way = HashSet::new();
            let mut at = Some(*start);
            while let Some(step) = at.filter(|step| !below.contains(step)) {
                at = if way.insert(step) { self.parents.get(step).copied().flatten() } else { None };
            }
            below.extend(way.into_iter().filter(|_| at.is_some()));
            at.is_some()
        })
    }
}

/// Returns the root above each node. If there is a cycle, which can't be read, this is one of its nodes.
fn roots(parents: &[Option<usize>]) -> Vec<usize> {
    let mut roots: Vec<Option<usize>> = vec![None; parents.len()];
    for start in 0..parents.len() {
        let mut way = Vec::new();
        let mut seen = HashSet::new();
        let mut at = start;
        let root = loop {
            if let Some(root) = roots.get(at).copied().flatten() {
                break root;
            }
            if !seen.insert(at) {
                break at;
            }
            way.push(at);
            match parents.get(at).copied().flatten() {
                Some(parent) => at = parent,
                None => break at,
            }
        };
        way.into_iter().for_each(|node| roots.get_mut(node).into_iter().for_each(|slot| *slot = Some(root)));
    }
    roots.into_iter().enumerate().map(|(node, root)| root.unwrap_or(node)).collect()
}
