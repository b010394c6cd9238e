//! Output of `inspect --json` for an animation: tracks with their first and last keys, triggers, hashes of the keyframes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use asset_geometry::glam::{Quat, Vec3};
use binio::Name;
use binio::summary::{Float, floats, sha256};
use serde::Serialize;
use urho_core::{HashEra, hash_of};

use crate::animation::{Animation, Version};
use crate::track::{Channels, Track, Weights};
use crate::variant_track::VariantTrack;

/// An animation with only the first and the last keyframe of each track. Hashes of names are the engine's: Urho3D 1.8 and
/// later for `UANI`, rbfx for `UAN2`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'a> {
    /// Identifier at the beginning of the file.
    pub id: &'static str,
    /// Version number of `UAN2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Number of bytes after the end.
    pub trailing_bytes: usize,
    /// Animation name.
    pub name: Name<'a>,
    /// Hash of the name.
    pub name_hash: String,
    /// Duration, in seconds.
    pub length: Float,
    /// Number of tracks in the file, with duplicates.
    pub num_tracks: usize,
    /// Tracks of bones and nodes.
    pub tracks: Vec<TrackSummary<'a>>,
    /// Tracks of other values; only in `UAN2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variant_tracks: Vec<VariantTrackSummary<'a>>,
    /// Events for the game and their times, from the side file (see [`with_sidecar`](Self::with_sidecar)).
    pub triggers: Vec<TriggerSummary>,
    /// Whether the side file has metadata.
    pub has_metadata: bool,
}

/// A track.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TrackSummary<'a> {
    /// Name of the bone or node.
    pub name: Name<'a>,
    /// Hash of the name.
    pub name_hash: String,
    /// Mask of the channels.
    pub mask: u8,
    /// Weights of position, rotation and scale, if not all are 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<[Float; 3]>,
    /// Number of keyframes.
    pub num_keys: usize,
    /// SHA-256 of the keyframes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys_sha256: Option<String>,
    /// The first keyframe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<KeySummary>,
    /// The last keyframe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<KeySummary>,
}

/// A keyframe, with the channels of the track.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct KeySummary {
    /// Time, in seconds.
    pub time: Float,
    /// Position, if the track has one: x, y, z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<[Float; 3]>,
    /// Rotation, if the track has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationSummary>,
    /// Scale, if the track has one: x, y, z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[Float; 3]>,
}

/// A rotation as a quaternion: `w + xi + yj + zk`.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct RotationSummary {
    /// The real part.
    pub w: Float,
    /// Factor of i.
    pub x: Float,
    /// Factor of j.
    pub y: Float,
    /// Factor of k.
    pub z: Float,
}

/// A variant track.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct VariantTrackSummary<'a> {
    /// Path of the animated value.
    pub name: Name<'a>,
    /// Hash of the name.
    pub name_hash: String,
    /// Number of the type.
    pub type_number: u8,
    /// Name of the type.
    pub r#type: &'static str,
    /// Number of the interpolation: 0 none, 1 linear, 2 tension spline, 3 tangent spline.
    pub interpolation: u8,
    /// Tension of the spline.
    pub tension: Float,
    /// Weight, 0 to 1.
    pub weight: Float,
    /// Number of keyframes.
    pub num_keys: u32,
    /// SHA-256 of the keyframes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys_sha256: Option<String>,
    /// SHA-256 of the tangents, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangents_sha256: Option<String>,
}

/// A trigger.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TriggerSummary {
    /// Time, in seconds.
    pub time: Float,
    /// Name of the value's type.
    pub r#type: &'static str,
    /// The value as the engine's text, which is empty for vectors and maps.
    pub value: String,
}

impl Animation<'_> {
    /// Returns the animation without its keyframes; with the SHA-256 of every block if `hashes`.
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
    /// Adds the triggers of the animation's side file.
    #[must_use]
    pub fn with_sidecar(mut self, sidecar: &urho_core::Sidecar) -> Self {
        self.triggers = sidecar.triggers.iter().map(|one| trigger(one, sidecar.hashes)).collect();
        self.has_metadata = !sidecar.metadata.is_empty();
        self
    }
}

#[cfg(feature = "sidecar")]
fn trigger(trigger: &urho_core::Trigger, hashes: HashEra) -> TriggerSummary {
    let kind = trigger.value.kind();
    let text = trigger.value.to_text(hashes).unwrap_or_default();
    TriggerSummary { time: Float(trigger.time), r#type: kind.name(), value: Name::from(text).to_text().into_owned() }
}

fn track<'a>(track: &'a Track<'_>, names: HashEra, hashes: bool) -> TrackSummary<'a> {
    let count = track.key_count();
    TrackSummary {
        name: track.name.borrowed(),
        name_hash: hash_of(names, &track.name).to_string(),
        mask: track.channels.0,
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
    names: HashEra,
    hashes: bool,
) -> VariantTrackSummary<'a> {
    VariantTrackSummary {
        name: track.name.borrowed(),
        name_hash: hash_of(names, &track.name).to_string(),
        type_number: track.variant_type.0,
        r#type: track.kind(animation.era).map_or("unknown", urho_core::VariantKind::name),
        interpolation: track.interpolation.0,
        tension: Float(track.tension),
        weight: Float(track.weight),
        num_keys: track.key_count,
        keys_sha256: hashes.then(|| sha256(&track.keys)),
        tangents_sha256: (hashes && !track.tangents.is_empty()).then(|| sha256(&track.tangents)),
    }
}
