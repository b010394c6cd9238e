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

    /// Keeps one level of detail of everything: 0 is the finest, and what has fewer levels keeps its last. Meshes that no node shows
    /// then are taken out, and the arrays that only they were made of.
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
        self.remove_unseen_meshes();
        self.remove_unused_arrays();
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

    /// Takes out meshes that no node shows.
    fn remove_unseen_meshes(&mut self) {
        let mut unseen = vec![true; self.meshes.len()];
        self.nodes.iter().filter_map(|node| node.mesh).for_each(|mesh| {
            if let Some(mark) = unseen.get_mut(mesh) {
                *mark = false;
            }
        });
        let places = places_without(&unseen);
        let mut unseen = unseen.into_iter();
        self.meshes.retain(|_| unseen.next() != Some(true));
        for mesh in self.nodes.iter_mut().filter_map(|node| node.mesh.as_mut()) {
            *mesh = places.get(*mesh).copied().unwrap_or(*mesh);
        }
    }

    /// Takes out arrays that nothing is made of.
    fn remove_unused_arrays(&mut self) {
        let mut unused = vec![true; self.arrays.len()];
        self.array_numbers().for_each(|array| {
            if let Some(mark) = unused.get_mut(*array) {
                *mark = false;
            }
        });
        let places = places_without(&unused);
        self.array_numbers().for_each(|array| *array = places.get(*array).copied().unwrap_or(*array));
        let mut unused = unused.into_iter();
        self.arrays.retain(|_| unused.next() != Some(true));
    }

    /// Whatever refers to arrays.
    fn array_numbers(&mut self) -> impl Iterator<Item = &mut usize> {
        let primitives = self.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives);
        let of_primitives = primitives.flat_map(|primitive| {
            let attributes = primitive.attributes.iter_mut().chain(primitive.targets.iter_mut().flatten());
            attributes.map(|attribute| &mut attribute.array).chain(&mut primitive.indices)
        });
        let channels = self.animations.iter_mut().flat_map(|animation| &mut animation.channels);
        of_primitives.chain(channels.flat_map(|channel| [&mut channel.times, &mut channel.values]))
    }

    /// Takes out nodes that nothing refers to.
    fn remove_nodes(&mut self, unused: &[bool]) {
        let places = places_without(unused);
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

/// Where each item of a list stands when those that are marked are out of it.
fn places_without(marked: &[bool]) -> Vec<usize> {
    let mut next = 0;
    let place = |marked: &bool| {
        let place = next;
        next += usize::from(!marked);
        place
    };
    marked.iter().map(place).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::{Array, Attribute, LodLevel, Mesh, Primitive, Semantic};

    fn node(name: &str, parent: Option<usize>, mesh: Option<usize>) -> Node {
        Node { name: name.into(), parent, mesh, ..Node::default() }
    }

    /// A node with two coarser levels, which stand before it.
    fn with_lods() -> Scene<'static> {
        let lods = [(0, 5.0), (1, 9.0)].map(|(node, distance)| LodLevel { node, distance: Some(distance) });
        let fine = Node { lods: lods.to_vec(), ..node("fine", Some(3), Some(0)) };
        let nodes = vec![node("coarse", None, Some(1)), node("coarser", None, Some(2)), fine, node("root", None, None)];
        let meshes = ["0", "1", "2"].map(|name| Mesh { name: name.into(), ..Mesh::default() });
        Scene { nodes, meshes: meshes.to_vec(), ..Scene::default() }
    }

    #[test]
    fn one_level_stays() {
        for (level, mesh) in [(0, "0"), (1, "1"), (2, "2"), (7, "2")] {
            let mut scene = with_lods();
            scene.keep_lod(level);
            scene.check().unwrap();
            let expected = [node("fine", Some(1), Some(0)), node("root", None, None)];
            assert_eq!(scene.nodes, expected, "level {level}");
            let meshes: Vec<_> = scene.meshes.iter().map(|mesh| mesh.name.as_str()).collect();
            assert_eq!(meshes, [mesh], "level {level}");
        }
    }

    #[test]
    fn only_what_is_shown_keeps_its_arrays() {
        let mut scene = with_lods();
        for (mesh, corner) in [1.0_f32, 2.0, 3.0].into_iter().enumerate() {
            let array = scene.add_array(Array::from_f32s([[corner; 3]]));
            let attributes = vec![Attribute { semantic: Semantic::Position, array }];
            scene.meshes[mesh].primitives.push(Primitive { attributes, ..Primitive::default() });
        }
        scene.keep_lod(1);
        scene.check().unwrap();
        assert_eq!(scene.arrays, [Array::from_f32s([[2.0_f32; 3]])]);
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
