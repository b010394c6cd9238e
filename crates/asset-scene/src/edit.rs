//! Functions that edit a whole scene.

use asset_geometry::glam::DMat4;

use crate::world::inverse;
use crate::{ArrayId, Environment, Id, IdIndex, IdMap, Material, Node, Scene, Transform};

impl Scene<'_> {
    /// Scales everything by `factor`. This adds a new root node with the scale, to be the parent of all roots, and
    /// multiplies level-of-detail distances. This does not change any vertices; see [`apply_scale`](Self::apply_scale)
    /// if you need that.
    pub fn scale(&mut self, factor: f32) {
        let top = Id::new(self.nodes.len());
        let shown_only_as_lod = self.lod_nodes();
        for (number, node) in self.nodes.enumerate_mut() {
            node.lods.iter_mut().for_each(|lod| lod.distance = lod.distance.map(|distance| distance * factor));
            // Skinned meshes follow their joints.
            if node.parent.is_none() && node.skin.is_none() && !shown_only_as_lod[number] {
                node.parent = Some(top);
            }
        }
        let transform = Transform::from_scale(factor);
        self.nodes.push(Node { name: self.name.clone(), transform, ..Node::default() });
    }

    /// Keeps one level of detail and removes the others. 0 is the finest level. An object that doesn't have so many
    /// levels keeps its last level. This also removes meshes that no node shows any more, and arrays that were only
    /// used by these.
    ///
    /// A node gets the mesh, skin and transform of the level that is kept. But if something else uses the node's
    /// transform (children, joints, channels), then the mesh gets a new child node.
    ///
    /// # Panics
    /// Panics if the scene fails the [check](Self::check).
    pub fn keep_lod(&mut self, level: usize) {
        let (lods, needed) = (self.lod_nodes(), self.needed_nodes());
        for node in lods.ids() {
            let lods = std::mem::take(&mut self[node].lods);
            let chosen = level.checked_sub(1).and_then(|level| lods.get(level).or(lods.last()));
            if let Some(chosen) = chosen {
                self.replace_mesh(node, chosen.node, needed[node]);
            }
        }
        // A level with other uses than its mesh keeps its node; nodes without flags are new.
        let unused = |node: Id<Node>| lods.as_slice().get(node.index()) == Some(&true) && !needed[node];
        self.retain_nodes(|node| !unused(node));
        self.remove_unseen_meshes();
        self.remove_unused_arrays();
    }

    /// Marks the nodes whose transform something else uses: parents, joints and animated nodes.
    fn needed_nodes(&self) -> IdMap<Node, bool> {
        let mut needed = IdMap::filled(false, self.nodes.len());
        let joints = self.skins.iter().flat_map(|skin| skin.joints.iter().copied().chain(skin.root));
        let parents = self.nodes.iter().filter_map(|node| node.parent);
        let moved = self.animations.iter().flat_map(|animation| animation.channels.iter().map(|channel| channel.node));
        joints.chain(parents).chain(moved).for_each(|node| needed[node] = true);
        needed
    }

    /// Replaces the mesh of `node` with the mesh of `coarser`. The transform of `coarser` is relative to the parent of
    /// `node`.
    fn replace_mesh(&mut self, node: Id<Node>, coarser: Id<Node>, is_needed: bool) {
        let Node { name, mesh, skin, transform, .. } = self[coarser].clone();
        let target = &mut self[node];
        if skin.is_some() || transform == target.transform {
            (target.mesh, target.skin) = (mesh, skin);
        } else if !is_needed {
            (target.mesh, target.skin, target.transform) = (mesh, skin, transform);
        } else {
            (target.mesh, target.skin) = (None, None);
            // A child of the node, so that it moves with it; a node with scale 0 has no inverse, and its descendants would be invisible.
            #[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
            let below = inverse(target.transform.to_affine()).map(|undo| undo * transform.to_affine());
            let (parent, transform) = match below {
                Some(matrix) => (Some(node), Transform::Matrix(DMat4::from(matrix).as_mat4().to_cols_array())),
                None => (target.parent, transform),
            };
            self.nodes.push(Node { name, parent, transform, mesh, ..Node::default() });
        }
    }

    /// Keeps only the nodes for which `keep` returns true, and fixes all references.
    ///
    /// Children of a removed node become roots. This also removes levels of detail and channels that use it. A skin
    /// that loses a joint is removed too, because the joint numbers in the vertices would no longer fit.
    pub fn retain_nodes(&mut self, keep: impl FnMut(Id<Node>) -> bool) {
        let places = self.nodes.retain_ids(keep);
        for node in &mut self.nodes {
            node.parent = node.parent.and_then(|parent| places.get(parent));
            node.lods.retain_mut(|lod| move_to(&mut lod.node, &places));
        }
        // Otherwise the remaining joints would no longer match the joint numbers of the vertices.
        let whole: Vec<bool> = self
            .skins
            .iter()
            .map(|skin| skin.joints.iter().chain(&skin.root).all(|node| places.get(*node).is_some()))
            .collect();
        let skins = self.skins.retain_ids(|skin| whole.get(skin.index()).copied().unwrap_or(false));
        for skin in &mut self.skins {
            skin.joints.retain_mut(|joint| move_to(joint, &places));
            skin.root = skin.root.and_then(|root| places.get(root));
        }
        for node in &mut self.nodes {
            node.skin = node.skin.and_then(|skin| skins.get(skin));
        }
        for animation in &mut self.animations {
            animation.channels.retain_mut(|channel| move_to(&mut channel.node, &places));
        }
        if let Some(staging) = &mut self.staging {
            staging.shadow_casters.retain_mut(|node| move_to(node, &places));
            let masks = std::mem::take(&mut staging.light_masks);
            staging.light_masks = masks.into_iter().filter_map(|(id, mask)| Some((places.get(id)?, mask))).collect();
            staging.probes.retain_mut(|probe| move_to(&mut probe.node, &places));
            staging.texts.retain_mut(|text| move_to(&mut text.node, &places));
            staging.zones.retain_mut(|zone| zone.node.iter_mut().all(|node| move_to(node, &places)));
            staging
                .sprites
                .retain_mut(|set| set.node.iter_mut().chain(&mut set.owner).all(|node| move_to(node, &places)));
        }
    }

    /// Removes meshes that no node shows. Use this after [`retain_nodes`](Self::retain_nodes), for example.
    pub fn remove_unseen_meshes(&mut self) {
        let mut seen = IdMap::filled(false, self.meshes.len());
        self.nodes.iter().filter_map(|node| node.mesh).for_each(|mesh| seen[mesh] = true);
        let sky = self.environment.as_ref().and_then(Environment::sky_mesh);
        sky.into_iter().for_each(|mesh| seen[mesh] = true);
        let places = self.meshes.retain_ids(|mesh| seen[mesh]);
        if let (Some(mesh), Some(environment)) = (sky, &mut self.environment) {
            environment.set_sky_mesh(places.get(mesh));
        }
        for node in &mut self.nodes {
            node.mesh = node.mesh.and_then(|mesh| places.get(mesh));
        }
    }

    /// Replaces the materials of all primitives, and then removes every material that was replaced. For example, to
    /// merge equal materials, return the first of them for a given id.
    pub fn merge_materials(&mut self, replacement: impl Fn(Id<Material>) -> Id<Material>) {
        let places = self.materials.retain_ids(|id| replacement(id) == id);
        let primitives = self.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives);
        for primitive in primitives {
            let variants = primitive.variants.iter_mut().map(|(_, material)| material);
            for material in primitive.material.iter_mut().chain(variants) {
                *material = places.get(replacement(*material)).unwrap_or(*material);
            }
        }
        if let Some(staging) = &mut self.staging {
            let moved = |id: Id<Material>| places.get(replacement(id)).unwrap_or(id);
            staging.sprites.iter_mut().for_each(|set| set.material = set.material.map(moved));
            let surfaces = std::mem::take(&mut staging.surfaces);
            let kept = surfaces.into_iter().filter_map(|(id, surface)| Some((places.get(id)?, surface)));
            staging.surfaces = kept.collect();
        }
    }

    /// Removes arrays that no primitive or channel uses.
    pub fn remove_unused_arrays(&mut self) {
        let mut used = IdMap::filled(false, self.arrays.len());
        self.array_ids().for_each(|array| used[*array] = true);
        let places = self.arrays.retain_ids(|array| used[array]);
        // Each has a new index: it was just marked.
        self.array_ids().for_each(|array| *array = places.get(*array).unwrap_or(*array));
    }

    /// Iterates over all references to arrays.
    fn array_ids(&mut self) -> impl Iterator<Item = &mut ArrayId> {
        let primitives = self.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives);
        let of_primitives = primitives.flat_map(|primitive| {
            let attributes = primitive.attributes.iter_mut().chain(primitive.targets.iter_mut().flatten());
            attributes.map(|attribute| &mut attribute.array).chain(&mut primitive.indices)
        });
        let channels = self.animations.iter_mut().flat_map(|animation| &mut animation.channels);
        of_primitives.chain(channels.flat_map(|channel| [&mut channel.times, &mut channel.values]))
    }
}

/// Changes an id to the new index. Returns `false` if the item was removed.
fn move_to<T>(id: &mut Id<T>, places: &IdIndex<T>) -> bool {
    let index = places.get(*id);
    if let Some(index) = index {
        *id = index;
    }
    index.is_some()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::{Array, Attribute, LodLevel, Mesh, Primitive, Semantic};

    fn node(name: &str, parent: Option<usize>, mesh: Option<usize>) -> Node {
        Node { name: name.into(), parent: parent.map(Id::new), mesh: mesh.map(Id::new), ..Node::default() }
    }

    /// Returns a scene with a node that has two coarser levels, which come before it.
    fn with_lods() -> Scene<'static> {
        let lods =
            [(0, 5.0), (1, 9.0)].map(|(node, distance)| LodLevel { node: Id::new(node), distance: Some(distance) });
        let fine = Node { lods: lods.to_vec(), ..node("fine", Some(3), Some(0)) };
        let nodes = vec![node("coarse", None, Some(1)), node("coarser", None, Some(2)), fine, node("root", None, None)];
        let meshes = ["0", "1", "2"].map(|name| Mesh { name: name.into(), ..Mesh::default() });
        Scene { nodes: nodes.into(), meshes: meshes.to_vec().into(), ..Scene::default() }
    }

    #[test]
    fn one_level_stays() {
        for (level, mesh) in [(0, "0"), (1, "1"), (2, "2"), (7, "2")] {
            let mut scene = with_lods();
            scene.keep_lod(level);
            scene.check().unwrap();
            let expected = [node("fine", Some(1), Some(0)), node("root", None, None)];
            assert_eq!(*scene.nodes, expected, "level {level}");
            let meshes: Vec<_> = scene.meshes.iter().map(|mesh| mesh.name.as_str()).collect();
            assert_eq!(meshes, [mesh], "level {level}");
        }
    }

    #[test]
    fn a_coarser_level_stays_where_it_was() {
        let moved = Transform::from_translation([0.0, 5.0, 0.0]);
        for has_child in [false, true] {
            let mut scene = with_lods();
            scene.nodes[Id::new(0)].transform = moved;
            scene.nodes[Id::new(2)].transform = Transform::from_translation([3.0, 0.0, 0.0]);
            if has_child {
                scene.nodes.push(node("hand", Some(2), None));
            }
            let hand = scene.node("hand").map(|hand| scene.world(hand));
            scene.keep_lod(1);
            scene.check().unwrap();
            let (shown, mesh) = scene.mesh_nodes().next().unwrap();
            assert_eq!(scene[mesh].name, "1");
            assert_eq!(scene.world(shown), moved.to_mat4(), "the coarser transform is relative to the parent");
            assert_eq!(scene.node("hand").map(|hand| scene.world(hand)), hand);
        }
    }

    #[test]
    fn only_what_is_shown_keeps_its_arrays() {
        let mut scene = with_lods();
        for (mesh, corner) in [1.0_f32, 2.0, 3.0].into_iter().enumerate() {
            let array = scene.arrays.push(Array::from_f32s([[corner; 3]]));
            let attributes = vec![Attribute { semantic: Semantic::Position, array }];
            scene.meshes[Id::new(mesh)].primitives.push(Primitive { attributes, ..Primitive::default() });
        }
        scene.keep_lod(1);
        scene.check().unwrap();
        assert_eq!(*scene.arrays, [Array::from_f32s([[2.0_f32; 3]])]);
    }

    #[test]
    fn roots_hang_below_what_scales() {
        let mut scene = with_lods();
        scene.scale(0.5);
        scene.check().unwrap();
        let distances: Vec<_> = scene.nodes[Id::new(2)].lods.iter().map(|lod| lod.distance).collect();
        assert_eq!(distances, [Some(2.5), Some(4.5)]);
        let parents: Vec<_> = scene.nodes.iter().map(|node| node.parent.map(Id::index)).collect();
        assert_eq!(parents, [None, None, Some(3), Some(4), None]);
        assert_eq!(scene.nodes[Id::new(4)].transform, Transform::from_scale(0.5));
    }
}
