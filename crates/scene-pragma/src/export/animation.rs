//! Shows bone animations as keyframes of nodes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asset_geometry::glam::{Quat, Vec3};
use asset_scene::{Array, ArrayId, Channel, Component, Error, Id, Interpolation, Property, Scene, escape_name};
use binio::{Budget, Findings, Path};
use pragma_asset::udm::{Array as Stored, Type, Value};
use pragma_asset::{Animation, AnimationFlags, ErrorKind, Model, NodeSet, Pose, udm};

use crate::bones::{Bone, Bones, close};
use crate::bulk::unpacked;
use crate::fault::{counts, readable, unsupported};
use crate::kinds;
use crate::tracks::{is_offset, slots, target};

/// The animation that has the reference pose. Unlike in all others, its poses are in model space.
const REFERENCE: &[u8] = b"reference";

/// Builds the animations of a model.
pub(crate) struct Animator<'b, 'm> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) bones: &'b Bones,
    pub(crate) scene: &'b mut Scene<'m>,
    pub(crate) findings: &'b mut Findings,
    pub(crate) budget: &'b mut Budget,
    /// Key times that were already added, because most channels have the same times.
    times: HashMap<Vec<u8>, ArrayId>,
}

/// A channel of a bone, as stored.
pub(crate) struct Track<'d> {
    pub(crate) place: Id<Bone>,
    pub(crate) property: Property,
    pub(crate) times: Cow<'d, Stored<'d>>,
    pub(crate) values: Cow<'d, Stored<'d>>,
}

impl<'b, 'm> Animator<'b, 'm> {
    pub(crate) fn new(
        (model, bones): (&'m Model<'m>, &'b Bones),
        scene: &'b mut Scene<'m>,
        findings: &'b mut Findings,
        budget: &'b mut Budget,
    ) -> Self {
        Self { model, bones, scene, findings, budget, times: HashMap::new() }
    }

    /// Adds all animations that move something.
    pub(crate) fn build(mut self) -> Result<(), Error> {
        let all = self.model.animations();
        let names = counts(all.iter().map(|animation| animation.name.clone()));
        for animation in &all {
            let path = || Path::from("animation").name(&animation.name);
            if *animation.name == *REFERENCE {
                continue;
            }
            if names.get(&animation.name).is_some_and(|count| *count > 1) {
                self.findings.error(kinds::NAME_DUPLICATE, path(), "isn't in the scene: another one has its name");
                continue;
            }
            if !self.animation(animation)? {
                self.findings.note(kinds::ANIMATION_MOVES_NOTHING, path(), "isn't in the scene: it moves no bone");
            }
        }
        Ok(())
    }

    /// Adds an animation. Returns `false` if it moves nothing.
    fn animation(&mut self, animation: &Animation<'m>) -> Result<bool, Error> {
        let path = Path::from("animation").name(&animation.name);
        // The engine loads nothing of an animation without speed, or shorter than half a frame.
        if (animation.duration() * f32::from(animation.fps())).round() < 1.0 {
            return Ok(false);
        }
        let sets = animation.nodes(self.budget);
        let Some(sets) = self.readable(sets, &path)? else { return Ok(false) };
        let slots = slots(&sets);
        let mut added =
            asset_scene::Animation { name: escape_name(&animation.name), ..asset_scene::Animation::default() };
        let is_added = animation.flags().contains(AnimationFlags::GESTURE);
        if animation.element().get("frameTransforms").is_some() {
            self.frames(animation, &mut added, is_added, &path)?;
        } else {
            let stored = animation.element().get("channels").and_then(Value::as_array);
            let unpacked = match stored {
                Some(stored) => readable(stored.unpack(self.budget), path.clone().part("channels"), self.findings)?,
                None => None,
            };
            let Some(items) = &unpacked else { return Ok(false) };
            let tracks = self.tracks(items, &slots, &path)?;
            tracks.iter().for_each(|track| self.track(track, &mut added, is_added));
            if !is_added {
                self.left_out(&slots, &tracks, &mut added);
            }
        }
        if added.channels.is_empty() {
            return Ok(false);
        }
        self.tell_unshown(&sets, is_added, path);
        self.scene.animations.push(added);
        Ok(true)
    }

    /// Reports what an animation does in the engine, but can't be seen in the scene.
    fn tell_unshown(&mut self, sets: &[NodeSet<'_>], is_added: bool, path: Path) {
        if is_added {
            let message = "is added to others in the engine; in the scene it is shown on the reference pose, and changes of it don't go back";
            self.findings.note(kinds::ADDITIVE_ANIMATION, path.clone(), message);
        }
        if sets.iter().any(|set| set.kind == "move") {
            self.findings.loss(
                kinds::ROOT_MOTION_LOST,
                path,
                "moves who plays it in the engine; that isn't in the scene",
            );
        }
    }

    fn readable<T>(&mut self, result: Result<T, pragma_asset::Error>, path: &Path) -> Result<Option<T>, Error> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => match error.kind() {
                ErrorKind::Document(udm::ErrorKind::Data(binio::Fault::Limit(_))) => {
                    Err(unsupported(path.clone(), error))
                }
                kind => {
                    self.findings.error(kinds::UNREADABLE, path.clone(), kind.to_string());
                    Ok(None)
                }
            },
        }
    }

    /// Returns the channels that move bones. If a bone has more than one channel for a property, this uses the last.
    fn tracks<'d>(
        &mut self,
        items: &'d Stored<'_>,
        slots: &[Option<u32>],
        path: &Path,
    ) -> Result<Vec<Track<'d>>, Error> {
        let Stored::Items(items) = items else { return Ok(Vec::new()) };
        let mut tracks: Vec<Track<'d>> = Vec::new();
        let mut known: HashMap<(Id<Bone>, Property), usize> = HashMap::new();
        for (number, item) in items.iter().enumerate() {
            let path = || path.clone().item("channel", number);
            let Some(element) = item.as_element() else { continue };
            let Some((place, property)) = target(element, slots, self.bones) else {
                if !is_offset(element) {
                    self.findings.loss(
                        kinds::CHANNELS_LOST,
                        path(),
                        "isn't in the scene: it moves nothing that is known",
                    );
                }
                continue;
            };
            let array = |key: &str| element.get(key).and_then(Value::as_array);
            let Some((times, values)) = array("times").zip(array("values")) else { continue };
            let (Some(times), Some(values)) = (
                readable(times.unpack(self.budget), path(), self.findings)?,
                readable(values.unpack(self.budget), path(), self.findings)?,
            ) else {
                continue;
            };
            let wanted = if property == Property::Rotation { Type::QUAT } else { Type::VEC3 };
            let fits = times.item_type() == Type::F32 && values.item_type() == wanted && times.len() == values.len();
            if !fits || times.is_empty() {
                self.findings.loss(kinds::CHANNELS_LOST, path(), "isn't in the scene: not a value for each time");
                continue;
            }
            let track = Track { place, property, times, values };
            let known = *known.entry((place, property)).or_insert(tracks.len());
            match tracks.get_mut(known) {
                Some(known) => {
                    self.findings.note(
                        kinds::CHANNEL_DUPLICATE,
                        path(),
                        "counts in place of an earlier one of the same bone and property",
                    );
                    *known = track;
                }
                None => tracks.push(track),
            }
        }
        Ok(tracks)
    }

    fn track(&mut self, track: &Track<'_>, added: &mut asset_scene::Animation<'_>, is_added: bool) {
        let mut values = unpacked(&track.values).to_vec();
        if is_added {
            values = on(&self.bones.local(track.place), track.property, &values);
        }
        self.channel(unpacked(&track.times).to_vec(), values, (track.place, track.property), added);
    }

    fn channel(
        &mut self,
        times: Vec<u8>,
        values: Vec<u8>,
        (place, property): (Id<Bone>, Property),
        added: &mut asset_scene::Animation<'_>,
    ) {
        let width = if property == Property::Rotation { 4 } else { 3 };
        let scene = &mut *self.scene;
        let times = *self
            .times
            .entry(times)
            .or_insert_with_key(|times| scene.arrays.push(Array::from_bytes(Component::F32, 1, times.clone())));
        let values = self.scene.arrays.push(Array::from_bytes(Component::F32, width, values));
        let interpolation = Interpolation::Linear;
        added.channels.push(Channel { node: Bones::node(place), property, interpolation, times, values });
    }

    /// Adds channels for bones that have no channel for the position, rotation or scale. This is needed because the
    /// engine uses the pose in model space as if it were relative to the parent. When both poses agree, the bone does
    /// not need a channel.
    fn left_out(&mut self, slots: &[Option<u32>], tracks: &[Track<'_>], added: &mut asset_scene::Animation<'_>) {
        let told: HashSet<(Id<Bone>, Property)> = tracks.iter().map(|track| (track.place, track.property)).collect();
        let mut places: Vec<Id<Bone>> = slots.iter().flatten().filter_map(|bone| self.bones.place(*bone)).collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let (pose, local) = (self.bones.pose(place), self.bones.local(place));
            let parts = [
                (Property::Translation, Pose { origin: pose.origin, ..local }, pose.origin.to_array().to_vec()),
                (Property::Rotation, Pose { rotation: pose.rotation, ..local }, pose.rotation.to_array().to_vec()),
                (Property::Scale, Pose { scale: pose.scale, ..local }, pose.scale.to_array().to_vec()),
            ];
            for (property, changed, value) in parts {
                if !told.contains(&(place, property)) && !close(&changed, &local) {
                    let value = value.into_iter().flat_map(f32::to_le_bytes).collect();
                    self.channel(0.0_f32.to_le_bytes().to_vec(), value, (place, property), added);
                }
            }
        }
    }

    /// Adds the frames of an older file, which has all bones at each time.
    fn frames(
        &mut self,
        animation: &Animation<'m>,
        added: &mut asset_scene::Animation<'_>,
        is_added: bool,
        path: &Path,
    ) -> Result<(), Error> {
        let skeleton = self.model.skeleton();
        let frames = animation.frames(skeleton.as_ref(), self.budget);
        let Some(frames) = self.readable(frames, path)? else { return Ok(()) };
        self.findings.note(kinds::READ_ONLY_SOURCE, path.clone(), "is of an older kind; changes of it don't go back");
        let times: Vec<u8> = (0..frames.len()).flat_map(|frame| (frame as f32 / frames.fps).to_le_bytes()).collect();
        for (slot, bone) in frames.bones.iter().enumerate() {
            let Some(place) = self.bones.place(*bone) else { continue };
            let poses = || frames.poses.iter().skip(slot).step_by(frames.bones.len());
            let vectors = |of: fn(&Pose) -> Vec3| poses().flat_map(move |pose| of(pose).to_array());
            let rotations = poses().flat_map(|pose| pose.rotation.to_array());
            let scaled = poses().any(|pose| pose.scale != self.bones.local(place).scale);
            let parts: [(Property, Vec<f32>); 3] = [
                (Property::Translation, vectors(|pose| pose.origin).collect()),
                (Property::Rotation, rotations.collect()),
                (Property::Scale, if scaled { vectors(|pose| pose.scale).collect() } else { Vec::new() }),
            ];
            for (property, numbers) in parts.into_iter().filter(|(_, numbers)| !numbers.is_empty()) {
                let mut values: Vec<u8> = numbers.into_iter().flat_map(f32::to_le_bytes).collect();
                if is_added {
                    values = on(&self.bones.local(place), property, &values);
                }
                self.channel(times.clone(), values, (place, property), added);
            }
        }
        Ok(())
    }
}

/// Applies the values of a gesture to the pose on which it is shown.
fn on(pose: &Pose, property: Property, values: &[u8]) -> Vec<u8> {
    let numbers: Vec<f32> =
        values.chunks_exact(4).filter_map(<[u8]>::first_chunk).map(|word| f32::from_le_bytes(*word)).collect();
    let vectors = || numbers.chunks_exact(3).map(Vec3::from_slice);
    let put: Vec<f32> = match property {
        Property::Translation => vectors().flat_map(|value| (*pose * Pose::at(value)).origin.to_array()).collect(),
        Property::Scale => vectors().flat_map(|value| (pose.scale * value).to_array()).collect(),
        _ => numbers
            .chunks_exact(4)
            .flat_map(|value| {
                let turned = pose.rotation * Quat::from_slice(value);
                let unit = if turned.length_squared().is_normal() { turned.normalize() } else { pose.rotation };
                unit.to_array()
            })
            .collect(),
    };
    put.into_iter().flat_map(f32::to_le_bytes).collect()
}
