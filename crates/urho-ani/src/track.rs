//! Tracks of bones and nodes.

use core::fmt;

use asset_geometry::glam::{Quat, Vec3};
use asset_geometry::{Column, QuatWxyz, Value};
use binio::{Bytes, Name, same_bits};

/// Channels in the keyframes of a track: a mask with three known bits ([`UANI`](crate::format#uani)).
///
/// Displayed as `position, rotation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channels(pub u8);

impl Channels {
    /// Bit of the position: three floats.
    pub const POSITION: Self = Self(1);
    /// Bit of the rotation: four floats.
    pub const ROTATION: Self = Self(2);
    /// Bit of the scale: three floats.
    pub const SCALE: Self = Self(4);
    /// Position, rotation and scale.
    pub const ALL: Self = Self(7);

    /// Returns whether all channels of `other` are set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of both masks.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the unknown bits, which take no bytes. Readers keep them.
    pub const fn unknown(self) -> u8 {
        self.0 & !Self::ALL.0
    }

    /// Returns the size of a keyframe in bytes: a time, and the values of position, rotation and scale.
    pub const fn key_size(self) -> usize {
        self.end_of(Self::ALL)
    }

    /// Returns the offset of a single channel in a keyframe, if it is set.
    pub const fn offset(self, channel: Self) -> Option<usize> {
        // Channels with lower bits come first.
        if channel.0.is_power_of_two() && self.has(channel) {
            Some(self.end_of(Self(channel.0.wrapping_sub(1))))
        } else {
            None
        }
    }

    /// Returns the end of a keyframe that only has the channels that are also in `among`.
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

/// Weights of a track's channels when rbfx blends animations.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Weight of positions, 0 to 1.
    pub position: f32,
    /// Weight of rotations, 0 to 1.
    pub rotation: f32,
    /// Weight of scales, 0 to 1.
    pub scale: f32,
}

impl Weights {
    /// Creates the same weight for all channels.
    pub const fn same(weight: f32) -> Self {
        Self { position: weight, rotation: weight, scale: weight }
    }

    /// Returns the weights of position, rotation and scale.
    pub const fn to_array(self) -> [f32; 3] {
        [self.position, self.rotation, self.scale]
    }
}

/// All weights 1.
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

/// A track of a bone or a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track<'a> {
    /// Name of the bone or node.
    pub name: Name<'a>,
    /// Channels of each keyframe.
    pub channels: Channels,
    /// Weights: 1 in versions without weights.
    pub weights: Weights,
    /// The keyframes: exactly [`Channels::key_size`] bytes each.
    pub keys: Bytes<'a>,
}

binio::into_owned! { pub Track { name, keys; channels, weights }, borrowed }

impl Track<'_> {
    /// Returns the number of keyframes.
    pub fn key_count(&self) -> usize {
        self.keys.len() / self.channels.key_size()
    }

    /// Returns the time of each key in seconds. The engines require ascending times and don't check it.
    pub fn times(&self) -> Column<'_, f32> {
        // Every key begins with its time, so this column always exists.
        Column::new(&self.keys, self.channels.key_size(), 0).unwrap_or_default()
    }

    /// Returns the position of each key relative to the parent; `None` without that channel.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.column(Channels::POSITION)
    }

    /// Returns the rotation of each key relative to the parent; `None` without that channel.
    pub fn rotations(&self) -> Option<Column<'_, QuatWxyz>> {
        self.column(Channels::ROTATION)
    }

    /// Returns the scale of each key; `None` without that channel.
    pub fn scales(&self) -> Option<Column<'_, Vec3>> {
        self.column(Channels::SCALE)
    }

    fn column<T: Value>(&self, channel: Channels) -> Option<Column<'_, T>> {
        Column::new(&self.keys, self.channels.key_size(), self.channels.offset(channel)?)
    }

    /// Returns the `index`-th key; missing channels have the engine's default values.
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

/// A keyframe of a track: its time and its channels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Time, in seconds.
    pub time: f32,
    /// Position, rotation and scale at that time.
    pub transform: Transform,
}

/// Transform of a bone relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Position relative to the parent, in engine units.
    pub position: Vec3,
    /// Rotation: a unit quaternion, if the file has one.
    pub rotation: Quat,
    /// Scale along each axis.
    pub scale: Vec3,
}

impl Transform {
    /// No translation, no rotation, scale 1: the engine's default values of missing channels.
    pub const IDENTITY: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
