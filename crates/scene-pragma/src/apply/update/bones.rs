//! Finds bones in the original, and moves those that were moved in the scene.

use std::collections::HashMap;

use asset_geometry::glam::{Quat, Vec3};
use asset_scene::{Error, Id, IdMap, Node, Scene, Transform, escape_name, unescape_name};
use binio::{Findings, Path};
use pragma_asset::{Model, Pose};
use scene_adapter::kinds::PART_NOT_WRITTEN;

use crate::apply::create::rig::Rig;
use crate::bones::{Bone, Bones, close};
use crate::fault::unsupported;
use crate::kinds;

/// Finds the model's number for each bone of a rig. If the model doesn't have a bone, its nearest known ancestor is
/// used instead.
pub(super) fn numbers(original: &Model<'_>, rig: &Rig, findings: &mut Findings) -> Vec<i32> {
    let skeleton = original.skeleton();
    let known: HashMap<String, i32> = skeleton
        .iter()
        .flat_map(|skeleton| &skeleton.bones)
        .filter_map(|bone| Some((escape_name(&bone.name), i32::try_from(bone.index).ok()?)))
        .collect();
    let all: Vec<(&str, Option<usize>)> = rig.bones().map(|(name, parent, _)| (name, parent)).collect();
    let mut numbers: Vec<Option<i32>> = all.iter().map(|(name, _)| known.get(*name).copied()).collect();
    let new: Vec<&str> =
        all.iter().zip(&numbers).filter(|(_, number)| number.is_none()).map(|((name, _), _)| *name).collect();
    for bone in 0..all.len() {
        // Up to an ancestor with a number; the bones on the way get it too.
        let (mut way, mut next, mut number) = (Vec::new(), Some(bone), None);
        while let Some(bone) = next.filter(|_| number.is_none()) {
            number = numbers.get(bone).copied().flatten();
            way.push(bone);
            next = all.get(bone).and_then(|(_, parent)| *parent);
        }
        for bone in way {
            numbers.get_mut(bone).into_iter().for_each(|slot| *slot = slot.or(number).or(Some(-1)));
        }
    }
    if let Some(first) = new.first() {
        findings.loss(kinds::BONES_LOST, "skeleton", format!("new bones are left out: {}, the first is {first:?}; their children and vertices move to the parent bones", new.len()));
    }
    numbers.into_iter().map(|number| number.unwrap_or(-1)).collect()
}

/// Returns the scene with the original's names of renamed joints, so that everything else of the bones is found by name.
pub(super) fn with_old_names<'s>(
    scene: &'s Scene<'_>,
    before: &Scene<'_>,
    renamed: &[(Id<Node>, Id<Node>)],
) -> Scene<'s> {
    let mut plain = scene.borrowed();
    for (now, was) in renamed {
        plain[*now].name.clone_from(&before[*was].name);
    }
    plain
}

/// Gives bones their new names. Animations, hit boxes and attachments know bones by number; the model's own rig is renamed with them.
pub(super) fn rename(names: &[(&str, &str)], model: &mut Model<'_>, findings: &mut Findings) {
    for (was, now) in names {
        let [from, to] = [was, now].map(|name| unescape_name(name));
        let renamed = match (std::str::from_utf8(&from), std::str::from_utf8(&to)) {
            (Ok(from), Ok(to)) => model.rename_bone(from, to).map_err(|error| error.to_string()),
            _ => Err("it is no text".to_owned()),
        };
        if let Err(error) = renamed {
            let message = format!("keeps its name, because {now:?} can't be written: {error}");
            findings.note(PART_NOT_WRITTEN, Path::from("skeleton").name(was.as_bytes()), message);
        }
    }
}

/// Changes the reference poses of bones that were moved in the scene. Bones are found by name.
pub(super) fn move_bones(scene: &Scene<'_>, model: &mut Model<'_>, findings: &mut Findings) -> Result<(), Error> {
    let bones = Bones::of(model);
    let Some(skeleton) = model.skeleton() else { return Ok(()) };
    let named: HashMap<&str, &Node> = scene.nodes.iter().rev().map(|node| (node.name.as_str(), node)).collect();
    let names: Vec<String> = skeleton.bones.iter().map(|bone| escape_name(&bone.name)).collect();
    let mut poses: IdMap<Bone, Pose> = IdMap::new(skeleton.bones.iter().map(|bone| bone.pose).collect());
    let mut moved: Vec<(String, Pose)> = Vec::new();
    let mut has_moved: IdMap<Bone, bool> = IdMap::filled(false, skeleton.bones.len());
    // Parents before children.
    for &place in skeleton.hierarchy.depth_first() {
        let (Some(bone), Some(own)) = (skeleton.bones.get(place), names.get(place)) else { continue };
        let (place, parent) = (Id::new(place), bone.parent.map(Id::<Bone>::new));
        let above = parent.is_some_and(|parent| has_moved[parent]);
        let held = bones.local(place);
        let found = named.get(own.as_str()).filter(|node| {
            let now = node.parent.map(|parent| scene[parent].name.as_str());
            let is_there = bone.parent.is_none_or(|parent| names.get(parent).map(String::as_str) == now);
            if !is_there {
                let message = "has another parent than in the model, which isn't written: it stays where it was";
                findings.note(PART_NOT_WRITTEN, Path::from("skeleton").name(own.as_bytes()), message);
            }
            is_there
        });
        let now = found.and_then(|node| local(&node.transform)).filter(|now| !close(now, &held));
        if now.is_none() && !above {
            continue;
        }
        let now = now.unwrap_or(held);
        #[allow(clippy::arithmetic_side_effects, reason = "poses of floats")]
        let pose = parent.map_or(now, |parent| poses[parent] * now);
        (poses[place], has_moved[place]) = (pose, true);
        match bone.name.as_str() {
            Some(name) => moved.push((name.to_owned(), pose)),
            None => findings.note(
                PART_NOT_WRITTEN,
                Path::from("skeleton").name(own.as_bytes()),
                "was moved, which isn't written: its name is no text",
            ),
        }
    }
    for (name, pose) in moved {
        model.set_bone_pose(&name, &pose).map_err(|error| unsupported(Path::from("skeleton"), error))?;
    }
    Ok(())
}

fn local(transform: &Transform) -> Option<Pose> {
    let Transform::Trs { translation, rotation, scale } = *transform else { return None };
    Some(Pose { origin: Vec3::from(translation), rotation: Quat::from_array(rotation), scale: Vec3::from(scale) })
}
