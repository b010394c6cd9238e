//! Converts morph targets to vertex animations, each with a flex and a flex controller. Animated weights become
//! animations of flex controllers.

#![allow(clippy::arithmetic_side_effects, reason = "floats and vectors of floats")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use asset_geometry::glam::{Vec3, Vec4};
use asset_scene::curve::Curve;
use asset_scene::{AnimationId, Error, Id, Mesh, Node, Property, Scene};
use binio::{Budget, Findings, Path};
use pragma_asset::model::{
    FaceData, Flex, FlexAnimationData, FlexController, MorphAttribute, MorphFrame, MorphMeshData, Operation,
};
use scene_adapter::surface::Target;
use scene_adapter::unique_names::Names;

use super::motion::check_frames;
use super::text;
use crate::fault::{spend, unsupported};
use crate::kinds;

/// A vertex animation can only use this many vertices, because of its vertex numbers.
const VERTICES: usize = 1 << 16;
/// The greatest number that can be stored in 16 bits.
const GREATEST: f32 = 65504.0;
/// A flex animation can only use this many flex controllers.
const CONTROLLERS: usize = 1 << 16;

/// The flexes of a model.
pub(crate) struct Faces<'s> {
    scene: &'s Scene<'s>,
    rate: f32,
    curves: HashMap<Id<Node>, Vec<(AnimationId, Rc<Curve>)>>,
    /// The time of the last weight key in each animation.
    ends: BTreeMap<AnimationId, f32>,
    sampled: HashMap<Id<Node>, Rc<Sampled>>,
    known: HashMap<Key, usize>,
    names: Names,
    morphs: Vec<Morph>,
    /// The animations that move a flex.
    moving: BTreeSet<AnimationId>,
}

/// The weights of a node's morph targets at each frame of each animation, with one list per target.
type Sampled = Vec<(AnimationId, Vec<Vec<f32>>)>;

/// Two targets become the same flex if they have the same name and move in the same way. A model has each flex only
/// once, for all meshes that it moves.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    name: String,
    /// The number of targets before it in the mesh that have the same name.
    before: usize,
    default: u32,
    weights: Vec<(AnimationId, Vec<u32>)>,
}

struct Morph {
    name: String,
    default: f32,
    meshes: Vec<MorphMeshData>,
    /// A sub mesh with this flex. This is needed for a flex that doesn't move any vertex.
    place: Place,
    weights: Vec<(AnimationId, Vec<f32>)>,
}

/// The group index and sub mesh of its first mesh.
pub(crate) type Place = (u32, u32);

/// What can't be stored in the frames for a primitive's targets.
#[derive(Default)]
struct Lost {
    beyond: usize,
    large: usize,
    tangents: bool,
}

impl<'s> Faces<'s> {
    /// Reads the animated weights of a scene. They will be sampled at `rate` frames per second.
    pub(crate) fn new(scene: &'s Scene<'s>, rate: f32, findings: &mut Findings) -> Self {
        let mut curves: HashMap<Id<Node>, Vec<(AnimationId, Rc<Curve>)>> = HashMap::new();
        let mut ends = BTreeMap::new();
        for (id, animation) in scene.animations.enumerate() {
            for (number, channel) in animation.channels.iter().enumerate() {
                if channel.property != Property::MorphWeights {
                    continue;
                }
                match Curve::read(scene, channel) {
                    Ok(curve) => {
                        let end = ends.entry(id).or_insert(0.0_f32);
                        *end = end.max(curve.end());
                        curves.entry(channel.node).or_default().push((id, Rc::new(curve)));
                    }
                    Err(why) => {
                        let path = Path::from([("animation", id.index()), ("channel", number)]);
                        findings.loss(kinds::ANIMATION_LEFT_OUT, path, format!("is left out: {why}"));
                    }
                }
            }
        }
        let (sampled, known, names, morphs) = (HashMap::new(), HashMap::new(), Names::default(), Vec::new());
        Self { scene, rate, curves, ends, sampled, known, names, morphs, moving: BTreeSet::new() }
    }

    /// Returns whether an animation moves any flex.
    pub(crate) fn moves(&self, animation: AnimationId) -> bool {
        self.moving.contains(&animation)
    }

    /// Returns the flex for each target of a mesh. `finest` is the mesh, or its finest level of detail.
    pub(crate) fn targets(
        &mut self,
        node: Option<Id<Node>>,
        (mesh, finest): (Id<Mesh>, Id<Mesh>),
        place: Place,
        (budget, findings): (&mut Budget, &mut Findings),
    ) -> Result<Vec<usize>, Error> {
        let scene = self.scene;
        if scene[mesh].morph_names.is_empty() {
            return Ok(Vec::new());
        }
        let sampled = match node {
            Some(node) => self.sampled(node, budget)?,
            None => Rc::default(),
        };
        let columns: HashMap<(&str, usize), usize> = told_apart(&scene[finest]).zip(0..).collect();
        let mut found = Vec::new();
        for ((name, before), target) in told_apart(&scene[mesh]).zip(0..) {
            let column = columns.get(&(name, before)).copied();
            let default = scene[mesh].morph_weights.get(target).copied().unwrap_or_default();
            let values = |(id, columns): &(AnimationId, Vec<Vec<f32>>)| Some((*id, columns.get(column?)?.clone()));
            let weights: Vec<(AnimationId, Vec<f32>)> = sampled.iter().filter_map(values).collect();
            let bits =
                |(id, values): &(AnimationId, Vec<f32>)| (*id, values.iter().map(|value| value.to_bits()).collect());
            let key = Key {
                name: name.to_owned(),
                before,
                default: default.to_bits(),
                weights: weights.iter().map(bits).collect(),
            };
            if let Some(known) = self.known.get(&key) {
                found.push(*known);
                continue;
            }
            let number = self.morphs.len();
            self.known.insert(key, number);
            let path = || Path::from([("mesh", mesh.index()), ("morph target", target)]);
            let name = text(&self.names.take(name, &format!("morph{number}"), path(), findings));
            if default != 0.0 {
                let message = format!(
                    "\"{name}\" is at {default} at rest: that is in the vertices, and its flex counts from there"
                );
                findings.note(kinds::REST_WEIGHTS_BAKED, path(), message);
            }
            self.moving.extend(weights.iter().map(|(id, _)| *id));
            self.morphs.push(Morph { name, default, meshes: Vec::new(), place, weights });
            found.push(number);
        }
        Ok(found)
    }

    /// Returns the weights of a node at each frame, for each animation that moves them.
    fn sampled(&mut self, node: Id<Node>, budget: &mut Budget) -> Result<Rc<Sampled>, Error> {
        if let Some(known) = self.sampled.get(&node) {
            return Ok(Rc::clone(known));
        }
        let mut sampled = Sampled::new();
        for (id, curve) in self.curves.get(&node).into_iter().flatten() {
            let end = self.ends.get(id).copied().unwrap_or_default();
            let count = ((end * self.rate).ceil() as usize).saturating_add(1);
            let width = curve.weights(0.0).len();
            // As they are, as keys, and in the model.
            let path = || Path::from([("animation", id.index())]);
            spend(budget, count.saturating_mul(width), 16, path())?;
            check_frames(count, width, curve.times().len().saturating_mul(width), path())?;
            let mut columns = vec![Vec::with_capacity(count); width];
            for frame in 0..count {
                let weights = curve.weights((frame as f32 / self.rate).min(end));
                columns.iter_mut().zip(weights).for_each(|(column, weight)| column.push(weight));
            }
            sampled.push((*id, columns));
        }
        let sampled = Rc::new(sampled);
        self.sampled.insert(node, Rc::clone(&sampled));
        Ok(sampled)
    }

    /// Adds the offsets of targets to a sub mesh.
    pub(crate) fn add(
        &mut self,
        place: Place,
        targets: &[Target],
        flexes: &[usize],
        (path, findings): (&Path, &mut Findings),
    ) {
        for (frame, flex) in frames(targets, path, findings).into_iter().zip(flexes) {
            let Some(morph) = self.morphs.get_mut(*flex).filter(|_| !frame.vertices.is_empty()) else { continue };
            morph.meshes.push(on(place, frame));
        }
    }

    /// Writes everything to the model. `names` must have the names of the animations.
    pub(crate) fn finish(
        self,
        names: &BTreeMap<AnimationId, String>,
        findings: &mut Findings,
    ) -> Result<FaceData, Error> {
        self.tell_unused(findings);
        if self.morphs.len() > CONTROLLERS {
            let message = format!("expected at most {CONTROLLERS} morph targets, found {}", self.morphs.len());
            return Err(unsupported(Path::from("meshes"), message));
        }
        let mut faces = FaceData::default();
        let mut animations: BTreeMap<AnimationId, FlexAnimationData> = BTreeMap::new();
        for (number, morph) in (0_u32..).zip(self.morphs) {
            let Morph { name, default, mut meshes, place, weights } = morph;
            if meshes.is_empty() {
                meshes.push(on(place, MorphFrame::default()));
            }
            let (mut min, mut max) = (0.0_f32.min(-default), 1.0_f32.max(1.0 - default));
            for (animation, mut values) in weights {
                values.iter_mut().for_each(|value| *value -= default);
                min = values.iter().copied().fold(min, f32::min);
                max = values.iter().copied().fold(max, f32::max);
                let data = animations.entry(animation).or_default();
                data.fps = self.rate;
                data.controllers.push(number);
                data.values.push(values);
            }
            faces.flexes.push(fetching(&name, (number, number)));
            faces.controllers.push(FlexController { name: name.clone().into(), index: number, min, max });
            faces.morphs.push((name, meshes));
        }
        let named = |(id, data)| Some((names.get(&id)?.clone(), data));
        faces.animations = animations.into_iter().filter_map(named).collect();
        Ok(faces)
    }

    /// Reports animated weights for nodes that don't show any morph targets.
    fn tell_unused(&self, findings: &mut Findings) {
        let mut unused: BTreeMap<AnimationId, usize> = BTreeMap::new();
        for (node, curves) in &self.curves {
            for (animation, _) in curves.iter().filter(|_| !self.sampled.contains_key(node)) {
                *unused.entry(*animation).or_default() += 1;
            }
        }
        for (animation, count) in unused {
            let message = format!("channels of morph weights that move nothing that is shown, left out: {count}");
            findings.loss(kinds::CHANNELS_LOST, Path::from([("animation", animation.index())]), message);
        }
    }
}

/// Returns a flex that applies a vertex animation with the weight of a flex controller.
pub(crate) fn fetching(name: &str, (animation, controller): (u32, u32)) -> Flex<'static> {
    let index = i32::try_from(controller).ok();
    Flex {
        name: name.to_owned().into(),
        index: 0,
        morph_target_animation: Some(animation),
        frame: Some(0),
        operations: vec![Operation { kind: "Fetch".into(), index, value: None }],
    }
}

/// Returns a frame for one sub mesh.
pub(crate) fn on((mesh_group, sub_mesh): Place, frame: MorphFrame<'static>) -> MorphMeshData {
    MorphMeshData { mesh_group, mesh: 0, sub_mesh, frames: vec![frame] }
}

/// Iterates over the target names of a mesh, each with the number of earlier targets that have the same name.
fn told_apart(mesh: &Mesh) -> impl Iterator<Item = (&str, usize)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    mesh.morph_names.iter().map(move |name| {
        let count = counts.entry(name).or_default();
        *count = count.saturating_add(1);
        (name.as_str(), count.saturating_sub(1))
    })
}

/// Returns the offsets of each target, for the vertices that it moves. If something can't be stored, this is reported.
pub(crate) fn frames(targets: &[Target], path: &Path, findings: &mut Findings) -> Vec<MorphFrame<'static>> {
    let mut lost = Lost::default();
    let frames = targets.iter().map(|target| frame(target, &mut lost)).collect();
    if lost.tangents {
        findings.loss(kinds::MORPH_TANGENTS_LOST, path.clone(), "tangents of its morph targets are left out");
    }
    if lost.beyond > 0 {
        let message = format!("morph targets move only the first {VERTICES} vertices; left out: {}", lost.beyond);
        findings.loss(kinds::MORPH_VERTICES_LOST, path.clone(), message);
    }
    if lost.large > 0 {
        let message = format!("morph targets move vertices by at most {GREATEST} units; shortened: {}", lost.large);
        findings.loss(kinds::MORPH_CLAMPED, path.clone(), message);
    }
    frames
}

/// Returns the offsets of a target, for the vertices that it moves.
fn frame(target: &Target, lost: &mut Lost) -> MorphFrame<'static> {
    let at = |column: &[Vec3], vertex: usize| column.get(vertex).copied().unwrap_or_default();
    let count = target.positions.len().max(target.normals.len());
    let is_moved =
        |vertex: &usize| at(&target.positions, *vertex) != Vec3::ZERO || at(&target.normals, *vertex) != Vec3::ZERO;
    let moved: Vec<usize> = (0..count).filter(is_moved).collect();
    let vertices: Vec<u16> = moved.iter().map_while(|vertex| u16::try_from(*vertex).ok()).collect();
    lost.beyond = lost.beyond.saturating_add(moved.len().saturating_sub(vertices.len()));
    lost.tangents |= target.tangents.iter().any(|delta| *delta != Vec3::ZERO);
    let mut values = |column: &[Vec3]| -> Vec<Vec4> {
        let values = vertices.iter().map(|vertex| {
            let value = at(column, usize::from(*vertex));
            let held = value.clamp(Vec3::splat(-GREATEST), Vec3::splat(GREATEST));
            lost.large = lost.large.saturating_add(usize::from(held != value));
            held.extend(0.0)
        });
        values.collect()
    };
    let has_normals = target.normals.iter().any(|delta| *delta != Vec3::ZERO);
    let mut attributes = vec![MorphAttribute { property: "position".into(), values: values(&target.positions) }];
    if has_normals {
        attributes.push(MorphAttribute { property: "normal".into(), values: values(&target.normals) });
    }
    MorphFrame { has_delta_values: false, has_normals, vertices, attributes }
}
