//! Animations of Urho3D, U3D and rbfx (`.ani`).

#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod animation;
mod error;
mod layout;
mod read;
#[cfg(feature = "serde")]
mod summary;
mod track;
mod validate;
mod variant_track;
mod write;

pub use animation::{Animation, Version};
pub use asset_geometry::{self, Column, QuatWxyz, glam};
pub use binio::{self, Bytes, Findings, Name};
pub use error::{Error, ErrorKind};
pub use read::ReadOptions;
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use track::{Channels, Key, Track, Transform, Weights};
#[cfg(feature = "sidecar")]
pub use urho_core::{Metadata, Sidecar, Trigger};
pub use urho_core::{self, Variant, VariantEra, VariantKind, VariantType};
pub use variant_track::{Interpolation, VariantTrack};
