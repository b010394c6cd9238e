//! Edits variant tracks that move nodes. In the scene, these are channels of the nodes.

use asset_scene::escape_name;
use binio::{Findings, Path};
use urho_ani::{
    Animation, Channels, Cursor, Interpolation, Playback, Rules, Track, TrackData, Variant, VariantEncoding,
    VariantTrack,
};
use urho_mdl::glam::{Quat, Vec3};

use super::{is_same, narrowed};
use crate::export::animation::values::moved_node;
use crate::kinds;

/// Writes edits to the variant tracks that move nodes. This removes their channels from `built` and `shown`, where they
/// are normal tracks, and adds the names of removed tracks to `gone`.
pub(super) fn update(
    made: &mut Animation<'static>,
    mut shown: Option<&mut Animation<'static>>,
    built: &mut Animation<'static>,
    same: (f32, f32),
    (gone, findings): (&mut Vec<String>, &mut Findings),
) {
    let variants = made.variant_encoding;
    // The scene shows the first of several tracks of a channel, and tracks of nodes before these.
    let mut taken: Vec<(String, Channels)> = Vec::new();
    for track in &made.tracks {
        let each = [Channels::POSITION, Channels::ROTATION, Channels::SCALE].into_iter();
        let own = each.filter(|channel| track.key_count() > 0 && track.channels.has(*channel));
        taken.extend(own.map(|channel| (escape_name(&track.name), channel)));
    }
    let mut removed = Vec::new();
    for (number, known) in made.variant_tracks.iter_mut().enumerate() {
        let Some((name, channel)) = moved_node(known, variants) else { continue };
        if taken.contains(&(name.clone(), channel)) {
            continue;
        }
        let former = shown.as_deref_mut().map(|shown| take(shown, &name, channel));
        match (former, take(built, &name, channel)) {
            (Some(None), None) | (None, None) => continue,
            (Some(Some(_)), None) => removed.push(number),
            (former, Some(track)) => {
                let former = former.flatten().or_else(|| sampled(known, variants, &track));
                if former.is_none_or(|former| !is_same(&former, &track, same)) {
                    tell(number, known, findings);
                    *known = replaced(known, variants, &track);
                }
            }
        }
        taken.push((name, channel));
    }
    for number in removed.into_iter().rev() {
        gone.push(made.variant_tracks.remove(number).name.to_string());
    }
}

/// Reports that a track is no longer a spline.
fn tell(number: usize, known: &VariantTrack<'_>, findings: &mut Findings) {
    if matches!(known.interpolation, Interpolation::TENSION_SPLINE | Interpolation::TANGENT_SPLINE) {
        let message = format!("{} was a spline and was edited: its keys are linear now", known.name);
        findings.note(kinds::TRACK_LINEAR, Path::from([("variant track", number)]), message);
    }
}

/// Removes a channel from a node's track in an animation, and returns it.
fn take(animation: &mut Animation<'static>, node: &str, channel: Channels) -> Option<Track<'static>> {
    let is_of = |track: &Track<'_>| escape_name(&track.name) == node && track.channels.has(channel);
    let place = animation.tracks.iter().position(is_of)?;
    let track = animation.tracks.get(place)?.clone();
    let others = Channels(track.channels.0 & !channel.0);
    match narrowed(&track, others).filter(|_| others.0 != 0) {
        Some(rest) => animation.tracks.get_mut(place).into_iter().for_each(|own| *own = rest.clone()),
        None => drop(animation.tracks.remove(place)),
    }
    narrowed(&track, channel)
}

/// Samples a variant track at the key times of another track.
fn sampled(known: &VariantTrack<'_>, variants: VariantEncoding, like: &Track<'_>) -> Option<Track<'static>> {
    let times: Vec<f32> = like.times().iter().collect();
    let length = times.iter().copied().fold(0.0_f32, f32::max);
    let playback = Playback { length, looped: false, rules: Rules::Rbfx };
    let (curve, mut cursor, mut data) = (known.curve(variants), Cursor::default(), TrackData::new(like.channels));
    for time in times {
        let value = curve.sample(time, &playback, &mut cursor)?;
        let mut transform = urho_ani::Transform::IDENTITY;
        match (like.channels, value.as_vec3(), value.as_quat()) {
            (Channels::POSITION, Some(position), _) => transform.position = position,
            (Channels::SCALE, Some(scale), _) => transform.scale = scale,
            (_, _, Some(rotation)) => transform.rotation = rotation,
            _ => return None,
        }
        data.push(time, &transform);
    }
    Track::from_data(like.name.clone().into_owned(), &data).ok()
}

/// Replaces the keys of a variant track with those of a channel. If several keys have the same time, the last one is
/// used, as in the engine.
fn replaced(known: &VariantTrack<'static>, variants: VariantEncoding, track: &Track<'_>) -> VariantTrack<'static> {
    // The other handedness of the scene leaves zeros with a sign.
    let vector = |value: Vec3| Variant::Vector3(value.to_array().map(|number| number + 0.0));
    let rotation = |value: Quat| Variant::Quaternion([value.w, value.x, value.y, value.z].map(|number| number + 0.0));
    let keys = (0..track.key_count()).filter_map(|index| track.key(index)).map(|key| {
        let value = match track.channels {
            Channels::POSITION => vector(key.transform.position),
            Channels::ROTATION => rotation(key.transform.rotation),
            _ => vector(key.transform.scale),
        };
        (key.time, value)
    });
    let keys: Vec<(f32, Variant<'static>)> = keys.collect();
    match VariantTrack::from_keys(known.name.clone(), Interpolation::LINEAR, &keys, variants) {
        Ok(new) => VariantTrack { tension: known.tension, weight: known.weight, ..new }.into_owned(),
        // Each key has a value of one type, which the numbering has: the original did.
        Err(_) => known.clone(),
    }
}
