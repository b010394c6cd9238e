//! Use this crate to compare, patch and merge UDM documents, to check them against schemas, and to convert them to JSON
//! and back.
//!
//! To read, edit and write documents, see the crate [`udm`].
//!
//! ```
//! use udm_tools::udm::Document;
//! let base = Document::parse(b"$int8 a 1\n$int8 b 2\n")?;
//! let mut ours = Document::parse(b"$int8 a 5 // why\n$int8 b 2\n")?;
//! let theirs = Document::parse(b"$int8 b 3 $int8 a 1")?;
//!
//! let changes: Vec<String> = udm_tools::diff(&base, &theirs).iter().map(ToString::to_string).collect();
//! assert_eq!(changes, ["~ b"]);
//!
//! assert!(udm_tools::merge(&base, &mut ours, &theirs).is_empty(), "no conflicts");
//! assert_eq!(ours.to_bytes()?, b"$int8 a 5 // why\n$int8 b 3\n");
//! # Ok::<(), udm::Error>(())
//! ```
//!
//! | To do this | use |
//! |---|---|
//! | find differences | [`diff`](diff()), [`diff_with`], [`Change`], [`DiffOptions`] |
//! | apply differences to another document | [`patch`](patch()) |
//! | merge two documents that have a common ancestor | [`merge`](merge()), [`merge_text`], [`Conflict`] |
//! | resolve conflicts between markers | [`resolve`], [`unresolved`] |
//! | find values by patterns | [`Query`] |
//! | read, check, complete and infer schemas (`.udms`) | [`schema`] |
//! | convert values and documents to JSON and back | `json` (feature `serde`) |
//!
//! # Features
//! * `std` (default) lets you convert errors to `std::io::Error`. Without it, the crate only needs `alloc`.
//! * `serde` adds `json`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;

mod diff;
mod error;
#[cfg(feature = "serde")]
pub mod json;
pub mod kinds;
mod lcs;
mod merge;
mod patch;
mod path;
mod query;
mod same;
pub mod schema;

pub use diff::{Change, diff, diff_with};
pub use error::{Error, ErrorKind};
pub use merge::{
    Conflict, MergeOptions, MergedText, OnConflict, Side, Unresolved, merge, merge_text, resolve, unresolved,
};
pub use patch::patch;
pub use query::Query;
pub use same::DiffOptions;
pub use udm;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
