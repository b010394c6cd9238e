//! Shared parts of the adapters between game engines and the neutral scene.
//!
//! An engine implements [`Document`] for its documents (shown as scenes) and [`Target`] for the files that scenes become.
//! [`ResourceReader`] finds the files that a document names.
//!
//! | module | purpose |
//! |---|---|
//! | [`surface`] | a primitive unpacked and checked once |
//! | [`look`] | files and images of materials; whether a material still looks as its own format says |
//! | [`columns`], [`unique_names`] | interleaved records, names used once |
//! | [`scene_merge`], [`sub_scene`] | add each model once to a scene; take parts of a scene as models |
//! | [`same`] | comparison of transforms, lights and cameras with their sources |
//! | [`origin`], [`json`] | the stored source: its layout, its number, its budget |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod columns;
mod contract;
mod file_options;
mod frame_rate;
pub mod json;
pub mod kinds;
pub mod look;
mod node_share;
pub mod origin;
mod resources;
pub mod same;
pub mod scene_merge;
pub mod sub_scene;
pub mod surface;
pub mod unique_names;
mod unwritten;

pub use contract::{CreateOptions, Created, Document, DocumentError, Error, Role, ShowOptions, Target, Unshown};
pub use file_options::{FileOptions, Replaces};
pub use frame_rate::frame_rate;
pub use node_share::{NodeShare, SharedNodes};
pub use resources::{ResourceLoader, ResourceReader, has_other};
pub use unwritten::tell_unwritten_nodes;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
