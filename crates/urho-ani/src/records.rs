//! Records with a fixed size. They are defined here for both reading and writing; see [`UANI`](crate::format#uani) and
//! [`UAN2`](crate::format#uan2).

use zerocopy::little_endian::{F32, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Comes after the name of a track in `UANI`, and in `UAN2` up to version 2.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct TrackHead {
    pub(crate) channels: u8,
    pub(crate) key_count: U32,
}

/// Comes after the name of a track in version 3.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct TrackHead3 {
    pub(crate) channels: u8,
    pub(crate) weight: F32,
    pub(crate) key_count: U32,
}

/// Comes after the name of a track from version 4 on.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct TrackHead4 {
    pub(crate) channels: u8,
    /// The order is position, rotation, scale.
    pub(crate) weights: [F32; 3],
    pub(crate) key_count: U32,
}

/// Comes after the name of a variant track.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct VariantHead {
    pub(crate) variant_type: u8,
    pub(crate) interpolation: u8,
    pub(crate) tension: F32,
}

/// The minimum size of everything that has a count. A count is impossible if there are not enough bytes for it.
pub(crate) mod smallest {
    use super::{TrackHead, VariantHead};

    const NAME: usize = 1;
    const COUNT: usize = 4;

    pub(crate) const TRACK: usize = NAME + size_of::<TrackHead>();
    pub(crate) const VARIANT_TRACK: usize = NAME + size_of::<VariantHead>() + COUNT;
}
