//! Nodes that show meshes, nodes that become bones, and bone names. Models and animations share the plan, so that tracks find their bones.

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

/// A bone to be. The first one is the root.
#[derive(Clone, Debug)]
pub(crate) struct Bone {
    pub(crate) name: Name<'static>,
    /// `None` for the root.
    pub(crate) parent: Option<Id<Bone>>,
    /// Relative to its parent, in the scene's space.
    pub(crate) local: Trs,
    /// From the space of the root's parent into the bone's at rest, in the scene's space; `None` if there is no inverse.
    pub(crate) inverse: Option<DAffine3>,
    /// From the vertices' space into the bone's, in the scene's space, if anything hangs on the bone.
    pub(crate) offset: Option<DAffine3>,
}

impl Item for Bone {
    type Of = Self;
    const NAME: &'static str = "bone";
}

/// The plan.
#[derive(Debug)]
pub(crate) struct Plan<'s> {
    pub(crate) scene: &'s Scene<'s>,
    pub(crate) appearances: Vec<Appearance>,
    /// Empty for a model without skeleton.
    pub(crate) bones: List<Bone>,
    bone_of: IdMap<Node, Option<Id<Bone>>>,
    /// Name of each node's bone, or of the node if it has none.
    pub(crate) names: IdMap<Node, Name<'static>>,
    /// World transforms of nodes, turned so that Y is up.
    pub(crate) world: World,
    /// Names in use.
    taken: Names,
    /// Whether names are those of an original.
    is_home: bool,
    /// Nodes that animations make much larger than they are at rest, with all below them.
    growing: IdMap<Node, bool>,
    /// Additional bones with the transform of a bone, for meshes with another offset matrix.
    helpers: HashMap<Id<Bone>, Vec<Id<Bone>>>,
    /// Offsets that the vertices of skins are put into the space of, by bone name.
    pub(crate) offsets: HashMap<String, Option<DAffine3>>,
}

impl<'s> Plan<'s> {
    /// `scene` has been checked.
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

    /// Marks the nodes that need bones, with all above them; none if nothing moves.
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

    /// Drops root nodes that are no bones and only hold one: Blender adds a node above every skeleton, one more in each round trip.
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

    /// A name for a node that no other has, unless an original says which names there are.
    fn name(&mut self, number: Id<Node>, (path, findings): (&Path, &mut Findings)) -> Name<'static> {
        let node = &self.scene[number];
        if self.is_home {
            return Name::from(unescape_name(&node.name));
        }
        self.taken.take(&node.name, &format!("Node{number}"), path.clone(), findings)
    }

    /// Names nodes without bones too, for animations of nodes. Changed names aren't reported.
    fn name_the_others(&mut self) {
        for number in self.scene.nodes.ids() {
            if self.bone_of[number].is_none() {
                self.names[number] = self.name(number, (&Path::new(), &mut Findings::new()));
            }
        }
    }

    /// The bone of a node.
    ///
    /// # Errors
    /// The plan has none for it.
    pub(crate) fn bone(&self, node: Id<Node>) -> Result<Id<Bone>, Error> {
        let path = || Path::from([("node", node.index())]);
        self.bone_of[node]
            .ok_or_else(|| Error::new(ErrorKind::Unsupported("expected a bone, found none".into()), path()))
    }

    /// Returns the bone for vertices that are attached to `bone` by the matrix `offset`, from vertex space to bone space: a helper child if other
    /// vertices use another offset.
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

    /// Returns the matrix from the rest position of a node's content back to node space, or `None` if it would lose precision, because the node or an
    /// ancestor is flat, or is small at first and large later.
    pub(crate) fn undo(&self, node: Id<Node>) -> Option<DAffine3> {
        world::inverse(self.world.world(node)).filter(|_| !self.growing[node])
    }
}

/// Maximum number of a bone's helpers that are compared: each costs a comparison per surface.
const HELPERS: usize = 64;

/// Whether two offsets differ by no more than rounding.
fn nearly_same(a: DAffine3, b: DAffine3) -> bool {
    let near = |a: DVec3, b: DVec3, size: f64| a.distance(b) <= 1e-6 * size;
    let axes = |affine: DAffine3| [affine.x_axis, affine.y_axis, affine.z_axis];
    let size = axes(a).into_iter().fold(0.0_f64, |size, axis| size.max(axis.abs().max_element()));
    // A translation may be a rounding error; vertices of a bone are hardly smaller than a tenth of a unit.
    let reach = a.translation.abs().max_element().max(size * 0.1);
    axes(a).into_iter().zip(axes(b)).all(|(a, b)| near(a, b, size)) && near(a.translation, b.translation, reach)
}

/// Growth that costs a digit and a half.
const MUCH: f32 = 30.0;

/// Marks nodes that the chosen animations make much larger than they are at rest, with all below them.
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

/// Returns the channels of the chosen animations.
pub(crate) fn channels<'s>(scene: &'s Scene<'_>, options: &CreateModelOptions) -> impl Iterator<Item = &'s Channel> {
    let taken = scene.animations.enumerate().filter(|(id, _)| options.takes(*id));
    taken.flat_map(|(_, animation)| &animation.channels)
}

#[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
fn multiplied(a: DAffine3, b: DAffine3) -> DAffine3 {
    a * b
}
