//! Read, validate, edit and write the materials, techniques, material lists and texture parameters of Urho3D, U3D and
//! rbfx.
//!
//! | for … | use |
//! |---|---|
//! | a material, `.xml` `.json` `.material` | [`Material`], and [`MaterialData`] for what is in it |
//! | a technique, `.xml` | [`Technique`] |
//! | a material list next to a model, `.txt` | [`MaterialList`] |
//! | the parameters of a texture, cube maps and volumes, `.xml` | [`Texture`] |
//!
//! A file that you do not change is written byte for byte as it was, including comments, order and white space. When
//! you edit a value, only this value will change.
//!
//! ```
//! use urho_material::{Cull, Material, Setting};
//!
//! let file = br#"<material>
//!     <technique name="Techniques/Diff.xml" />   <!-- plain -->
//!     <texture unit="diffuse" name="Textures/Stone.dds" />
//!     <parameter name="MatDiffColor" value="1 1 1 1" />
//! </material>"#;
//! let mut material = Material::parse(file)?;
//! assert_eq!(material.data().textures[0].name, "Textures/Stone.dds");
//! assert!(material.validate().is_empty());
//!
//! material.set_parameter("MatDiffColor", [1.0, 0.5, 0.2, 1.0])?;
//! material.set(Setting::Cull(Cull::None))?;
//! let expected = br#"<material>
//!     <technique name="Techniques/Diff.xml" />   <!-- plain -->
//!     <texture unit="diffuse" name="Textures/Stone.dds" />
//!     <parameter name="MatDiffColor" value="1 0.5 0.2 1" />
//!     <cull value="none" />
//! </material>"#;
//! assert_eq!(material.to_bytes()?, expected);
//! # Ok::<(), urho_material::Error>(())
//! ```
//!
//! To write a new file, start from plain data. The layout will be the same as in the engine:
//!
//! ```
//! use urho_material::{Engine, MaterialData, Parameter};
//!
//! let mut data = MaterialData::default();
//! data.techniques.push("Techniques/NoTexture.xml".into());
//! data.parameters.push(Parameter::new("Roughness", 0.3)?);
//! let xml = data.to_xml(Engine::Urho3d)?;
//! assert!(xml.ends_with(b"\t<parameter name=\"Roughness\" value=\"0.3\" />\n</material>\n"));
//! # Ok::<(), urho_material::Error>(())
//! ```
//!
//! # Errors and findings
//! The engines are very tolerant when they load a material: they ignore an unknown element, and they read a misspelled
//! value as the default value. So this crate does not return an error for it. Call `validate` to be told what will be
//! ignored or misread. To see which values the engine will use in the end, call [`MaterialData::loaded`].
//!
//! This crate does not load the textures and shaders that a material refers to.
//!
//! # Features
//! `serde` adds summaries.

#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod data;
mod edit;
mod error;
pub mod kinds;
mod list;
mod material;
mod parameter;
mod place;
mod read;
mod source;
#[cfg(feature = "serde")]
pub mod summary;
mod technique;
mod texture;
mod unit;
mod validate;
mod write;

pub use binio::{self, Bytes, Findings, Name};
pub use data::{Cull, DepthBias, Fill, Keyframe, MaterialData, ParameterAnimation, TechniqueEntry, TextureEntry};
pub use edit::Setting;
pub use error::{Error, ErrorKind};
pub use list::MaterialList;
pub use material::{Encoding, Material};
pub use parameter::{Parameter, ParameterValue};
pub use place::MaterialPlace;
pub use source::ElementAttributes;
pub use technique::{Pass, Technique};
pub use texture::{Texture, TextureKind};
pub use unit::{TextureUnit, UnitReading};
pub use urho_core::{self, Engine, FloatPrecision};

/// The words and attributes that techniques and texture parameters can have. Use them to offer a choice to the user.
pub mod words {
    pub use crate::technique::{BLENDS, COMPARES, PASS, TECHNIQUE};
    pub use crate::texture::{FILTERS, IMAGES, MODES};
}

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
