//! Track definitions.

use asset_scene::Property;
use urho_ani::Channels;

/// The channels of a track, each with its property, how many numbers a value has, and which of these change their sign
/// when the space is converted.
pub(crate) const CHANNELS: [(Channels, Property, usize, &[usize]); 3] = [
    (Channels::POSITION, Property::Translation, 3, &[0]),
    // As `x y z w`.
    (Channels::ROTATION, Property::Rotation, 4, &[1, 2]),
    (Channels::SCALE, Property::Scale, 3, &[]),
];
