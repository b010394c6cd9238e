//! Reads, changes and compares the values in a game's asset files, given paths like
//! `nodes/Jack/AnimatedModel/Material[1]`.
//!
//! Use the trait [`Values`] to read or set values in an [`Asset`](asset_formats::Asset), [`find`] to search them,
//! [`diff`] to compare two documents, and [`list`] to print all values as text. UDM documents and the assets of Pragma
//! have their own paths, so use `documents` (feature `serde`) for them.
//!
//! ```
//! use asset_paths::{SetOptions, Values, find};
//! use asset_formats::Asset;
//!
//! let file = "<material> <!-- wet -->\n\t<parameter name=\"Roughness\" value=\"0.50\" />\n</material>\n";
//! let mut material = Asset::parse(file.as_bytes(), Some("Stone.xml".as_ref()))?;
//! let root = material.part().ok_or("no values")?;
//! assert_eq!(find(&root, &"parameters/*".parse()?)?[0].path, "parameters/Roughness");
//! drop(root);
//! material.set_values(&"parameters/Roughness".parse()?, "0.2", &SetOptions::default())?;
//! assert_eq!(material.to_bytes()?, file.replace("0.50", "0.2").as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `serde` | no | the values of files that can only be read, such as packages and images; `documents` |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod condition;
mod diff;
#[cfg(feature = "serde")]
pub mod documents;
mod edit;
mod error;
mod find;
mod grammar;
pub mod pairing;
mod part;
mod resource;
mod value;
mod values;
mod views;

pub use condition::Condition;
pub use diff::{Change, ChangeKind, DiffOptions, diff, list};
pub use edit::{Edited, SetOptions};
pub use error::PathError;
pub use find::{Match, find};
pub use grammar::{Step, ValuePath, escape};
pub use part::{Form, Part};
pub use value::{Value, join_texts, split_texts};
pub use values::Values;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
