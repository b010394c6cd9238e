//! Finds skinned meshes that use the same bones, because they should share animations.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use asset_scene::world::World;
use asset_scene::{Id, Node, Scene};
use scene_adapter::sub_scene::Bones;

/// A node with a mesh, and the bones that move it.
type Bound = (Id<Node>, Rc<Bones>);

/// The skeletons in a scene. If two skinned meshes have a bone in common, they use the same skeleton, which has the
/// bones of both.
///
/// This is needed because FBX exporters only write the bones that move a mesh. In the engine, the bones of the first
/// model at a node also move the other models.
#[derive(Default)]
pub(super) struct Skeletons {
    of: HashMap<Id<Node>, Rc<Bones>>,
    /// The first bones of skeletons whose animations were already written.
    animated: HashSet<Option<Id<Node>>>,
}

impl Skeletons {
    /// Finds the skeletons for these nodes with meshes.
    pub(super) fn of(scene: &Scene<'_>, world: &World, meshes: &[(Id<Node>, Option<Rc<Bones>>)]) -> Self {
        let bound: Vec<Bound> = meshes.iter().filter_map(|(node, bones)| Some((*node, bones.clone()?))).collect();
        let mut groups = Groups((0..bound.len()).collect());
        let mut first: HashMap<Id<Node>, usize> = HashMap::new();
        for (number, (_, bones)) in bound.iter().enumerate() {
            for bone in &bones.nodes {
                groups.join(*first.entry(*bone).or_insert(number), number);
            }
        }
        let mut members: HashMap<usize, Vec<&Bound>> = HashMap::new();
        for (number, member) in bound.iter().enumerate() {
            members.entry(groups.find(number)).or_default().push(member);
        }
        let mut skeletons = Self::default();
        for members in members.into_values() {
            let bones = union(scene, world, &members);
            skeletons.of.extend(members.into_iter().map(|(node, _)| (*node, Rc::clone(&bones))));
        }
        skeletons
    }

    /// Returns the bones for the model of a mesh, and whether it is the first with its skeleton. The first model has
    /// the bones of all, and plays the animations.
    pub(super) fn bones(&self, node: Id<Node>, own: &Rc<Bones>) -> (Rc<Bones>, bool) {
        let all = self.of.get(&node).unwrap_or(own);
        let is_first = !self.animated.contains(&all.nodes.first().copied());
        (Rc::clone(if is_first { all } else { own }), is_first)
    }

    /// Marks the skeleton of a mesh as written, after its model and animations were.
    pub(super) fn mark(&mut self, node: Id<Node>, own: &Rc<Bones>) {
        let all = self.of.get(&node).unwrap_or(own);
        self.animated.insert(all.nodes.first().copied());
    }
}

/// Returns the bones of all members. If all use the same bones, this is the same list.
fn union(scene: &Scene<'_>, world: &World, members: &[&Bound]) -> Rc<Bones> {
    let Some(((_, first), others)) = members.split_first() else {
        return Rc::new(Bones { nodes: Vec::new(), holder: None });
    };
    if others.iter().all(|(_, other)| Rc::ptr_eq(first, other) || first.nodes == other.nodes) {
        return Rc::clone(first);
    }
    let mut seen = HashSet::new();
    let skins: HashSet<_> = members.iter().filter_map(|(node, _)| scene[*node].skin).collect();
    let mut skins: Vec<_> = skins.into_iter().collect();
    skins.sort_unstable();
    let joints = skins.into_iter().flat_map(|skin| &scene[skin].joints).copied().filter(|joint| seen.insert(*joint));
    Rc::new(Bones::of_joints(world, &joints.collect::<Vec<_>>()))
}

/// Groups of numbers. Each group is identified by one of its members.
struct Groups(Vec<usize>);

impl Groups {
    fn find(&mut self, mut number: usize) -> usize {
        while let Some(above) = self.0.get(number).copied().filter(|above| *above != number) {
            let next = self.0.get(above).copied().unwrap_or(above);
            if let Some(own) = self.0.get_mut(number) {
                *own = next;
            }
            number = above;
        }
        number
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if let Some(own) = self.0.get_mut(a.max(b)) {
            *own = a.min(b);
        }
    }
}
