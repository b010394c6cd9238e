//! The document: everything that is in an animation file, in file order.

use alloc::vec::Vec;
use binio::{Bytes, Name, same_bits};
use urho_core::{HashAlgorithm, VariantEncoding};

use crate::track::Track;
use crate::variant_track::VariantTrack;

/// An animation with its tracks and keyframes. Use [`Animation::parse`] to read a file and [`Animation::new`] to create
/// an empty animation.
///
/// Transforms are absolute and relative to the parent bone, in left-handed space with Y up and Z forward. Keyframes and
/// names are borrowed from the file until you modify them. Two animations are equal if their bits are equal, so a NaN
/// is equal to itself.
#[derive(Clone, Debug)]
pub struct Animation<'a> {
    /// The identifier and the version, which decide how the file is laid out.
    pub version: Version,
    /// How the types in the [variant tracks](Self::variant_tracks) are numbered. If there is no variant track, this has
    /// no meaning and is ignored when you compare animations.
    pub variant_encoding: VariantEncoding,
    /// The name of the animation. Nothing refers to it.
    pub name: Name<'a>,
    /// The duration in seconds.
    pub length: f32,
    /// The tracks for bones and nodes in file order. This may contain duplicates; see
    /// [`effective_tracks`](Self::effective_tracks).
    pub tracks: Vec<Track<'a>>,
    /// The tracks for other values, which only rbfx supports.
    pub variant_tracks: Vec<VariantTrack<'a>>,
    /// Bytes after the end, which no reader uses.
    pub trailing: Bytes<'a>,
}

/// The identifier and version of an animation file ([`UANI`](crate::format#uani), [`UAN2`](crate::format#uan2)). Use
/// [`Animation::to_version`] to convert to another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// `UANI`, for Urho3D and U3D. rbfx can read it too.
    Uani,
    /// `UAN2` and a version number, for rbfx. Version 2 adds variant tracks, version 3 a weight per track, and version
    /// 4 a weight per channel. The engine reads a higher number as 4.
    Uan2(u32),
}

impl Version {
    /// The version that current rbfx writes.
    pub const LATEST: Self = Self::Uan2(4);

    /// Returns the identifier at the start of the file.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Uani => "UANI",
            Self::Uan2(_) => "UAN2",
        }
    }

    /// Returns whether this version can store variant tracks.
    pub const fn has_variant_tracks(self) -> bool {
        matches!(self, Self::Uan2(2..))
    }

    /// Returns whether a track has a weight.
    pub const fn has_weights(self) -> bool {
        matches!(self, Self::Uan2(3..))
    }

    /// Returns whether each channel in a track has its own weight.
    pub(crate) const fn has_channel_weights(self) -> bool {
        matches!(self, Self::Uan2(4..))
    }

    /// Returns the hash algorithm in the engine that writes this version.
    pub const fn hashes(self) -> HashAlgorithm {
        match self {
            Self::Uani => HashAlgorithm::Urho18,
            Self::Uan2(_) => HashAlgorithm::Rbfx,
        }
    }
}

impl PartialEq for Animation<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { version, variant_encoding, name, length, tracks, variant_tracks, trailing } = self;
        *version == other.version
            && (*variant_encoding == other.variant_encoding || variant_tracks.is_empty())
            && *name == other.name
            && same_bits(&[*length], &[other.length])
            && *tracks == other.tracks
            && *variant_tracks == other.variant_tracks
            && *trailing == other.trailing
    }
}

binio::into_owned! { pub Animation { name, tracks, variant_tracks, trailing; version, variant_encoding, length }, borrowed }

impl<'a> Animation<'a> {
    /// Creates an animation without tracks. The `length` is in seconds.
    pub fn new(version: Version, name: impl Into<Name<'a>>, length: f32) -> Self {
        Self {
            version,
            variant_encoding: VariantEncoding::RbfxNew,
            name: name.into(),
            length,
            tracks: Vec::new(),
            variant_tracks: Vec::new(),
            trailing: Bytes::EMPTY,
        }
    }

    /// Returns the track that the engine would use for this name. For duplicates, this is the last.
    pub fn track(&self, name: &[u8]) -> Option<&Track<'a>> {
        self.tracks.iter().rev().find(|track| *track.name == *name)
    }

    /// Returns the tracks as the engine sees them. If a name is used several times, the last track is returned at the
    /// position of the first.
    ///
    /// Use this to play or convert an animation, and [`tracks`](Self::tracks) to see everything that is in the file.
    pub fn effective_tracks(&self) -> Vec<&Track<'a>> {
        self.effective_indices().into_iter().filter_map(|index| self.tracks.get(index)).collect()
    }

    /// Returns the indices of the [effective tracks](Self::effective_tracks).
    pub(crate) fn effective_indices(&self) -> Vec<usize> {
        let mut by_name: Vec<usize> = (0..self.tracks.len()).collect();
        let name = |index: &usize| self.tracks.get(*index).map(|track| &track.name);
        by_name.sort_by(|a, b| name(a).cmp(&name(b)));
        let mut effective: Vec<(usize, usize)> = Vec::with_capacity(by_name.len());
        for same in by_name.chunk_by(|a, b| name(a) == name(b)) {
            // A stable sort: tracks of one name stay in file order.
            effective.extend(same.first().copied().zip(same.last().copied()));
        }
        effective.sort_unstable();
        effective.into_iter().map(|(_, last)| last).collect()
    }
}
