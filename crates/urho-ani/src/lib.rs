//! Animations of Urho3D, U3D and rbfx (`.ani`).

#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod animation;
mod convert;
mod curve;
mod data;
mod decode;
mod edit;
mod error;
mod layout;
mod pose;
mod read;
mod sample;
#[cfg(feature = "serde")]
mod summary;
mod track;
mod validate;
mod variant_track;
mod write;
#[cfg(feature = "sidecar")]
mod xml;

pub use animation::{Animation, Version};
pub use asset_geometry::{self, Column, Cursor, QuatWxyz, glam};
pub use binio::{self, Bytes, Findings, Name};
pub use curve::Curve;
pub use data::TrackData;
pub use decode::Decoded;
pub use edit::Tolerance;
pub use error::{Error, ErrorKind};
pub use pose::Player;
pub use read::ReadOptions;
pub use sample::{Playback, Rules};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use track::{Channels, Key, Track, Transform, Weights};
#[cfg(feature = "sidecar")]
pub use urho_core::{Metadata, Sidecar, Trigger};
pub use urho_core::{self, Variant, VariantEra, VariantKind, VariantType};
pub use variant_track::{Interpolation, VariantTrack};
