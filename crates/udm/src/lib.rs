//! Use this crate to read, check, edit, convert and write UDM documents (Unified Data Model), binary and text. Nothing
//! is lost: a file that you do not edit is written back byte for byte.
//!
//! UDM is the document format of the Pragma engine. A document is a tree with named values, which can have 36
//! [types](Type). It can be stored in a compact binary form or in a readable text form. The engine uses it for its
//! models, maps, materials and particle systems.
//!
//! To read a document in either form, call [`Document::parse`]. Strings and bulk data will be borrowed from the file,
//! and packed data will stay packed until you need it. To write it again, call [`Document::to_bytes`]. This keeps the
//! form of the file. If you edit a text with [`Document::set`] and write it this way, only the value that you set will
//! change: comments and layout are kept. Use [`Document::to_binary`] and [`Document::to_text`] to convert to the other
//! form, which does not keep them.
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
//! If you use the feature `serde`, you can read and write documents using your own types. A document also has an asset
//! type and a version, for example `PMAT` and 1. In this example, `"nil"` is the asset type for a text without such a
//! header:
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Lamp { range: f32, sides: Vec<u32> }
//! let lamp: Lamp = udm::from_slice(b"$float range 12.5 $array sides [uint32;2][1,2]")?;
//! // The type and version of the asset; `"nil"` and 1 write no header.
//! let text = udm::to_text(&lamp, "nil", 1, udm::Style::Compact)?;
//! # assert!(text.starts_with(b"$"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | To do this | use |
//! |---|---|
//! | read and write the tree, in file order | [`Document`], [`Element`], [`Value`] |
//! | view vectors and bulk data in place | [`Fixed`], [`Array`], [`Struct`], [`Structs`] |
//! | unpack LZ4 data, but not more than a [`Budget`] allows | [`Packed`], [`PackedArray`] |
//! | read a value by path, if it is stored as a value | [`Document::get`] |
//! | read any value by path, also an array item or a struct field, which must first be unpacked or built; get the reason if it is missing | [`Document::fetch`] |
//! | change or remove a value by path, or visit all of them | [`Document::set`], [`Document::remove`], [`Document::walk`] |
//! | decide whether a document is written as text or binary, and whether the layout of a text is kept | [`Source`] |
//! | tidy a text, or locate the line of a value | [`Syntax`] |
//! | find values that are invalid or that the engine will read differently | [`Document::validate`], [`Syntax::engine_findings`] |
//! | read single values from a large file | `Lazy` (feature `std`) |
//! | use your own types | `from_slice`, `to_vec`, `to_text`, `typed`, `Document::summary` (feature `serde`) |
//! | compare, merge, patch, check against a schema, convert to JSON | the crate `udm-tools` |
//!
//! # What it can't do
//! This crate does not know what a document means. For example, it does not know that a model needs bones. If you want
//! to read Pragma's models, maps and materials using fields with names, use the crate `pragma-asset`. Text can't store
//! the header version and the bytes after the root. Some strings have no text form that the engine will read as the
//! same string; see [`Document::to_text`].
//!
//! # Features
//! * `std` (default) adds `Document::write_to` and `Lazy`. Without it, the crate only needs `alloc`.
//! * `serde` lets you use your own types.
//! * `hc` unpacks LZ4 data using the C library, which is faster than the Rust code. For valid data, the result is the same.

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
pub use layout::{PlacedField, Struct, StructLayout, Structs};
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
pub use source::{Encoding, Source};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use text::{Inside, Style, Syntax, SyntaxNode, SyntaxPart, ValueType, base64, numbers};
pub use value::Value;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
