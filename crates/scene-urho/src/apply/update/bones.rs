//! Updates the skeleton of the original when bones were renamed, moved or added.

use std::collections::{HashMap, HashSet, VecDeque};

use asset_scene::glam::{Quat, Vec3};
use binio::Findings;
use scene_adapter::same::tolerance::{BIND_POSE, BONE_PLACE, BONE_SCALE, BONE_TURN};
use urho_mdl::glam::Affine3A;
use urho_mdl::{Bone, Model, Name, Skeleton};

use super::size;
use crate::kinds;

/// The skeleton after both are merged.
pub(super) struct Merged {
    pub(super) skeleton: Skeleton<'static>,
    /// For each bone of the built model, its number in this skeleton. Bones that only group others have none.
    pub(super) places: Vec<Option<u32>>,
}

/// The skeleton that was built from the edited scene.
pub(super) struct Built<'b> {
    pub(super) skeleton: &'b Skeleton<'b>,
    /// The bones that are skin joints, with the names of their nodes.
    pub(super) joints: &'b HashMap<u32, Name<'static>>,
    /// The bones that have weights in new or replaced geometries.
    pub(super) needed: &'b HashSet<u32>,
    /// The bones that have weights in any vertex.
    pub(super) bound: &'b HashSet<u32>,
}

/// Moves the bones of the original to where they are in the scene, if this is not the same, and adds the joints that
/// are only in the scene.
pub(super) fn merge(original: &Model<'_>, built: &Built<'_>, findings: &mut Findings) -> Merged {
    let mut bones: Vec<Bone<'static>> = original.skeleton.clone().into_owned().bones;
    let former = formers(original, built);
    let mut places: Vec<Option<u32>> = Vec::with_capacity(built.skeleton.bones.len());
    let (mut away, mut added) = (Vec::new(), Vec::new());
    let count = bones.len() as u32;
    let hierarchy = original.skeleton.hierarchy();
    for (number, bone) in (0_u32..).zip(&built.skeleton.bones) {
        let (parent, local) = held(built.skeleton, number, &places);
        if let Some(place) = former.get(number as usize).copied().flatten() {
            places.push(Some(place));
            let Some(known) = bones.get_mut(place as usize) else { continue };
            if let Some(name) = built.joints.get(&number) {
                known.name = name.clone();
            }
            take_place(known, local, size(original));
            if hierarchy.parent(place as usize) != parent.map(|parent| parent as usize) {
                known.parent = parent.unwrap_or(place);
            }
            // The bind pose of other bones is their rest pose, and has no effect.
            if built.bound.contains(&number) && !nearly_same(known.inverse_bind(), bone.inverse_bind(), size(original))
            {
                known.set_inverse_bind(&bone.inverse_bind());
                away.push(bone.name.to_string());
            }
            continue;
        }
        if !built.joints.contains_key(&number) && !built.needed.contains(&number) {
            places.push(None);
            continue;
        }
        let place = count.saturating_add(added.len() as u32);
        let mut new = bone.clone().into_owned();
        (new.scale, new.rotation, new.position) = (local.scale, local.rotation, local.position);
        new.parent = parent.or_else(|| original.skeleton.root().map(|root| root as u32)).unwrap_or(place);
        added.push(bone.name.to_string());
        bones.push(new);
        places.push(Some(place));
    }
    report(&away, &added, findings);
    Merged { skeleton: Skeleton { bones }, places }
}

/// Finds the original bone for each built bone, by its name. If a joint has another name, it is matched when there is
/// only one bone in the same position below the same parent.
fn formers(original: &Model<'_>, built: &Built<'_>) -> Vec<Option<u32>> {
    let mut known: HashMap<&[u8], VecDeque<u32>> = HashMap::new();
    for (place, bone) in (0_u32..).zip(&original.skeleton.bones) {
        known.entry(bone.name.as_bytes()).or_default().push_back(place);
    }
    let known_names: HashSet<Vec<u8>> =
        original.skeleton.bones.iter().map(|bone| bone.name.as_bytes().to_vec()).collect();
    let name_of =
        |(number, bone): (u32, &'_ Bone<'_>)| built.joints.get(&number).unwrap_or(&bone.name).as_bytes().to_vec();
    let names: HashSet<Vec<u8>> = (0_u32..).zip(&built.skeleton.bones).map(name_of).collect();
    // Joints come before nodes that only hold something. Bones of one name keep their order.
    let mut order: Vec<(u32, &Bone<'_>)> = (0_u32..).zip(&built.skeleton.bones).collect();
    order.sort_by_key(|(number, _)| !built.joints.contains_key(number));
    let mut named: HashMap<u32, u32> = HashMap::new();
    for (number, bone) in order {
        let place = known.get_mut(name_of((number, bone)).as_slice()).and_then(VecDeque::pop_front);
        named.extend(place.map(|place| (number, place)));
    }
    let hierarchy = original.skeleton.hierarchy();
    let mut taken: HashSet<u32> = HashSet::new();
    let mut former: Vec<Option<u32>> = Vec::with_capacity(built.skeleton.bones.len());
    for number in 0..built.skeleton.bones.len() as u32 {
        let named = named.get(&number).copied();
        if named.is_some() || !built.joints.contains_key(&number) {
            former.push(named);
            continue;
        }
        let (parent, local) = held(built.skeleton, number, &former);
        let siblings: Vec<(u32, &Bone<'_>)> = (0_u32..)
            .zip(&original.skeleton.bones)
            .filter(|(place, bone)| {
                !names.contains(bone.name.as_bytes())
                    && !taken.contains(place)
                    && hierarchy.parent(*place as usize) == parent.map(|parent| parent as usize)
            })
            .collect();
        let mut alike = siblings.iter().filter(|(_, bone)| is_at(bone, local, size(original)));
        let renamed = match (alike.next(), alike.next(), siblings.as_slice()) {
            (Some((place, _)), None, _) => Some(*place),
            // The only one that is missing below a bone, where only one is new.
            (None, _, [(place, _)]) if new_below(built, number, &known_names) == 1 => Some(*place),
            _ => None,
        };
        taken.extend(renamed);
        former.push(renamed);
    }
    former
}

/// Returns how many joints with this joint's parent have names that are not in the original.
fn new_below(built: &Built<'_>, number: u32, known: &HashSet<Vec<u8>>) -> usize {
    let parent = |number: u32| {
        let bone = built.skeleton.bones.get(number as usize);
        bone.map(|bone| bone.parent).filter(|parent| *parent != number)
    };
    let is_new =
        |(other, name): &(&u32, &Name<'_>)| parent(**other) == parent(number) && !known.contains(name.as_bytes());
    built.joints.iter().filter(is_new).count()
}

/// Returns the bones that have a new name in the scene, as old and new names.
pub(super) fn renamed(original: &Model<'_>, merged: &Skeleton<'_>) -> Vec<(Name<'static>, Name<'static>)> {
    let pairs = original.skeleton.bones.iter().zip(&merged.bones).filter(|(before, now)| before.name != now.name);
    pairs.map(|(before, now)| (before.name.clone().into_owned(), now.name.clone().into_owned())).collect()
}

/// The rest transform of a bone, relative to its parent.
#[derive(Clone, Copy)]
struct Rest {
    position: Vec3,
    rotation: Quat,
    scale: Vec3,
}

/// Returns the nearest ancestor of a built bone that has a place, and the transform relative to it.
fn held(skeleton: &Skeleton<'_>, number: u32, places: &[Option<u32>]) -> (Option<u32>, Rest) {
    let bone = |number: u32| skeleton.bones.get(number as usize);
    let identity = Rest { position: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };
    let own = bone(number);
    let own = own.map_or(identity, |own| Rest { position: own.position, rotation: own.rotation, scale: own.scale });
    let mut above = Affine3A::IDENTITY;
    let mut at = number;
    // Parents come first, but for the root, which is its own.
    let parent = loop {
        let Some(parent) = bone(at).map(|bone| bone.parent).filter(|parent| *parent < at) else { break None };
        if let Some(place) = places.get(parent as usize).copied().flatten() {
            break Some(place);
        }
        let holder = bone(parent).map_or(Affine3A::IDENTITY, Bone::local_transform);
        #[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
        let moved = holder * above;
        above = moved;
        at = parent;
    };
    if above == Affine3A::IDENTITY {
        return (parent, own);
    }
    let local = Affine3A::from_scale_rotation_translation(own.scale, own.rotation, own.position);
    #[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
    let (scale, rotation, position) = (above * local).to_scale_rotation_translation();
    (parent, Rest { position, rotation, scale })
}

/// Returns whether a bone is in a position, apart from rounding. If a number is not finite, this accepts any value.
fn is_at(bone: &Bone<'_>, rest: Rest, size: f32) -> bool {
    same_vectors(bone.position, rest.position, BONE_PLACE * size)
        && same_turns(bone.rotation, rest.rotation)
        && same_vectors(bone.scale, rest.scale, BONE_SCALE)
}

fn take_place(bone: &mut Bone<'_>, rest: Rest, size: f32) {
    if !same_vectors(bone.position, rest.position, BONE_PLACE * size) {
        bone.position = rest.position;
    }
    if !same_turns(bone.rotation, rest.rotation) {
        bone.rotation = rest.rotation;
    }
    if !same_vectors(bone.scale, rest.scale, BONE_SCALE) {
        bone.scale = rest.scale;
    }
}

#[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn same_vectors(before: Vec3, now: Vec3, near: f32) -> bool {
    let same = |(a, b): (f32, f32)| (a - b).abs() <= near.max(1e-6 * a.abs()) || !a.is_finite();
    before.to_array().into_iter().zip(now.to_array()).all(same)
}

/// Compares two rotations. Their distance is used because their product is less precise for small angles.
#[allow(clippy::arithmetic_side_effects, reason = "quaternions of floats")]
fn same_turns(before: Quat, now: Quat) -> bool {
    if !(before.is_finite() && before.length_squared().is_normal()) {
        return true;
    }
    let (before, now) = (before.normalize(), now.normalize());
    (before - now).length().min((before + now).length()) <= BONE_TURN
}

/// Returns whether you would not see any difference between two bind poses.
#[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn nearly_same(a: Affine3A, b: Affine3A, size: f32) -> bool {
    !a.is_finite()
        || a.matrix3.abs_diff_eq(b.matrix3, BIND_POSE)
            && (a.translation - b.translation).abs().max_element() <= BIND_POSE * size
}

/// Reports bones whose bind pose is not the same as in the original, and bones that were added.
fn report(away: &[String], added: &[String], findings: &mut Findings) {
    if let Some(first) = away.first() {
        let message = format!(
            "bones of meshes have another bind pose than in the original: {}, the first is {first}; animations that were made for the old one displace their vertices",
            away.len()
        );
        findings.warning(kinds::BIND_POSE_DIFFERS, "skeleton", message);
    }
    if let Some(first) = added.first() {
        let message = format!("bones that the original hasn't got are added: {}, the first is {first}", added.len());
        findings.note(kinds::BONES_ADDED, "skeleton", message);
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects)]
mod tests {
    use super::*;

    /// Asserts that a difference just below the tolerance is rounding, and a difference just above is an edit.
    fn ends_at(tolerance: f32, is_same: impl Fn(f32) -> bool) {
        assert!(is_same(0.0) && is_same(tolerance * 0.9), "below {tolerance}");
        assert!(!is_same(tolerance * 1.1), "above {tolerance}");
    }

    #[test]
    fn a_bone_keeps_its_place_up_to_the_tolerance() {
        let bone = Bone::new("hip", 0);
        let rest = Rest { position: bone.position, rotation: bone.rotation, scale: bone.scale };
        let is_kept = |edited: Rest| {
            let mut kept = bone.clone();
            take_place(&mut kept, edited, 2.0);
            assert_eq!(is_at(&bone, edited, 2.0), kept == bone);
            kept == bone
        };
        ends_at(BONE_PLACE, |far| is_kept(Rest { position: rest.position + Vec3::X * (2.0 * far), ..rest }));
        // The distance of two quaternions is half of the angle between them.
        ends_at(BONE_TURN, |far| is_kept(Rest { rotation: Quat::from_rotation_y(2.0 * far), ..rest }));
        ends_at(BONE_SCALE, |far| is_kept(Rest { scale: rest.scale + Vec3::splat(far), ..rest }));
        let bind = |far: f32| Affine3A::from_translation(Vec3::X * (2.0 * far));
        ends_at(BIND_POSE, |far| nearly_same(bind(0.0), bind(far), 2.0));
        ends_at(BIND_POSE, |far| nearly_same(bind(0.0), Affine3A::from_scale(Vec3::splat(1.0 + far)), 2.0));
    }
}
