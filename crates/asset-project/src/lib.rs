//! Finds the files of a game: resources by name in folders and packages, whole folders as inputs, and everything that
//! belongs to a file.
//!
//! [`Resources`] finds files by name like the engines do, and [`check_references`] reports files that an asset names but
//! that don't exist. [`Project`] opens a file together with its resources. The formats themselves are in the crate
//! `asset-formats`. Other crates build on this one: `asset-paths` changes values, `asset-refs` knows which file uses
//! which, and `asset-convert` converts files.
//!
//! ```no_run
//! use asset_project::Project;
//!
//! let model = Project::around("Data/Models/Jack.mdl")?.open("Models/Jack.mdl")?;
//! for finding in &model.validate() {
//!     println!("{finding}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `fs` | yes | folders and packages as resources, files and folders as inputs |
//! | `parallel` | yes | many files at once, on all cores |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "fs")]
pub mod folder;
mod globs;
mod project;
#[cfg(feature = "fs")]
pub mod reading;
pub mod resources;
#[cfg(feature = "fs")]
pub mod sources;

pub use globs::Globs;
#[cfg(feature = "fs")]
pub use project::Opened;
pub use project::Project;
pub use resources::{
    Files, Found, Resource, ResourceError, Resources, RootReason, Rules, check_name, check_references,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
