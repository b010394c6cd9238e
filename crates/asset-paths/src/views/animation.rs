//! Views animations, with paths such as `length` and `tracks/Head/keys[3]/time`.

use std::collections::BTreeMap;

use binio::{Bytes, Name};
use urho_ani::{Animation, Channels, QuatWxyz, Track};
use urho_core::Variant;

use super::Address;
use crate::edit::Setting;
use crate::error::PathError;
use crate::part::Part;
use crate::value::Value;

/// The place of a part in an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum At {
    Name,
    Length,
    /// All tracks.
    Tracks,
    /// All keys of a track.
    Keys(usize),
    /// A track, or its name.
    Track(usize),
    /// A key in a track: all of it (`None`), or a channel. If there is no channel, this is the time.
    Key(usize, usize, Option<Channels>),
}

const TIME: Channels = Channels(0);
const FIELDS: [(&str, Channels); 4] =
    [("time", TIME), ("position", Channels::POSITION), ("rotation", Channels::ROTATION), ("scale", Channels::SCALE)];

fn text(name: &Name<'_>) -> Value {
    Value::text_of(name.clone().into_owned())
}

/// Returns the document as a part.
pub(super) fn root<'d>(animation: &'d Animation<'d>) -> Part<'d> {
    Part::group("", "Animation", Address::None, move || {
        let length = Value::new(Variant::Float(animation.length));
        vec![
            Part::value_of("name", text(&animation.name), Address::Animation(At::Name)),
            Part::value_of("length", length, Address::Animation(At::Length)),
            Part::list("tracks", Address::Animation(At::Tracks), move || {
                (0..animation.tracks.len()).filter_map(|index| track(animation, index)).collect()
            }),
            Part::list("variant_tracks", Address::None, move || {
                let names = animation.variant_tracks.iter().map(|track| track.name.to_text().into_owned());
                names
                    .map(|name| Part::value_of(name.clone(), Value::fixed(Variant::String(name.into())), Address::None))
                    .collect()
            }),
        ]
    })
}

fn track<'d>(animation: &'d Animation<'d>, index: usize) -> Option<Part<'d>> {
    let this = animation.tracks.get(index)?;
    let name = this.name.to_text().into_owned();
    let address = Address::Animation(At::Track(index));
    Some(Part::group(name, "Track", address.clone(), move || {
        let mask = Value::fixed(Variant::Int(i32::from(this.channels.0)));
        let key = move |number| {
            Part::group("", "", Address::Animation(At::Key(index, number, None)), move || key(animation, index, number))
        };
        vec![
            Part::value_of("name", text(&this.name), address.clone()),
            Part::value_of("mask", mask, Address::None),
            Part::list("keys", Address::Animation(At::Keys(index)), move || (0..this.key_count()).map(key).collect()),
        ]
    }))
}

fn key<'d>(animation: &Animation<'_>, index: usize, number: usize) -> Vec<Part<'d>> {
    let Some(track) = animation.tracks.get(index) else { return Vec::new() };
    let value = |channel: Channels| {
        Some(match channel {
            TIME => Variant::Float(track.times().get(number)?),
            Channels::POSITION => Variant::Vector3(track.positions()?.get(number)?.to_array()),
            Channels::ROTATION => {
                let QuatWxyz(rotation) = track.rotations()?.get(number)?;
                Variant::Quaternion([rotation.w, rotation.x, rotation.y, rotation.z])
            }
            _ => Variant::Vector3(track.scales()?.get(number)?.to_array()),
        })
    };
    let part = |(name, channel): (&'static str, Channels)| {
        let address = Address::Animation(At::Key(index, number, Some(channel)));
        Some(Part::value_of(name, Value::new(value(channel)?), address))
    };
    FIELDS.into_iter().filter_map(part).collect()
}

/// Sets values. The other values in a keyframe keep their bytes.
pub(super) fn set(animation: &mut Animation<'_>, settings: &[(At, &Setting)]) -> Result<(), PathError> {
    let mut changed = animation.clone();
    for (at, setting) in settings {
        let is_done = match (at, &setting.variant) {
            (At::Name, Variant::String(name)) => {
                changed.name = name.clone();
                true
            }
            (At::Length, Variant::Float(length)) => {
                changed.length = *length;
                true
            }
            (At::Track(index), Variant::String(name)) => {
                changed.tracks.get_mut(*index).map(|track| track.name = name.clone()).is_some()
            }
            (At::Key(index, number, Some(channel)), value) => {
                set_key(changed.tracks.get_mut(*index), *number, *channel, value).is_some()
            }
            _ => false,
        };
        if !is_done {
            return Err(PathError::refused(&setting.path, "the animation doesn't have it"));
        }
    }
    *animation = changed;
    Ok(())
}

fn set_key(track: Option<&mut Track<'_>>, number: usize, channel: Channels, value: &Variant<'_>) -> Option<()> {
    let track = track?;
    let offset = if channel == TIME { Some(0) } else { track.channels.offset(channel) };
    let begin = number.checked_mul(track.channels.key_size())?.checked_add(offset?)?;
    let floats = value.floats()?;
    let slots = track.keys.to_mut().get_mut(begin..begin.checked_add(floats.len().checked_mul(4)?)?)?;
    for (slot, float) in slots.chunks_exact_mut(4).zip(floats) {
        slot.copy_from_slice(&float.to_le_bytes());
    }
    Some(())
}

/// Inserts a track with this name and without keys, or a key at this time, with the same values as the key before it.
pub(super) fn insert(
    animation: &mut Animation<'_>,
    (path, at): (&str, At),
    index: Option<usize>,
    text: &str,
) -> Result<(), PathError> {
    match at {
        At::Tracks => {
            if animation.tracks.iter().any(|track| track.name == *text) {
                return Err(PathError::refused(
                    path,
                    format!("there is a track {text:?}; the engine plays one of them"),
                ));
            }
            let track = Track { name: Name::from(text.to_owned()), channels: Channels::ALL, ..Track::default() };
            let count = animation.tracks.len();
            animation.tracks.insert(index.unwrap_or(count).min(count), track);
            Ok(())
        }
        At::Keys(track) => {
            let track = animation.tracks.get_mut(track).ok_or_else(|| PathError::refused(path, "there is no track"))?;
            insert_key(track, path, index, text)
        }
        _ => Err(PathError::refused(path, "only tracks and keys can be inserted")),
    }
}

fn insert_key(track: &mut Track<'_>, path: &str, index: Option<usize>, text: &str) -> Result<(), PathError> {
    let time = text.parse::<f32>().ok().filter(|time| time.is_finite()).ok_or_else(|| PathError::Value {
        path: path.to_owned(),
        text: text.to_owned(),
        expected: "a time in seconds".to_owned(),
        words: Vec::new(),
    })?;
    let times: Vec<f32> = track.times().iter().collect();
    let (size, count) = (track.channels.key_size(), times.len());
    let index = index.unwrap_or(count);
    let is_after = index.checked_sub(1).and_then(|before| times.get(before)).is_none_or(|before| *before <= time);
    if !is_after || times.get(index).is_some_and(|next| *next < time) {
        let right = times.partition_point(|key| *key <= time);
        let remedy =
            if right < count { format!("insert before {path}[{right}]") } else { "leave the position out".to_owned() };
        return Err(PathError::refused(path, format!("keys are in the order of their times; {remedy}")));
    }
    let like = index.saturating_sub(1);
    let mut key =
        track.keys.get(like * size..(like + 1) * size).map_or_else(|| resting(track.channels), <[u8]>::to_vec);
    key.splice(..4, time.to_le_bytes());
    let at = index * size;
    track.keys.to_mut().splice(at..at, key);
    Ok(())
}

/// Returns a key at the origin, without rotation, and with scale 1.
fn resting(channels: Channels) -> Vec<u8> {
    let values: [(Channels, &[f32]); 3] =
        [(Channels::POSITION, &[0.0; 3]), (Channels::ROTATION, &[1.0, 0.0, 0.0, 0.0]), (Channels::SCALE, &[1.0; 3])];
    let values = values.iter().filter(|(channel, _)| channels.has(*channel)).flat_map(|(_, values)| values.iter());
    std::iter::once(&0.0).chain(values).flat_map(|value: &f32| value.to_le_bytes()).collect()
}

/// Removes tracks and keyframes.
pub(super) fn remove(animation: &mut Animation<'_>, removed: &[(&str, At)]) -> Result<(), PathError> {
    let mut keys: BTreeMap<usize, std::collections::BTreeSet<usize>> = BTreeMap::new();
    let mut tracks = std::collections::BTreeSet::new();
    for (path, at) in removed {
        match at {
            At::Track(index) => drop(tracks.insert(*index)),
            At::Key(index, number, None) => drop(keys.entry(*index).or_default().insert(*number)),
            At::Name | At::Length | At::Tracks | At::Keys(_) | At::Key(..) => {
                return Err(PathError::refused(*path, "only tracks and keys can be removed"));
            }
        }
    }
    for (index, numbers) in keys {
        let Some(track) = animation.tracks.get_mut(index) else { continue };
        let size = track.channels.key_size();
        let kept = track.keys.chunks(size).enumerate().filter(|(number, _)| !numbers.contains(number));
        track.keys = Bytes::from(kept.flat_map(|(_, key)| key).copied().collect::<Vec<u8>>());
    }
    let mut index = 0..;
    animation.tracks.retain(|_| index.next().is_none_or(|index| !tracks.contains(&index)));
    Ok(())
}
