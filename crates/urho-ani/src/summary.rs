//! What `inspect --json` prints for an animation: the tracks with their first and last key, triggers, and hashes of the
//! keyframes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use asset_geometry::glam::{Quat, Vec3};
use binio::Name;
use binio::summary::{Float, floats, sha256};
use serde::Serialize;
use urho_core::{HashAlgorithm, hash_of};

use crate::animation::{Animation, Version};
use crate::track::{Channels, Track, Weights};
use crate::variant_track::VariantTrack;

/// An animation with only the first and the last keyframe of each track, to be serialized. Use [`Animation::summary`]
/// to create it.
///
/// Name hashes are computed as in the engine: as in Urho3D 1.8 and later for `UANI`, and as in rbfx for `UAN2`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'a> {
    /// The identifier at the start of the file.
    pub id: &'static str,
    /// The version number after `UAN2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The number of bytes after the end.
    pub trailing_bytes: usize,
    /// The name of the animation.
    pub name: Name<'a>,
    /// The hash that the engine computes for the name.
    pub name_hash: String,
    /// The duration in seconds.
    pub length: Float,
    /// The number of tracks in the file, including duplicates.
    pub num_tracks: usize,
    /// The tracks for bones and nodes.
    pub tracks: Vec<TrackSummary<'a>>,
    /// The tracks for other values, which only `UAN2` can have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variant_tracks: Vec<VariantTrackSummary<'a>>,
    /// The events that the animation sends to the game, from the side file. See [`with_sidecar`](Self::with_sidecar).
    pub triggers: Vec<TriggerSummary>,
    /// Whether there is metadata in the side file.
    pub has_metadata: bool,
}

/// The summary of a track.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TrackSummary<'a> {
    /// The bone or node that this track moves.
    pub name: Name<'a>,
    /// The hash that the engine uses to find the bone.
    pub name_hash: String,
    /// The mask for the channels.
    pub mask: u8,
    /// The names of the channels, for example `position, rotation`.
    pub channels: String,
    /// The weights for position, rotation and scale. This is only set if a weight is not 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<[Float; 3]>,
    /// The number of keyframes.
    pub num_keys: usize,
    /// The SHA-256 of the keyframes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys_sha256: Option<String>,
    /// The first keyframe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<KeySummary>,
    /// The last keyframe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<KeySummary>,
}

/// A keyframe with the channels that the track has.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct KeySummary {
    /// The time in seconds.
    pub time: Float,
    /// The position in the order x, y, z, if the track has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<[Float; 3]>,
    /// The rotation, if the track has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationSummary>,
    /// The scale in the order x, y, z, if the track has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[Float; 3]>,
}

/// A rotation as the quaternion `w + xi + yj + zk`.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct RotationSummary {
    /// The real part of the quaternion.
    pub w: Float,
    /// The factor for i.
    pub x: Float,
    /// The factor for j.
    pub y: Float,
    /// The factor for k.
    pub z: Float,
}

/// The summary of a variant track.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct VariantTrackSummary<'a> {
    /// The path to the value that this track changes.
    pub name: Name<'a>,
    /// The hash that the engine computes for the name.
    pub name_hash: String,
    /// The number that the file uses for the type.
    pub type_number: u8,
    /// The name of the type.
    pub r#type: &'static str,
    /// The number that the file uses for the interpolation: 0 none, 1 linear, 2 tension spline, 3 tangent spline.
    pub interpolation: u8,
    /// The name of the interpolation.
    pub interpolation_name: String,
    /// The tension, if this is a spline.
    pub tension: Float,
    /// The weight, from 0 to 1.
    pub weight: Float,
    /// The number of keyframes.
    pub num_keys: u32,
    /// The SHA-256 of the keyframes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys_sha256: Option<String>,
    /// The SHA-256 of the tangents, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangents_sha256: Option<String>,
}

/// The summary of a trigger.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TriggerSummary {
    /// The time in seconds.
    pub time: Float,
    /// The name of the value type.
    pub r#type: &'static str,
    /// The value as text, as the engine writes it. For vectors and maps this is empty.
    pub value: String,
}

impl Animation<'_> {
    /// Returns a summary of the animation without the keyframes. If `hashes` is set, it includes the SHA-256 of every
    /// block, so you can compare the keyframes too.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        let names = self.version.hashes();
        Summary {
            id: self.version.id(),
            version: if let Version::Uan2(number) = self.version { Some(number) } else { None },
            trailing_bytes: self.trailing.len(),
            name: self.name.borrowed(),
            name_hash: hash_of(names, &self.name).to_string(),
            length: Float(self.length),
            num_tracks: self.tracks.len(),
            tracks: self.tracks.iter().map(|one| track(one, names, hashes)).collect(),
            variant_tracks: self.variant_tracks.iter().map(|one| variant_track(self, one, names, hashes)).collect(),
            triggers: Vec::new(),
            has_metadata: false,
        }
    }
}

#[cfg(feature = "sidecar")]
impl Summary<'_> {
    /// Adds the triggers from the side file of this animation.
    #[must_use]
    pub fn with_sidecar(mut self, sidecar: &urho_core::Sidecar) -> Self {
        self.triggers = sidecar.triggers.iter().map(|one| trigger(one, sidecar.hashes)).collect();
        self.has_metadata = !sidecar.metadata.is_empty();
        self
    }
}

#[cfg(feature = "sidecar")]
fn trigger(trigger: &urho_core::Trigger, hashes: HashAlgorithm) -> TriggerSummary {
    let kind = trigger.value.kind();
    let text = trigger.value.to_text(hashes).unwrap_or_default();
    TriggerSummary { time: Float(trigger.time), r#type: kind.name(), value: Name::from(text).to_text().into_owned() }
}

fn track<'a>(track: &'a Track<'_>, names: HashAlgorithm, hashes: bool) -> TrackSummary<'a> {
    let count = track.key_count();
    TrackSummary {
        name: track.name.borrowed(),
        name_hash: hash_of(names, &track.name).to_string(),
        mask: track.channels.0,
        channels: track.channels.to_string(),
        weights: (track.weights != Weights::default()).then(|| floats(track.weights.to_array())),
        num_keys: count,
        keys_sha256: hashes.then(|| sha256(&track.keys)),
        first: key(track, 0),
        last: count.checked_sub(1).and_then(|last| key(track, last)),
    }
}

fn key(track: &Track<'_>, index: usize) -> Option<KeySummary> {
    let key = track.key(index)?;
    let has = |channel| track.channels.has(channel);
    let vector = |vector: Vec3| floats(vector.to_array());
    Some(KeySummary {
        time: Float(key.time),
        position: has(Channels::POSITION).then(|| vector(key.transform.position)),
        rotation: has(Channels::ROTATION).then(|| rotation(key.transform.rotation)),
        scale: has(Channels::SCALE).then(|| vector(key.transform.scale)),
    })
}

fn rotation(rotation: Quat) -> RotationSummary {
    let [x, y, z, w] = floats(rotation.to_array());
    RotationSummary { w, x, y, z }
}

fn variant_track<'a>(
    animation: &Animation<'_>,
    track: &'a VariantTrack<'_>,
    names: HashAlgorithm,
    hashes: bool,
) -> VariantTrackSummary<'a> {
    VariantTrackSummary {
        name: track.name.borrowed(),
        name_hash: hash_of(names, &track.name).to_string(),
        type_number: track.variant_type.0,
        r#type: track.kind(animation.variant_encoding).map_or("unknown", urho_core::VariantKind::name),
        interpolation: track.interpolation.0,
        interpolation_name: track.interpolation.to_string(),
        tension: Float(track.tension),
        weight: Float(track.weight),
        num_keys: track.key_count,
        keys_sha256: hashes.then(|| sha256(&track.keys)),
        tangents_sha256: (hashes && !track.tangents.is_empty()).then(|| sha256(&track.tangents)),
    }
}
