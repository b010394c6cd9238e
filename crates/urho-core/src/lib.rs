//! What the file formats of Urho3D, U3D and rbfx have in common. You will usually use it through the crate for a
//! format.
//!
//! | for … | use |
//! |---|---|
//! | the name hashes of the three engines, and the checksum of packages | [`StringHash`], [`hash_of`], [`sdbm`] |
//! | a value of any engine type, in bytes and in text | [`Variant`] (feature `variant`) |
//! | the variant types, and their numbers in the three encodings | [`VariantKind`], [`VariantType`], [`VariantEncoding`] |
//! | XML and JSON documents that keep their layout when you edit them | [`tree`] (feature `text-tree`) |
//! | triggers and metadata in the XML or JSON file next to a model or an animation | [`Sidecar`] (feature `sidecar`) |
//!
//! ```
//! # #[cfg(feature = "sidecar")] {
//! use urho_core::{Sidecar, Variant};
//!
//! let xml = br#"<animation><trigger normalizedtime="0.25" type="String" value="Step" /></animation>"#;
//! let (sidecar, findings) = Sidecar::parse_xml(xml, Some(2.0))?;
//! assert!(findings.is_empty());
//! assert_eq!(sidecar.triggers[0].time, 0.5);
//! assert_eq!(sidecar.triggers[0].value, Variant::String("Step".into()));
//! # }
//! # Ok::<(), urho_core::Error>(())
//! ```
//!
//! # Encodings
//! The same bytes may mean different things to different engines. Name hashes have changed twice ([`HashAlgorithm`]), and so
//! have the numbers of variant types ([`VariantEncoding`]). In most files there is nothing to tell you which of them was
//! used, so many functions in this crate need an encoding. If you do not know it, look at what the rest of the file says
//! about the engine, or try each of them and see whether the file can be read to its end.
//!
//! # Features
//! `std` (default); `variant` adds values of all types; `text-tree` (needs `std` and `variant`) adds XML and JSON;
//! `sidecar` (default, needs `text-tree`) adds side files.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod engine;
mod error;
mod hash;
mod kind;
pub mod kinds;
mod known_hashes;
#[cfg(feature = "sidecar")]
mod sidecar;
#[cfg(feature = "variant")]
mod text;
#[cfg(feature = "text-tree")]
pub mod tree;
#[cfg(feature = "variant")]
mod variant;

pub use engine::Engine;
pub use error::{Error, ErrorKind, VariantFault};
#[cfg(feature = "variant")]
pub use glam;
pub use hash::{HashAlgorithm, StringHash, hash_of, sdbm, sdbm_join};
pub use kind::{VariantEncoding, VariantKind, VariantType};
pub use known_hashes::{HashedName, RESOURCE_TYPES, resource_type_name};
#[cfg(feature = "sidecar")]
pub use sidecar::{Metadata, Sidecar, Trigger};
#[cfg(feature = "variant")]
pub use text::{FloatPrecision, FromText, general_number, general_number_with};
#[cfg(feature = "text-tree")]
pub use tree::escape_attribute;
#[cfg(feature = "variant")]
pub use variant::{ResourceRef, ResourceRefList, Variant};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(all(doctest, feature = "sidecar"))]
#[doc = include_str!("../README.md")]
struct Readme;
