//! Opens and checks asset files in the formats of Urho3D, Pragma, ZED and glTF.
//!
//! Use [`Asset::parse`] to open a file when you don't know its format, or [`Format::detect`] if you only want to know
//! the format. Each format is a [`Driver`] in one list. To find the files that an asset names, use the crate
//! `asset-project`; to convert files, use `asset-convert`.
//!
//! ```no_run
//! let bytes = std::fs::read("Mutant.mdl")?;
//! let asset = asset_formats::Asset::parse(&bytes, Some("Mutant.mdl".as_ref()))?;
//! println!("{}, {}", asset.format(), asset.variant());
//! for finding in &asset.validate() {
//!     println!("{finding}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! All formats are always included. The features are only for capabilities that your platform may not have.
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `fs` | yes | files beside a file: `.gltf` with its other files, material libraries of OBJ |
//! | `parallel` | yes | packages on all cores |
//! | `render` | yes | errors and findings of pictures, which `asset-preview` draws |
//! | `serde` | no | summaries as serde values |
//! | `hc` | no | LZ4-HC for packages, using the C library, which is then also used to unpack LZ4 |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod asset;
mod cause;
mod clips;
mod content;
mod detect;
mod document;
mod driver;
mod drivers;
mod editor;
mod engine;
mod error;
mod finding_kinds;
mod format;
mod head;
mod inside;
#[cfg(feature = "serde")]
mod inspection;
pub mod kinds;
mod meshes;
mod open;
mod open_options;
mod original;
mod output_format;
mod places;
mod references;
mod sidecar;
mod stream;
#[cfg(feature = "serde")]
mod summary;
mod to_scene;
mod udm_values;

pub use asset::{Asset, Checked};
pub use binio::Cause;
pub use cause::remedy;
pub use clips::Clip;
#[cfg(feature = "serde")]
pub use clips::ClipSummary;
pub use content::{Content, expected_format};
pub use detect::{Detection, Hint, claimed, claims};
#[cfg(feature = "fs")]
pub use detect::{detect_file, detect_file_as};
pub use document::{AsAny, Beside, Document, Entry, Prepared, Typed};
pub use driver::{
    CauseOf, Driver, Evidence, LookAlike, MakeTarget, Opening, Parse, TargetOptions, TellSideFiles, WriteOptions,
    cause_of,
};
pub use drivers::{FbxDocument, GltfDocument, all as drivers, check_lod, repackage};
pub use editor::Editor;
pub use error::{Error, ErrorParts, FormatError, NoEffect};
pub use finding_kinds::finding_kinds;
pub use format::{Change, Feature, Format, Shows};
pub use head::FileHead;
pub use inside::check_entries;
#[cfg(feature = "serde")]
pub use inspection::{FindingSummary, Head, Inspection, MetadataSummary, SideSummary};
pub use meshes::{MeshPart, Meshes, PartTriangles, SimplifiedLevel};
#[cfg(feature = "fs")]
pub use open::folder_of;
pub use open::{open, open_with};
pub use open_options::OpenOptions;
pub use original::{Original, OriginalAnimation};
pub use output_format::{OutputFormat, Scenes, output_format_by};
pub use places::{named, named_paths, placed};
pub use references::{Reference, SCHEMA, references};
pub use sidecar::{SideFile, side_file};
pub use stream::{read_file, read_stream};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use udm_values::UdmValues;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
