//! Fits an edited scene to the original skeleton, because other files in the game use it.

#![allow(clippy::arithmetic_side_effects, reason = "vectors and matrices of floats")]

mod motion;
mod renamed;
mod space;

pub use space::bind_space;

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_geometry::glam::{DAffine3, DMat3, DMat4, DVec3};
use binio::{Findings, Path};

use crate::kinds;
use crate::world::{World, inverse, normal_matrix};
use crate::{Array, ArrayId, Error, Id, IdMap, Node, Scene, Semantic, Skin, Transform};

/// A joint counts as moved if it is this far away, as a fraction of the skeleton's size.
const MOVED: f64 = 1e-3;
/// Bone scales in the rest pose may differ from 1 by this much. Exporters round them, but artists never see it.
const SLIGHT: f64 = 1e-2;
/// If matrix elements differ by more than this, it isn't rounding.
const ROUNDED: f64 = 2e-5;

/// Maps the old joints in a scene to the joints in the original.
struct Fit {
    /// For each node in the scene that is also a joint in the original, the node that replaces it.
    places: HashMap<Id<Node>, Id<Node>>,
    /// For the same nodes, the transform from their space to the space of the new node.
    turns: HashMap<Id<Node>, DAffine3>,
}

impl Scene<'_> {
    /// Fits this scene to the skeleton of `original`, from which it was edited. Call this before you export an edited
    /// model to an engine. Without it, animations that were created for the original would deform the meshes, because
    /// programs that show bones as sticks rotate their axes, and export skeletons in another order below additional
    /// nodes.
    ///
    /// * Joints with the same name get the position, parent, order and inverse bind matrix from the original.
    ///   Animations will be converted too, so that the meshes move as before, and a bound mesh keeps its shape.
    /// * A joint that is only in the original will be added.
    /// * A joint that is only in this scene stays a child of its parent.
    /// * A joint that has another name but the same parent was renamed: it is the same joint, with the new name.
    ///
    /// The findings will tell you if a joint is not in the same position, has another parent, or is only in one of the
    /// scenes.
    ///
    /// # Errors
    /// Fails if one of the scenes fails the [check](Scene::check).
    pub fn take_skeleton_of(&mut self, original: &Scene<'_>) -> Result<Findings, Error> {
        self.fit_skeleton(original, true)
    }

    /// Does the same as [`Scene::take_skeleton_of`], but renamed joints get their original names. Use this if other
    /// files in the format refer to bones by name.
    ///
    /// # Errors
    /// Fails if one of the scenes fails the [check](Scene::check).
    pub fn take_skeleton_and_names_of(&mut self, original: &Scene<'_>) -> Result<Findings, Error> {
        self.fit_skeleton(original, false)
    }

    /// Returns the joints that have another name than in `original`, each with the joint that it was there: the only new one below a joint that has
    /// only one less, or the one with the same joints below it. Both scenes must pass the [check](Scene::check).
    ///
    /// Use it to rename the bones of a file when you write an edited scene into it.
    pub fn renamed_joints(&self, original: &Scene<'_>) -> Vec<(Id<Node>, Id<Node>)> {
        let bones = Bones::of(original);
        let joints = self.joints();
        renamed::pairs(self, (original, &bones), &joints, &self.named_pairs(original, &bones, &joints))
    }

    fn fit_skeleton(&mut self, original: &Scene<'_>, with_new_names: bool) -> Result<Findings, Error> {
        self.check()?;
        original.check()?;
        let mut findings = Findings::new();
        let bones = Bones::of(original);
        let pairs = self.pairs(original, &bones, &mut findings);
        if pairs.is_empty() {
            return Ok(findings);
        }
        let world = World::new(self);
        let first = self.nodes.len();
        let added: HashMap<Id<Node>, Id<Node>> =
            bones.kept.iter().zip((first..).map(Id::new)).map(|(bone, id)| (*bone, id)).collect();
        let named = pairs.iter().filter(|_| with_new_names);
        let names: HashMap<Id<Node>, String> = named.map(|(node, bone)| (*bone, self[*node].name.clone())).collect();
        for bone in &bones.kept {
            let Node { name, parent, transform, .. } = &original[*bone];
            let parent = parent.and_then(|parent| added.get(&parent).copied());
            let name = names.get(bone).unwrap_or(name);
            self.nodes.push(Node { name: name.clone(), parent, transform: *transform, ..Node::default() });
        }
        let mut fit = Fit { places: HashMap::new(), turns: HashMap::new() };
        for (node, bone) in &pairs {
            fit.places.extend(added.get(bone).map(|replacement| (*node, *replacement)));
        }
        let back: HashMap<Id<Node>, Id<Node>> = pairs.iter().copied().collect();
        let mut lost = Vec::new();
        for skin in self.skins.ids() {
            self.fit_skin(skin, (&bones, &back), &mut fit, &mut lost);
        }
        tell_moved(original, lost, &mut findings);
        self.tell_hierarchy(original, &back, &mut findings);
        let original_world = World::new(original);
        motion::convert(self, &world, (&original_world, &back), &fit);
        self.hang(&world, &fit);
        self.remove_joints(&world, &fit, &mut findings);
        Ok(findings)
    }

    /// Marks the joints of all skins.
    fn joints(&self) -> IdMap<Node, bool> {
        let mut joints = IdMap::filled(false, self.nodes.len());
        self.skins.iter().flat_map(|skin| &skin.joints).for_each(|joint| joints[*joint] = true);
        joints
    }

    /// Finds pairs of nodes with the same name, in this scene and in the original. If a joint and another node have the
    /// same name, this uses the joint.
    fn named_pairs(
        &self,
        original: &Scene<'_>,
        bones: &Bones,
        joints: &IdMap<Node, bool>,
    ) -> Vec<(Id<Node>, Id<Node>)> {
        let mut names: HashMap<&str, Id<Node>> = HashMap::new();
        let others = self.nodes.enumerate().filter(|(id, node)| !joints[*id] && node.mesh.is_none());
        let ordered = self.nodes.enumerate().filter(|(id, _)| joints[*id]).chain(others);
        for (id, node) in ordered {
            names.entry(&node.name).or_insert(id);
        }
        let found = |bone: &Id<Node>| Some((*names.get(original[*bone].name.as_str())?, *bone));
        bones.inverse_bind.keys().filter_map(found).collect()
    }

    /// Returns the pairs of the scene's joints and the original's, by name or renamed, and reports the others.
    fn pairs(&self, original: &Scene<'_>, bones: &Bones, findings: &mut Findings) -> Vec<(Id<Node>, Id<Node>)> {
        let joints = self.joints();
        let mut pairs = self.named_pairs(original, bones, &joints);
        let renamed = renamed::pairs(self, (original, bones), &joints, &pairs);
        pairs.extend(&renamed);
        if let Some((node, bone)) = renamed.first() {
            let (now, before) = (&self[*node].name, &original[*bone].name);
            let message = format!(
                "bones have other names than in the original: {}, the first is {now:?}, which was {before:?}",
                renamed.len()
            );
            findings.note(kinds::BONES_RENAMED, "skeleton", message);
        }
        let missing = bones.inverse_bind.len().saturating_sub(pairs.len());
        if missing > 0 {
            findings.note(
                kinds::BONES_KEPT,
                "skeleton",
                format!("bones of the original that the scene hasn't got are kept: {missing}"),
            );
        }
        let paired: HashMap<Id<Node>, Id<Node>> = pairs.iter().copied().collect();
        let paired = |id: &Id<Node>| paired.contains_key(id);
        let new: Vec<&str> =
            self.nodes.ids().filter(|id| joints[*id] && !paired(id)).map(|id| self[id].name.as_str()).collect();
        if let Some(first) = new.first() {
            findings.note(
                kinds::BONES_ADDED,
                "skeleton",
                format!("bones that the original hasn't got are added: {}, the first is {first:?}", new.len()),
            );
        }
        pairs
    }

    /// Sets the joints and inverse bind matrices of a skin to those in the original, and moves its meshes to the space
    /// of the original.
    fn fit_skin(
        &mut self,
        id: Id<Skin>,
        (bones, pairs): (&Bones, &HashMap<Id<Node>, Id<Node>>),
        fit: &mut Fit,
        moved: &mut Vec<(Id<Node>, f64)>,
    ) {
        let skin = &self[id];
        let joints: Vec<(usize, Id<Node>, DAffine3)> = (0..skin.joints.len())
            .filter_map(|joint| skin.joint(joint).map(|(node, bind)| (joint, node, bind)))
            .collect();
        let known: Vec<Bound> = joints
            .iter()
            .filter_map(|(_, node, bind)| {
                let bone = *pairs.get(node)?;
                let target = bones.inverse_bind.get(&bone)?;
                Some(Bound { bone, position: inverse(*bind)?, original_position: inverse(*target)? })
            })
            .collect();
        let spaces: Vec<(DAffine3, DAffine3)> =
            known.iter().map(|bound| (bound.position, bound.original_position)).collect();
        let (space, size) = bind_space(&spaces);
        for bound in &known {
            let far = (space * bound.position).translation.distance(bound.original_position.translation);
            if far > MOVED * size {
                moved.push((bound.bone, far));
            }
        }
        let back = space.inverse();
        let mut matrices: Vec<[f32; 16]> = Vec::with_capacity(joints.len());
        for (_, node, bind) in &joints {
            let target = pairs.get(node).and_then(|bone| bones.inverse_bind.get(bone));
            if let (Some(target), Some(position)) = (target, inverse(*bind)) {
                let turn = *target * space * position;
                let stays = is_nothing(turn, size) || is_dropped_scale(turn, size);
                fit.turns.insert(*node, if stays { DAffine3::IDENTITY } else { turn });
            }
            let matrix = target.copied().unwrap_or(*bind * back);
            matrices.push(DMat4::from(matrix).as_mat4().to_cols_array());
        }
        let skin = &mut self[id];
        skin.root = None;
        for joint in &mut skin.joints {
            *joint = fit.places.get(joint).copied().unwrap_or(*joint);
        }
        if !skin.inverse_bind.is_empty() || matrices.iter().any(|matrix| *matrix != IDENTITY) {
            skin.inverse_bind = matrices;
        }
        if !is_nothing(space, size) {
            self.move_meshes(id, space);
        }
    }

    /// Transforms the vertices of all meshes that use a skin.
    fn move_meshes(&mut self, skin: Id<Skin>, space: DAffine3) {
        let meshes: Vec<_> =
            self.nodes.iter().filter(|node| node.skin == Some(skin)).filter_map(|node| node.mesh).collect();
        let mut done: HashMap<(ArrayId, bool), ArrayId> = HashMap::new();
        let mut changed = HashSet::new();
        for mesh in meshes {
            if !changed.insert(mesh) {
                continue;
            }
            let Some(count) = self.meshes.get(mesh).map(|mesh| mesh.primitives.len()) else { continue };
            for number in 0..count {
                let Some(primitive) = self[mesh].primitives.get(number) else { continue };
                let mut primitive = primitive.clone();
                for attribute in &mut primitive.attributes {
                    self.move_array(&attribute.semantic, false, &mut attribute.array, space, &mut done);
                }
                for attribute in primitive.targets.iter_mut().flatten() {
                    self.move_array(&attribute.semantic, true, &mut attribute.array, space, &mut done);
                }
                if let Some(old) = self[mesh].primitives.get_mut(number) {
                    *old = primitive;
                }
            }
        }
    }

    fn move_array(
        &mut self,
        semantic: &Semantic,
        is_delta: bool,
        array: &mut ArrayId,
        space: DAffine3,
        done: &mut HashMap<(ArrayId, bool), ArrayId>,
    ) {
        let turn: Box<dyn Fn(DVec3) -> DVec3> = match semantic {
            Semantic::Position if is_delta => Box::new(move |delta| space.transform_vector3(delta)),
            Semantic::Position => Box::new(move |position| space.transform_point3(position)),
            Semantic::Normal | Semantic::Tangent if is_delta => {
                // The length is unchanged: normals and tangents have unit length.
                let size = space.matrix3.determinant().abs().cbrt();
                Box::new(move |delta| space.transform_vector3(delta) / size)
            }
            Semantic::Normal => {
                let matrix = normal_matrix(space.matrix3);
                Box::new(move |normal| (matrix * normal).normalize_or_zero())
            }
            Semantic::Tangent => Box::new(move |tangent| space.transform_vector3(tangent).normalize_or_zero()),
            _ => return,
        };
        let key = (*array, is_delta);
        if let Some(known) = done.get(&key) {
            *array = *known;
            return;
        }
        let Some(old) = self.arrays.get(*array) else { return };
        let turned = |[x, y, z]: [f32; 3]| turn(DVec3::new(x.into(), y.into(), z.into())).as_vec3().to_array();
        let new = match (old.rows::<3>(), old.rows::<4>()) {
            (Some(rows), _) => Array::from_f32s(rows.map(turned)),
            (None, Some(rows)) => Array::from_f32s(rows.map(|[x, y, z, w]| {
                let [x, y, z] = turned([x, y, z]);
                [x, y, z, w]
            })),
            _ => return,
        };
        let new = self.arrays.push(new);
        done.insert(key, new);
        *array = new;
    }

    /// Reports joints that have another parent than in the original.
    fn tell_hierarchy(&self, original: &Scene<'_>, pairs: &HashMap<Id<Node>, Id<Node>>, findings: &mut Findings) {
        let bones: HashSet<Id<Node>> = pairs.values().copied().collect();
        let differs = |(node, bone): (&Id<Node>, &Id<Node>)| {
            let own = self[*node].parent.and_then(|parent| pairs.get(&parent));
            let theirs = original[*bone].parent.filter(|parent| bones.contains(parent));
            (own.copied() != theirs && own.is_some() && theirs.is_some()).then(|| original[*bone].name.clone())
        };
        let mut names: Vec<String> = pairs.iter().filter_map(differs).collect();
        names.sort();
        if let Some(first) = names.first() {
            findings.warning(
                kinds::BONES_REPARENTED,
                "skeleton",
                format!(
                    "bones that hang below others than in the original hang where they did: {}, the first is {first:?}",
                    names.len()
                ),
            );
        }
    }

    /// Moves the children of old joints to the joints that replace them.
    fn hang(&mut self, world: &World, fit: &Fit) {
        for id in world.depth_first() {
            let Some(parent) = self[id].parent else { continue };
            if let (Some(replacement), false) = (fit.places.get(&parent), fit.places.contains_key(&id)) {
                self[id].parent = Some(*replacement);
                let turn = fit.turns.get(&parent).copied().unwrap_or(DAffine3::IDENTITY);
                if turn != DAffine3::IDENTITY {
                    let matrix = turn * self[id].transform.to_affine();
                    self[id].transform = Transform::Matrix(DMat4::from(matrix).as_mat4().to_cols_array());
                }
            }
        }
    }

    /// Removes the old joints, and any ancestor that nothing else uses.
    fn remove_joints(&mut self, world: &World, fit: &Fit, findings: &mut Findings) {
        let mut gone = IdMap::filled(false, self.nodes.len());
        let mut only_above = IdMap::filled(false, self.nodes.len());
        for node in fit.places.keys() {
            gone[*node] = true;
            let mut above = world.parent(*node);
            // Above a marked node, all are marked.
            while let Some(node) = above.filter(|node| !only_above[*node]) {
                only_above[node] = true;
                above = world.parent(node);
            }
        }
        let joints: Vec<Id<Node>> = self.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
        let mut needed = IdMap::filled(false, self.nodes.len());
        joints.into_iter().for_each(|joint| needed[joint] = true);
        for id in self.nodes.ids().collect::<Vec<_>>() {
            let node = &mut self[id];
            if node.mesh.is_some() && node.skin.is_some() {
                // It follows its joints.
                node.parent = None;
            }
            let keeps = node.mesh.is_some() || node.light.is_some() || node.camera.is_some();
            needed[id] = needed[id] || keeps || !(only_above[id] || gone[id]);
        }
        for id in self.nodes.ids().collect::<Vec<_>>() {
            if needed[id] {
                let mut parent = self[id].parent;
                while let Some(node) = parent.filter(|node| !needed[*node]) {
                    needed[node] = true;
                    parent = self[node].parent;
                }
            }
        }
        let moved = self.animations.iter().flat_map(|animation| &animation.channels);
        let lost = moved.filter(|channel| !needed[channel.node] && only_above[channel.node]).count();
        if lost > 0 {
            findings.loss(
                kinds::CHANNELS_LOST,
                "skeleton",
                format!("channels of ancestors of the skeleton are left out: {lost}"),
            );
        }
        self.retain_nodes(|node| needed[node]);
    }
}

const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// The bones in the original.
struct Bones {
    /// The joints and all their ancestors, in order.
    kept: Vec<Id<Node>>,
    /// The inverse bind matrix for each joint, from the first skin that has it.
    inverse_bind: BTreeMap<Id<Node>, DAffine3>,
}

impl Bones {
    fn of(original: &Scene<'_>) -> Self {
        let world = World::new(original);
        let mut kept = IdMap::filled(false, original.nodes.len());
        let mut inverse_bind = BTreeMap::new();
        for skin in &original.skins {
            for (node, bind) in (0..skin.joints.len()).filter_map(|joint| skin.joint(joint)) {
                inverse_bind.entry(node).or_insert(bind);
                let mut next = Some(node);
                while let Some(node) = next.filter(|node| !kept[*node]) {
                    kept[node] = true;
                    next = world.parent(node);
                }
            }
        }
        Self { kept: original.nodes.ids().filter(|node| kept[*node]).collect(), inverse_bind }
    }
}

/// A joint that is in both scenes, with its bind position in both meshes.
struct Bound {
    bone: Id<Node>,
    position: DAffine3,
    original_position: DAffine3,
}

/// Returns whether a matrix is the identity, apart from rounding.
fn is_nothing(matrix: DAffine3, size: f64) -> bool {
    matrix.matrix3.abs_diff_eq(DAffine3::IDENTITY.matrix3, ROUNDED)
        && matrix.translation.abs().max_element() <= ROUNDED * size.max(1e-9)
}

/// Returns whether a matrix is only a small scale. In Blender, a rest pose has no scale but keys do. The joint moves as
/// before, so the original's bind matrix still fits.
fn is_dropped_scale(matrix: DAffine3, size: f64) -> bool {
    // An asymmetric matrix rotates.
    let is_unturned = (matrix.matrix3 - matrix.matrix3.transpose()).abs_diff_eq(DMat3::ZERO, ROUNDED);
    is_unturned
        && matrix.matrix3.abs_diff_eq(DAffine3::IDENTITY.matrix3, SLIGHT)
        // Without the scales of its ancestors, its position differs a little.
        && matrix.translation.length() <= MOVED * size
}

fn tell_moved(original: &Scene<'_>, mut moved: Vec<(Id<Node>, f64)>, findings: &mut Findings) {
    moved.sort_by(|a, b| b.1.total_cmp(&a.1));
    if let Some((bone, far)) = moved.first() {
        let message = format!(
            "bones with another position than in the original: {}, the farthest is {:?}, by {far:.4}; they stay where they were, and meshes keep their shape",
            moved.len(),
            original[*bone].name
        );
        findings.warning(kinds::BONES_MOVED, Path::from("skeleton"), message);
    }
}
