//! Updates an original animation.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use binio::{Findings, Path};
use urho_ani::{
    Animation, Channels, Cursor, Playback, Rules, Track, TrackData, Transform, Variant, VariantEra, VariantTrack,
};
use urho_mdl::{Model, glam::Quat};

use crate::kinds;
use crate::weights;

/// The longest frame by which a program that counts whole frames may shorten or lengthen an animation, in seconds.
const FRAME: f32 = 1.0 / 23.0;
/// How far keys of the same animation may be apart: shares of the model's size, and radians.
const SAME: f32 = 1e-4;
/// How far scales may be apart and count as the same: Blender's bones have none at rest, so that small ones of bones above add up.
const SAME_SCALE: f32 = 5e-3;

/// Returns the time of the last key of all tracks, in seconds.
fn last_key(animation: &Animation<'_>) -> f32 {
    let times = animation.tracks.iter().filter_map(|track| track.times().iter().last());
    let others = animation.variant_tracks.iter().filter_map(|track| track.iter(animation.era).last());
    times.chain(others.map(|(time, _)| time)).fold(0.0_f32, f32::max)
}

/// Returns the rest pose of the bone that a track moves.
fn rest_pose(model: Option<&Model<'_>>, track: &Track<'_>) -> Option<Transform> {
    let bone = model?.skeleton.bones.iter().find(|bone| bone.name == track.name)?;
    Some(Transform { position: bone.position, rotation: bone.rotation, scale: bone.scale })
}

/// Copies the keys of `built` into its original animation. The original keeps its name, weights, channels, variant tracks, any data after them, and
/// its length unless more than a frame was cut off. It also keeps the keys of unchanged tracks, tracks that `built` lacks, and unchanged morph
/// weights. Tracks that only `built` contains are added if they move their bones.
///
/// Programs that write every bone at every frame create tracks for bones that don't move, which would override other animations. These tracks are
/// omitted, and channels that equal the bone's rest pose in `model`.
pub fn update_animation(
    original: &Animation<'_>,
    built: Animation<'static>,
    model: Option<&Model<'_>>,
    findings: &mut Findings,
) -> Animation<'static> {
    let mut made = original.clone().into_owned();
    let size = model.and_then(|model| crate::mean_size(&model.bounds)).unwrap_or(1.0);
    let (was, is) = (last_key(original), last_key(&built));
    // A program may end with the last key, or with the end.
    let is_whole = (is - was).abs() <= FRAME || (is - original.length).abs() <= FRAME;
    if !is_whole {
        made.length = is + (original.length - was).max(0.0);
        let message = format!("lasts {:.4} s, the original {:.4} s", made.length, original.length);
        findings.note(kinds::ANIMATION_LENGTH, Path::from("animation").name(original.name.as_bytes()), message);
    }
    let span = is.min(was);
    for track in built.tracks {
        let rest = rest_pose(model, &track);
        match made.tracks.iter_mut().find(|known| known.name == track.name) {
            Some(known) if is_whole && is_same(known, &track, (span, size)) => {}
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
    morphs(&mut made, built.variant_tracks, built.era, findings);
    made
}

/// Replaces changed weights of morphs; the name and weight of the track stay.
fn morphs(made: &mut Animation<'static>, built: Vec<VariantTrack<'static>>, era: VariantEra, findings: &mut Findings) {
    let own = made.era;
    for track in built {
        let number = weights::morph(&track.name);
        match made.variant_tracks.iter_mut().find(|known| weights::morph(&known.name) == number) {
            Some(known) if is_alike((known, own), (&track, era)) => {}
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

/// Whether two tracks of weights go the same way, at the keys of both.
fn is_alike((a, era): (&VariantTrack<'_>, VariantEra), (b, other): (&VariantTrack<'_>, VariantEra)) -> bool {
    let times: Vec<f32> = a.iter(era).map(|(time, _)| time).chain(b.iter(other).map(|(time, _)| time)).collect();
    let end = |track: &VariantTrack<'_>, era| track.iter(era).last().map_or(0.0, |(time, _)| time);
    let length = end(a, era).min(end(b, other));
    let playback = Playback { length, looped: false, rules: Rules::Rbfx };
    let (own, new) = (a.curve(era), b.curve(other));
    times.into_iter().filter(|time| *time <= length).all(|time| {
        let sample = |curve: &urho_ani::Curve<'_>| match curve.sample(time, &playback, &mut Cursor::default()) {
            Some(Variant::Float(value)) => value,
            _ => f32::NAN,
        };
        (sample(&own) - sample(&new)).abs() <= 1e-3
    })
}

/// The channels of a track that hold something else than the bone has at rest.
fn channels_of(track: &Track<'_>, rest: Option<&Transform>, size: f32) -> Channels {
    let Some(rest) = rest else { return track.channels };
    let data = track.to_data();
    let mut channels = Channels(0);
    if data.positions.iter().flatten().any(|position| (*position - rest.position).abs().max_element() > SAME * size) {
        channels = channels.with(Channels::POSITION);
    }
    if data.rotations.iter().flatten().any(|rotation| angle(*rotation, rest.rotation) > SAME) {
        channels = channels.with(Channels::ROTATION);
    }
    if data.scales.iter().flatten().any(|scale| (*scale - rest.scale).abs().max_element() > SAME_SCALE) {
        channels = channels.with(Channels::SCALE);
    }
    channels
}

/// Returns a track with only these of its channels.
fn narrowed(track: &Track<'_>, channels: Channels) -> Option<Track<'static>> {
    let wanted = Channels(track.channels.0 & channels.0);
    let mut data = TrackData::new(wanted);
    for key in (0..track.key_count()).filter_map(|key| track.key(key)) {
        data.push(key.time, &key.transform);
    }
    Track::from_data(track.name.clone().into_owned(), &data).ok()
}

/// Whether a track that was sampled at whole frames moves a bone as the original's does, as far as that has channels. Between keys programs go
/// straight from one rotation to the other, where the engine goes around: either counts.
fn is_same(known: &Track<'_>, track: &Track<'_>, (span, size): (f32, f32)) -> bool {
    let shared = known.channels.0 & track.channels.0 & Channels::ALL.0;
    if shared != known.channels.0 & Channels::ALL.0 || known.key_count() == 0 || track.key_count() == 0 {
        return false;
    }
    let playback = Playback { length: span, looped: false, rules: Rules::Rbfx };
    let (mut a, mut b) = (Cursor::default(), Cursor::default());
    let mut times: Vec<f32> = track.times().iter().collect();
    if track.key_count() <= 2 {
        // One track is constant; the other must be constant too, at all times.
        times.extend(known.times().iter());
    }
    times.sort_by(f32::total_cmp);
    let has = |channel: Channels| known.channels.0 & channel.0 != 0;
    times.into_iter().filter(|time| *time <= span).all(|time| {
        let (mut own, mut other) = (Transform::IDENTITY, Transform::IDENTITY);
        known.sample(time, &playback, &mut a, &mut own);
        track.sample(time, &playback, &mut b, &mut other);
        let turned = || {
            angle(own.rotation, other.rotation) <= SAME
                || straight(known, time).is_some_and(|rotation| angle(rotation, other.rotation) <= SAME)
        };
        (!has(Channels::POSITION) || (own.position - other.position).abs().max_element() <= SAME * size)
            && (!has(Channels::ROTATION) || turned())
            && (!has(Channels::SCALE) || (own.scale - other.scale).abs().max_element() <= SAME_SCALE)
    })
}

/// The rotation of a track at a time, straight between two keys.
fn straight(track: &Track<'_>, time: f32) -> Option<Quat> {
    let after = track.times().iter().position(|key| key > time)?;
    let (a, b) = (track.key(after.checked_sub(1)?)?, track.key(after)?);
    let share = (time - a.time) / (b.time - a.time);
    let (from, to) = (a.transform.rotation, b.transform.rotation);
    let to = if from.dot(to) < 0.0 { -to } else { to };
    Some((from * (1.0 - share) + to * share).normalize())
}

/// The angle between two rotations, if it is small.
fn angle(a: Quat, b: Quat) -> f32 {
    let (a, b) = (a.normalize(), b.normalize());
    2.0 * (a - b).length().min((a + b).length())
}
