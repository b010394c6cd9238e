//! Creates animations from a scene.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use std::collections::BTreeMap;

use asset_scene::curve::{self, Curve, Side, mix};
use asset_scene::glam::{DQuat, DVec3, DVec4};
use asset_scene::reduce::{self, distance};
use asset_scene::{AnimationId, Error, ErrorKind, Id, Mesh, Node, Property, Scene, Semantic, escape_name};
use binio::{Findings, Name, Path};
use scene_adapter::unique_names::Names;
use urho_ani::{Animation, Channels, Track, TrackData, Transform, Version};

use super::morphs::Morphs;
use super::options::CreateModelOptions;
use super::plan::{self, Plan};
use super::space::Space;
use crate::Engine;
use crate::kinds;
use crate::weights;

/// How often a spline segment may be halved.
const DEPTH: u32 = 14;

/// An animation that was created from a scene.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CreatedAnimation {
    /// The id of the animation in the scene.
    pub id: AnimationId,
    /// The name to use for the file. It is unique.
    pub name: String,
    /// The animation. For rbfx, morph weights will be in its variant tracks.
    pub animation: Animation<'static>,
    /// For Urho3D and U3D, the morph weights as an `attributeanimation` element. Use
    /// [`with_weights`](crate::with_weights) to write this to the side file.
    pub morphs: Option<Vec<u8>>,
}

/// Creates animations from a scene, and a file name for each. See the front page of this crate for how this works.
///
/// # Errors
/// Fails if the scene doesn't pass its [check](Scene::check), or if there are more keys than `options` allow.
pub fn create_animations(
    scene: &Scene<'_>,
    options: &CreateModelOptions,
) -> Result<(Vec<CreatedAnimation>, Findings), Error> {
    options.check(scene)?;
    curve::spend(scene, plan::channels(scene, options), &mut options.budget())?;
    let mut findings = Findings::new();
    // The model's conversion reports these findings.
    let plan = Plan::new(scene, options, &mut Findings::new());
    let morphs = Morphs::of_plan(&plan, options);
    let mut work = Work { bounds: bounds(&plan), plan, options, morphs, keys: 0 };
    let (mut animations, mut names) = (Vec::new(), Names::default());
    for (id, animation) in scene.animations.enumerate().filter(|(id, _)| options.takes(*id)) {
        let path = Path::from([("animation", id.index())]);
        let name = names.take(&animation.name, &format!("Animation{id}"), path.clone(), &mut findings);
        let mut built = work.animation(id, name, &mut findings)?;
        let morphs = work.weights(id, &mut built, &mut findings)?;
        if built.tracks.is_empty() && built.variant_tracks.is_empty() && morphs.is_none() {
            findings.loss(kinds::ANIMATION_MOVES_NOTHING, path, "moves no node and no morph; left out");
        } else {
            animations.push(CreatedAnimation { id, name: escape_name(&built.name), animation: built, morphs });
        }
    }
    Ok((animations, findings))
}

struct Work<'s, 'o> {
    plan: Plan<'s>,
    options: &'o CreateModelOptions,
    /// The bounding box of the model in the rest pose, in the scene's unit.
    bounds: (DVec3, DVec3),
    morphs: Morphs,
    /// The number of keys that have been created so far.
    keys: usize,
}

impl Work<'_, '_> {
    fn animation(
        &mut self,
        id: AnimationId,
        name: Name<'static>,
        findings: &mut Findings,
    ) -> Result<Animation<'static>, Error> {
        let version = match self.options.engine {
            Engine::Urho3d | Engine::U3d => Version::Uani,
            Engine::Rbfx => Version::LATEST,
        };
        let scene = self.plan.scene;
        let path = Path::from([("animation", id.index())]);
        let mut built = Animation::new(version, name, 0.0);
        let mut nodes: BTreeMap<Id<Node>, Vec<Curve>> = BTreeMap::new();
        let mut length = 0.0_f32;
        for (place, channel) in scene[id].channels.iter().enumerate() {
            if channel.property == Property::MorphWeights {
                let last = scene[channel.times].rows::<1>().and_then(Iterator::last);
                length = last.map_or(length, |[last]| if last > length { last } else { length });
                continue;
            }
            match Curve::read(scene, channel) {
                Ok(curve) => {
                    length = length.max(curve.end());
                    nodes.entry(channel.node).or_default().push(curve);
                }
                Err(why) => {
                    findings.loss(
                        kinds::CHANNELS_LOST,
                        path.clone().item("channel", place),
                        format!("{why}; left out"),
                    );
                }
            }
        }
        built.length = length;
        for (node, curves) in nodes {
            if let Some(track) = self.track(node, &curves, length, &path, findings)? {
                built.tracks.push(track);
            }
        }
        Ok(built)
    }

    /// Adds the morph weights to an animation for rbfx. For other engines, this returns the content to write to the
    /// side file.
    fn weights(
        &mut self,
        id: AnimationId,
        built: &mut Animation<'static>,
        findings: &mut Findings,
    ) -> Result<Option<Vec<u8>>, Error> {
        let path = Path::from([("animation", id.index())]);
        let weights = weights::written(&self.plan, &self.morphs, id, findings);
        if self.options.engine != Engine::Rbfx {
            return Ok(weights::element(&weights, (&path, findings)));
        }
        for weight in weights.values() {
            self.spend(weight.curve.times().len(), &path)?;
            built.variant_tracks.push(weight.track(self.plan.scene));
        }
        Ok(None)
    }

    /// Creates the track for a node.
    fn track(
        &mut self,
        node: Id<Node>,
        curves: &[Curve],
        length: f32,
        path: &Path,
        findings: &mut Findings,
    ) -> Result<Option<Track<'static>>, Error> {
        if self.plan.scene[node].transform.split().second.is_some() {
            let message = "its matrix isn't one of translation, rotation and scale; not moved";
            findings.loss(kinds::MATRIX_SHEARS, path.clone().item("node", node.index()), message);
            return Ok(None);
        }
        let times = self.times(node, curves, length, path)?;
        // A step is two keys, so there are at least as many keys as times, and no more than twice as many.
        self.spend(times.len(), path)?;
        let has = |property, channel| {
            if curves.iter().any(|curve| curve.property() == property) { channel } else { Channels(0) }
        };
        let channels = has(Property::Translation, Channels::POSITION)
            .with(has(Property::Rotation, Channels::ROTATION))
            .with(has(Property::Scale, Channels::SCALE));
        let mut data = TrackData::new(channels);
        for (place, time) in times.iter().enumerate() {
            let (before, after) = (self.pose(curves, *time, Side::Before), self.pose(curves, *time, Side::After));
            // The engine takes the last of several keys at one time, and goes toward the first.
            if place > 0 && before != after {
                data.push(*time, &before);
            }
            data.push(*time, &after);
        }
        self.spend(data.times.len().saturating_sub(times.len()), path)?;
        let name = self.plan.names[node].clone();
        let failed = |error: urho_ani::Error| Error::new(ErrorKind::Unsupported(error.to_string()), path.clone());
        Track::from_data(name, &data).map(Some).map_err(failed)
    }

    fn spend(&mut self, keys: usize, path: &Path) -> Result<(), Error> {
        self.keys = self.keys.saturating_add(keys);
        if self.keys > self.options.max_keys {
            let message = format!("more than {} keys", self.options.max_keys);
            return Err(Error::new(ErrorKind::Unsupported(message), path.clone()));
        }
        Ok(())
    }

    /// Returns the times of all channels, with additional keys where splines need them. This also adds a key at each
    /// end if there is none. Without them, the engine would extrapolate before the first key, and would blend from the
    /// last key to the first in a loop.
    fn times(&self, node: Id<Node>, curves: &[Curve], length: f32, path: &Path) -> Result<Vec<f32>, Error> {
        let mut times: Vec<f32> = curves.iter().flat_map(Curve::times).copied().collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        if let ([first, .., last], true) = (times.as_slice(), times.len() > 1) {
            let (first, last) = (*first, *last);
            if first > 0.0 {
                times.insert(0, 0.0);
            }
            if last < length {
                times.push(length);
            }
        }
        let limits = self.limits(node);
        let (mut all, mut open) = (Vec::new(), Vec::new());
        for pair in times.windows(2) {
            let [start, end] = pair else { continue };
            all.push(*start);
            open.push((*start, *end, DEPTH));
            while let Some((start, end, depth)) = open.pop() {
                let middle = start + (end - start) * 0.5;
                if depth > 0 && middle > start && middle < end && leads_away(curves, (start, end), limits) {
                    let depth = depth.saturating_sub(1);
                    open.push((middle, end, depth));
                    open.push((start, middle, depth));
                } else if all.last() != Some(&start) {
                    all.push(start);
                }
                if all.len() > self.options.max_keys {
                    let message = format!("more than {} keys", self.options.max_keys);
                    return Err(Error::new(ErrorKind::Unsupported(message), path.clone()));
                }
            }
        }
        all.extend(times.last());
        Ok(needed(curves, &all, limits))
    }

    /// Returns by how much the translation (in the parent's unit), the rotation (in radians) and the scale (as a share)
    /// may differ.
    fn limits(&self, node: Id<Node>) -> [f64; 3] {
        let axes = self.plan.world.parent_world(node).matrix3;
        let unit = axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length());
        let (least, most) = self.bounds;
        let size = (most - least).length();
        let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
        // Distant points move farther when the node turns.
        let place = self.plan.world.world(node).translation;
        let reach = (place - least).abs().max((place - most).abs()).length();
        let share = if reach.is_finite() { size / reach.max(size) } else { 1.0 };
        let limit = |property| self.options.curve_tolerance.limit(property, unit, size);
        [limit(Property::Translation), limit(Property::Rotation) * share, limit(Property::Scale) * share]
    }

    fn pose(&self, curves: &[Curve], time: f32, side: Side) -> Transform {
        let space = Space::new(self.options.scale);
        let mut pose = Transform::IDENTITY;
        for curve in curves {
            let value = curve.sample(time, side);
            match curve.property() {
                Property::Translation => pose.position = space.point(value.truncate()),
                Property::Rotation => pose.rotation = Space::rotation(DQuat::from_vec4(value)),
                Property::Scale => pose.scale = value.truncate().as_vec3(),
                Property::MorphWeights => {}
            }
        }
        pose
    }
}

/// Sampling may use this part of the limit. The rest is needed to remove samples.
const SAMPLING: f64 = 0.25;

/// Returns by how much two values of a curve differ, as a share of the limit.
fn miss(property: Property, (wanted, made): (DVec4, DVec4), [translation, rotation, scale]: [f64; 3]) -> f64 {
    let difference = distance(property, wanted, made);
    match property {
        Property::Rotation => difference / rotation,
        Property::Scale => difference / (scale * wanted.length().max(1e-3)),
        _ => difference / translation,
    }
}

/// Returns whether the engine would be too far from a spline if it interpolates between these two keys.
fn leads_away(curves: &[Curve], (start, end): (f32, f32), limits: [f64; 3]) -> bool {
    curves.iter().filter(|curve| curve.bends(start, end)).any(|curve| {
        let (a, b) = (curve.sample(start, Side::After), curve.sample(end, Side::Before));
        [0.25_f32, 0.5, 0.75].into_iter().any(|share| {
            let time = start + (end - start) * share;
            let t = (f64::from(time) - f64::from(start)) / (f64::from(end) - f64::from(start));
            let (wanted, made) = (curve.sample(time, Side::After), mix(curve.property(), a, b, t));
            miss(curve.property(), (wanted, made), limits) > SAMPLING
        })
    })
}

/// Returns only the times that you need to keep. This includes all keys of linear or step curves. Others will be
/// removed as long as the limits allow it.
fn needed(curves: &[Curve], times: &[f32], limits: [f64; 3]) -> Vec<f32> {
    let splines: Vec<&Curve> = curves.iter().filter(|curve| curve.bends(f32::NEG_INFINITY, f32::INFINITY)).collect();
    if splines.is_empty() {
        return times.to_vec();
    }
    let values: Vec<Vec<DVec4>> =
        splines.iter().map(|curve| times.iter().map(|time| curve.sample(*time, Side::After)).collect()).collect();
    let is_key = |time: f32| {
        let is_of = |curve: &Curve| {
            let keys = curve.times();
            let count = keys.partition_point(|key| *key <= time) - keys.partition_point(|key| *key < time);
            // Several keys of a spline at one time are a jump.
            count > usize::from(curve.bends(f32::NEG_INFINITY, f32::INFINITY))
        };
        curves.iter().any(is_of)
    };
    let (mut kept, mut start) = (Vec::new(), 0);
    for (index, time) in times.iter().enumerate().skip(1) {
        if index + 1 < times.len() && !is_key(*time) {
            continue;
        }
        let run = times.get(start..=index).unwrap_or_default();
        let worst = |from: usize, to: usize, at: usize| {
            let of = |(curve, values): (&&Curve, &Vec<DVec4>)| {
                let value = |index: usize| values.get(start + index).copied().unwrap_or_default();
                let time = |index: usize| run.get(index).copied().map_or(0.0, f64::from);
                let t = (time(at) - time(from)) / (time(to) - time(from));
                let made = mix(curve.property(), value(from), value(to), t);
                miss(curve.property(), (value(at), made), limits)
            };
            splines.iter().zip(&values).map(of).fold(0.0, f64::max)
        };
        let reduced = reduce::keys(run, 1.0 - SAMPLING, worst);
        kept.extend(reduced.keys.iter().rev().skip(1).rev().filter_map(|key| run.get(*key)));
        start = index;
    }
    kept.extend(times.last());
    kept
}

/// Returns the approximate bounding box of a model in the rest pose.
fn bounds(plan: &Plan<'_>) -> (DVec3, DVec3) {
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let scene = plan.scene;
    let mut known: BTreeMap<Id<Mesh>, (DVec3, DVec3)> = BTreeMap::new();
    for level in plan.appearances.iter().filter_map(|appearance| appearance.levels.first()) {
        let joint = level.skin.and_then(|skin| scene[skin].joint(0));
        let matrix = joint.map_or(level.world, |(node, bind)| plan.world.world(node) * bind);
        let (low, high) = *known.entry(level.mesh).or_insert_with(|| mesh_bounds(scene, level.mesh));
        if !low.cmple(high).all() {
            continue;
        }
        for corner in 0..8_u8 {
            let side = |bit: u8, low: f64, high: f64| if corner & bit == 0 { low } else { high };
            let corner = DVec3::new(side(1, low.x, high.x), side(2, low.y, high.y), side(4, low.z, high.z));
            let corner = matrix.transform_point3(corner);
            (least, most) = (least.min(corner), most.max(corner));
        }
    }
    (least, most)
}

/// Returns the bounding box of a mesh, in mesh space.
fn mesh_bounds(scene: &Scene<'_>, mesh: Id<Mesh>) -> (DVec3, DVec3) {
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for array in scene[mesh].primitives.iter().filter_map(|primitive| primitive.attribute(&Semantic::Position)) {
        for position in scene[array].rows::<3>().into_iter().flatten() {
            let position = DVec3::from(position.map(f64::from));
            (least, most) = (least.min(position), most.max(position));
        }
    }
    (least, most)
}
