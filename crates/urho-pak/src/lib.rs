//! Reads, verifies, edits and writes packages of Urho3D, U3D and rbfx (`.pak`), streaming and byte for byte.
//!
//! | type | purpose |
//! |---|---|
//! | [`Package`] | an open package: its directory is in memory, its data stays in the source; [`Sync`], for any number of readers |
//! | [`EntryRef`], [`EntryReader`] | one entry: read as a whole, or as `Read + Seek + BufRead` with one block in memory |
//! | [`Builder`] | creates a package from files, bytes and entries of other packages |
//! | [`Layout`] | the parts of a package file; every byte belongs to one part |
//!
//! ```
//! use urho_pak::{Builder, Kind, Limits, Package};
//!
//! let mut builder = Builder::new(Kind::Ulz4);
//! builder.add("Models/Flag.mdl", vec![7; 100_000])?;
//! builder.add("Readme.txt", b"Made by hand.")?;
//! let bytes = builder.to_bytes()?;
//!
//! let package = Package::open(bytes.as_slice())?;
//! for finding in &package.validate() {
//!     println!("{finding}");
//! }
//! let entry = package.get_ignore_case("README.TXT").unwrap();
//! assert_eq!(entry.read(&Limits::default())?, b"Made by hand.");
//! assert!(package.verify(|_| {})?.is_empty());
//! # Ok::<(), urho_pak::Error>(())
//! ```
//!
//! To change a package, take the [`Builder`] of all its entries from [`Package::edit`]. With the feature `extract`:
//!
//! ```
//! # #[cfg(feature = "extract")] {
//! use urho_pak::{Builder, Kind, Package, UnpackOptions};
//! # let folder = tempfile::tempdir()?;
//! # let (game, bigger, out) = (folder.path().join("Game.pak"), folder.path().join("Bigger.pak"), folder.path().join("out"));
//! # let mut builder = Builder::new(Kind::Upak);
//! # builder.add("Models/Flag.mdl", vec![7; 100])?;
//! # builder.save(&game, false)?;
//! let package = Package::open_path(&game)?;
//! let unpacked = package.extract(&out, UnpackOptions::default())?;
//! println!("{} files extracted, {} refused", unpacked.written, unpacked.refused.len());
//!
//! let mut builder = package.edit();
//! builder.add("Notes.txt", b"Made by hand.")?;
//! builder.save(&bigger, false)?; // `true` replaces an existing file
//! assert_eq!(Package::open_path(&bigger)?.entries().count(), 2);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Truncated or damaged data is always an error: reading checks the checksum of each entry, which no engine does. Names are as stored,
//! even `../x`; only `Package::extract` creates paths from them, and rejects names that lead out of the folder.
//!
//! With the feature `hc`, blocks at level 9 are the same bytes as PackageTool's, and so is a package of the same files in the same
//! order. The fast level needs no C library and compresses less.
//!
//! # Features
//! None by default. `hc`: LZ4-HC and decompression with the C library. `parallel`: blocks are compressed and checksummed on all cores,
//! with the same bytes. `extract`: `Package::extract`, `Builder::save`. `serde`: `Package::summary`. The crate needs `std`: packages
//! are files.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod block;
mod content;
mod directory;
mod edit;
mod error;
#[cfg(feature = "extract")]
mod extract;
mod index;
mod kind;
pub mod kinds;
mod pack;
mod package;
mod parts;
mod reader;
#[cfg(feature = "serde")]
mod summary;
mod validate;
mod verify;
mod write;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(feature = "extract")]
pub use asset_unpack::{self, UnpackOptions, Unpacked};
pub use binio::{self, Findings, Limits, Name, ReadAt};
pub use block::{BLOCK_SIZE, Block, packed_bound};
pub use content::Content;
pub use directory::{Entry, Rbfx};
pub use edit::{Builder, Level, is_ignored};
pub use error::{Error, ErrorKind};
pub use kind::Kind;
pub use package::{EntryRef, Package, ReadOptions};
pub use parts::{Layout, PackedBlock, Part};
pub use reader::EntryReader;
#[cfg(feature = "serde")]
pub use summary::{ContentSummary, EntrySummary, Summary};
pub use write::{Progress, Written};
