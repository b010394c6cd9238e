//! Use this crate when your program must handle asset files of several formats. It can read, validate, edit, write and
//! convert the files of Urho3D, U3D, rbfx, Pragma and ZED.
//!
//! This crate does not contain any code. It re-exports all items of [`asset_project`], which can open a file of any
//! format. It also re-exports each format crate as a module, which is enabled by the feature with the same name.
//!
//! To open a file of any format and validate it:
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
//! To convert it to glTF with its materials, which are searched by name in a folder:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use engine_assets::Resources;
//! use engine_assets::convert::{ConvertOptions, Overwrite};
//!
//! let asset = engine_assets::open("Data/Models/Mutant.mdl")?;
//! let options = ConvertOptions::default().resources(Arc::new(Resources::new().folder("Data")?));
//! asset.convert_to("Mutant.glb", &options)?.write_below("out", Overwrite::Never)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To edit a document, use the crate for its format:
//!
//! ```
//! let mut document = engine_assets::udm::Document::parse(b"$float range 3.0 // metres")?;
//! document.set("range", 5.0_f32)?;
//! # Ok::<(), engine_assets::udm::Error>(())
//! ```
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `project` | yes | `asset-project` and every crate below |
//! | `decoders` | yes | pixels of jpg, webp, and of compressed blocks in dds, ktx and vtf; without it such textures are copied, but not shown or changed |
//! | `fs` | yes | folders and packages as resources, extraction of packages and archives, `.gltf` with separate files |
//! | `parallel` | yes | packages, pictures and textures on all cores |
//! | `render` | yes | pictures of models and materials |
//! | `asset-fbx`, `asset-gltf`, `asset-image`, `asset-scene`, `pragma-asset`, `scene-adapter`, `scene-pragma`, `scene-urho`, `scene-zed`, `udm`, `udm-tools`, `urho-ani`, `urho-asc`, `urho-core`, `urho-material`, `urho-mdl`, `urho-pak`, `urho-resource`, `urho-scene`, `urho-shader`, `zed-asset` | by `project` | the crate with this name |
//! | `serde` | no | summaries as serde values, JSON of UDM documents |
//! | `hc` | no | LZ4-HC, using the C library |
//! | `basis` | no | Basis Universal and Zstandard in ktx2: a large library |
//! | `bc7` | no | dds textures in BC7 for engines |
//! | `draco` | no | Draco compression in glTF; needs Rust 1.88 |
//! | `fbx` | no | FBX and OBJ: a library in C |
//! | `simplify` | no | levels of detail by simplification, meshes in an order for graphics cards: a C++ library |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "asset-fbx")]
pub use asset_fbx;
#[cfg(feature = "asset-gltf")]
pub use asset_gltf;
#[cfg(feature = "asset-image")]
pub use asset_image;
#[cfg(feature = "project")]
pub use asset_project;
#[cfg(feature = "project")]
#[doc(inline)]
pub use asset_project::*;
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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
