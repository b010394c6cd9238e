//! A library for programs that handle the asset files of several game engines, or that are given files in an unknown
//! format. It reads, validates, edits, writes and converts the files of three engine families: Urho3D with its forks
//! U3D and rbfx, Pragma, and ZED, an engine whose models, fonts and archives are described in the crate `zed-asset`.
//! The engine itself is not needed.
//!
//! This crate does not contain any code. It re-exports the items of [`asset_formats`] and [`asset_project`], the modules of `asset_refs`, the
//! crates [`asset_convert`], `asset_batch` (as `convert_folder`), `asset_preview` (as `render`), [`asset_paths`], [`asset_merge`] and [`asset_migrate`] as the modules `convert`, `paths`,
//! `merge` and `migration`, and the crate for each format as a module. If a program is about a single format, then it is better to depend on the crate for this format, such as
//! `urho-mdl`, because this is faster to build.
//!
//! # Opening a file
//! The function [`open`] reads a file and detects the format from the content, or from the extension if the content is
//! not enough. An error is returned if the format is not known, or if the structure of the file is broken. When a value
//! in the file is invalid, this is not an error, so that a broken model can be opened and repaired. Such values are
//! reported by `validate`, together with what will happen in the engine:
//!
//! ```no_run
//! let asset = engine_assets::open("Mutant.mdl")?;
//! println!("{}, {}", asset.format(), asset.variant());
//! for finding in &asset.validate() {
//!     println!("{finding}");
//! }
//! # Ok::<(), engine_assets::Error>(())
//! ```
//!
//! The returned [`Asset`] is a document of any format. To get the type from the format crate, with its fields and
//! methods, see [`Asset::typed`]. To read a document without copying the bytes, see [`Asset::parse`].
//!
//! # Converting a file
//! A model refers to materials, and a material refers to textures. When a model is converted to glTF, these files must
//! be found by name. In this example, they are searched in the folder `Data`:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use engine_assets::Resources;
//! use engine_assets::convert::{ConvertOptions, Overwrite};
//! use engine_assets::prelude::*;
//!
//! let asset = engine_assets::open("Data/Models/Mutant.mdl")?;
//! let options = ConvertOptions::default().resources(Arc::new(Resources::new().folder("Data")?));
//! asset.convert_to("Mutant.glb", &options)?.write_below("out", Overwrite::Never)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This writes the file `out/Mutant.glb`. Nothing is written to disk until `write_below` is called. Before this, the
//! findings and the bytes of all files are in the returned value. If a file to be written already exists, then
//! [`convert::Overwrite::Never`] causes an error.
//!
//! There is more than one way to convert a file. The easiest is [`Project`], because the folders are detected in the
//! same way as in the engine, and the animations of a model are included:
//!
//! | to do this | use |
//! |---|---|
//! | open or check a file | [`open`], [`Asset::parse`] |
//! | convert a file without its resources | [`convert_to`](convert::ConvertTo::convert_to) |
//! | convert a file in a known direction, with only the options for it | [`to_glb_with`](convert::ConvertTo::to_glb_with), [`to_engine`](convert::ConvertTo::to_engine), [`rewrite`](convert::ConvertTo::rewrite) |
//! | convert a file in a project, with animations, if the folders must be detected | [`Project`] |
//! | convert a file, if you know the folders or they are in packages | [`Resources`], [`convert_to`](convert::ConvertTo::convert_to) |
//! | read or set values by their paths, or compare files | [`Values`](paths::Values), [`paths`] |
//! | find out who uses a file, rename files with their references | `graph`, `rename` (feature `fs`) |
//! | convert folders, or only the files that have changed | `ConvertFolder` (feature `fs`) |
//!
//! # Editing a file
//! A document is edited using the crate for its format. When it is written, only the value that was set is changed. For
//! example, this will keep the comment at the end of the line:
//!
//! ```
//! let mut document = engine_assets::udm::Document::parse(b"$float range 3.0 // metres")?;
//! document.set("range", 5.0_f32)?;
//! # Ok::<(), engine_assets::udm::Error>(())
//! ```
//!
//! # Five programs
//! Each of these is complete except for `fn main`. Print the bones of a model:
//!
//! ```no_run
//! let bytes = std::fs::read("Mutant.mdl")?;
//! for bone in &engine_assets::urho_mdl::Model::parse(&bytes)?.skeleton.bones {
//!     println!("{}", bone.name);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Extract a package. Names that lead out of the folder are refused:
//!
//! ```no_run
//! # #[cfg(feature = "fs")]
//! engine_assets::urho_pak::Package::open_path("Data.pak")?.extract("Data", Default::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Set a value in a UDM document:
//!
//! ```no_run
//! let bytes = std::fs::read("lamp.udm")?;
//! let mut document = engine_assets::udm::Document::parse(&bytes)?;
//! document.set("range", 5.0_f32)?;
//! std::fs::write("lamp.udm", document.to_bytes()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Convert a model with its materials, textures and animations:
//!
//! ```no_run
//! use engine_assets::{Project, convert::Overwrite, prelude::*};
//! let path = "Data/Models/Mutant.mdl";
//! Project::around(path)?.open(path)?.to_glb()?.write_below("out", Overwrite::Never)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Build a model, here with a single triangle:
//!
//! ```no_run
//! let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
//! let model = engine_assets::urho_mdl::Model::builder().positions(&corners).indices(&[0, 1, 2]).build()?;
//! std::fs::write("Triangle.mdl", model.to_bytes()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it can't do
//! This is not a runtime for assets: it does not run scripts, simulate physics or play sound. It is also not possible
//! to convert every format into every other. For example, FBX and OBJ files are read only, and scripts in a scene are
//! not stored in glTF. When something in a file would be lost, the conversion returns an error, unless losses were
//! allowed in the options. For a list of the formats, see the
//! [table in the README](https://github.com/engine-assets/engine-assets#formats). For everything else, see
//! [limits](https://engine-assets.github.io/engine-assets/limits.html).
//!
//! Note that this crate has not been released, and that items may be changed before version 1.0. It is licensed under
//! the MIT license or the Apache License 2.0.
//!
//! # Features
//! With the default features, Cargo builds about 120 crates, and a C compiler is not needed. To build less than that,
//! set `default-features = false` and enable only the formats to be used. For example, with `urho-mdl` alone this is 16
//! crates. The minimum Rust version is 1.85, or 1.88 with the feature `draco`.
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `project` | yes | `asset-project` and the crates for all formats, listed below |
//! | `decoders` | yes | pixels of jpg, webp, and of compressed blocks in dds, ktx and vtf; without it such textures are copied, but not shown or changed |
//! | `fs` | yes | folders and packages as resources, extraction of packages and archives, `.gltf` with separate files |
//! | `parallel` | yes | packages, pictures and textures on all cores |
//! | `render` | yes | pictures of models and materials |
//! | `serde` | no | summaries as serde values, JSON of UDM documents |
//! | `hc` | no | packages that are compressed by LZ4-HC and have the same bytes as those of the engine's own tool; LZ4 data is also unpacked by this library, which is written in C |
//! | `basis` | no | reading Basis Universal and Zstandard in ktx2: a large library |
//! | `bc7` | no | writing dds textures in BC7; `decoders` can already read them |
//! | `draco` | no | reading Draco compression in glTF; needs Rust 1.88 |
//! | `fbx` | no | reading FBX and OBJ files: a library in C. Without it, such a file is detected, but opening it is an error |
//! | `simplify` | no | levels of detail by simplification, meshes in an order for graphics cards: a C++ library |
//!
//! The feature `project` also enables these features, which have the same names as the crates:
//!
//! | for | features |
//! |---|---|
//! | Urho3D, U3D, rbfx | `urho-ani`, `urho-asc`, `urho-core`, `urho-material`, `urho-mdl`, `urho-pak`, `urho-resource`, `urho-scene`, `urho-shader`, `scene-urho` |
//! | Pragma | `pragma-asset`, `scene-pragma`, `udm`, `udm-tools` |
//! | ZED | `zed-asset`, `scene-zed` |
//! | other formats, scenes | `asset-gltf`, `asset-image`, `asset-scene`, `scene-adapter`, and `asset-fbx`, which contains only types unless `fbx` is enabled |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(all(feature = "project", feature = "fs"))]
pub use asset_batch;
#[cfg(all(feature = "project", feature = "fs"))]
#[doc(no_inline)]
pub use asset_batch as convert_folder;
#[cfg(all(feature = "project", feature = "fs"))]
#[doc(inline)]
pub use asset_batch::{ConvertFolder, Existing, Isolate};
#[cfg(feature = "project")]
pub use asset_convert;
#[cfg(feature = "project")]
#[doc(no_inline)]
pub use asset_convert as convert;
#[cfg(feature = "project")]
#[doc(inline)]
pub use asset_convert::scene;
#[cfg(feature = "asset-fbx")]
pub use asset_fbx;
#[cfg(feature = "project")]
pub use asset_formats;
#[cfg(feature = "project")]
#[doc(inline)]
pub use asset_formats::*;
#[cfg(feature = "asset-gltf")]
pub use asset_gltf;
#[cfg(feature = "asset-image")]
pub use asset_image;
#[cfg(feature = "project")]
pub use asset_merge;
#[cfg(feature = "project")]
#[doc(no_inline)]
pub use asset_merge as merge;
#[cfg(all(feature = "project", feature = "fs"))]
pub use asset_migrate;
#[cfg(all(feature = "project", feature = "fs"))]
#[doc(no_inline)]
pub use asset_migrate as migration;
#[cfg(feature = "project")]
pub use asset_paths;
#[cfg(feature = "project")]
#[doc(no_inline)]
pub use asset_paths as paths;
#[cfg(feature = "render")]
pub use asset_preview;
#[cfg(feature = "render")]
#[doc(no_inline)]
pub use asset_preview as render;
#[cfg(feature = "project")]
pub use asset_project;
#[cfg(feature = "project")]
#[doc(inline)]
pub use asset_project::*;
#[cfg(all(feature = "project", feature = "fs"))]
pub use asset_refs;
#[cfg(all(feature = "project", feature = "fs"))]
#[doc(inline)]
pub use asset_refs::{graph, prune, rename, survey};
#[cfg(feature = "render")]
pub use asset_render;
#[cfg(feature = "asset-scene")]
pub use asset_scene;
pub use binio;
#[cfg(feature = "pragma-asset")]
pub use pragma_asset;
#[cfg(feature = "scene-adapter")]
pub use scene_adapter;
#[cfg(feature = "scene-pragma")]
pub use scene_pragma;
#[cfg(feature = "scene-urho")]
pub use scene_urho;
#[cfg(feature = "scene-zed")]
pub use scene_zed;
#[cfg(feature = "udm")]
pub use udm;
#[cfg(feature = "udm-tools")]
pub use udm_tools;
#[cfg(feature = "urho-ani")]
pub use urho_ani;
#[cfg(feature = "urho-asc")]
pub use urho_asc;
#[cfg(feature = "urho-core")]
pub use urho_core;
#[cfg(feature = "urho-material")]
pub use urho_material;
#[cfg(feature = "urho-mdl")]
pub use urho_mdl;
#[cfg(feature = "urho-pak")]
pub use urho_pak;
#[cfg(feature = "urho-resource")]
pub use urho_resource;
#[cfg(feature = "urho-scene")]
pub use urho_scene;
#[cfg(feature = "urho-shader")]
pub use urho_shader;
#[cfg(feature = "zed-asset")]
pub use zed_asset;

/// Traits that add methods to the documents: `use engine_assets::prelude::*`.
#[cfg(feature = "project")]
pub mod prelude {
    pub use asset_convert::{ConvertInputs, ConvertTo};
    pub use asset_formats::Document;
    pub use asset_paths::Values;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
