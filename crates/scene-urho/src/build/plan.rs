//! Which nodes show meshes, which become bones, and what these are called. Models and animations are built by the same plan, so that
//! tracks find their bones.

use std::collections::{HashMap, HashSet};

use asset_geometry::Hierarchy;
use binio::{Findings, Name, Path};
use glam::{DAffine3, DQuat, DVec3, Mat4, Vec3};

use super::names::Names;
use super::options::{BuildOptions, Up};
use super::space::{self, Chain, Trs};
use crate::{Array, Channel, Node, Primitive, Property, Scene, Semantic};

/// A mesh somewhere in the scene, with what takes its place further away.
#[derive(Clone, Debug)]
pub(super) struct Appearance {
    /// The finest level first.
    pub(super) levels: Vec<Level>,
}

/// One level of detail of an appearance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) distance: Option<f32>,
    /// The node that moves the mesh; `None` for a mesh that no node shows.
    pub(super) node: Option<usize>,
    pub(super) mesh: usize,
    /// The skin, if the mesh is bound to it.
    pub(super) skin: Option<usize>,
    /// From the mesh's space into the scene's, turned so that Y is up, at rest.
    pub(super) world: DAffine3,
}

/// The first bone is the root, which is its own parent.
const ROOT: usize = 0;

/// A bone to be.
#[derive(Clone, Debug)]
pub(super) struct Bone {
    pub(super) name: Name<'static>,
    /// Number of its parent; its own for the root.
    pub(super) parent: usize,
    /// Relative to its parent, in glTF's space.
    pub(super) local: Trs,
    /// From the space of the root's parent into the bone's at rest, in glTF's space; the identity if there is no inverse.
    pub(super) inverse: DAffine3,
    /// From the vertices' space into the bone's, in glTF's space, if anything hangs on the bone.
    pub(super) offset: Option<DAffine3>,
}

/// The plan.
#[derive(Debug)]
pub(super) struct Plan<'s> {
    pub(super) scene: &'s Scene<'s>,
    pub(super) appearances: Vec<Appearance>,
    /// Empty for a model without skeleton.
    pub(super) bones: Vec<Bone>,
    /// The bone of each node that has one.
    pub(super) bone_of: Vec<Option<usize>>,
    /// Name of each node's bone, or of the node if it has none.
    pub(super) names: Vec<Name<'static>>,
    /// From each node's space into the scene's, turned so that Y is up, at rest.
    pub(super) worlds: Vec<DAffine3>,
    pub(super) hierarchy: Hierarchy,
    /// What has been named.
    taken: Names,
    /// Nodes that animations make much larger than they are at rest, with all below them.
    growing: HashSet<usize>,
    /// Bones at the place of a bone, for what hangs on it in another way.
    helpers: HashMap<usize, Vec<usize>>,
}

impl<'s> Plan<'s> {
    /// `scene` has been checked.
    pub(super) fn new(scene: &'s Scene<'s>, options: &BuildOptions, findings: &mut Findings) -> Self {
        let hierarchy = scene.hierarchy();
        let turn = match options.up {
            Up::Y => DQuat::IDENTITY,
            Up::Z => DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2),
        };
        let locals: Vec<DAffine3> = scene.nodes.iter().map(|node| space::affine(&node.transform)).collect();
        let mut worlds = hierarchy.global_transforms(&locals).unwrap_or_default();
        worlds.iter_mut().for_each(|world| *world = DAffine3::from_quat(turn) * *world);
        let mut plan = Self {
            scene,
            appearances: Vec::new(),
            bones: Vec::new(),
            bone_of: vec![None; scene.nodes.len()],
            names: vec![Name::default(); scene.nodes.len()],
            worlds,
            hierarchy,
            taken: Names::default(),
            growing: HashSet::new(),
            helpers: HashMap::new(),
        };
        plan.growing = growing(scene, &plan.hierarchy, options);
        plan.find_appearances(&locals, turn, options, findings);
        let bones = plan.nodes_with_bones(options);
        plan.make_bones(&bones, turn, findings);
        plan.name_the_others();
        plan
    }

    fn find_appearances(&mut self, locals: &[DAffine3], turn: DQuat, options: &BuildOptions, findings: &mut Findings) {
        let scene = self.scene;
        let (targets, hidden) = hidden(scene, &self.hierarchy);
        let mut lost = 0_usize;
        for &number in self.hierarchy.depth_first() {
            let Some(node) = scene.nodes.get(number) else { continue };
            if hidden.contains(&number) {
                lost += usize::from(node.mesh.is_some() && !targets.contains(&number));
                continue;
            }
            let world = self.worlds.get(number).copied().unwrap_or_default();
            let mut levels: Vec<Level> = level(scene, number, node, None, world).into_iter().collect();
            let above = self.hierarchy.parent(number).and_then(|parent| self.worlds.get(parent).copied());
            let above = above.unwrap_or(DAffine3::from_quat(turn));
            let further = if options.lods { node.lods.as_slice() } else { &[] };
            for lod in further {
                let (Some(target), Some(local)) = (scene.nodes.get(lod.node), locals.get(lod.node)) else { continue };
                levels.extend(level(scene, number, target, lod.distance, above * *local));
            }
            if node.mesh.is_none() && !levels.is_empty() {
                findings.warning([("node", number)], "levels of detail of a node without a mesh are left out");
            } else if !levels.is_empty() {
                self.appearances.push(Appearance { levels });
            }
        }
        if lost > 0 {
            let message = format!("{lost} meshes below nodes that are levels of detail are left out");
            findings.warning("nodes", message);
        }
        if self.appearances.is_empty() && !scene.meshes.is_empty() {
            findings.note("nodes", "no node shows a mesh: each mesh is taken once, where it is");
            let lone = |mesh| Level { distance: None, node: None, mesh, skin: None, world: DAffine3::from_quat(turn) };
            self.appearances = (0..scene.meshes.len()).map(|mesh| Appearance { levels: vec![lone(mesh)] }).collect();
        }
    }

    /// The nodes that need bones, with all above them; none if nothing moves.
    fn nodes_with_bones(&self, options: &BuildOptions) -> HashSet<usize> {
        let scene = self.scene;
        let animated = animated(scene, options);
        let levels = || self.appearances.iter().flat_map(|appearance| &appearance.levels);
        let mut moves = options.keep_hierarchy || levels().any(|level| level.skin.is_some());
        let mut wanted: HashSet<usize> = HashSet::new();
        for level in levels() {
            if let Some(skin) = level.skin.and_then(|skin| scene.skins.get(skin)) {
                skin.joints.iter().for_each(|joint| self.insert_with_above(*joint, &mut wanted));
            }
            let mesh = scene.meshes.get(level.mesh);
            let rigid = level.skin.is_none() || mesh.is_some_and(|mesh| !mesh.primitives.iter().all(is_bound));
            level.node.filter(|_| rigid).into_iter().for_each(|node| self.insert_with_above(node, &mut wanted));
        }
        moves |= animated.iter().any(|node| wanted.contains(node));
        if !moves {
            return HashSet::new();
        }
        animated.iter().for_each(|node| self.insert_with_above(*node, &mut wanted));
        if options.keep_hierarchy {
            let (_, hidden) = hidden(scene, &self.hierarchy);
            (0..scene.nodes.len()).filter(|node| !hidden.contains(node)).for_each(|node| {
                wanted.insert(node);
            });
        }
        wanted
    }

    fn insert_with_above(&self, node: usize, nodes: &mut HashSet<usize>) {
        let mut next = Some(node);
        while let Some(node) = next.filter(|node| nodes.insert(*node)) {
            next = self.hierarchy.parent(node);
        }
    }

    fn make_bones(&mut self, nodes: &HashSet<usize>, turn: DQuat, findings: &mut Findings) {
        let order: Vec<usize> =
            self.hierarchy.depth_first().iter().copied().filter(|node| nodes.contains(node)).collect();
        let roots = order.iter().filter(|node| self.hierarchy.parent(**node).is_none()).count();
        let above = roots > 1 || turn != DQuat::IDENTITY;
        if above && !order.is_empty() {
            // Named last: nobody refers to it.
            let local = Trs { rotation: turn, ..Trs::IDENTITY };
            let inverse = DAffine3::from_quat(turn).inverse();
            self.bones.push(Bone { name: Name::default(), parent: ROOT, local, inverse, offset: None });
        }
        for node in order {
            self.make_bone(node, findings);
        }
        if let Some(root) = self.bones.first_mut().filter(|_| above) {
            root.name = self.taken.take("Root", "Root", Path::from("root bone"), findings);
        }
    }

    fn make_bone(&mut self, number: usize, findings: &mut Findings) {
        let Some(node) = self.scene.nodes.get(number) else { return };
        let above = self.hierarchy.parent(number).and_then(|parent| self.bone_of.get(parent).copied().flatten());
        let parent = above.unwrap_or(ROOT);
        let path = Path::from([("node", number)]);
        let name = self.taken.take(&node.name, &format!("Node{number}"), path.clone(), findings);
        let world = self.worlds.get(number).copied().unwrap_or_default();
        let Chain { first, second } = space::split(&node.transform);
        let mut push = |name: Name<'static>, parent: usize, local: Trs, world: DAffine3| {
            let inverse = space::inverse(world).unwrap_or_default();
            self.bones.push(Bone { name, parent, local, inverse, offset: None });
            self.bones.len() - 1
        };
        let bone = match second {
            None => push(name.clone(), parent, first, world),
            Some(rotation) => {
                let outer = self.taken.take(&format!("{}_Scale", node.name), "Scale", path.clone(), findings);
                findings.note(path, "its matrix scales along axes that aren't its own, which takes two bones");
                let outer_world = world * DAffine3::from_quat(rotation).inverse();
                let outer = push(outer, parent, first, outer_world);
                push(name.clone(), outer, Trs { rotation, ..Trs::IDENTITY }, world)
            }
        };
        if let Some(place) = self.bone_of.get_mut(number) {
            *place = Some(bone);
        }
        if let Some(place) = self.names.get_mut(number) {
            *place = name;
        }
    }

    /// Nodes without bones have names too, for animations of nodes. Nobody is told of those that have to be changed.
    fn name_the_others(&mut self) {
        for (number, node) in self.scene.nodes.iter().enumerate() {
            let boneless = self.bone_of.get(number).copied().flatten().is_none();
            if let Some(name) = self.names.get_mut(number).filter(|_| boneless) {
                let otherwise = format!("Node{number}");
                *name = self.taken.take(&node.name, &otherwise, Path::new(), &mut Findings::new());
            }
        }
    }

    /// The bone that moves what hangs on `bone` by way of `offset`, which leads from the vertices' space into the bone's: a helper below it
    /// if other things hang on it in another way.
    pub(super) fn bone_with_offset(&mut self, bone: usize, offset: DAffine3) -> usize {
        let Some(held) = self.bones.get_mut(bone) else { return bone };
        let first = *held.offset.get_or_insert(offset);
        if nearly_same(first, offset) {
            return bone;
        }
        let helpers = self.helpers.entry(bone).or_default();
        let held = |helper: &&usize| self.bones.get(**helper).and_then(|bone| bone.offset);
        if let Some(helper) =
            helpers.iter().rev().take(HELPERS).find(|helper| held(helper).is_some_and(|held| nearly_same(held, offset)))
        {
            return *helper;
        }
        let helper = self.bones.len();
        helpers.push(helper);
        let (name, inverse) = self.bones.get(bone).map(|bone| (bone.name.clone(), bone.inverse)).unwrap_or_default();
        let wanted = format!("{}_Bind", crate::escape_name(&name));
        let name = self.taken.take(&wanted, &wanted, Path::new(), &mut Findings::new());
        self.bones.push(Bone { name, parent: bone, local: Trs::IDENTITY, inverse, offset: Some(offset) });
        helper
    }

    /// Whether what stands where a node shows it at rest can be brought back into the node's space without losing digits: not if the
    /// node, or one above it, is flat, or small now and large later.
    pub(super) fn can_be_undone(&self, node: usize) -> bool {
        let invertible = self.worlds.get(node).is_some_and(|world| space::inverse(*world).is_some());
        invertible && !self.growing.contains(&node)
    }

    /// Node and inverse bind matrix of a skin's joint.
    pub(super) fn joint(&self, skin: usize, joint: usize) -> Option<(usize, DAffine3)> {
        let skin = self.scene.skins.get(skin)?;
        let node = skin.joints.get(joint)?;
        let columns = skin.inverse_bind.get(joint);
        let matrix = columns.map(|columns| DAffine3::from_mat4(Mat4::from_cols_array(columns).as_dmat4()));
        Some((*node, matrix.unwrap_or_default()))
    }
}

/// Helpers of a bone that are looked at for one that fits: each costs a comparison per surface.
const HELPERS: usize = 64;

/// Whether two offsets differ by no more than rounding.
fn nearly_same(a: DAffine3, b: DAffine3) -> bool {
    let near = |a: DVec3, b: DVec3, size: f64| (a - b).abs().max_element() <= 1e-6 * size;
    let axes = |matrix: DAffine3| [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let size = axes(a).into_iter().fold(0.0_f64, |size, axis| size.max(axis.abs().max_element()));
    // A translation may be nothing but rounding; what the bone moves is hardly smaller than a tenth of a unit.
    let reach = a.translation.abs().max_element().max(size * 0.1);
    axes(a).into_iter().zip(axes(b)).all(|(a, b)| near(a, b, size)) && near(a.translation, b.translation, reach)
}

fn level(scene: &Scene<'_>, number: usize, node: &Node, distance: Option<f32>, world: DAffine3) -> Option<Level> {
    let mesh = node.mesh?;
    let bound = |skin: &usize| {
        let joints = scene.skins.get(*skin).is_some_and(|skin| !skin.joints.is_empty());
        joints && scene.meshes.get(mesh).is_some_and(|mesh| mesh.primitives.iter().any(is_bound))
    };
    Some(Level { distance, node: Some(number), mesh, skin: node.skin.filter(bound), world })
}

/// Whether a primitive says which joints it hangs on.
pub(super) fn is_bound(primitive: &Primitive) -> bool {
    primitive.attribute(&Semantic::Joints(0)).is_some() && primitive.attribute(&Semantic::Weights(0)).is_some()
}

/// Nodes that are levels of detail, and these with all below them.
fn hidden(scene: &Scene<'_>, hierarchy: &Hierarchy) -> (HashSet<usize>, HashSet<usize>) {
    let targets: HashSet<usize> = scene.nodes.iter().flat_map(|node| &node.lods).map(|lod| lod.node).collect();
    let mut hidden = targets.clone();
    add_below(&mut hidden, hierarchy);
    (targets, hidden)
}

/// Nodes that the chosen animations move.
fn animated(scene: &Scene<'_>, options: &BuildOptions) -> HashSet<usize> {
    let moving = channels(scene, options).filter(|channel| channel.property != Property::MorphWeights);
    moving.map(|channel| channel.node).collect()
}

/// Growth that costs a digit and a half.
const MUCH: f32 = 30.0;

/// Nodes that the chosen animations make much larger than they are at rest, with all below them.
fn growing(scene: &Scene<'_>, hierarchy: &Hierarchy, options: &BuildOptions) -> HashSet<usize> {
    let scales = channels(scene, options).filter(|channel| channel.property == Property::Scale);
    let grows = |channel: &&Channel| {
        let rest = scene.nodes.get(channel.node).map(|node| space::split(&node.transform).first.scale.abs().as_vec3());
        let keys = scene.arrays.get(channel.values).and_then(Array::to_f32s::<3>).unwrap_or_default();
        keys.into_iter().any(|key| rest.is_some_and(|rest| Vec3::from(key).abs().cmpgt(rest * MUCH).any()))
    };
    let mut growing = scales.filter(grows).map(|channel| channel.node).collect();
    add_below(&mut growing, hierarchy);
    growing
}

/// Adds what hangs below nodes.
fn add_below(nodes: &mut HashSet<usize>, hierarchy: &Hierarchy) {
    for &node in hierarchy.depth_first() {
        if hierarchy.parent(node).is_some_and(|parent| nodes.contains(&parent)) {
            nodes.insert(node);
        }
    }
}

/// What the chosen animations do.
fn channels<'s>(scene: &'s Scene<'_>, options: &BuildOptions) -> impl Iterator<Item = &'s Channel> {
    let taken = scene.animations.iter().enumerate().filter(|(index, _)| options.takes(*index));
    taken.flat_map(|(_, animation)| &animation.channels)
}
