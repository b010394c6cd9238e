//! Merges three versions of a scene, prefab, material or other data file, comparing nodes and attributes instead of
//! lines.
//!
//! Use [`merge()`] as the merge tool of your version control system. It knows that two sides don't contradict each
//! other if each adds a node, or if they change different attributes of the same node. If there are conflicts, use
//! [`resolve`] to end them.
//!
//! ```
//! use asset_merge::{Versions, merge};
//!
//! let node = |name: &str, scale: u8| {
//!     format!(r#"<node id="2"><attribute name="Name" value="{name}"/><attribute name="Scale" value="{scale}"/></node>"#)
//! };
//! let (base, ours, theirs) = (node("Lamp", 1), node("Lantern", 1), node("Lamp", 2));
//! let versions = Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: theirs.as_bytes() };
//! let merged = merge(&versions, None)?;
//! assert!(merged.conflicts.is_empty());
//! assert_eq!(merged.bytes, node("Lantern", 2).as_bytes());
//! # Ok::<(), asset_formats::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

mod merge;

pub use merge::{Conflict, Merged, Renumbered, Resolved, Unresolved, Versions, merge, resolve, unresolved};
pub use udm_tools::Side;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
