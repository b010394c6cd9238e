//! The parts that all adapters between game engines and the neutral scene share.
//!
//! To support an engine, implement [`Document`] for the documents that can be shown as scenes, and [`Target`] for the
//! files that can be written from scenes. Use a [`ResourceReader`] to find the files to which a document refers.
//!
//! | module | use it to |
//! |---|---|
//! | [`surface`] | unpack a primitive, and check it only once |
//! | [`look`] | write files and images for materials; see if a material was edited |
//! | [`columns`], [`unique_names`] | read interleaved records; make names unique |
//! | [`scene_merge`], [`sub_scene`] | add a model to a scene only once; use a part of a scene as a model |
//! | [`same`] | compare transforms, lights and cameras to their sources |
//! | [`origin`], [`json`] | store data in the source of a scene, and read it again |

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
mod lost_edits;
mod node_share;
pub mod origin;
pub mod originals;
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
pub use lost_edits::{lost_animations, lost_edits};
pub use node_share::{NodeShare, SharedNodes};
pub use resources::{Protection, ResourceLoader, ResourceReader};
pub use unwritten::{tell_bare_primitives, tell_unwritten_nodes};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
