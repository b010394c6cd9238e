//! Knows which file in a project uses which other file, so that you can rename files, find unused ones, and check the
//! whole project.
//!
//! Read the project with [`graph::Graph`] first. [`rename`] changes names together with all references to them, and
//! [`prune`] moves unused files away. [`survey`] checks each file and finds duplicates.
//!
//! ```no_run
//! use asset_refs::graph::Graph;
//!
//! let graph = Graph::read(&["Data"])?;
//! for file in graph.find("Textures/Stone.dds") {
//!     for user in graph.users(file) {
//!         println!("{} uses it", user.from.path.display());
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `fs` | yes | everything: without it, this crate is empty |
//! | `parallel` | yes | many files at once, on all cores |

#![cfg(feature = "fs")]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod graph;
pub mod prune;
pub mod rename;
pub mod survey;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
