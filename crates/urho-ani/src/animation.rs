//! The document: the content of an animation file, in file order.

use alloc::vec::Vec;
use binio::{Bytes, Name, same_bits};
use urho_core::{HashEra, VariantEra};

use crate::track::Track;
use crate::variant_track::VariantTrack;

/// An animation.
///
/// Transforms are absolute and relative to the parent bone; left-handed, Y up, Z forward. Keyframes and names are borrowed
/// from the file until modified. Equality is by bits: a NaN equals itself.
#[derive(Clone, Debug)]
pub struct Animation<'a> {
    /// Identifier and version; they determine the layout.
    pub version: Version,
    /// Numbering of the types of the [variant tracks](Self::variant_tracks). Without variant tracks it has no meaning and
    /// is ignored by equality.
    pub era: VariantEra,
    /// Animation name; nothing refers to it.
    pub name: Name<'a>,
    /// Duration in seconds.
    pub length: f32,
    /// Tracks of bones and nodes, in file order, with duplicates.
    pub tracks: Vec<Track<'a>>,
    /// Tracks of other values (rbfx).
    pub variant_tracks: Vec<VariantTrack<'a>>,
    /// Bytes after the end, which no reader uses.
    pub trailing: Bytes<'a>,
}

/// Identifier and version of an animation file ([`UANI`](crate::format#uani), [`UAN2`](crate::format#uan2)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// `UANI`: Urho3D and U3D; rbfx reads it too.
    Uani,
    /// `UAN2` and its version number (rbfx): variant tracks from 2 on, a weight per track from 3 on, a weight per channel
    /// from 4 on. The engine reads higher numbers as 4.
    Uan2(u32),
}

impl Version {
    /// Version that current rbfx writes.
    pub const LATEST: Self = Self::Uan2(4);

    /// Returns the identifier at the start of the file.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Uani => "UANI",
            Self::Uan2(_) => "UAN2",
        }
    }

    /// Returns whether there are variant tracks.
    pub const fn has_variant_tracks(self) -> bool {
        matches!(self, Self::Uan2(2..))
    }

    /// Returns whether tracks have a weight.
    pub const fn has_weights(self) -> bool {
        matches!(self, Self::Uan2(3..))
    }

    /// Returns whether each channel of a track has its own weight.
    pub const fn has_channel_weights(self) -> bool {
        matches!(self, Self::Uan2(4..))
    }

    /// Returns the hash algorithm of the engines that write this version.
    pub const fn hashes(self) -> HashEra {
        match self {
            Self::Uani => HashEra::Urho18,
            Self::Uan2(_) => HashEra::Rbfx,
        }
    }
}

impl PartialEq for Animation<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { version, era, name, length, tracks, variant_tracks, trailing } = self;
        *version == other.version
            && (*era == other.era || variant_tracks.is_empty())
            && *name == other.name
            && same_bits(&[*length], &[other.length])
            && *tracks == other.tracks
            && *variant_tracks == other.variant_tracks
            && *trailing == other.trailing
    }
}

binio::into_owned! { pub Animation { name, tracks, variant_tracks, trailing; version, era, length }, borrowed }

impl<'a> Animation<'a> {
    /// Creates an animation without tracks.
    pub fn new(version: Version, name: impl Into<Name<'a>>, length: f32) -> Self {
        Self {
            version,
            era: VariantEra::RbfxNew,
            name: name.into(),
            length,
            tracks: Vec::new(),
            variant_tracks: Vec::new(),
            trailing: Bytes::EMPTY,
        }
    }

    /// Returns the track with this name in the engine: for duplicates the later.
    pub fn track(&self, name: &[u8]) -> Option<&Track<'a>> {
        self.tracks.iter().rev().find(|track| *track.name == *name)
    }

    /// Returns the tracks as in the engine: each name once, at its first position, with the content of the last track of
    /// that name.
    ///
    /// [`tracks`](Self::tracks) contains all tracks of the file.
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
