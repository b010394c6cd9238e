//! Checks if an animation was created for the skeleton of a model.

#![allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]

use asset_scene::escape_name;
use urho_ani::{Animation, Channels, Track};
use urho_mdl::{Bone, Bounds, Model};

/// A bone may be away from its rest position by this share of the model's size.
const SAME: f32 = 1e-2;
/// The animation doesn't fit if one in this many tracks differs. With fewer differences, somebody may have moved these
/// bones on purpose.
const FEW: usize = 4;

/// How an animation differs from a model's skeleton.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkeletonMismatch {
    /// Bones that the animation moves, but the model doesn't have.
    pub missing: Vec<String>,
    /// Bones that the animation keeps away from their rest position. It was created for a skeleton with other axes,
    /// lengths or parents.
    pub away: Vec<String>,
}

/// Checks if an animation fits a model's skeleton. Returns how they differ, or `None` if it fits, apart from a few
/// bones.
///
/// Most bones have a fixed distance to their parent, also in animations. If many bones are away from their rest
/// position in the model, the animation was created for another skeleton. If you play it anyway, it will deform the
/// meshes.
pub fn skeleton_mismatch(model: &Model<'_>, animation: &Animation<'_>) -> Option<SkeletonMismatch> {
    let size = mean_size(&model.bounds).unwrap_or(1.0);
    let mut found = SkeletonMismatch::default();
    let mut held = 0_usize;
    let moving = animation.tracks.iter().filter(|track| track.key_count() > 0);
    for track in moving.clone() {
        let Some(place) = model.skeleton.bones.iter().position(|bone| bone.name == track.name) else {
            found.missing.push(escape_name(&track.name));
            continue;
        };
        let bone = model.skeleton.bones.get(place);
        // A root goes where the animation goes.
        let Some(bone) = bone.filter(|bone| bone.parent as usize != place) else { continue };
        if let Some(is_away) = is_away(bone, track, size) {
            held = held.saturating_add(1);
            if is_away {
                found.away.push(escape_name(&track.name));
            }
        }
    }
    if found.away.len().saturating_mul(FEW) < held {
        found.away.clear();
    }
    if found.missing.len().saturating_mul(FEW) < moving.count() {
        found.missing.clear();
    }
    (found != SkeletonMismatch::default()).then_some(found)
}

/// Returns whether a track keeps a bone away from its rest position. Returns `None` if the position changes, or if the
/// track has no positions.
fn is_away(bone: &Bone<'_>, track: &Track<'_>, size: f32) -> Option<bool> {
    if track.channels.0 & Channels::POSITION.0 == 0 {
        return None;
    }
    let mut keys = (0..track.key_count()).filter_map(|key| track.key(key)).map(|key| key.transform.position);
    let first = keys.next()?;
    let near = SAME * size;
    keys.all(|position| (position - first).abs().max_element() <= near * 0.1)
        .then(|| (first - bone.position).abs().max_element() > near)
}

/// The unit that the engine counts distances of levels of detail in: the mean size of the model's bounding box.
pub fn mean_size(bounds: &Bounds) -> Option<f32> {
    let size = bounds.size()?;
    let mean = (size.x + size.y + size.z) / 3.0;
    (mean.is_finite() && mean > 0.0).then_some(mean)
}
