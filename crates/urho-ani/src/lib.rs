//! Read, validate, play, edit and write the animations of Urho3D, U3D and rbfx (`.ani`). An animation that you do not
//! change is written byte for byte as it was.
//!
//! [`Animation::parse`] borrows keyframes and names from the file and does no work per keyframe.
//! [`Animation::to_bytes`] writes the same bytes again, including unknown channels, duplicate tracks and trailing
//! bytes. [`Animation::validate`] reports invalid values, and what the engine will do with them.
//!
//! | to … | use |
//! |---|---|
//! | read keyframes without a copy | [`Track::times`], [`Track::positions`], [`Track::rotations`], [`Track::scales`] |
//! | decode all keyframes at once | [`Animation::decode_into`] |
//! | play an animation | [`Player`], [`Track::sample`], [`VariantTrack::curve`] |
//! | create and edit | [`Track::from_data`], [`Animation::trim`], [`retime`](Animation::retime), [`resample`](Animation::resample), [`reduce`](Animation::reduce), [`merge`](Animation::merge), [`close_loop`](Animation::close_loop) |
//! | edit an animation in XML (rbfx) | [`XmlAnimation`] |
//! | convert to another version | [`Animation::to_version`], [`Animation::to_encoding`] |
//!
//! A transform is relative to the parent, in left-handed space with Y up and Z forward. Times are in seconds.
//!
//! ```
//! use urho_ani::Animation;
//!
//! // One track, one keyframe of a position.
//! let mut bytes = b"UANIStep\0\0\0\x80\x3f\x01\0\0\0Hips\0\x01\x01\0\0\0".to_vec();
//! bytes.extend([0.0, 1.0, 2.0, 3.0_f32].iter().flat_map(|value| value.to_le_bytes()));
//!
//! let animation = Animation::parse(&bytes)?;
//! let track = &animation.tracks[0];
//! assert_eq!((animation.length, track.channels.to_string().as_str()), (1.0, "position"));
//! assert_eq!(track.positions().unwrap().get(0).unwrap().z, 3.0);
//! for finding in &animation.validate() {
//!     println!("{finding}");
//! }
//! assert_eq!(animation.to_bytes()?, bytes);
//! # Ok::<(), urho_ani::Error>(())
//! ```
//!
//! # Errors and findings
//! [`Animation::parse`] only returns an error if the structure of a file is not valid. Anything else can be read, even
//! if the engine would play it in the wrong way: for example, keys whose times do not ascend, or a rotation that is not
//! a unit quaternion. Call [`Animation::validate`] to find such values. To see whether an animation fits a model, pass
//! the names of its bones to [`Animation::validate_for`].
//!
//! # Features
//! `std` (default) adds `Animation::write_to`. `sidecar` (default, needs `std`) adds triggers and metadata from side
//! files and animations in XML. `serde` adds `Animation::summary`. Without them, the crate only needs `alloc`.

#![cfg_attr(docsrs, feature(doc_cfg))]
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
pub mod kinds;
mod pose;
mod read;
mod records;
mod sample;
#[cfg(feature = "serde")]
mod summary;
mod track;
mod validate;
mod variant_track;
mod write;
#[cfg(feature = "sidecar")]
mod xml;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use animation::{Animation, Version};
pub use asset_geometry::{self, Column, Cursor, QuatWxyz, glam};
pub use binio::{self, Bytes, Findings, Name};
pub use curve::Curve;
pub use data::TrackData;
pub use decode::Decoded;
pub use edit::Tolerance;
pub use error::{Error, ErrorKind};
pub use pose::{Binding, Player};
pub use read::ReadOptions;
pub use sample::{Playback, Rules};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use track::{Channels, Key, Track, Transform, Weights};
pub use urho_core::{self, Variant, VariantEncoding, VariantKind, VariantType};
#[cfg(feature = "sidecar")]
pub use urho_core::{Metadata, Sidecar, Trigger};
pub use variant_track::{Interpolation, VariantTrack};
#[cfg(feature = "sidecar")]
pub use xml::{ParsedXml, XmlAnimation};
