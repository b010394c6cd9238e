//! Integration tests of `asset-convert`, in one binary: linking takes longer than most of them run.

#[cfg(feature = "fs")]
mod carry;
#[cfg(feature = "serde")]
mod convert;
#[cfg(feature = "serde")]
mod directions;
#[cfg(feature = "serde")]
mod documents;
mod engine;
mod engines;
mod gltf_scene;
#[cfg(feature = "fs")]
mod home_laws;
#[cfg(feature = "fs")]
mod in_place;
mod losses;
#[cfg(feature = "fs")]
mod lost_edits;
#[cfg(feature = "fs")]
mod materials;
mod original;
mod rewrite;
#[cfg(feature = "simplify")]
mod simplify;
mod xml_animation;
