//! Tracks for bones and nodes.

use core::fmt;

use asset_geometry::glam::{Quat, Vec3};
use asset_geometry::{Column, QuatWxyz, Value};
use binio::{Bytes, Name, same_bits};

/// The channels in a keyframe, as a mask. Three bits are known ([`UANI`](crate::format#uani)).
///
/// It is displayed, for example, as `position, rotation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channels(pub u8);

impl Channels {
    /// The bit for the position, which has three floats.
    pub const POSITION: Self = Self(1);
    /// The bit for the rotation, which has four floats.
    pub const ROTATION: Self = Self(2);
    /// The bit for the scale, which has three floats.
    pub const SCALE: Self = Self(4);
    /// All three channels: position, rotation and scale.
    pub const ALL: Self = Self(7);

    /// Returns whether all channels in `other` are set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns a mask with the channels from both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the bits that are not known. They have no bytes in a keyframe, and readers keep them.
    pub const fn unknown(self) -> u8 {
        self.0 & !Self::ALL.0
    }

    /// Returns the size of a keyframe in bytes: the time, and the values for position, rotation and scale.
    pub const fn key_size(self) -> usize {
        self.end_of(Self::ALL)
    }

    /// Returns the offset of a channel in a keyframe, or `None` if this channel is not set. You must pass a single
    /// channel.
    pub const fn offset(self, channel: Self) -> Option<usize> {
        // Channels with lower bits come first.
        if channel.0.is_power_of_two() && self.has(channel) {
            Some(self.end_of(Self(channel.0.wrapping_sub(1))))
        } else {
            None
        }
    }

    /// Returns where a keyframe would end if it only had the channels that are also in `among`.
    const fn end_of(self, among: Self) -> usize {
        let held = self.0 & among.0;
        let mut size = 4;
        if held & 1 != 0 {
            size += 12;
        }
        if held & 2 != 0 {
            size += 16;
        }
        if held & 4 != 0 {
            size += 12;
        }
        size
    }
}

impl fmt::Display for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for (channel, name) in [(Self::POSITION, "position"), (Self::ROTATION, "rotation"), (Self::SCALE, "scale")] {
            if self.has(channel) {
                write!(f, "{between}{name}")?;
                between = ", ";
            }
        }
        if self.unknown() != 0 {
            write!(f, "{between}{:#04x}", self.unknown())?;
        } else if between.is_empty() {
            f.write_str("none")?;
        }
        Ok(())
    }
}

/// How strongly each channel takes part when rbfx blends animations.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The weight for positions, from 0 to 1.
    pub position: f32,
    /// The weight for rotations, from 0 to 1.
    pub rotation: f32,
    /// The weight for scales, from 0 to 1.
    pub scale: f32,
}

impl Weights {
    /// Uses the same weight for all channels.
    pub const fn same(weight: f32) -> Self {
        Self { position: weight, rotation: weight, scale: weight }
    }

    /// Returns the weights in the order position, rotation, scale.
    pub const fn to_array(self) -> [f32; 3] {
        [self.position, self.rotation, self.scale]
    }
}

/// All weights are 1.
impl Default for Weights {
    fn default() -> Self {
        Self::same(1.0)
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.to_array(), &other.to_array())
    }
}

impl Eq for Weights {}

/// A track that moves a bone or a node. The keyframes are stored as bytes; use [`times`](Self::times),
/// [`positions`](Self::positions) and the other methods to read them, or [`sample`](Self::sample) to get the value at a
/// given time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track<'a> {
    /// The bone or node that this track moves.
    pub name: Name<'a>,
    /// The channels that each keyframe has.
    pub channels: Channels,
    /// The weights. In a version without weights these are 1.
    pub weights: Weights,
    /// The keyframes. Each has exactly [`Channels::key_size`] bytes.
    pub keys: Bytes<'a>,
}

binio::into_owned! { pub Track { name, keys; channels, weights }, borrowed }

impl Track<'_> {
    /// Returns the number of keyframes.
    pub fn key_count(&self) -> usize {
        self.keys.len() / self.channels.key_size()
    }

    /// Returns the time of each key in seconds. The times should ascend: the engines need this, but do not check it.
    pub fn times(&self) -> Column<'_, f32> {
        // Every key begins with its time, so this column always exists.
        Column::new(&self.keys, self.channels.key_size(), 0).unwrap_or_default()
    }

    /// Returns the position of each key relative to the parent, or `None` if the track has no positions.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.column(Channels::POSITION)
    }

    /// Returns the rotation of each key relative to the parent, or `None` if the track has no rotations.
    pub fn rotations(&self) -> Option<Column<'_, QuatWxyz>> {
        self.column(Channels::ROTATION)
    }

    /// Returns the scale of each key, or `None` if the track has no scales.
    pub fn scales(&self) -> Option<Column<'_, Vec3>> {
        self.column(Channels::SCALE)
    }

    fn column<T: Value>(&self, channel: Channels) -> Option<Column<'_, T>> {
        Column::new(&self.keys, self.channels.key_size(), self.channels.offset(channel)?)
    }

    /// Returns the key with this index. If a channel is missing, it has the default value of the engine.
    pub fn key(&self, index: usize) -> Option<Key> {
        let time = self.times().get(index)?;
        let rotation = self.rotations().and_then(|column| column.get(index));
        let transform = Transform {
            position: self.positions().and_then(|column| column.get(index)).unwrap_or(Vec3::ZERO),
            rotation: rotation.map_or(Quat::IDENTITY, |QuatWxyz(rotation)| rotation),
            scale: self.scales().and_then(|column| column.get(index)).unwrap_or(Vec3::ONE),
        };
        Some(Key { time, transform })
    }
}

/// A keyframe with its time and its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// The time in seconds.
    pub time: f32,
    /// The position, rotation and scale at this time.
    pub transform: Transform,
}

/// The transform of a bone relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The position relative to the parent, in engine units.
    pub position: Vec3,
    /// The rotation. This is a unit quaternion only if the file contains one.
    pub rotation: Quat,
    /// The scale along each axis.
    pub scale: Vec3,
}

impl Transform {
    /// No translation, no rotation and a scale of 1. This is also what the engine uses if a channel is missing.
    pub const IDENTITY: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
