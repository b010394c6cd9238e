//! UDM documents.

#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod array;
#[cfg(feature = "serde")]
mod de;
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
pub use packed::Packed;
pub use packed_array::PackedArray;
pub use path::{Walk, escape_key};
pub use read::{MAGIC, ReadOptions};
#[cfg(feature = "serde")]
pub use ser::{to_value, to_vec};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use text::{Style, numbers};
pub use value::Value;
