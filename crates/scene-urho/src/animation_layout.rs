//! Properties of an animation that keyframes of nodes don't contain; described on the front page of the crate.

use asset_scene::{escape_name, unescape_name};
use scene_adapter::json::{Base64, Real};
use serde::{Deserialize, Serialize};
use urho_ani::{Animation, Interpolation, Name, Track, VariantEra, VariantTrack, VariantType, Version};

/// Number of this layout.
pub(crate) const LAYOUT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AnimationLayout {
    pub(crate) layout: u32,
    pub(crate) version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version_number: Option<u32>,
    pub(crate) name: String,
    pub(crate) length: Real,
    pub(crate) tracks: Vec<TrackLayout>,
    /// `old` or `new`: which rbfx numbered the types of the variant tracks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) era: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) variant_tracks: Vec<VariantLayout>,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(crate) trailing: Base64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TrackLayout {
    pub(crate) name: String,
    pub(crate) channels: u8,
    /// Of position, rotation, scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) weights: Option<[Real; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<usize>,
    /// Whether the channels have a key more, at the animation's end.
    #[serde(default, skip_serializing_if = "scene_adapter::json::is_default")]
    pub(crate) closed: bool,
    /// The keyframes, if no channel has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) keys: Option<Base64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct VariantLayout {
    name: String,
    #[serde(rename = "type")]
    kind: u8,
    interpolation: u8,
    tension: Real,
    weight: Real,
    key_count: u32,
    keys: Base64,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    tangents: Base64,
}

impl AnimationLayout {
    /// Creates a layout without variant tracks and without the parts that depend on the scene.
    pub(crate) fn of(animation: &Animation<'_>) -> Self {
        let version_number = match animation.version {
            Version::Uani => None,
            Version::Uan2(number) => Some(number),
        };
        let era = match animation.era {
            _ if animation.variant_tracks.is_empty() => None,
            VariantEra::RbfxOld => Some("old"),
            VariantEra::Urho => Some("urho"),
            _ => Some("new"),
        };
        let weights = animation.version.has_weights();
        Self {
            layout: LAYOUT,
            version: animation.version.id().to_owned(),
            version_number,
            name: escape_name(&animation.name),
            length: Real(animation.length),
            tracks: animation.tracks.iter().map(|track| TrackLayout::of(track, weights)).collect(),
            era: era.map(str::to_owned),
            variant_tracks: Vec::new(),
            trailing: Base64(animation.trailing.to_vec()),
        }
    }

    /// The version of the format, if it is one.
    pub(crate) fn version(&self) -> Option<Version> {
        match (self.version.as_str(), self.version_number) {
            ("UANI", None) => Some(Version::Uani),
            ("UAN2", Some(number)) => Some(Version::Uan2(number)),
            _ => None,
        }
    }

    /// How the types of variant tracks are numbered, if that is one of the ways.
    pub(crate) fn era(&self) -> Option<VariantEra> {
        match self.era.as_deref() {
            Some("new") | None => Some(VariantEra::RbfxNew),
            Some("old") => Some(VariantEra::RbfxOld),
            Some("urho") => Some(VariantEra::Urho),
            Some(_) => None,
        }
    }
}

impl TrackLayout {
    fn of(track: &Track<'_>, weights: bool) -> Self {
        let weights = weights.then(|| track.weights.to_array().map(Real));
        Self {
            name: escape_name(&track.name),
            channels: track.channels.0,
            weights,
            node: None,
            closed: false,
            keys: None,
        }
    }
}

impl VariantLayout {
    pub(crate) fn of(track: &VariantTrack<'_>) -> Self {
        Self {
            name: escape_name(&track.name),
            kind: track.variant_type.0,
            interpolation: track.interpolation.0,
            tension: Real(track.tension),
            weight: Real(track.weight),
            key_count: track.key_count,
            keys: Base64(track.keys.to_vec()),
            tangents: Base64(track.tangents.to_vec()),
        }
    }

    pub(crate) fn track(&self) -> VariantTrack<'static> {
        VariantTrack {
            name: Name::from(unescape_name(&self.name)),
            variant_type: VariantType(self.kind),
            interpolation: Interpolation(self.interpolation),
            tension: self.tension.0,
            weight: self.weight.0,
            key_count: self.key_count,
            keys: self.keys.0.clone().into(),
            tangents: self.tangents.0.clone().into(),
        }
    }
}
