//! Reads FBX and OBJ files into a neutral [`Scene`](asset_scene::Scene), which you can then convert to the format of an
//! engine with another crate. This crate does not know any engine, and can't write FBX or OBJ.
//!
//! | items | purpose |
//! |---|---|
//! | [`parse`], [`ReadOptions`] | `.fbx`, in text or binary, and `.obj` to a scene |
//! | [`FileKind`] | which of both a file is, by its first bytes |
//! | [`Resolver`], [`NoFiles`] | access to the files that a file names: textures, and materials of an OBJ |
//! | [`kinds`] | findings: everything that is changed or left out |
//! | [`format`](mod@format) | what becomes what |
//!
//! The bytes will be parsed by [ufbx](https://github.com/ufbx/ufbx), a library written in C, but this crate itself does
//! not use any unsafe code. Set [`ReadOptions::limits`] to limit the memory for both.
//!
//! ```
//! # #[cfg(feature = "ufbx")] {
//! use asset_fbx::{NoFiles, ReadOptions, parse};
//!
//! let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n";
//! let (scene, findings) = parse(obj.as_bytes(), &ReadOptions::default(), &NoFiles)?;
//! for (node, mesh) in scene.mesh_nodes() {
//!     println!("{}: {} primitives", scene[node].name, scene[mesh].primitives.len());
//! }
//! // Normals were missing.
//! assert_eq!((scene.meshes.len(), findings.len()), (1, 1));
//! # }
//! # Ok::<(), asset_fbx::Error>(())
//! ```
//!
//! # Features
//! `ufbx` (default): the parser, which needs a C compiler. Without this feature, you can only use [`FileKind`] and the
//! types for options, errors and findings.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(all(doctest, feature = "ufbx"))]
#[doc = include_str!("../README.md")]
mod readme {}

mod error;
mod file_kind;
pub mod kinds;
mod options;
#[cfg(feature = "ufbx")]
mod read;
mod resolver;

pub use asset_scene;
pub use binio;
pub use error::{Error, ErrorKind};
pub use file_kind::FileKind;
pub use options::ReadOptions;
#[cfg(feature = "ufbx")]
pub use read::parse;
pub use resolver::{NoFiles, Resolver};
