//! UDM documents (Unified Data Model), binary and text: read, check, edit, convert and write them, losslessly.
//!
//! UDM is the document format of the Pragma engine: a tree of named values of 36 types, with a compact binary form and a
//! readable text form. Models, maps, materials and particle systems of that engine are UDM documents.
//!
//! [`Document::parse`] takes either form; strings and bulk data are borrowed, packed data stays packed.
//! [`Document::to_bytes`] gives a binary file back byte for byte, [`Document::to_text`] writes text that reads back as the
//! same document.
//!
//! ```
//! use udm::{Document, Style, Value};
//!
//! let text = br#"
//! "light"
//! {
//!     $float range 12.5
//!     $srgba color [255,240,200,255]   // warm
//!     $array targets [string;2]["door","window"]
//! }
//! "#;
//! let mut document = Document::parse(text)?;
//! assert_eq!(document.get("light/range").and_then(Value::as_f64), Some(12.5));
//!
//! document.set("light/range", 20.0_f32)?;
//! let binary = document.to_bytes()?;
//! assert_eq!(Document::parse(&binary)?, document);
//!
//! let compact = document.to_text(Style::Compact)?;
//! assert_eq!(compact, b"light{$float range 20 $srgba color[255,240,200,255] $array targets[string;2][\"door\",\"window\"]}\n");
//! # Ok::<(), udm::Error>(())
//! ```
//!
//! | items | purpose |
//! |---|---|
//! | [`Document`], [`Element`], [`Value`] | the tree, in the order of the file |
//! | [`Fixed`], [`Array`], [`Struct`], [`Structs`] | vectors and bulk data, with typed views in place |
//! | [`Packed`], [`PackedArray`] | what is packed with LZ4; unpacked on request, within a [`Budget`] |
//! | [`Document::get`], [`Document::set`], [`Document::walk`], [`Document::resolve`] | paths and references |
//! | [`Document::diff`], [`Document::validate`] | what changed; what is odd, and what the engine makes of it |
//! | `Lazy` | single values of a large file (feature `std`) |
//! | `from_slice`, `to_vec`, `Document::summary` | your own types and JSON (feature `serde`) |
//!
//! # Features
//! `std` (default): `Document::write_to`, `Lazy`. `serde`: as above. `hc`: the C library unpacks LZ4. Without `std` the crate
//! needs `alloc` only.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod array;
#[cfg(feature = "serde")]
mod de;
mod deep;
mod diff;
mod document;
mod element;
mod error;
mod fixed;
pub mod half;
mod kind;
mod layout;
#[cfg(feature = "std")]
mod lazy;
mod options;
mod packed;
mod packed_array;
mod path;
mod read;
#[cfg(feature = "serde")]
mod ser;
#[cfg(feature = "serde")]
mod summary;
mod text;
mod validate;
mod value;
mod write;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

pub use array::{Array, Items, Plain, Strings};
pub use binio::{self, Budget, Bytes, Findings, Limits, Name};
#[cfg(feature = "serde")]
pub use de::{SerdeError, from_element, from_slice};
pub use diff::Change;
pub use document::{CURRENT_VERSION, Document, NIL_ASSET};
pub use element::Element;
pub use error::{Error, ErrorKind};
pub use fixed::{Fixed, Item};
pub use kind::Type;
pub use layout::{Struct, StructLayout, Structs};
#[cfg(feature = "std")]
pub use lazy::Lazy;
pub use options::ReadOptions;
pub use packed::Packed;
pub use packed_array::PackedArray;
pub use path::{Walk, escape_key};
pub use read::MAGIC;
#[cfg(feature = "serde")]
pub use ser::{to_value, to_vec};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use text::{Style, numbers};
pub use value::Value;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
