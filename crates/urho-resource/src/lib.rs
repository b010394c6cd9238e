//! Reads, validates and edits the data files of Urho3D, U3D and rbfx that aren't models, materials or scenes.
//!
//! Particle effects, interface layouts and styles, sprite sheets, Spriter projects, tile maps, render paths, bitmap fonts, sound parameters,
//! animations of values, localized strings, and the files of rbfx's editor. [`Kind`] lists them all. Each kind is described by a table of its elements and
//! attributes, a [`Vocabulary`], and everything else is written once for all kinds.
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
//! Unmodified files round-trip byte for byte. An edit only changes the named value.
//!
//! # Features
//! `serde`: summaries.

#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod convert;
mod detect;
mod document;
mod edit;
pub mod editor;
mod element;
mod engine;
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
pub use engine::{Engine, Engines};
pub use error::{Error, ErrorKind};
pub use inherit::Applied;
pub use kind::Kind;
pub use place::Place;
pub use reference::{Condition, Reference};
pub use sound::{Wave, WaveFault};
pub use tables::{table, tables};
pub use urho_core;
pub use value::Value;
pub use vocabulary::{AttributeInfo, Count, ElementInfo, Need, ResourceInfo, Rule, ValueType, Vocabulary};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
