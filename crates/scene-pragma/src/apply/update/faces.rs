//! Updates morph targets and their weights in the original model.

#![allow(clippy::arithmetic_side_effects, reason = "floats and vectors of floats")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use asset_geometry::glam::Vec4;
use asset_scene::curve::{Curve, Side};
use asset_scene::{AnimationId, Error, Property, Scene, escape_name, unescape_name};
use binio::{Budget, Findings, Path};
use pragma_asset::Model;
use pragma_asset::model::{FlexAnimationData, FlexController, MorphFrame, MorphMeshData};
use scene_adapter::same::tolerance::FRAME;

use crate::apply::create::faces::fetching;
use crate::apply::create::motion::check_frames;
use crate::fault::{spend, unsupported};
use crate::kinds;

/// The group index, the mesh and the sub mesh.
type Place = (u32, u32, u32);

/// The vertex animations of a model, before and after the changes.
#[derive(Default)]
pub(super) struct Morphs {
    animations: Vec<Morph>,
    /// The animation and the frame for each morph target in the scene.
    known: HashMap<String, (usize, usize)>,
}

struct Morph {
    name: String,
    meshes: Vec<MorphMeshData>,
    is_changed: bool,
    is_new: bool,
}

impl Morphs {
    /// Reads the vertex animations of a model.
    pub(super) fn of(model: &Model<'_>, budget: &mut Budget) -> Result<Self, Error> {
        let mut all = Self::default();
        for animation in model.morph_target_animations() {
            let path = Path::from("morph target animation").name(&animation.name);
            let mut meshes = Vec::new();
            for mesh in animation.meshes() {
                let (mesh_group, sub_mesh) = (mesh.mesh_group(), mesh.sub_mesh());
                let mut data = MorphMeshData { mesh_group, mesh: mesh.mesh(), sub_mesh, frames: Vec::new() };
                for number in 0..mesh.frame_count() {
                    let frame = mesh.frame(number, budget).map_err(|error| unsupported(path.clone(), error))?;
                    let name = crate::export::frame_name(&escape_name(&animation.name), number);
                    all.known.entry(name).or_insert((all.animations.len(), number));
                    data.frames.push(owned(frame.unwrap_or_default()));
                }
                meshes.push(data);
            }
            let name = String::from_utf8_lossy(animation.name.as_bytes()).into_owned();
            all.animations.push(Morph { name, meshes, is_changed: false, is_new: false });
        }
        Ok(all)
    }

    /// Replaces the offsets in a sub mesh by the scene's morph targets. If a target is missing in the scene, this keeps
    /// it as long as the vertices have the same order. Otherwise it will be lost.
    pub(super) fn replace(
        &mut self,
        place: Place,
        targets: Vec<(&str, MorphFrame<'static>)>,
        keeps_others: bool,
        (path, findings): (&Path, &mut Findings),
    ) {
        let told: BTreeSet<&str> = targets.iter().map(|(name, _)| *name).collect();
        if !keeps_others {
            self.forget(place, &told, path, findings);
        }
        for (name, frame) in targets {
            let Some((animation, number)) = self.known.get(name).copied() else {
                if !frame.vertices.is_empty() {
                    self.add(name, place, frame);
                }
                continue;
            };
            if let Some(morph) = self.animations.get_mut(animation) {
                morph.set(place, number, frame);
            }
        }
    }

    /// Adds a target that the model doesn't have yet.
    fn add(&mut self, name: &str, (mesh_group, mesh, sub_mesh): Place, frame: MorphFrame<'static>) {
        self.known.insert(name.to_owned(), (self.animations.len(), 0));
        let meshes = vec![MorphMeshData { mesh_group, mesh, sub_mesh, frames: vec![frame] }];
        let name = String::from_utf8_lossy(&unescape_name(name)).into_owned();
        self.animations.push(Morph { name, meshes, is_changed: true, is_new: true });
    }

    /// Removes offsets whose vertices have changed.
    fn forget(&mut self, place: Place, told: &BTreeSet<&str>, path: &Path, findings: &mut Findings) {
        let names: HashMap<(usize, usize), &str> = self.known.iter().map(|(name, key)| (*key, name.as_str())).collect();
        let mut lost = BTreeSet::new();
        for (number, morph) in self.animations.iter_mut().enumerate() {
            for mesh in morph.meshes.iter_mut().filter(|mesh| place_of(mesh) == place) {
                for (frame, known) in mesh.frames.iter_mut().enumerate() {
                    let name = names.get(&(number, frame)).copied().unwrap_or_default();
                    if !told.contains(name) && !known.vertices.is_empty() {
                        lost.insert(name.to_owned());
                        *known = MorphFrame::default();
                        morph.is_changed = true;
                    }
                }
            }
        }
        if let Some(first) = lost.first() {
            let message = format!(
                "its morph targets: there are other vertices now, and the scene hasn't got {}, the first is {first:?}",
                lost.len()
            );
            findings.loss(kinds::MORPHS_LOST, path.clone(), message);
        }
    }

    /// Writes the changes. New targets also get a flex and a flex controller.
    pub(super) fn write(&self, model: &mut Model<'_>, findings: &mut Findings) -> Result<(), Error> {
        for morph in self.animations.iter().filter(|morph| morph.is_changed) {
            let path = || Path::from("morph target animation").name(morph.name.as_bytes());
            let number = model
                .set_morph_target_animation(&morph.name, &morph.meshes)
                .map_err(|error| unsupported(path(), error))?;
            if morph.is_new {
                let limits = FlexController { max: 1.0, ..FlexController::default() };
                let controller = model.set_flex_controller(&morph.name, &limits);
                model.set_flex(&morph.name, &fetching(&morph.name, (number, controller)));
                findings.note(kinds::MORPH_ADDED, path(), "is new: with a flex and a flex controller of its name");
            }
        }
        Ok(())
    }
}

impl Morph {
    /// Replaces a frame for a sub mesh. But if there is none yet and the new frame moves nothing, this does not add a
    /// frame.
    fn set(&mut self, place: Place, number: usize, frame: MorphFrame<'static>) {
        let mesh = match self.meshes.iter_mut().find(|mesh| place_of(mesh) == place) {
            Some(mesh) => mesh,
            None if frame.vertices.is_empty() => return,
            None => {
                let (mesh_group, mesh, sub_mesh) = place;
                self.meshes.push(MorphMeshData { mesh_group, mesh, sub_mesh, frames: Vec::new() });
                let Some(mesh) = self.meshes.last_mut() else { return };
                mesh
            }
        };
        if mesh.frames.len() <= number && !frame.vertices.is_empty() {
            mesh.frames.resize(number.saturating_add(1), MorphFrame::default());
        }
        if let Some(known) = mesh.frames.get_mut(number).filter(|known| !is_same(known, &frame)) {
            *known = frame;
            self.is_changed = true;
        }
    }
}

fn place_of(mesh: &MorphMeshData) -> Place {
    (mesh.mesh_group, mesh.mesh, mesh.sub_mesh)
}

fn owned(frame: MorphFrame<'_>) -> MorphFrame<'static> {
    let MorphFrame { has_delta_values, has_normals, vertices, attributes } = frame;
    let attribute = |attribute: pragma_asset::model::MorphAttribute<'_>| pragma_asset::model::MorphAttribute {
        property: attribute.property.into_owned(),
        values: attribute.values,
    };
    let attributes = attributes.into_iter().map(attribute).collect();
    MorphFrame { has_delta_values, has_normals, vertices, attributes }
}

/// Returns whether two frames do the same, apart from rounding to 16 bits.
fn is_same(a: &MorphFrame<'_>, b: &MorphFrame<'_>) -> bool {
    let of = |frame: &MorphFrame<'_>, property: &[u8]| -> BTreeMap<u16, Vec4> {
        let found = frame.attributes.iter().find(|attribute| *attribute.property == *property);
        let values = found.map_or(&[][..], |found| &found.values);
        let pairs = frame.vertices.iter().copied().zip(values.iter().map(|value| value.truncate().extend(0.0)));
        pairs.filter(|(_, value)| *value != Vec4::ZERO).collect()
    };
    [b"position".as_slice(), b"normal"].into_iter().all(|property| {
        let (a, b) = (of(a, property), of(b, property));
        let largest = a.values().fold(1e-3_f32, |most, value| most.max(value.abs().max_element()));
        let near = |(vertex, value): (&u16, &Vec4)| {
            let other = b.get(vertex).copied().unwrap_or_default();
            (*value - other).abs().max_element() <= 2e-3 * largest
        };
        a.iter().all(near) && b.keys().all(|vertex| a.contains_key(vertex) || near((vertex, &Vec4::ZERO)))
    })
}

/// Samples the weights of morph targets at `count` frames, to be used for their flex controllers. Also returns the
/// targets that have no controller.
fn sampled(
    own: &Weights,
    controllers: &HashMap<String, u32>,
    (fps, count): (f32, usize),
) -> (FlexAnimationData, Vec<String>) {
    let mut data = FlexAnimationData { fps, ..FlexAnimationData::default() };
    let mut steered = Vec::new();
    for (target, curve) in own {
        match controllers.get(target) {
            Some(controller) => {
                data.controllers.push(*controller);
                data.values.push((0..count).map(|frame| at(curve, frame as f32 / fps)).collect());
            }
            None => steered.push(target.clone()),
        }
    }
    (data, steered)
}

/// Writes the weights of animations into the flex animations with the same name, but only if the weights are not the
/// same. If there is none, this adds a new animation.
pub(super) fn animations(
    model: &mut Model<'_>,
    (scene, before): (&Scene<'_>, &Scene<'_>),
    (names, rate): (&BTreeMap<AnimationId, String>, f32),
    (budget, findings): (&mut Budget, &mut Findings),
) -> Result<(), Error> {
    let controllers = controllers(model);
    for id in scene.animations.ids() {
        let path = Path::from("animation").name(scene[id].name.as_bytes());
        let own = weights(scene, id, budget)?;
        if own.is_empty() {
            continue;
        }
        let was = names.get(&id).cloned().unwrap_or_else(|| scene[id].name.clone());
        let old = before.animation(&was).map_or(Ok(Weights::new()), |id| weights(before, id, budget))?;
        let all = model.flex_animations();
        let stored = all
            .iter()
            .find(|animation| escape_name(&animation.name) == was)
            .map(pragma_asset::model::FlexAnimation::fps);
        let name = String::from_utf8_lossy(&unescape_name(&scene[id].name)).into_owned();
        drop(all);
        if stored.is_some() && was != scene[id].name {
            let old_name = String::from_utf8_lossy(&unescape_name(&was)).into_owned();
            // One of that name is written over below.
            let _ = model.rename_flex_animation(&old_name, &name);
        }
        if stored.is_some() && is_the_same(&own, &old) {
            continue;
        }
        let fps = stored.filter(|fps| *fps > 0.0).unwrap_or(rate);
        let end = own.values().map(Curve::end).fold(0.0, f32::max);
        let count = ((end * fps).ceil() as usize).saturating_add(1);
        spend(budget, count.saturating_mul(own.len()), 8, path.clone())?;
        let keys = own.values().fold(0, |sum: usize, curve| sum.saturating_add(curve.times().len()));
        check_frames(count, own.len(), keys, path.clone())?;
        let (data, steered) = sampled(&own, &controllers, (fps, count));
        if let Some(first) = steered.first() {
            let message = format!(
                "weights of morph targets that no flex controller alone steers are left out: {}, the first is {first:?}",
                steered.len()
            );
            findings.loss(kinds::CHANNELS_LOST, path.clone(), message);
        }
        if !data.controllers.is_empty() {
            model.set_flex_animation(&name, &data).map_err(|error| unsupported(path.clone(), error))?;
        }
    }
    Ok(())
}

/// Returns the flex controller for each morph target, by target name, if it controls only this target.
fn controllers(model: &Model<'_>) -> HashMap<String, u32> {
    let morphs = model.morph_target_animations();
    let mut found = HashMap::new();
    for flex in model.flexes() {
        let morph = flex.morph_target_animation.and_then(|number| morphs.get(number as usize));
        let [operation] = flex.operations.as_slice() else { continue };
        let controller =
            operation.index.filter(|_| &*operation.kind == b"Fetch").and_then(|index| u32::try_from(index).ok());
        if let (Some(morph), Some(controller)) = (morph, controller) {
            found.entry(escape_name(&morph.name)).or_insert(controller);
        }
    }
    found
}

/// The weights of morph targets over time, by target name.
type Weights = BTreeMap<String, Curve>;

/// Returns the weight of a morph target at a time.
fn at(curve: &Curve, time: f32) -> f32 {
    curve.sample(time.min(curve.end()), Side::After).x as f32
}

/// Returns the animated weights of morph targets by name. If several nodes have a target with this name, the first is
/// used.
fn weights(scene: &Scene<'_>, id: AnimationId, budget: &mut Budget) -> Result<Weights, Error> {
    let mut found = Weights::new();
    let channels = scene[id].channels.iter().filter(|channel| channel.property == Property::MorphWeights);
    asset_scene::curve::spend(scene, channels.clone(), budget)?;
    for channel in channels {
        let (Ok(curve), Some(mesh)) = (Curve::read(scene, channel), scene[channel.node].mesh) else { continue };
        for (target, name) in scene[mesh].morph_names.iter().enumerate() {
            found.entry(name.clone()).or_insert_with(|| curve.of_target(target));
        }
    }
    Ok(found)
}

/// Returns whether the weights are the same at the keys of both.
fn is_the_same(a: &Weights, b: &Weights) -> bool {
    let same = |a: &Curve, b: &Curve| {
        let end = a.end().min(b.end());
        let times = a.times().iter().chain(b.times());
        times.filter(|time| **time <= end).all(|time| (at(a, *time) - at(b, *time)).abs() <= 1e-3)
    };
    let whole = |curves: &Weights| curves.values().map(Curve::end).fold(0.0, f32::max);
    (whole(a) - whole(b)).abs() <= FRAME
        && a.iter().all(|(name, own)| {
            b.get(name).map_or_else(|| own.times().iter().all(|time| at(own, *time) == 0.0), |other| same(own, other))
        })
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;

    /// Returns a frame that moves one vertex.
    fn frame(vertex: u16) -> MorphFrame<'static> {
        let values = vec![Vec4::new(1.0, 0.0, 0.0, 0.0)];
        let attributes = vec![pragma_asset::model::MorphAttribute { property: "position".into(), values }];
        MorphFrame { has_delta_values: false, has_normals: false, vertices: vec![vertex], attributes }
    }

    #[test]
    fn frames_on_a_further_sub_mesh_are_all_kept() {
        let mut morph = Morph { name: "talk".into(), meshes: Vec::new(), is_changed: false, is_new: false };
        morph.set((0, 0, 0), 0, MorphFrame::default());
        assert!(!morph.is_changed && morph.meshes.is_empty(), "nothing is moved");
        for number in [1, 0, 2] {
            morph.set((0, 0, 1), number, frame(number as u16));
        }
        morph.set((0, 0, 1), 3, MorphFrame::default());
        let [mesh] = morph.meshes.as_slice() else { panic!("one sub mesh") };
        let moved: Vec<&[u16]> = mesh.frames.iter().map(|frame| frame.vertices.as_slice()).collect();
        assert_eq!(moved, [[0], [1], [2]]);
        assert!(morph.is_changed);
    }
}
