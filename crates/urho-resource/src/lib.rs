//! Read, validate and edit the data files of Urho3D, U3D and rbfx that are not models, materials or scenes.
//!
//! These are particle effects, interface layouts and styles, sprite sheets, Spriter projects, tile maps, render paths,
//! bitmap fonts, sound parameters, animations of values, localized strings, and the files of the rbfx editor. See
//! [`Kind`] for the whole list. What a file can contain is described in a table of elements and attributes, a
//! [`Vocabulary`], so you can use the same functions for every kind.
//!
//! ```
//! use urho_resource::{Document, Engine, Kind};
//!
//! let file = br#"<particleeffect>
//!     <material name="Materials/Smoke.xml" />   <!-- soft -->
//!     <numparticles value="20" />
//! </particleeffect>"#;
//! let mut effect = Document::parse(file, None)?;
//! assert_eq!(effect.kind(), Kind::ParticleEffect);
//! assert!(effect.validate().is_empty());
//! assert_eq!(effect.references(None)[0].candidates("Particle/Smoke.xml", Engine::U3d), ["Materials/Smoke.xml"]);
//!
//! effect.set(&"numparticles@value".parse()?, "50")?;
//! assert_eq!(effect.get(&"numparticles@value".parse()?)?.unwrap().text, "50");
//! let expected = br#"<particleeffect>
//!     <material name="Materials/Smoke.xml" />   <!-- soft -->
//!     <numparticles value="50" />
//! </particleeffect>"#;
//! assert_eq!(effect.to_bytes()?, expected);
//! # Ok::<(), urho_resource::Error>(())
//! ```
//!
//! A file that you do not change is written byte for byte as it was. When you edit a value, only this value will
//! change.
//!
//! To compute with the values of a file, use the typed [`views`]. To simulate or draw what the engine shows, see
//! [`particles`] and [`interface`].
//!
//! # Errors and findings
//! A file that is well-formed can be read, even if the engine would ignore a part of it or crash. Call
//! [`Document::validate`] to be told what is wrong, and [`Document::references`] to list the files that it needs.
//! Neither looks for other files. A patch file must be [applied](Document::applied) to its base first if you want to
//! check the result.
//!
//! # Features
//! `serde` adds summaries.

#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod baked_light;
mod convert;
mod detect;
mod document;
mod edit;
pub mod editor;
mod element;
mod engines;
mod error;
mod include;
mod inherit;
pub mod interface;
mod item;
mod kind;
pub mod kinds;
mod outline;
pub mod particles;
mod place;
mod reference;
pub mod rig;
mod scan;
mod select;
mod sound;
#[cfg(feature = "serde")]
pub mod summary;
mod tables;
mod validate;
mod value;
pub mod views;
mod vocabulary;

pub use binio::{self, Bytes, Findings, Name};
pub use detect::{Encoding, detect};
pub use document::Document;
pub use element::{Attribute, Element, ElementPlace, ValueId};
pub use engines::Engines;
pub use error::{Error, ErrorKind};
pub use inherit::Applied;
pub use kind::Kind;
pub use place::Place;
pub use reference::{Condition, Reference};
pub use sound::{Wave, WaveFault};
pub use tables::{table, tables};
pub use urho_core::{self, Engine};
pub use value::Value;
pub use vocabulary::{AttributeInfo, Count, ElementInfo, Need, ResourceInfo, Rule, ValueType, Vocabulary};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
