//! Detects, opens, checks and writes asset files of three families of game engines.
//!
//! [`Format::detect`] returns the format of a file, [`Asset::parse`] opens a file of any format, and each format crate is
//! re-exported behind a feature of its own name.
//!
//! ```no_run
//! let bytes = std::fs::read("Mutant.mdl")?;
//! let asset = engine_assets::Asset::parse(&bytes, Some("Mutant.mdl".as_ref()))?;
//! println!("{}, {}", asset.format(), asset.variant());
//! for finding in &asset.validate() {
//!     println!("{finding}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `gltf` | yes | glTF 2.0, and scenes ([`asset_scene`]) |
//! | `image` | yes | textures: png, jpg, tga, bmp, dds, ktx, vtf and others |
//! | `pragma-asset`, `udm`, `urho-ani`, `urho-asc`, `urho-material`, `urho-mdl`, `urho-pak`, `urho-scene`, `urho-shader`, `zed-asset` | yes | the format crate of that name |
//! | `udm-tools` | yes | UDM documents compared, patched, merged, checked against schemas ([`udm_tools`]); needs `udm` |
//! | `scene-urho`, `scene-pragma`, `scene-zed` | yes | [`Asset::to_scene`] of that engine's models, and their conversion to glTF and back; each needs `gltf` |
//! | `render` | yes | pictures of models and materials ([`render`]) |
//! | `resources` | yes | files by name, in folders and packages; on wasm in what [`Files`] is made of |
//! | `extract`, `parallel` | yes | extraction of packages and archives, `.gltf` with files beside it; packages on all cores |
//! | `sidecar` | no | metadata and triggers beside models and animations of Urho3D |
//! | `serde` | no | summaries as serde values, JSON of UDM documents with `udm-tools` |
//! | `hc` | no | LZ4-HC by the C library |

// Without any format there is no asset, and so nothing behind opening one.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(any(
        feature = "gltf",
        feature = "image",
        feature = "pragma-asset",
        feature = "udm",
        feature = "urho-ani",
        feature = "urho-asc",
        feature = "urho-material",
        feature = "urho-mdl",
        feature = "urho-pak",
        feature = "urho-scene",
        feature = "urho-shader",
        feature = "zed-asset"
    )),
    allow(unreachable_code, unused_variables)
)]

mod asset;
pub mod convert;
mod detect;
#[cfg(all(feature = "serde", feature = "udm"))]
pub mod documents;
mod error;
mod finding_kinds;
#[cfg(feature = "extract")]
pub mod folder;
mod formats;
#[cfg(feature = "gltf")]
mod globs;
#[cfg(feature = "urho-pak")]
mod inside;
#[cfg(feature = "serde")]
mod inspection;
pub mod kinds;
mod open;
mod open_options;
#[cfg(feature = "render")]
pub mod render;
#[cfg(feature = "resources")]
mod resources;
#[cfg(feature = "sidecar")]
mod sidecar;
#[cfg(feature = "serde")]
mod summary;
#[cfg(all(feature = "extract", feature = "resources"))]
pub mod survey;
#[cfg(feature = "gltf")]
mod to_scene;

pub use asset::{Asset, Checked};
#[cfg(feature = "gltf")]
pub use asset_gltf;
#[cfg(feature = "image")]
pub use asset_image;
#[cfg(feature = "render")]
pub use asset_render;
#[cfg(feature = "gltf")]
pub use asset_scene;
pub use binio;
pub use detect::{Detection, Format, Hint};
pub use error::{Error, FormatError};
pub use finding_kinds::finding_kinds;
#[cfg(feature = "gltf")]
pub use formats::GltfDocument;
#[cfg(feature = "gltf")]
pub use globs::Globs;
#[cfg(feature = "urho-pak")]
pub use inside::check_entries;
#[cfg(feature = "serde")]
pub use inspection::{FindingSummary, Head, Inspection};
#[cfg(all(feature = "serde", feature = "sidecar"))]
pub use inspection::{MetadataSummary, SideSummary};
pub use open::{open, open_with};
pub use open_options::OpenOptions;
#[cfg(feature = "pragma-asset")]
pub use pragma_asset;
#[cfg(feature = "resources")]
pub use resources::{Files, Found, Reference, Resource, ResourceError, Resources, Rules, check_references, references};
#[cfg(feature = "scene-pragma")]
pub use scene_pragma;
#[cfg(feature = "scene-urho")]
pub use scene_urho;
#[cfg(feature = "scene-zed")]
pub use scene_zed;
#[cfg(feature = "sidecar")]
pub use sidecar::{SideFile, side_file};
#[cfg(feature = "serde")]
pub use summary::Summary;
#[cfg(feature = "udm")]
pub use udm;
#[cfg(feature = "udm-tools")]
pub use udm_tools;
#[cfg(feature = "urho-ani")]
pub use urho_ani;
#[cfg(feature = "urho-asc")]
pub use urho_asc;
#[cfg(feature = "sidecar")]
pub use urho_core;
#[cfg(feature = "urho-material")]
pub use urho_material;
#[cfg(feature = "urho-mdl")]
pub use urho_mdl;
#[cfg(feature = "urho-pak")]
pub use urho_pak;
#[cfg(feature = "urho-scene")]
pub use urho_scene;
#[cfg(feature = "urho-shader")]
pub use urho_shader;
#[cfg(feature = "zed-asset")]
pub use zed_asset;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
