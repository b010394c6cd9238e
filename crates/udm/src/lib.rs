//! UDM documents (Unified Data Model), binary and text: read, check, edit, convert and write them, losslessly.
//!
//! UDM is the document format of the Pragma engine: a tree of named values of 36 types, with a compact binary form and a
//! readable text form. Models, maps, materials and particle systems of that engine are UDM documents.
//!
//! [`Document::parse`] takes either form; strings and bulk data are borrowed, packed data stays packed.
//! [`Document::to_bytes`] gives a file back byte for byte, binary or text; after an edit of a text only the edited property
//! differs. [`Document::to_binary`] and [`Document::to_text`] write the other form.
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
//! let binary = document.to_binary()?;
//! assert_eq!(Document::parse(&binary)?, document);
//!
//! let compact = document.to_text(Style::Compact)?;
//! assert_eq!(compact, b"light{$float range 20 $srgba color[255,240,200,255] $array targets[string;2][\"door\",\"window\"]}\n");
//! # Ok::<(), udm::Error>(())
//! ```
//!
//! With the feature `serde`, documents are your own types:
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Lamp { range: f32, sides: Vec<u32> }
//! let lamp: Lamp = udm::from_slice(b"$float range 12.5 $array sides [uint32;2][1,2]")?;
//! // The type and version of the asset; `("nil", 1)` writes no header.
//! let text = udm::to_text(&lamp, ("nil", 1), udm::Style::Compact)?;
//! # assert!(text.starts_with(b"$"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | task | API |
//! |---|---|
//! | read and write the tree, in the order of the file | [`Document`], [`Element`], [`Value`] |
//! | view vectors and bulk data in place | [`Fixed`], [`Array`], [`Struct`], [`Structs`] |
//! | decompress LZ4 data, within a [`Budget`] | [`Packed`], [`PackedArray`] |
//! | find and change values by path | [`Document::get`], [`Document::fetch`], [`Document::set`], [`Document::remove`], [`Document::walk`] |
//! | keep comments and layout, tidy a text, locate a value | [`Source`], [`Syntax`] |
//! | find invalid values and values that the engine reads differently | [`Document::validate`], [`Syntax::engine_findings`] |
//! | read single values of a large file | `Lazy` (feature `std`) |
//! | use your own types | `from_slice`, `to_vec`, `to_text`, `typed`, `Document::summary` (feature `serde`) |
//! | compare, merge, patch, check against a schema, convert to JSON | the crate `udm-tools` |
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
mod batch;
mod component;
#[cfg(feature = "serde")]
mod de;
mod deep;
mod document;
mod edit;
mod element;
mod error;
mod fields;
mod fixed;
pub mod half;
mod key_index;
mod kind;
pub mod kinds;
mod layout;
#[cfg(feature = "std")]
mod lazy;
mod locate;
mod lookup;
mod options;
mod pack;
mod packed;
mod packed_array;
mod path;
mod places;
mod read;
#[cfg(feature = "serde")]
mod ser;
#[cfg(feature = "serde")]
mod serde_error;
mod source;
mod string;
#[cfg(feature = "serde")]
mod summary;
mod text;
#[cfg(feature = "serde")]
pub mod typed;
mod validate;
mod value;
mod write;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

pub use array::{Array, Items, Plain, Strings};
pub use batch::Batch;
pub use binio::{self, Budget, Bytes, Findings, Limits, Name};
#[cfg(feature = "serde")]
pub use de::{from_element, from_slice, from_slice_readable};
pub use document::{CURRENT_VERSION, Document, MAGIC, NIL_ASSET, key};
pub use element::Element;
pub use error::{Error, ErrorKind, Miss};
pub use fixed::{Fixed, Item};
pub use kind::Type;
pub use layout::{Struct, StructLayout, Structs};
#[cfg(feature = "std")]
pub use lazy::Lazy;
pub use lookup::Walk;
pub use options::ReadOptions;
pub use packed::Packed;
pub use packed_array::{PackedArray, PackedItem};
pub use path::{child_path, escape_key};
#[cfg(feature = "serde")]
pub use ser::{to_document, to_text, to_value, to_vec};
#[cfg(feature = "serde")]
pub use serde_error::{Place, SerdeError};
pub use source::{Form, Source};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use text::{Inside, Style, Syntax, SyntaxNode, SyntaxPart, ValueType, base64, numbers};
pub use value::Value;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
