//! Converts whole folders: it matches models with their animations, avoids name collisions, finds resources, and never
//! leaves a file half written.
//!
//! [`ConvertFolder`] plans first, so that all names are known before anything is written. It then converts on all cores,
//! and moves the output files of each input into place together.
//!
//! ```no_run
//! use asset_batch::{ConvertFolder, Existing};
//! use asset_convert::OutputFormat;
//!
//! let run = ConvertFolder::new(["Data/Models"], OutputFormat::GLB, "out").existing(Existing::Newer);
//! let report = run.run()?;
//! for failure in report.failures() {
//!     eprintln!("{failure}");
//! }
//! # Ok::<(), asset_formats::Error>(())
//! ```
//!
//! Inputs can also be packages, Blender files (if Blender is installed), and FBX files that another process reads
//! ([`Isolate`]).
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `decoders` | yes | textures in jpg and webp, and compressed blocks in dds, ktx and vtf |
//! | `fs` | yes | everything: without it, this crate is empty |
//! | `parallel` | yes | conversion on all cores |
//! | `fbx` | no | FBX and OBJ files: a library in C |

#![cfg(feature = "fs")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod ages;
mod beside;
mod blend;
mod builder;
mod claims;
mod existing;
mod isolate;
mod named_errors;
mod opened;
mod outputs;
mod plan;
mod report;
mod run;
mod stage;
mod temporary;
mod work;

pub use builder::ConvertFolder;
pub use existing::Existing;
pub use isolate::Isolate;
pub use report::{Event, Failure, FileFindings, Report, SkipReason, Skipped, WrittenFile};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
