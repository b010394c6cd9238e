//! Shows rbfx variant tracks as channels, if they animate the position, rotation or scale of a node.

#![allow(clippy::arithmetic_side_effects, reason = "times and values are floats")]

use asset_scene::{Array, Channel, Component, Id, Interpolation, Node, Scene, escape_name};
use urho_ani::asset_geometry::interpolate::tension_tangents;
use urho_ani::glam::Vec4;
use urho_ani::{Channels, Interpolation as Kind, Variant, VariantEncoding, VariantTrack};

use crate::mirror;

/// The name to use for the node on which an animation is played, because paths in rbfx don't name it.
const PLAYED: &str = "@";

/// Returns the node that a variant track moves, as named in the scene, and the channel. Returns `None` if the track has
/// other values.
///
/// In rbfx, a path ends with `@/Position` if it is for an attribute of the node itself. If the path contains `#2`, `**`
/// or anything else that is not a name, it is not clear which node is meant.
pub(crate) fn moved_node(track: &VariantTrack<'_>, variants: VariantEncoding) -> Option<(String, Channels)> {
    let (path, attribute) = match track.name.strip_prefix(b"@/") {
        Some(attribute) => (&b""[..], attribute),
        None => {
            let at = track.name.windows(3).rposition(|part| part == b"/@/")?;
            (track.name.get(..at)?, track.name.get(at + 3..)?)
        }
    };
    let kind = track.kind(variants)?;
    let is = |name: &str, wanted: Variant<'_>| attribute.eq_ignore_ascii_case(name.as_bytes()) && kind == wanted.kind();
    let channel = match () {
        () if is("Position", Variant::Vector3([0.0; 3])) => Channels::POSITION,
        () if is("Rotation", Variant::Quaternion([0.0; 4])) => Channels::ROTATION,
        () if is("Scale", Variant::Vector3([0.0; 3])) => Channels::SCALE,
        () => return None,
    };
    let node = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let is_name = !node.starts_with(b"#") && node != b"**";
    let name = if node.is_empty() { PLAYED.to_owned() } else { escape_name(node) };
    is_name.then_some((name, channel))
}

/// The keys of a channel, in the axes of the scene. Splines have an in tangent, a value and an out tangent for each
/// key.
struct Keys {
    interpolation: Interpolation,
    times: Vec<f32>,
    rows: Vec<Vec4>,
}

/// Returns the channel for a variant track, or `None` if its keys are not in the order of their times.
pub(super) fn channel(
    scene: &mut Scene<'_>,
    (track, variants): (&VariantTrack<'_>, VariantEncoding),
    (node, channel): (Id<Node>, Channels),
) -> Option<Channel> {
    let (_, property, width, flipped) = crate::track::CHANNELS.into_iter().find(|(own, ..)| *own == channel)?;
    let keys = keys(track, variants)?;
    let floats = |values: &[Vec4], width: usize| -> Vec<u8> {
        values.iter().flat_map(|value| value.to_array().into_iter().take(width)).flat_map(f32::to_le_bytes).collect()
    };
    let mut values = floats(&keys.rows, width);
    mirror::flip(&mut values, width, flipped);
    let times = scene.arrays.push(Array::from_f32s(keys.times.iter().map(|time| [*time])));
    let values = scene.arrays.push(Array::from_bytes(Component::F32, width as u8, values));
    Some(Channel { node, property, interpolation: keys.interpolation, times, values })
}

fn keys(track: &VariantTrack<'_>, variants: VariantEncoding) -> Option<Keys> {
    let (times, values): (Vec<f32>, Vec<Vec4>) =
        track.iter(variants).map_while(|(time, value)| Some((time, vector(&value)?))).unzip();
    let ascends = times.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
    let is_whole = times.len() == track.key_count as usize && times.first().is_some_and(|first| *first >= 0.0);
    if !ascends || !is_whole || !times.iter().all(|time| time.is_finite()) {
        return None;
    }
    let tangents: Vec<[Vec4; 2]> = match track.interpolation {
        Kind::TENSION_SPLINE => tension_tangents(&values, track.tension).into_iter().map(|one| [one; 2]).collect(),
        Kind::TANGENT_SPLINE => {
            track.tangents(variants).map_while(|[before, behind]| Some([vector(&before)?, vector(&behind)?])).collect()
        }
        Kind::LINEAR => return Some(Keys { interpolation: Interpolation::Linear, times, rows: values }),
        // The engine takes unknown ones as none, and splines without tangents.
        _ => Vec::new(),
    };
    if tangents.len() != values.len() {
        return Some(Keys { interpolation: Interpolation::Step, times, rows: values });
    }
    let rows = splines(&times, &values, &tangents);
    Some(Keys { interpolation: Interpolation::CubicSpline, times, rows })
}

/// Returns the rows for a glTF spline. This must convert them, because glTF uses tangents per second, but rbfx uses a
/// time from 0 to 1 between two keys.
fn splines(times: &[f32], values: &[Vec4], tangents: &[[Vec4; 2]]) -> Vec<Vec4> {
    let step = |from: usize| match times.get(from..=from.saturating_add(1)) {
        Some([from, to]) => *to - *from,
        _ => f32::INFINITY,
    };
    let rows = values.iter().zip(tangents).enumerate().flat_map(|(index, (value, [before, behind]))| {
        let before_step = index.checked_sub(1).map_or(f32::INFINITY, step);
        [*before / before_step, *value, *behind / step(index)]
    });
    rows.collect()
}

/// Returns a position or scale, or a rotation as `x y z w`.
fn vector(value: &Variant<'_>) -> Option<Vec4> {
    match value {
        Variant::Vector3([x, y, z]) => Some(Vec4::new(*x, *y, *z, 0.0)),
        Variant::Quaternion([w, x, y, z]) => Some(Vec4::new(*x, *y, *z, *w)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn paths_name_the_moved_node() {
        let moved = |name: &str, kind: Variant<'static>| {
            let track = VariantTrack::from_keys(name, Kind::LINEAR, &[(0.0, kind)], VariantEncoding::RbfxNew).unwrap();
            moved_node(&track, VariantEncoding::RbfxNew).map(|(name, channel)| (name, channel.to_string()))
        };
        let place = || Variant::Vector3([0.0; 3]);
        let named = |node: &str, channel: &str| Some((node.to_owned(), channel.to_owned()));
        assert_eq!(moved("@/Position", place()), named("@", "position"));
        assert_eq!(moved("Doors/Left/@/scale", place()), named("Left", "scale"));
        assert_eq!(moved("Left/@/Rotation", Variant::Quaternion([1.0, 0.0, 0.0, 0.0])), named("Left", "rotation"));
        for other in ["Left/@/Rotation", "@Light/Color", "#1/@/Position", "a/**/@/Position", "Position"] {
            assert_eq!(moved(other, place()), None, "{other}");
        }
    }

    #[test]
    fn tangents_are_for_seconds() {
        let [a, b] = [Vec4::splat(1.0), Vec4::splat(3.0)];
        let rows = splines(&[0.0, 4.0], &[a, b], &[[a, a], [b, b]]);
        assert_eq!(rows, [Vec4::ZERO, a, a / 4.0, b / 4.0, b, Vec4::ZERO]);
    }
}
