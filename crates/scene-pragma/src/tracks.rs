//! Finds out what the channels of an animation move.

use asset_scene::{Id, Property};
use pragma_asset::NodeSet;
use pragma_asset::udm::{Element, Value};

use crate::bones::{Bone, Bones};

/// Returns the bone for each node that a channel may use.
pub(crate) fn slots(sets: &[NodeSet<'_>]) -> Vec<Option<u32>> {
    let mut slots = Vec::new();
    for set in sets {
        if set.kind == "bone" {
            slots.extend(set.bones.iter().copied().map(Some));
        } else {
            slots.extend(std::iter::repeat_n(None, set.bones.len().max(1)));
        }
    }
    slots
}

/// Returns the bone and the property that a channel moves.
pub(crate) fn target(element: &Element<'_>, slots: &[Option<u32>], bones: &Bones) -> Option<(Id<Bone>, Property)> {
    let node = usize::try_from(element.get("node").and_then(Value::as_i64)?).ok()?;
    let place = bones.place((*slots.get(node)?)?)?;
    let property = match element.get("property")?.as_text()? {
        b"position" => Property::Translation,
        b"rotation" => Property::Rotation,
        b"scale" => Property::Scale,
        _ => return None,
    };
    Some((place, property))
}

/// Returns whether a channel moves the entity that plays the animation.
pub(crate) fn is_offset(element: &Element<'_>) -> bool {
    element.get("property").and_then(Value::as_text) == Some(b"offset")
}
