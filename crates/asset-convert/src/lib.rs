//! Converts asset files to other versions and formats, to glTF and back.
//!
//! [`convert()`] creates the files in memory, and doesn't write them. To write all of them or none, call
//! [`Converted::write_below`] next. If the files are large, use [`ConvertOptions::sink`]: you will get each file as it
//! is created, and large files will never be in memory as a whole. To convert folders, use `ConvertFolder` in `asset-batch`.
//!
//! With [`ConvertTo`] in scope, you can also call the conversion as a method of a document:
//!
//! ```
//! # fn made(glb: &[u8]) -> Result<Vec<u8>, asset_formats::Error> {
//! use asset_convert::ConvertTo as _;
//! let asset = asset_formats::Asset::parse(glb, None)?;
//! let made = asset.convert_to("Fox.mdl", &Default::default())?;
//! # Ok(made.requested("Fox.mdl").expect("the file that was asked for").bytes.clone())
//! # }
//! ```
//!
//! # Features
//! All formats are always included. The features are only for capabilities that your platform may not have.
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `fs` | yes | folders and packages as resources, files beside others |
//! | `parallel` | yes | textures on all cores |
//! | `simplify` | no | levels of detail by simplification, meshes in an order for graphics cards: a C++ library |
//! | `serde` | no | summaries of documents as serde values, as in `asset-project` |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod beside;
mod broken;
mod carried;
mod carry;
mod companions;
mod convert_to;
mod converted;
mod engine;
mod engines;
mod from_scene;
mod gltf_scene;
mod gltf_textures;
mod home;
mod input;
mod lod;
mod material_files;
mod mesh_care;
mod misread;
mod motion;
mod named_files;
mod names;
#[cfg(feature = "fs")]
mod opened;
mod options;
mod output;
mod package;
mod part_texts;
mod prepare;
mod repaired;
mod rewrite;
mod run;
mod scene;
mod selection;
mod shown;
mod side;
mod simple_scene;
mod sink;
mod to_gltf;
mod words;
mod write;

pub use asset_formats::{Original, OutputFormat, Scenes, UdmValues};
pub use asset_scene::UpAxis;
pub use asset_unpack::SafeName;
pub use beside::{OutputPath, animations_beside, animations_in};
pub use convert_to::{ConvertInputs, ConvertTo};
pub use converted::{Converted, OutputFile};
pub use gltf_scene::gltf_scene;
pub use input::Input;
pub use material_files::material_files;
pub use motion::{Motion, Onto};
pub use names::resource_root;
pub use options::{Conversion, ConvertOptions, FromScene, OptionGroup, Rewrite, ToGltf, ToScene, fitting_options};
pub use package::convert_package;
pub use part_texts::PartTexts;
pub use rewrite::Center;
pub use run::convert;
pub use scene::scene;
pub use scene_adapter::surface::Tangents;
pub use scene_urho::adapter::matches_model_name;
pub use simple_scene::{material_sphere, texture_sheet};
pub use sink::{Sink, Writing};
pub use urho_scene::Engine;
pub use words::folded;
pub use write::Overwrite;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
