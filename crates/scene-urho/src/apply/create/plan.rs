//! Decides which nodes show meshes, which nodes become bones, and how bones are named. Models and animations must use
//! the same plan, because tracks find their bones by name.

use crate::kinds;
use std::collections::{HashMap, HashSet};

use asset_scene::appearance::{Appearance, Level, appearances, hidden};
use asset_scene::glam::{DAffine3, DQuat, DVec3, Vec3};
use asset_scene::trs::{Chain, Trs};
use asset_scene::world::{self, World};
use asset_scene::{
    Channel, Error, ErrorKind, Id, IdMap, Item, List, Node, Property, Scene, escape_name, unescape_name,
};
use binio::{Findings, Name, Path};
use scene_adapter::unique_names::Names;

use super::options::CreateModelOptions;

/// A bone that will be created. The first bone is the root.
#[derive(Clone, Debug)]
pub(crate) struct Bone {
    pub(crate) name: Name<'static>,
    /// The parent, or `None` for the root.
    pub(crate) parent: Option<Id<Bone>>,
    /// The transform relative to the parent, in the scene's space.
    pub(crate) local: Trs,
    /// The matrix from the space of the root's parent to the bone in the rest pose, in the scene's space. This is
    /// `None` if it can't be inverted.
    pub(crate) inverse: Option<DAffine3>,
    /// The matrix from vertex space to bone space, in the scene's space, if anything is attached to the bone.
    pub(crate) offset: Option<DAffine3>,
}

impl Item for Bone {
    type Of = Self;
    const NAME: &'static str = "bone";
}

/// What to create from a scene.
#[derive(Debug)]
pub(crate) struct Plan<'s> {
    pub(crate) scene: &'s Scene<'s>,
    pub(crate) appearances: Vec<Appearance>,
    /// The bones. This is empty if the model has no skeleton.
    pub(crate) bones: List<Bone>,
    bone_of: IdMap<Node, Option<Id<Bone>>>,
    /// The name of the bone for each node. If a node has no bone, this is the node's name.
    pub(crate) names: IdMap<Node, Name<'static>>,
    /// The world transforms of all nodes, after they are turned so that Y is up.
    pub(crate) world: World,
    /// Names that can't be used again.
    taken: Names,
    /// Whether the names come from an original.
    is_home: bool,
    /// Nodes that an animation makes much larger than in the rest pose, and everything below them.
    growing: IdMap<Node, bool>,
    /// Additional bones with the same transform as a bone, for meshes that need another offset matrix.
    helpers: HashMap<Id<Bone>, Vec<Id<Bone>>>,
    /// By bone name, the offsets that decide in which space skinned vertices must be.
    pub(crate) offsets: HashMap<String, Option<DAffine3>>,
}

impl<'s> Plan<'s> {
    /// You must check `scene` before you call this.
    pub(crate) fn new(scene: &'s Scene<'s>, options: &CreateModelOptions, findings: &mut Findings) -> Self {
        let turn = match options.up {
            asset_scene::UpAxis::Z => DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2),
            _ => DQuat::IDENTITY,
        };
        let world = World::with_root(DAffine3::from_quat(turn), scene);
        let mut appearances = appearances(scene, &world, findings);
        if !options.lods {
            appearances.iter_mut().for_each(|appearance| appearance.levels.truncate(1));
        }
        let mut plan = Self {
            scene,
            appearances,
            bones: List::new(),
            bone_of: IdMap::filled(None, scene.nodes.len()),
            names: IdMap::filled(Name::default(), scene.nodes.len()),
            growing: growing(scene, &world, options),
            world,
            taken: Names::default(),
            is_home: options.home.is_some(),
            helpers: HashMap::new(),
            offsets: options.home.as_ref().map(|home| home.offsets.clone()).unwrap_or_default(),
        };
        let wanted = plan.nodes_with_bones(options);
        plan.make_bones(&wanted, turn, findings);
        plan.name_the_others();
        plan
    }

    fn levels(&self) -> impl Iterator<Item = &Level> {
        self.appearances.iter().flat_map(|appearance| &appearance.levels)
    }

    /// Marks the nodes that need bones, including everything above them. If nothing moves, no node needs a bone.
    fn nodes_with_bones(&self, options: &CreateModelOptions) -> IdMap<Node, bool> {
        let scene = self.scene;
        let none = IdMap::filled(false, scene.nodes.len());
        let mut wanted = none.clone();
        for level in self.levels() {
            let joints = level.skin.into_iter().flat_map(|skin| &scene[skin].joints);
            joints.for_each(|joint| self.mark_with_above(*joint, &mut wanted));
            let bound = scene[level.mesh].primitives.iter().all(asset_scene::Primitive::is_bound);
            let rigid = level.skin.is_none() || !bound;
            level.node.filter(|_| rigid).into_iter().for_each(|node| self.mark_with_above(node, &mut wanted));
        }
        let moving = channels(scene, options).filter(|channel| channel.property != Property::MorphWeights);
        let animated: Vec<Id<Node>> = moving.map(|channel| channel.node).collect();
        let moves = options.keep_hierarchy
            || self.levels().any(|level| level.skin.is_some())
            || animated.iter().any(|node| wanted[*node]);
        if !moves {
            return none;
        }
        animated.iter().for_each(|node| self.mark_with_above(*node, &mut wanted));
        if options.keep_hierarchy {
            let hidden = hidden(scene, &self.world);
            scene.nodes.ids().filter(|node| !hidden[*node]).for_each(|node| wanted[node] = true);
        } else {
            self.leave_out_holders(&animated, &mut wanted);
        }
        wanted
    }

    /// Removes a root node that isn't a bone and only has one child. Blender adds such a node above every skeleton, so
    /// there would be one more after each round trip.
    fn leave_out_holders(&self, animated: &[Id<Node>], wanted: &mut IdMap<Node, bool>) {
        let joints: HashSet<Id<Node>> = self.scene.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
        let animated: HashSet<Id<Node>> = animated.iter().copied().collect();
        let mut tops = self.scene.nodes.ids().filter(|node| wanted[*node] && self.world.parent(*node).is_none());
        let (Some(mut top), None) = (tops.next(), tops.next()) else { return };
        loop {
            let node = &self.scene[top];
            let stands = nearly_same(DAffine3::IDENTITY, node.transform.to_affine());
            let mut below = self.world.children(top).filter(|child| wanted[*child]);
            let (Some(child), None) = (below.next(), below.next()) else { return };
            if joints.contains(&top) || animated.contains(&top) || node.mesh.is_some() || !stands {
                return;
            }
            wanted[top] = false;
            top = child;
        }
    }

    fn mark_with_above(&self, node: Id<Node>, marked: &mut IdMap<Node, bool>) {
        let mut next = Some(node);
        while let Some(node) = next.filter(|node| !marked[*node]) {
            marked[node] = true;
            next = self.world.parent(node);
        }
    }

    #[allow(clippy::indexing_slicing, reason = "bone ids are indices of this list, which only grows")]
    fn make_bones(&mut self, wanted: &IdMap<Node, bool>, turn: DQuat, findings: &mut Findings) {
        let order: Vec<Id<Node>> = self.world.depth_first().filter(|node| wanted[*node]).collect();
        let is_root = |node: &&Id<Node>| self.world.parent(**node).is_none_or(|parent| !wanted[parent]);
        let roots = order.iter().filter(is_root).count();
        // A mesh that no node shows hangs on a bone that nothing moves.
        let lone = self.levels().any(|level| level.node.is_none());
        let above = (roots > 1 || lone || turn != DQuat::IDENTITY) && !order.is_empty();
        let root = above.then(|| {
            // Named last: nobody refers to it.
            let local = Trs { rotation: turn, ..Trs::IDENTITY };
            let inverse = Some(DAffine3::from_quat(turn.inverse()));
            self.bones.push(Bone { name: Name::default(), parent: None, local, inverse, offset: None })
        });
        for node in order {
            self.make_bone(node, root, findings);
        }
        if let Some(root) = root {
            self.bones[root].name = self.taken.take("Root", "Root", Path::from("root bone"), findings);
        }
    }

    fn make_bone(&mut self, number: Id<Node>, root: Option<Id<Bone>>, findings: &mut Findings) {
        let node = &self.scene[number];
        let parent = self.world.parent(number).and_then(|parent| self.bone_of[parent]).or(root);
        let path = Path::from([("node", number.index())]);
        let name = self.name(number, (&path, findings));
        let global = self.world.world(number);
        let Chain { first, second } = node.transform.split();
        let bone = |name: Name<'static>, parent, local: Trs, global: DAffine3| Bone {
            name,
            parent,
            local,
            inverse: world::inverse(global),
            offset: None,
        };
        let made = match second {
            None => self.bones.push(bone(name.clone(), parent, first, global)),
            Some(rotation) => {
                let outer = self.taken.take(&format!("{}_Scale", node.name), "Scale", path.clone(), findings);
                findings.note(kinds::MATRIX_SHEARS, path, "its matrix shears: it becomes two bones");
                let outer_global = multiplied(global, DAffine3::from_quat(rotation.inverse()));
                let outer = self.bones.push(bone(outer, parent, first, outer_global));
                self.bones.push(bone(name.clone(), Some(outer), Trs { rotation, ..Trs::IDENTITY }, global))
            }
        };
        self.bone_of[number] = Some(made);
        self.names[number] = name;
    }

    /// Returns a name for a node. It will be unique, but if there is an original, the names must be the same as there.
    fn name(&mut self, number: Id<Node>, (path, findings): (&Path, &mut Findings)) -> Name<'static> {
        let node = &self.scene[number];
        if self.is_home {
            return Name::from(unescape_name(&node.name));
        }
        self.taken.take(&node.name, &format!("Node{number}"), path.clone(), findings)
    }

    /// Names the nodes that don't have a bone, because animations can move them too. This does not report when a name
    /// changes.
    fn name_the_others(&mut self) {
        for number in self.scene.nodes.ids() {
            if self.bone_of[number].is_none() {
                self.names[number] = self.name(number, (&Path::new(), &mut Findings::new()));
            }
        }
    }

    /// Returns the bone for a node.
    ///
    /// # Errors
    /// Fails if the plan has no bone for this node.
    pub(crate) fn bone(&self, node: Id<Node>) -> Result<Id<Bone>, Error> {
        let path = || Path::from([("node", node.index())]);
        self.bone_of[node]
            .ok_or_else(|| Error::new(ErrorKind::Unsupported("expected a bone, found none".into()), path()))
    }

    /// Returns the bone to use for vertices that are attached to `bone` with the matrix `offset`, from vertex space to
    /// bone space. If other vertices already use another offset, this returns a helper, which is a child of the bone.
    #[allow(clippy::indexing_slicing, reason = "bone ids are indices of this list, which only grows")]
    pub(crate) fn bone_with_offset(&mut self, bone: Id<Bone>, offset: DAffine3) -> Id<Bone> {
        let first = *self.bones[bone].offset.get_or_insert(offset);
        if nearly_same(first, offset) {
            return bone;
        }
        let helpers = self.helpers.entry(bone).or_default();
        let fits = |helper: &&Id<Bone>| self.bones[**helper].offset.is_some_and(|held| nearly_same(held, offset));
        if let Some(helper) = helpers.iter().rev().take(HELPERS).find(fits) {
            return *helper;
        }
        let Bone { name, inverse, .. } = &self.bones[bone];
        let wanted = format!("{}_Bind", escape_name(name));
        let inverse = *inverse;
        let name = self.taken.take(&wanted, &wanted, Path::new(), &mut Findings::new());
        let (parent, local) = (Some(bone), Trs::IDENTITY);
        let helper = self.bones.push(Bone { name, parent, local, inverse, offset: Some(offset) });
        helpers.push(helper);
        helper
    }

    /// Returns the matrix from the rest position of a node's content to node space. Returns `None` if this would lose
    /// precision because the node or an ancestor is flat, or because it is small first and large later.
    pub(crate) fn undo(&self, node: Id<Node>) -> Option<DAffine3> {
        world::inverse(self.world.world(node)).filter(|_| !self.growing[node])
    }
}

/// How many helpers of a bone to compare at most, because this is done for every surface.
const HELPERS: usize = 64;

/// Returns whether two offsets are the same, apart from rounding.
fn nearly_same(a: DAffine3, b: DAffine3) -> bool {
    let near = |a: DVec3, b: DVec3, size: f64| a.distance(b) <= 1e-6 * size;
    let axes = |affine: DAffine3| [affine.x_axis, affine.y_axis, affine.z_axis];
    let size = axes(a).into_iter().fold(0.0_f64, |size, axis| size.max(axis.abs().max_element()));
    // A translation may be a rounding error; vertices of a bone are hardly smaller than a tenth of a unit.
    let reach = a.translation.abs().max_element().max(size * 0.1);
    axes(a).into_iter().zip(axes(b)).all(|(a, b)| near(a, b, size)) && near(a.translation, b.translation, reach)
}

/// Growing by this factor costs one and a half digits of precision.
const MUCH: f32 = 30.0;

/// Marks nodes that the animations make much larger than in the rest pose, and everything below them.
fn growing(scene: &Scene<'_>, world: &World, options: &CreateModelOptions) -> IdMap<Node, bool> {
    let mut growing = IdMap::filled(false, scene.nodes.len());
    for channel in channels(scene, options).filter(|channel| channel.property == Property::Scale) {
        let most = scene[channel.node].transform.split().first.scale.abs().as_vec3().map(|axis| axis * MUCH);
        let mut keys = scene[channel.values].rows::<3>().into_iter().flatten();
        growing[channel.node] |= keys.any(|key| Vec3::from(key).abs().cmpgt(most).any());
    }
    world.mark_below(&mut growing);
    growing
}

/// Returns the channels of the animations to convert.
pub(crate) fn channels<'s>(scene: &'s Scene<'_>, options: &CreateModelOptions) -> impl Iterator<Item = &'s Channel> {
    let taken = scene.animations.enumerate().filter(|(id, _)| options.takes(*id));
    taken.flat_map(|(_, animation)| &animation.channels)
}

#[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
fn multiplied(a: DAffine3, b: DAffine3) -> DAffine3 {
    a * b
}
