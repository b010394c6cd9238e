//! Read, validate, edit, convert and write the scenes and prefabs of Urho3D, U3D and rbfx. A file that you do not
//! change is written byte for byte as it was.
//!
//! Use [`Document::parse`] to read a file in any of the six encodings ([`Encoding`]). Then call [`Document::scene`] to get
//! its content, which looks the same whatever the encoding is: a list of nodes with components and attributes, where a
//! parent always comes before its children.
//!
//! | to … | use |
//! |---|---|
//! | read a scene | [`Document::scene`], [`Scene::nodes`], [`Scene::find`], [`Node::position`], [`Component::get`] |
//! | list references | [`Scene::resources`], [`Scene::prefabs`], [`Scene::id_references`], [`Document::missing_files`] |
//! | check a file | [`Document::validate`] |
//! | edit a file | [`Document::set_attribute`], [`Document::remove_attribute`], [`Document::remove`] |
//! | create a scene | [`Scene::new`], [`Scene::add_node`], [`Scene::add_component`], [`Document::from_scene`] |
//! | convert to another encoding | [`Document::convert`] |
//! | convert to another engine | [`Scene::to_engine`] |
//! | add the classes of your game | [`Classes::with`], [`Classes::with_table`], [`ReadOptions::classes`] |
//!
//! ```
//! use urho_scene::{Document, Engine, Encoding, Kind, Scene, Variant, WriteOptions};
//!
//! let mut scene = Scene::new(Engine::Urho3d, Kind::Scene);
//! scene.add_component(0, "Octree");
//! let lamp = scene.add_node(0, "Lamp").unwrap();
//! let light = scene.add_component(lamp, "Light").unwrap();
//! light.set(Engine::Urho3d, "Range", Variant::Float(5.0));
//!
//! let (document, _) = Document::from_scene(scene, Encoding::Binary, &WriteOptions::default())?;
//! let bytes = document.to_bytes()?;
//!
//! let read = Document::parse(&bytes)?;
//! let scene = read.scene();
//! assert_eq!(scene.nodes[1].name(), "Lamp");
//! assert_eq!(scene.nodes[1].components[0].get("Range"), Some(Variant::Float(5.0)));
//! assert!(read.validate().is_empty());
//! # Ok::<(), urho_scene::Error>(())
//! ```
//!
//! # Errors and findings
//! [`Document::parse`] only returns an error if a file is not well-formed, or if it is not a scene at all. Anything else
//! can be read, for example a reference to a node that does not exist. Call [`Document::validate`] to find such
//! mistakes before the engine does.
//!
//! Binary files have no names and no types. To read them, this crate must know the classes in the file, which it does
//! for the engines themselves. If your game has components of its own, you will need to add their classes, or their
//! attributes will be [opaque](Attributes::Opaque).
//!
//! # Features
//! `serde` adds `Document::summary`. The crate needs the standard library.

#![allow(clippy::result_large_err, reason = "failures are rare, and hold the names that their messages need")]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod animation;
mod archive;
mod attributes;
mod binary;
mod class;
mod convert;
mod document;
mod edit;
mod encoding;
mod error;
mod files;
pub mod kinds;
mod place;
mod read;
mod references;
mod scene;
mod spelling;
#[cfg(feature = "serde")]
mod summary;
mod text;
mod to_engine;
mod tree;
mod validate;
mod value;
#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use animation::{AttributeAnimation, EventFrame};
pub use attributes::{Attribute, Attributes, Packed};
pub use binio::{self, Bytes, Findings, Limits, Name};
pub use class::{AttributeInfo, Class, Classes, Reference};
pub use convert::WriteOptions;
pub use document::Document;
pub use edit::AttributeChange;
pub use encoding::Encoding;
pub use error::{Error, ErrorKind};
pub use place::Place;
pub use read::ReadOptions;
pub use references::{IdReference, Resource};
pub use scene::{Children, Component, FIRST_LOCAL_ID, Kind, Node, Scene};
pub use spelling::Spellings;
#[cfg(feature = "serde")]
pub use summary::{NodeSummary, ResourceSummary, Summary};
pub use to_engine::WHOLE_LENGTH;
pub use urho_core::{self, Engine, FloatPrecision, HashedName, Variant, VariantEncoding, VariantKind, glam};
pub use value::{Curve, CurveInterpolation, CurveKey, Value};
