//! What export and restore both know of tracks.

use asset_scene::Property;
use urho_ani::Channels;

/// A channel of a track: what it is, numbers in a value, and which of them have another sign in the other space.
pub(crate) const CHANNELS: [(Channels, Property, usize, &[usize]); 3] = [
    (Channels::POSITION, Property::Translation, 3, &[0]),
    // As `x y z w`.
    (Channels::ROTATION, Property::Rotation, 4, &[1, 2]),
    (Channels::SCALE, Property::Scale, 3, &[]),
];

/// Name of the block with the keys of a track.
pub(crate) fn block_name(track: usize) -> String {
    format!("track {track} keys")
}
