//! Converts parts of a scene to scenes, for formats that need a file for each part.

use std::collections::{HashMap, HashSet};

use asset_scene::world::World;
use asset_scene::{Animation, ArrayId, Channel, Id, LodLevel, Material, Mesh, Node, Property, Scene, Skin, Transform};

/// The nodes that move a mesh.
#[derive(Clone, Debug)]
pub struct Bones {
    /// The joints and the nodes between them, parents first.
    pub nodes: Vec<Id<Node>>,
    /// The node that is above all of them, or `None` if some are roots.
    pub holder: Option<Id<Node>>,
}

impl Bones {
    /// Returns the joints of a skin, and the nodes between them. You must [check](Scene::check) the scene first. This
    /// takes linear time in the number of joints and their ancestors.
    pub fn of(scene: &Scene<'_>, world: &World, skin: Id<Skin>) -> Self {
        Self::of_joints(world, &scene[skin].joints)
    }

    /// Returns these joints and the nodes between them, see [`of`](Self::of).
    pub fn of_joints(world: &World, joints: &[Id<Node>]) -> Self {
        let own: HashSet<Id<Node>> = joints.iter().copied().collect();
        // The ancestors of all joints, unless the first joint is an ancestor itself.
        let mut common = common_ancestors(world, joints);
        while common.last().is_some_and(|node| own.contains(node)) {
            common.pop();
        }
        let mut seen: HashSet<Id<Node>> = common.iter().copied().collect();
        let mut nodes = Vec::new();
        for joint in joints {
            let start = nodes.len();
            nodes.extend(ancestors(world, *joint).take_while(|node| seen.insert(*node)));
            nodes.get_mut(start..).into_iter().for_each(<[_]>::reverse);
        }
        Self { nodes, holder: common.last().copied() }
    }
}

/// Iterates over a node and all its ancestors.
fn ancestors(world: &World, node: Id<Node>) -> impl Iterator<Item = Id<Node>> {
    std::iter::successors(Some(node), |node| world.parent(*node))
}

/// Returns the nodes that are an ancestor of all joints, or a joint itself. The root is first.
fn common_ancestors(world: &World, joints: &[Id<Node>]) -> Vec<Id<Node>> {
    let Some((first, others)) = joints.split_first() else { return Vec::new() };
    let mut common: Vec<Id<Node>> = ancestors(world, *first).collect();
    common.reverse();
    // For each visited node, the number of its ancestors and itself that are in the list.
    let mut shared: HashMap<Id<Node>, usize> = common.iter().copied().zip(1..).collect();
    for joint in others {
        let mut way = Vec::new();
        let known = ancestors(world, *joint).find_map(|node| {
            way.push(node);
            shared.get(&node).copied()
        });
        let count = known.unwrap_or(0);
        shared.extend(way.into_iter().map(|node| (node, count)));
        common.truncate(count);
    }
    common
}

/// A part of a scene.
#[derive(Clone, Debug)]
pub struct SubScene<'s> {
    /// The part. Its materials only have names.
    pub scene: Scene<'s>,
    /// For each node of the whole scene that is in the part, its id there.
    pub nodes: HashMap<Id<Node>, Id<Node>>,
    /// The materials in the whole scene.
    materials: Vec<Id<Material>>,
}

/// The state while a part is created.
struct Maker<'s> {
    whole: &'s Scene<'s>,
    arrays: HashMap<ArrayId, ArrayId>,
    materials: HashMap<Id<Material>, Id<Material>>,
    alone: SubScene<'s>,
    names: HashSet<String>,
    /// The last number that was added to each name.
    numbers: HashMap<String, usize>,
}

impl<'s> SubScene<'s> {
    /// Creates a part with a mesh, its levels of detail, and the bones that move it.
    pub fn of_mesh(whole: &'s Scene<'s>, shown: &Node, bones: Option<&Bones>) -> Self {
        Self::mesh_of(whole, shown, bones, false)
    }

    /// Does the same as [`of_mesh`](Self::of_mesh), but includes animations of bones that are not in its skin. Use this
    /// for the first mesh on a skeleton, so that the other meshes can use its animations.
    pub fn of_first_mesh(whole: &'s Scene<'s>, shown: &Node, bones: &Bones) -> Self {
        Self::mesh_of(whole, shown, Some(bones), true)
    }

    fn mesh_of(whole: &'s Scene<'s>, shown: &Node, bones: Option<&Bones>, moves_all: bool) -> Self {
        let mut maker = Maker::new(whole);
        let skin = bones.and_then(|bones| {
            maker.bones(bones);
            let own = &whole[shown.skin?];
            let joints: Option<Vec<_>> = own.joints.iter().map(|joint| maker.alone.nodes.get(joint).copied()).collect();
            let own_joints: HashSet<Id<Node>> = own.joints.iter().copied().collect();
            if moves_all && bones.nodes.iter().any(|bone| !own_joints.contains(bone)) {
                maker.animations(|_| true, |channel| moves(channel) && !own_joints.contains(&channel.node));
            }
            Some(maker.alone.scene.skins.push(Skin { joints: joints?, root: None, ..own.clone() }))
        });
        maker.shown(shown, skin);
        maker.alone
    }

    /// Creates a part with the mesh of a node, its levels of detail, and its morph weights in all animations, but
    /// without bones. Returns `None` if no animation moves the weights.
    pub fn of_morphs(whole: &'s Scene<'s>, node: Id<Node>) -> Option<Self> {
        let is_weight = |channel: &Channel| channel.property == Property::MorphWeights && channel.node == node;
        whole.animations.iter().flat_map(|animation| &animation.channels).find(|channel| is_weight(channel))?;
        let mut maker = Maker::new(whole);
        let own = maker.shown(&whole[node], None);
        maker.alone.nodes.insert(node, own);
        maker.animations(|_| true, is_weight);
        Some(maker.alone)
    }

    /// Creates a part with a node and everything below it, in the space of its parent. This also includes the meshes of
    /// the nodes `bound`, which are elsewhere but are moved by joints in this part.
    pub fn of_tree(whole: &'s Scene<'s>, world: &World, top: Id<Node>, bound: &[Id<Node>]) -> Self {
        let mut maker = Maker::new(whole);
        let mut open = vec![top];
        while let Some(id) = open.pop() {
            let parent = whole[id].parent.and_then(|parent| maker.alone.nodes.get(&parent).copied());
            maker.node(id, parent);
            let mesh = whole[id].mesh.filter(|_| whole[id].skin.is_none()).map(|mesh| maker.mesh(mesh));
            if let Some(own) = maker.alone.scene.nodes.last_mut() {
                own.mesh = mesh;
            }
            open.extend(world.children(id));
        }
        let mut skins: HashMap<Id<Skin>, Id<Skin>> = HashMap::new();
        for id in bound {
            let (Some(mesh), Some(skin)) = (whole[*id].mesh, whole[*id].skin) else { continue };
            let own = &whole[skin];
            let joints: Option<Vec<_>> = own.joints.iter().map(|joint| maker.alone.nodes.get(joint).copied()).collect();
            let Some(joints) = joints else { continue };
            let scene = &mut maker.alone.scene;
            let made = || scene.skins.push(Skin { joints, root: None, ..own.clone() });
            let skin = Some(*skins.entry(skin).or_insert_with(made));
            let mesh = Some(maker.mesh(mesh));
            let name = whole[*id].name.clone();
            maker.alone.scene.nodes.push(Node { name, mesh, skin, ..Node::default() });
        }
        maker.alone
    }

    /// Creates a part with bones, and with animations that have these names and move the bones.
    pub fn of_bones(whole: &'s Scene<'s>, bones: &Bones, is_wanted: impl Fn(&str) -> bool) -> Self {
        let mut maker = Maker::new(whole);
        maker.bones(bones);
        maker.animations(is_wanted, moves);
        maker.alone
    }

    /// Creates a part with the nodes that pass `is_node` and are moved by animations with these names. Their parents are
    /// not included.
    /// Nodes that pass `is_written` keep their names for themselves, because tracks are found by name.
    pub fn of_nodes(
        whole: &'s Scene<'s>,
        is_node: impl Fn(Id<Node>) -> bool,
        is_written: impl Fn(Id<Node>) -> bool,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Self {
        let mut maker = Maker::new(whole);
        let wanted = || whole.animations.iter().filter(|animation| is_wanted(&animation.name));
        let channels = wanted().flat_map(|animation| &animation.channels).filter(|one| moves(one) && is_node(one.node));
        let mut moved: Vec<Id<Node>> = channels.map(|channel| channel.node).collect();
        moved.sort_unstable();
        moved.dedup();
        let set: HashSet<Id<Node>> = moved.iter().copied().collect();
        let others =
            whole.nodes.enumerate().filter(|(id, _)| !moved.is_empty() && !set.contains(id) && is_written(*id));
        maker.names = others.map(|(_, node)| node.name.clone()).collect();
        for id in moved {
            maker.node(id, None);
        }
        maker.animations(is_wanted, moves);
        maker.alone
    }

    /// Returns whether there is nothing to show in any mesh.
    pub fn is_empty(&self) -> bool {
        self.scene.meshes.iter().all(|mesh| mesh.primitives.is_empty())
    }

    /// Returns the material in the whole scene.
    pub fn material(&self, own: Option<Id<Material>>) -> Option<Id<Material>> {
        self.materials.get(own?.index()).copied()
    }
}

fn moves(channel: &Channel) -> bool {
    channel.property != Property::MorphWeights
}

impl<'s> Maker<'s> {
    fn new(whole: &'s Scene<'s>) -> Self {
        let alone = SubScene { scene: Scene::default(), nodes: HashMap::new(), materials: Vec::new() };
        let (arrays, materials) = (HashMap::new(), HashMap::new());
        Self { whole, arrays, materials, alone, names: HashSet::new(), numbers: HashMap::new() }
    }

    fn array(&mut self, array: ArrayId) -> ArrayId {
        let whole = self.whole;
        let scene = &mut self.alone.scene;
        *self.arrays.entry(array).or_insert_with(|| scene.arrays.push(whole[array].borrowed()))
    }

    fn bones(&mut self, bones: &Bones) {
        for id in &bones.nodes {
            let parent = self.whole[*id].parent.and_then(|parent| self.alone.nodes.get(&parent).copied());
            self.node(*id, parent);
        }
    }

    /// Adds a node and gives it a unique name.
    fn node(&mut self, id: Id<Node>, parent: Option<Id<Node>>) {
        let node = &self.whole[id];
        let base = if node.name.is_empty() { format!("Node{id}") } else { node.name.clone() };
        let mut name = base.clone();
        while !self.names.insert(name.clone()) {
            let number = self.numbers.entry(base.clone()).or_insert(1);
            *number = number.saturating_add(1);
            name = format!("{base}_{number}");
        }
        let transform: Transform = node.transform;
        let own = self.alone.scene.nodes.push(Node { name, parent, transform, ..Node::default() });
        self.alone.nodes.insert(id, own);
    }

    fn mesh(&mut self, id: Id<Mesh>) -> Id<Mesh> {
        let mut mesh = self.whole[id].clone();
        for primitive in &mut mesh.primitives {
            let own = primitive.attributes.iter_mut().chain(primitive.targets.iter_mut().flatten());
            for attribute in own {
                attribute.array = self.array(attribute.array);
            }
            primitive.indices = primitive.indices.map(|indices| self.array(indices));
            primitive.variants.clear();
            primitive.material = primitive.material.map(|material| self.material(material));
        }
        self.alone.scene.meshes.push(mesh)
    }

    fn material(&mut self, material: Id<Material>) -> Id<Material> {
        let (whole, alone) = (self.whole, &mut self.alone);
        *self.materials.entry(material).or_insert_with(|| {
            alone.materials.push(material);
            alone.scene.materials.push(Material::named(whole[material].name.clone()))
        })
    }

    /// Adds a node that shows a mesh, and nodes for its levels of detail.
    fn shown(&mut self, shown: &Node, skin: Option<Id<Skin>>) -> Id<Node> {
        let mesh = shown.mesh.map(|mesh| self.mesh(mesh));
        let name = mesh.map(|mesh| self.alone.scene[mesh].name.clone()).unwrap_or_default();
        let node = self.alone.scene.nodes.push(Node { name, mesh, skin, ..Node::default() });
        for level in &shown.lods {
            let Some(coarse) = self.whole[level.node].mesh else { continue };
            let mesh = Some(self.mesh(coarse));
            let far = self.alone.scene.nodes.push(Node { mesh, skin, ..Node::default() });
            self.alone.scene[node].lods.push(LodLevel { node: far, distance: level.distance });
        }
        node
    }

    /// Adds the channels that `takes` accepts, from animations with these names.
    fn animations(&mut self, is_wanted: impl Fn(&str) -> bool, takes: impl Fn(&Channel) -> bool) {
        let whole = self.whole;
        for animation in whole.animations.iter().filter(|animation| is_wanted(&animation.name)) {
            let mut channels = Vec::new();
            for channel in animation.channels.iter().filter(|channel| takes(channel)) {
                let Some(node) = self.alone.nodes.get(&channel.node).copied() else { continue };
                let (times, values) = (self.array(channel.times), self.array(channel.values));
                channels.push(Channel { node, times, values, ..*channel });
            }
            if !channels.is_empty() {
                let animation = Animation { name: animation.name.clone(), channels, source: None };
                self.alone.scene.animations.push(animation);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates nodes with these parents and a skin with these joints, and returns the result.
    fn bones(parents: &[Option<usize>], joints: &[usize]) -> (Vec<usize>, Option<usize>) {
        let mut scene = Scene::default();
        for parent in parents {
            scene.nodes.push(Node { parent: parent.map(Id::new), ..Node::default() });
        }
        let skin = scene.skins.push(Skin { joints: joints.iter().copied().map(Id::new).collect(), ..Skin::default() });
        let bones = Bones::of(&scene, &World::new(&scene), skin);
        (bones.nodes.into_iter().map(Id::index).collect(), bones.holder.map(Id::index))
    }

    #[test]
    fn bones_are_joints_and_the_nodes_between_them() {
        let tree = [None, Some(0), Some(1), Some(1), Some(2), Some(3), None];
        assert_eq!(bones(&tree, &[4, 5]), (vec![2, 4, 3, 5], Some(1)));
        assert_eq!(bones(&tree, &[5, 4]), (vec![3, 5, 2, 4], Some(1)));
        assert_eq!(bones(&tree, &[4, 2]), (vec![2, 4], Some(1)), "a joint holds no bones");
        assert_eq!(bones(&tree, &[2, 4, 5]), (vec![2, 4, 3, 5], Some(1)));
        assert_eq!(bones(&tree, &[4]), (vec![4], Some(2)));
        assert_eq!(bones(&tree, &[1, 4, 4]), (vec![1, 2, 4], Some(0)));
        assert_eq!(bones(&tree, &[4, 6]), (vec![0, 1, 2, 4, 6], None), "two roots");
        assert_eq!(bones(&tree, &[]), (Vec::new(), None));
    }
}
