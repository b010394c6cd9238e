//! Updates the animations of the original.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use asset_scene::{AnimationId, Error, Id, Property, Scene, escape_name, unescape_name};
use binio::{Budget, Path};
use pragma_asset::{Animation, AnimationData, Frames, Model, Pose, Skeleton};
use scene_adapter::same::tolerance::{FRAME, KEY};

use super::Work;
use crate::apply::create::motion::{Motion, check_frames, size_of_rest};
use crate::apply::create::{CreateModelOptions, frames, with_bones};
use crate::bones::turned;
use crate::fault::{spend, unsupported};
use crate::kinds;
use crate::look::known::plain;

/// Writes the animations of the scene into the model. For each, returns which animation of the original it is.
pub(super) fn animations(
    work: &mut Work<'_>,
    original: &Model<'_>,
    before: &Scene<'_>,
    options: &CreateModelOptions,
    budget: &mut Budget,
) -> Result<BTreeMap<AnimationId, String>, Error> {
    let mut known = BTreeMap::new();
    let (all, skeleton) = (original.animations(), original.skeleton());
    let stored: HashMap<String, &Animation<'_>> =
        all.iter().rev().map(|animation| (escape_name(&animation.name), animation)).collect();
    for (id, name) in named(work, original, before) {
        let path = Path::from("animation").name(work.scene[id].name.as_bytes());
        known.extend(name.clone().map(|name| (id, name)));
        match &name {
            Some(name) => {
                if let Some(stored) = stored.get(name).filter(|_| !work.shown.moves_alike(work.scene, id, name)) {
                    one(work, (original, skeleton.as_ref()), (id, stored), budget)?;
                }
            }
            None => match frames(work.scene, id, work.rig, options, (budget, &mut work.findings))? {
                Some(frames) => {
                    let own = known_bones(work, original);
                    let frames = with_bones(&frames, |bone| own.get(bone as usize).copied().flatten());
                    let data = AnimationData { activity_weight: 1, frames, ..AnimationData::default() };
                    let name = work.scene[id].name.clone();
                    work.model.set_animation(&name, &data).map_err(|error| unsupported(path.clone(), error))?;
                    work.findings.note(
                        kinds::ANIMATION_ADDED,
                        path,
                        "is new: the original has no animation of its name",
                    );
                }
                None if moves_weights(work.scene, id) => {}
                None => work.findings.loss(
                    kinds::ANIMATION_MOVES_NOTHING,
                    path,
                    "isn't in the model: it moves no bone and no morph target",
                ),
            },
        }
    }
    Ok(known)
}

/// Returns the original's number for each bone of the rig, or `None` if the original doesn't have it.
fn known_bones(work: &Work<'_>, original: &Model<'_>) -> Vec<Option<u32>> {
    let skeleton = original.skeleton();
    let known: BTreeMap<String, u32> = skeleton
        .iter()
        .flat_map(|skeleton| &skeleton.bones)
        .map(|bone| (escape_name(&bone.name), bone.index))
        .collect();
    work.rig.bones().map(|(name, ..)| known.get(name).copied()).collect()
}

fn moves_weights(scene: &Scene<'_>, id: AnimationId) -> bool {
    scene[id].channels.iter().any(|channel| channel.property == Property::MorphWeights)
}

/// Matches the animations in the scene with those of the original by name. But if there is only one old name left, and
/// only one new name, the animation was renamed. They are matched, and the original gets the new name.
fn named(work: &mut Work<'_>, original: &Model<'_>, before: &Scene<'_>) -> Vec<(AnimationId, Option<String>)> {
    let shown: BTreeSet<String> = before.animations.iter().map(|animation| animation.name.clone()).collect();
    let of_bones = original.animations().into_iter().map(|animation| escape_name(&animation.name));
    let of_flexes = original.flex_animations().into_iter().map(|animation| escape_name(&animation.name));
    let all: BTreeSet<String> = of_bones.chain(of_flexes).collect();
    let mut taken = BTreeSet::new();
    let mut found: Vec<(AnimationId, Option<String>)> = Vec::new();
    for (id, animation) in work.scene.animations.enumerate() {
        let plain = plain(&animation.name);
        let known = [animation.name.as_str(), plain].into_iter().find(|name| all.contains(*name));
        let known = known.map(str::to_owned).filter(|name| taken.insert(name.clone()));
        found.push((id, known));
    }
    let gone: Vec<&String> = shown.difference(&taken).collect();
    let new: Vec<usize> =
        (0..found.len()).filter(|at| found.get(*at).is_some_and(|(_, name)| name.is_none())).collect();
    if let ([gone], [new]) = (gone.as_slice(), new.as_slice()) {
        if let Some((id, name)) = found.get_mut(*new) {
            let own = &work.scene[*id].name;
            let old = unescape_name(gone);
            let old = String::from_utf8_lossy(&old);
            let is_flex_only = original.animation(&old).is_none();
            if is_flex_only || work.model.rename_animation(&old, own).is_ok() {
                work.findings.note(
                    kinds::ANIMATION_RENAMED,
                    Path::from("animation").name(own.as_bytes()),
                    format!("is {gone:?} of the original under another name"),
                );
                *name = Some((*gone).clone());
            }
        }
    }
    found
}

/// Writes the frames of an animation into the original, but only if the motion is not the same.
fn one(
    work: &mut Work<'_>,
    (original, skeleton): (&Model<'_>, Option<&Skeleton<'_>>),
    (id, stored): (AnimationId, &Animation<'_>),
    budget: &mut Budget,
) -> Result<(), Error> {
    let own = work.scene[id].name.clone();
    let path = || Path::from("animation").name(own.as_bytes());
    let failed = |error: pragma_asset::Error| unsupported(path(), error);
    let mut data = AnimationData::read(stored, skeleton, budget).map_err(failed)?;
    if data.flags.contains(pragma_asset::AnimationFlags::GESTURE) {
        work.findings.note(kinds::ADDITIVE_ANIMATION, path(), "stays as it was: the engine adds it to others");
        return Ok(());
    }
    let motion = Motion::read(work.scene, id, &mut work.findings);
    let rate = data.frames.fps;
    if motion.is_empty() || data.frames.is_empty() || rate <= 0.0 {
        return Ok(());
    }
    let old = data.frames.len();
    let (was, is) = (old.saturating_sub(1) as f32 / rate, motion.end());
    let count =
        if (is - was).abs() <= FRAME.max(1.0 / rate) { old } else { ((is * rate).round() as usize).saturating_add(1) };
    if count != old {
        work.findings.note(kinds::ANIMATION_LENGTH, path(), format!("lasts {is:.3} s, the original {was:.3} s"));
    }
    spend(budget, count.saturating_mul(work.scene.nodes.len().max(1)), size_of::<Pose>(), path())?;
    check_frames(count.saturating_sub(old), work.rig.len(), motion.keys(), path())?;
    let (made, bent) = sampled(work, &motion, count, rate);
    if let Some(first) = bent.first() {
        let name = work.rig.name(*first).to_owned();
        work.findings.warning(
            kinds::BONES_SHEAR,
            path(),
            format!("bones that shear, which the engine can't show: {}, the first is {name:?}", bent.len()),
        );
    }
    let frames = merged(work, &data.frames, &made, size(original));
    if frames.poses.len() == data.frames.poses.len() && is_same(&frames, &data.frames, size(original)) {
        return Ok(());
    }
    motion.tell_misses(rate, size_of_rest(work.scene), &path(), &mut work.findings);
    data.frames = frames;
    work.model.set_animation(&own, &data).map_err(failed)
}

/// Returns the poses of all bones of the rig, frame by frame, and the bones that shear.
fn sampled(
    work: &Work<'_>,
    motion: &Motion,
    count: usize,
    rate: f32,
) -> (Vec<Vec<Pose>>, BTreeSet<Id<crate::apply::create::rig::Bone>>) {
    let mut bent = BTreeSet::new();
    let frame = |frame: usize| work.rig.poses(motion.at((frame as f32 / rate).min(motion.end())), &mut bent);
    ((0..count).map(frame).collect(), bent)
}

/// Returns the original's frames with the new bone poses. If the scene doesn't have a bone, or doesn't change how it
/// moves, turns or scales, this is kept bit for bit.
fn merged(work: &Work<'_>, old: &Frames, made: &[Vec<Pose>], size: f32) -> Frames {
    let place = |bone: u32| {
        let number = i32::try_from(bone).ok()?;
        work.bones.iter().position(|own| *own == number)
    };
    let (count, width, last) = (made.len(), old.bones.len(), old.len().saturating_sub(1));
    let held = |frame: usize, slot: usize| {
        old.frame(frame.min(last)).and_then(|poses| poses.get(slot)).copied().unwrap_or(Pose::IDENTITY)
    };
    let mut poses = vec![Pose::IDENTITY; count.saturating_mul(width)];
    for (slot, bone) in old.bones.iter().enumerate() {
        let place = place(*bone);
        let new = |frame: usize| place.and_then(|place| made.get(frame)?.get(place)).copied();
        let pairs = || (0..count).filter_map(|frame| Some((held(frame, slot), new(frame)?)));
        let is_kept = |alike: fn(&Pose, &Pose, f32) -> bool| {
            count == old.len() && pairs().all(|(before, now)| alike(&before, &now, size))
        };
        let [is_still, is_unturned, is_unscaled] = [has_origin_of, has_rotation_of, has_scale_of].map(is_kept);
        for (frame, pose) in poses.iter_mut().skip(slot).step_by(width.max(1)).enumerate() {
            let before = held(frame, slot);
            let now = new(frame).unwrap_or(before);
            pose.origin = if is_still { before.origin } else { now.origin };
            pose.rotation = if is_unturned { before.rotation } else { now.rotation };
            pose.scale = if is_unscaled { before.scale } else { now.scale };
        }
    }
    let offsets = if old.offsets.len() == count { old.offsets.clone() } else { Vec::new() };
    Frames { poses, offsets, ..old.clone() }
}

fn has_origin_of(a: &Pose, b: &Pose, size: f32) -> bool {
    (a.origin - b.origin).abs().max_element() <= KEY * size
}

fn has_rotation_of(a: &Pose, b: &Pose, _: f32) -> bool {
    turned(a.rotation, b.rotation) <= KEY
}

fn has_scale_of(a: &Pose, b: &Pose, _: f32) -> bool {
    (a.scale - b.scale).abs().max_element() <= KEY
}

fn size(model: &Model<'_>) -> f32 {
    model.bounds().size().map_or(1.0, asset_geometry::glam::Vec3::length).max(1e-6)
}

fn is_same(a: &Frames, b: &Frames, size: f32) -> bool {
    let alike =
        |(a, b): (&Pose, &Pose)| has_origin_of(a, b, size) && has_rotation_of(a, b, size) && has_scale_of(a, b, size);
    a.poses.iter().zip(&b.poses).all(alike)
}
