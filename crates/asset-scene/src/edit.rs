//! Changes of whole scenes.

use crate::{Node, Scene, Transform};

impl Scene<'_> {
    /// Makes everything `factor` times as large: all roots hang below a new one that scales. Numbers of vertices stay as they are.
    pub fn scale(&mut self, factor: f32) {
        let top = self.nodes.len();
        let shown_only_as_lod = self.lod_nodes();
        for (node, as_lod) in self.nodes.iter_mut().zip(shown_only_as_lod) {
            // What is skinned stands where its joints stand.
            if node.parent.is_none() && node.skin.is_none() && !as_lod {
                node.parent = Some(top);
            }
        }
        let transform = Transform::from_scale(factor);
        self.nodes.push(Node { name: self.name.clone(), transform, ..Node::default() });
    }

    /// Keeps one level of detail of everything: 0 is the finest, and what has fewer levels keeps its last.
    pub fn keep_lod(&mut self, level: usize) {
        let mut unused = self.lod_nodes();
        for node in 0..self.nodes.len() {
            let Some(lods) = self.nodes.get_mut(node).map(|node| std::mem::take(&mut node.lods)) else { continue };
            let chosen = level.checked_sub(1).and_then(|level| lods.get(level).or(lods.last()));
            let Some(coarser) = chosen.and_then(|lod| self.nodes.get(lod.node)) else { continue };
            let (mesh, skin) = (coarser.mesh, coarser.skin);
            if let Some(node) = self.nodes.get_mut(node) {
                (node.mesh, node.skin) = (mesh, skin);
            }
        }
        // A level that is more than a place for a mesh stays as that.
        let joints = self.skins.iter().flat_map(|skin| skin.joints.iter().copied().chain(skin.root));
        let parents = self.nodes.iter().filter_map(|node| node.parent);
        let moved = self.animations.iter().flat_map(|animation| animation.channels.iter().map(|channel| channel.node));
        joints.chain(parents).chain(moved).for_each(|used| {
            if let Some(unused) = unused.get_mut(used) {
                *unused = false;
            }
        });
        self.remove_nodes(&unused);
    }

    /// Which nodes are levels of detail of others.
    fn lod_nodes(&self) -> Vec<bool> {
        let mut lods = vec![false; self.nodes.len()];
        self.nodes.iter().flat_map(|node| &node.lods).for_each(|lod| {
            if let Some(mark) = lods.get_mut(lod.node) {
                *mark = true;
            }
        });
        lods
    }

    /// Takes out nodes that nothing refers to.
    fn remove_nodes(&mut self, unused: &[bool]) {
        let mut next = 0;
        let places: Vec<usize> = unused
            .iter()
            .map(|unused| {
                let place = next;
                next += usize::from(!unused);
                place
            })
            .collect();
        let move_to = |node: &mut usize| *node = places.get(*node).copied().unwrap_or(*node);
        let mut unused = unused.iter();
        self.nodes.retain(|_| unused.next() != Some(&true));
        for node in &mut self.nodes {
            node.parent.iter_mut().for_each(move_to);
        }
        for skin in &mut self.skins {
            skin.joints.iter_mut().chain(&mut skin.root).for_each(move_to);
        }
        for channel in self.animations.iter_mut().flat_map(|animation| &mut animation.channels) {
            move_to(&mut channel.node);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::{LodLevel, Mesh};

    fn node(name: &str, parent: Option<usize>, mesh: Option<usize>) -> Node {
        Node { name: name.into(), parent, mesh, ..Node::default() }
    }

    /// A node with two coarser levels, which stand before it.
    fn with_lods() -> Scene<'static> {
        let lods = [(0, 5.0), (1, 9.0)].map(|(node, distance)| LodLevel { node, distance: Some(distance) });
        let fine = Node { lods: lods.to_vec(), ..node("fine", Some(3), Some(0)) };
        let nodes = vec![node("coarse", None, Some(1)), node("coarser", None, Some(2)), fine, node("root", None, None)];
        Scene { nodes, meshes: vec![Mesh::default(); 3], ..Scene::default() }
    }

    #[test]
    fn one_level_stays() {
        for (level, mesh) in [(0, 0), (1, 1), (2, 2), (7, 2)] {
            let mut scene = with_lods();
            scene.keep_lod(level);
            scene.check().unwrap();
            let expected = [node("fine", Some(1), Some(mesh)), node("root", None, None)];
            assert_eq!(scene.nodes, expected, "level {level}");
        }
    }

    #[test]
    fn roots_hang_below_what_scales() {
        let mut scene = with_lods();
        scene.scale(0.5);
        scene.check().unwrap();
        let parents: Vec<_> = scene.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, None, Some(3), Some(4), None]);
        assert_eq!(scene.nodes[4].transform, Transform::from_scale(0.5));
    }
}
