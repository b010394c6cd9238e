//! Updates an animation of the original.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use binio::{Findings, Path};
use scene_adapter::same;
use scene_adapter::same::tolerance::{BONE_SCALE, FRAME, KEY};
use urho_ani::{
    Animation, Channels, Cursor, Playback, Rules, Track, TrackData, Transform, Variant, VariantEncoding, VariantTrack,
};
use urho_mdl::{
    Model, Name,
    glam::{Quat, Vec3},
};

use crate::kinds;
use crate::weights;

mod values;

/// Returns whether a track has keys that are not in the order of their times, before the start or not finite. Such a
/// track will not be changed.
fn is_odd(track: &Track<'_>) -> bool {
    let times: Vec<f32> = track.times().iter().collect();
    !times.is_sorted() || times.iter().any(|time| !time.is_finite() || *time < 0.0)
}

/// Returns the time of the last key in seconds, ignoring odd tracks.
fn last_key(animation: &Animation<'_>, odd: &[Name<'static>]) -> f32 {
    let tracks = animation.tracks.iter().filter(|track| !odd.contains(&track.name));
    let times = tracks.filter_map(|track| track.times().iter().last());
    let others = animation.variant_tracks.iter().filter_map(|track| track.iter(animation.variant_encoding).last());
    times.chain(others.map(|(time, _)| time)).fold(0.0_f32, f32::max)
}

/// Returns the rest pose of the bone that a track moves.
fn rest_pose(model: Option<&Model<'_>>, track: &Track<'_>) -> Option<Transform> {
    let bone = model?.skeleton.bones.iter().find(|bone| bone.name == track.name)?;
    Some(Transform { position: bone.position, rotation: bone.rotation, scale: bone.scale })
}

/// An animation before it was edited, to find out what has changed.
#[derive(Clone, Copy, Debug)]
pub struct AnimationBefore<'b> {
    /// The original.
    pub original: &'b Animation<'b>,
    /// The animation that would be built from the unedited scene. If a track is the same here and in the edited scene,
    /// it was not edited. If a track is only here, it was removed. With `None`, this compares tracks to the original.
    pub shown: Option<&'b Animation<'b>>,
    /// The model that the animation belongs to.
    pub model: Option<&'b Model<'b>>,
}

/// Writes the edits in an animation to its original. `built` must be the animation that was built from the edited
/// scene.
///
/// The original keeps its name, weights, channels, variant tracks and any data after them. It also keeps its length,
/// unless more than a frame was cut off, and the keys and morph weights that were not changed. If a track is only in
/// `built`, it will be added if it moves its bone.
///
/// Some programs write every bone at every frame, so there are tracks for bones that don't move. These would override
/// other animations, so this function skips them, and also channels that don't differ from the rest pose in the model.
/// If a track is missing because a program doesn't write tracks that move nothing, it is not removed. When you edit
/// variant tracks that move nodes, they will have linear keys.
pub fn update_animation(
    before: AnimationBefore<'_>,
    mut built: Animation<'static>,
    findings: &mut Findings,
) -> Animation<'static> {
    let AnimationBefore { original, shown, model } = before;
    let mut made = original.clone().into_owned();
    let size = model.and_then(|model| crate::mean_size(&model.bounds)).unwrap_or(1.0);
    // glTF can't hold keys in another order than that of their times.
    let odd: Vec<Name<'static>> =
        original.tracks.iter().filter(|track| is_odd(track)).map(|track| track.name.clone().into_owned()).collect();
    let (was, is) = (last_key(shown.unwrap_or(original), &odd), last_key(&built, &odd));
    // A program may end with the last key, or with the end.
    let near = |a: f32, b: f32| (a - b).abs() <= FRAME.max(1e-6 * b.abs());
    let is_whole = !odd.is_empty() || !was.is_finite() || near(is, was) || near(is, original.length);
    if !is_whole {
        made.length = is + (original.length - was).max(0.0);
        let message = format!("lasts {:.4} s, the original {:.4} s", made.length, original.length);
        findings.note(kinds::ANIMATION_LENGTH, Path::from("animation").name(original.name.as_bytes()), message);
    }
    let span = if was.is_finite() { is.min(was) } else { is };
    let mut gone: Vec<String> = Vec::new();
    let mut former = shown.map(|shown| shown.clone().into_owned());
    values::update(&mut made, former.as_mut(), &mut built, (span, size), (&mut gone, findings));
    let shown = former.as_ref();
    for track in shown.into_iter().flat_map(|shown| &shown.tracks).filter(|track| !odd.contains(&track.name)) {
        let is_there = built.tracks.iter().any(|other| other.name == track.name);
        if !is_there && moves(track, rest_pose(model, track).as_ref(), size) {
            made.tracks.retain(|known| known.name != track.name);
            gone.push(track.name.to_string());
        }
    }
    if let Some(first) = gone.first() {
        let message =
            format!("tracks that the scene hasn't got any more are removed: {}, the first is {first}", gone.len());
        findings.note(kinds::TRACK_REMOVED, Path::from("animation").name(original.name.as_bytes()), message);
    }
    for track in built.tracks.into_iter().filter(|track| !odd.contains(&track.name)) {
        let rest = rest_pose(model, &track);
        let former = shown.and_then(|shown| shown.tracks.iter().find(|other| other.name == track.name));
        // Of several tracks of a name the last one counts.
        match made.tracks.iter_mut().rev().find(|known| known.name == track.name) {
            Some(known) if is_whole && is_same(former.unwrap_or(known), &track, (span, size)) => {}
            Some(known) => {
                let channels = channels_of(&track, rest.as_ref(), size).with(known.channels);
                if let Some(new) = narrowed(&track, channels) {
                    known.channels = new.channels;
                    known.keys = new.keys;
                }
            }
            None => {
                let channels = channels_of(&track, rest.as_ref(), size);
                made.tracks.extend(narrowed(&track, channels).filter(|_| channels.0 != 0));
            }
        }
    }
    morphs(&mut made, shown, (built.variant_tracks, built.variant_encoding), findings);
    made
}

/// Returns the animation after the tracks of renamed bones are renamed too.
pub(crate) fn with_renamed<'a>(
    animation: &'a Animation<'a>,
    renamed: &[(Name<'static>, Name<'static>)],
) -> Animation<'a> {
    let mut made = animation.borrowed();
    for track in &mut made.tracks {
        if let Some((_, now)) = renamed.iter().find(|(before, _)| *before == track.name) {
            track.name = now.clone();
        }
    }
    made
}

/// Returns whether a track moves its bone at all, or away from its rest pose.
fn moves(track: &Track<'_>, rest: Option<&Transform>, size: f32) -> bool {
    let mut keys = (0..track.key_count()).filter_map(|key| track.key(key)).map(|key| key.transform);
    let Some(first) = keys.next() else { return false };
    let still = rest.copied().unwrap_or(first);
    let differs = |pose: &Transform| {
        (pose.position - still.position).abs().max_element() > KEY * size
            || angle(pose.rotation, still.rotation) > KEY
            || (pose.scale - still.scale).abs().max_element() > BONE_SCALE
    };
    keys.any(|pose| differs(&pose)) || rest.is_some() && channels_of(track, rest, size).0 != 0
}

/// Replaces morph weights that were changed. The name and the weight of the track stay.
fn morphs(
    made: &mut Animation<'static>,
    shown: Option<&Animation<'_>>,
    (built, variants): (Vec<VariantTrack<'static>>, VariantEncoding),
    findings: &mut Findings,
) {
    let own = made.variant_encoding;
    for track in built {
        let number = weights::morph(&track.name);
        let of_morph = |known: &&VariantTrack<'_>| weights::morph(&known.name) == number;
        let former =
            shown.and_then(|shown| Some((shown.variant_tracks.iter().find(of_morph)?, shown.variant_encoding)));
        if former.is_some_and(|former| is_alike(former, (&track, variants))) {
            continue;
        }
        match made.variant_tracks.iter_mut().find(|known| weights::morph(&known.name) == number) {
            Some(known) if is_alike((known, own), (&track, variants)) => {}
            Some(known) => {
                let (name, weight) = (known.name.clone(), known.weight);
                *known = VariantTrack { name, weight, ..track };
            }
            None if made.version.has_variant_tracks() => made.variant_tracks.push(track),
            None => findings.loss(
                kinds::TRACK_LOST,
                Path::from("variant track").name(&track.name),
                "isn't in the animation: its version can't store it; convert to UAN2",
            ),
        }
    }
}

/// Returns whether two tracks have the same morph weights, at the keys of both.
fn is_alike(
    (a, variants): (&VariantTrack<'_>, VariantEncoding),
    (b, other): (&VariantTrack<'_>, VariantEncoding),
) -> bool {
    let times: Vec<f32> = a.iter(variants).map(|(time, _)| time).chain(b.iter(other).map(|(time, _)| time)).collect();
    let end = |track: &VariantTrack<'_>, variants| track.iter(variants).last().map_or(0.0, |(time, _)| time);
    let length = end(a, variants).min(end(b, other));
    let playback = Playback { length, looped: false, rules: Rules::Rbfx };
    let (own, new) = (a.curve(variants), b.curve(other));
    times.into_iter().filter(|time| *time <= length).all(|time| {
        let sample = |curve: &urho_ani::Curve<'_>| match curve.sample(time, &playback, &mut Cursor::default()) {
            Some(Variant::Float(value)) => value,
            _ => f32::NAN,
        };
        let (own, new) = (sample(&own), sample(&new));
        (own - new).abs() <= 1e-3 || !own.is_finite()
    })
}

/// Returns the channels of a track that are not the same as the rest pose of the bone.
fn channels_of(track: &Track<'_>, rest: Option<&Transform>, size: f32) -> Channels {
    let Some(rest) = rest else { return track.channels };
    let data = track.to_data();
    let mut channels = Channels(0);
    if data.positions.iter().flatten().any(|position| (*position - rest.position).abs().max_element() > KEY * size) {
        channels = channels.with(Channels::POSITION);
    }
    if data.rotations.iter().flatten().any(|rotation| angle(*rotation, rest.rotation) > KEY) {
        channels = channels.with(Channels::ROTATION);
    }
    if data.scales.iter().flatten().any(|scale| (*scale - rest.scale).abs().max_element() > BONE_SCALE) {
        channels = channels.with(Channels::SCALE);
    }
    channels
}

/// Returns a track with only these channels.
fn narrowed(track: &Track<'_>, channels: Channels) -> Option<Track<'static>> {
    let wanted = Channels(track.channels.0 & channels.0);
    let mut data = TrackData::new(wanted);
    for key in (0..track.key_count()).filter_map(|key| track.key(key)) {
        data.push(key.time, &key.transform);
    }
    Track::from_data(track.name.clone().into_owned(), &data).ok()
}

/// Returns whether a track that was sampled at whole frames moves a bone in the same way as the original track. This
/// only compares channels of the original. Between keys, some programs interpolate rotations in a line, but the engine
/// uses the great circle, so this accepts both.
fn is_same(known: &Track<'_>, track: &Track<'_>, (span, size): (f32, f32)) -> bool {
    let shared = known.channels.0 & track.channels.0 & Channels::ALL.0;
    if shared != known.channels.0 & Channels::ALL.0 || known.key_count() == 0 || track.key_count() == 0 {
        return false;
    }
    let playback = Playback { length: span, looped: false, rules: Rules::Rbfx };
    let (mut a, mut b) = (Cursor::default(), Cursor::default());
    let mut times: Vec<f32> = track.times().iter().collect();
    if !same::is_sampled(&times) {
        // Keys that were taken out change the curve between the others.
        times.extend(known.times().iter());
    }
    times.sort_by(f32::total_cmp);
    let has = |channel: Channels| known.channels.0 & channel.0 != 0;
    times.into_iter().filter(|time| *time <= span).all(|time| {
        let (mut own, mut other) = (Transform::IDENTITY, Transform::IDENTITY);
        known.sample(time, &playback, &mut a, &mut own);
        track.sample(time, &playback, &mut b, &mut other);
        let turned = || {
            angle(own.rotation, other.rotation) <= KEY
                || straight(known, time).is_some_and(|rotation| angle(rotation, other.rotation) <= KEY)
        };
        let near = |a: Vec3, b: Vec3, near: f32| (a - b).abs().max_element() <= near || !a.is_finite() || a == b;
        (!has(Channels::POSITION) || near(own.position, other.position, KEY * size))
            && (!has(Channels::ROTATION) || turned())
            && (!has(Channels::SCALE) || near(own.scale, other.scale, BONE_SCALE))
    })
}

/// Returns the rotation at a time, using a line between two keys.
fn straight(track: &Track<'_>, time: f32) -> Option<Quat> {
    let after = track.times().iter().position(|key| key > time)?;
    let (a, b) = (track.key(after.checked_sub(1)?)?, track.key(after)?);
    let share = (time - a.time) / (b.time - a.time);
    let (from, to) = (a.transform.rotation, b.transform.rotation);
    let to = if from.dot(to) < 0.0 { -to } else { to };
    Some((from * (1.0 - share) + to * share).normalize())
}

/// Returns the angle between two rotations, if it is small. If the first is not a rotation, returns 0.
fn angle(a: Quat, b: Quat) -> f32 {
    if !(a.is_finite() && a.length_squared().is_normal()) {
        return 0.0;
    }
    let (a, b) = (a.normalize(), b.normalize());
    2.0 * (a - b).length().min((a + b).length())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_edited_above_the_tolerance_alone() {
        let track = |pose: Transform| {
            let mut data = TrackData::new(Channels::ALL);
            [0.0, 1.0].into_iter().for_each(|time| data.push(time, &pose));
            Track::from_data("hip", &data).unwrap()
        };
        let (rest, size) = (Transform::IDENTITY, 3.0);
        let is_kept = |pose: Transform| is_same(&track(rest), &track(pose), (1.0, size));
        for (factor, kept) in [(0.0, true), (0.9, true), (1.1, false)] {
            let far = KEY * factor;
            assert_eq!(is_kept(Transform { position: Vec3::X * (size * far), ..rest }), kept, "{factor}");
            assert_eq!(is_kept(Transform { rotation: Quat::from_rotation_y(far), ..rest }), kept, "{factor}");
            let scale = Vec3::ONE + BONE_SCALE * factor;
            assert_eq!(is_kept(Transform { scale, ..rest }), kept, "{factor}");
        }
    }
}
