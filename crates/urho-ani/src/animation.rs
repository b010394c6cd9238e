//! The document: what an animation file holds, in its order.

use alloc::vec::Vec;
use binio::{Bytes, Name, same_bits};
use urho_core::{HashEra, VariantEra};

use crate::track::Track;
use crate::variant_track::VariantTrack;

/// An animation.
///
/// Transforms are absolute and relative to the parent bone; left-handed, Y up, Z forward. Keyframes and names are borrowed
/// from the file until changed. Equality is by bits: a NaN equals itself.
#[derive(Clone, Debug)]
pub struct Animation<'a> {
    /// Identifier and version: decides the layout.
    pub version: Version,
    /// Which rbfx numbered the types of the [variant tracks](Self::variant_tracks). Means nothing, and doesn't count for
    /// equality, where there are none.
    pub era: VariantEra,
    /// What the animation is called; nothing refers to it.
    pub name: Name<'a>,
    /// Seconds from the beginning to the end.
    pub length: f32,
    /// What moves bones and nodes, in the order of the file, two of one name included.
    pub tracks: Vec<Track<'a>>,
    /// What changes anything else (rbfx).
    pub variant_tracks: Vec<VariantTrack<'a>>,
    /// Bytes behind the end, which no reader looks at.
    pub trailing: Bytes<'a>,
}

/// Identifier and version of an animation file ([`UANI`](crate::format#uani), [`UAN2`](crate::format#uan2)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// `UANI`: Urho3D and U3D; rbfx reads it too.
    Uani,
    /// `UAN2` and its version number (rbfx): from 2 on there are variant tracks, from 3 on tracks have a weight, from 4 on
    /// one for each channel. The engine reads higher numbers as 4.
    Uan2(u32),
}

impl Version {
    /// What rbfx writes today.
    pub const LATEST: Self = Self::Uan2(4);

    /// The identifier at the beginning of the file.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Uani => "UANI",
            Self::Uan2(_) => "UAN2",
        }
    }

    /// Whether there are variant tracks.
    pub const fn has_variant_tracks(self) -> bool {
        matches!(self, Self::Uan2(2..))
    }

    /// Whether tracks have a weight.
    pub const fn has_weights(self) -> bool {
        matches!(self, Self::Uan2(3..))
    }

    /// Whether each channel of a track has a weight of its own.
    pub const fn has_channel_weights(self) -> bool {
        matches!(self, Self::Uan2(4..))
    }

    /// How the engines that write this version hash names.
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

impl<'a> Animation<'a> {
    /// An animation without tracks.
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

    /// The track of this name as the engine finds it: of two, the later has replaced the first.
    pub fn track(&self, name: &[u8]) -> Option<&Track<'a>> {
        self.tracks.iter().rev().find(|track| *track.name == *name)
    }

    /// The tracks as the engine holds them: each name once, where it stands first, with what the last of that name says.
    ///
    /// [`tracks`](Self::tracks) is the other view: all that the file holds.
    pub fn effective_tracks(&self) -> Vec<&Track<'a>> {
        self.effective_indices().into_iter().filter_map(|index| self.tracks.get(index)).collect()
    }

    /// Numbers of the [effective tracks](Self::effective_tracks).
    pub(crate) fn effective_indices(&self) -> Vec<usize> {
        let mut by_name: Vec<usize> = (0..self.tracks.len()).collect();
        let name = |index: &usize| self.tracks.get(*index).map(|track| &track.name);
        by_name.sort_by(|a, b| name(a).cmp(&name(b)));
        let mut effective: Vec<(usize, usize)> = Vec::with_capacity(by_name.len());
        for same in by_name.chunk_by(|a, b| name(a) == name(b)) {
            // A stable sort: those of one name are in the order of the file.
            effective.extend(same.first().copied().zip(same.last().copied()));
        }
        effective.sort_unstable();
        effective.into_iter().map(|(_, last)| last).collect()
    }

    /// The animation, free of the bytes it was read from.
    pub fn into_owned(self) -> Animation<'static> {
        Animation {
            version: self.version,
            era: self.era,
            name: self.name.into_owned(),
            length: self.length,
            tracks: self.tracks.into_iter().map(Track::into_owned).collect(),
            variant_tracks: self.variant_tracks.into_iter().map(VariantTrack::into_owned).collect(),
            trailing: self.trailing.into_owned(),
        }
    }

    /// A copy that borrows from `self`.
    pub fn borrowed(&self) -> Animation<'_> {
        Animation {
            version: self.version,
            era: self.era,
            name: self.name.borrowed(),
            length: self.length,
            tracks: self.tracks.iter().map(Track::borrowed).collect(),
            variant_tracks: self.variant_tracks.iter().map(VariantTrack::borrowed).collect(),
            trailing: self.trailing.borrowed(),
        }
    }
}
