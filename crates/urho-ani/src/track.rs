//! What moves a bone or a node.

use core::fmt;

use asset_geometry::glam::{Quat, Vec3};
use asset_geometry::{Column, QuatWxyz, Value};
use binio::{Bytes, Name, same_bits};

/// Which channels the keyframes of a track hold: a mask of which the engine looks at three bits ([`UANI`](crate::format#uani)).
///
/// Shown as `position, rotation`.
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

    /// Whether all channels of `other` are in.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// These channels and those of `other`.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Bits that stand for nothing and take no bytes. Readers keep them.
    pub const fn unknown(self) -> u8 {
        self.0 & !Self::ALL.0
    }

    /// Bytes of a keyframe: a time, and what there is of position, rotation and scale.
    pub const fn key_size(self) -> usize {
        self.end_of(Self::ALL)
    }

    /// Offset in a keyframe of a single channel, if it is in.
    pub const fn offset(self, channel: Self) -> Option<usize> {
        // What stands before is what has a lower bit.
        if channel.0.is_power_of_two() && self.has(channel) {
            Some(self.end_of(Self(channel.0.wrapping_sub(1))))
        } else {
            None
        }
    }

    /// Where a keyframe ends that holds only those channels which are in `among` too.
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

/// How much of a track's values rbfx takes when it blends animations.
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
    /// The same weight for all channels.
    pub const fn same(weight: f32) -> Self {
        Self { position: weight, rotation: weight, scale: weight }
    }

    /// Position, rotation, scale.
    pub const fn to_array(self) -> [f32; 3] {
        [self.position, self.rotation, self.scale]
    }
}

/// The whole.
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

/// What moves a bone or a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track<'a> {
    /// Name of the bone or node.
    pub name: Name<'a>,
    /// What each keyframe holds besides its time.
    pub channels: Channels,
    /// How much of it is taken: all, in versions without weights.
    pub weights: Weights,
    /// The keyframes: [`Channels::key_size`] bytes each, no more and no less.
    pub keys: Bytes<'a>,
}

impl Track<'_> {
    /// How many keyframes there are.
    pub fn key_count(&self) -> usize {
        self.keys.len() / self.channels.key_size()
    }

    /// Seconds of each key. The engines expect them to ascend and don't check it.
    pub fn times(&self) -> Column<'_, f32> {
        // A key begins with its time, so there is always such a column.
        Column::new(&self.keys, self.channels.key_size(), 0).unwrap_or_default()
    }

    /// Position of each key relative to the parent, if the track has them.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.column(Channels::POSITION)
    }

    /// Rotation of each key relative to the parent, if the track has them.
    pub fn rotations(&self) -> Option<Column<'_, QuatWxyz>> {
        self.column(Channels::ROTATION)
    }

    /// Scale of each key, if the track has them.
    pub fn scales(&self) -> Option<Column<'_, Vec3>> {
        self.column(Channels::SCALE)
    }

    fn column<T: Value>(&self, channel: Channels) -> Option<Column<'_, T>> {
        Column::new(&self.keys, self.channels.key_size(), self.channels.offset(channel)?)
    }

    /// The `index`-th key; what it doesn't hold is as the engine has it then.
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

    /// A copy that borrows from `self`.
    pub fn borrowed(&self) -> Track<'_> {
        Track { name: self.name.borrowed(), channels: self.channels, weights: self.weights, keys: self.keys.borrowed() }
    }

    /// The track, free of the bytes it was read from.
    pub fn into_owned(self) -> Track<'static> {
        let Self { name, channels, weights, keys } = self;
        Track { name: name.into_owned(), channels, weights, keys: keys.into_owned() }
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

/// Where a bone is relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Position relative to the parent, in units of the engine.
    pub position: Vec3,
    /// A unit quaternion, if the file holds one.
    pub rotation: Quat,
    /// Along each axis.
    pub scale: Vec3,
}

impl Transform {
    /// No move, no turn, scale 1: what the engine takes for a channel that isn't there.
    pub const IDENTITY: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
