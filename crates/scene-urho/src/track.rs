//! Track definitions.

use asset_scene::Property;
use urho_ani::Channels;

/// Channels of a track: property, count of numbers in a value, and the numbers whose sign changes between the spaces.
pub(crate) const CHANNELS: [(Channels, Property, usize, &[usize]); 3] = [
    (Channels::POSITION, Property::Translation, 3, &[0]),
    // As `x y z w`.
    (Channels::ROTATION, Property::Rotation, 4, &[1, 2]),
    (Channels::SCALE, Property::Scale, 3, &[]),
];
