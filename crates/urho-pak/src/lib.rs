//! Read, verify, edit and write the packages of Urho3D, U3D and rbfx (`.pak`). Entries are streamed, and a package that
//! you do not change is written byte for byte as it was.
//!
//! | type | use it to |
//! |---|---|
//! | [`Package`] | open a package. Only the directory is in memory. It is [`Sync`], so any number of threads can read at once. |
//! | [`EntryRef`], [`EntryReader`] | read an entry, either as a whole or as `Read + Seek + BufRead` with a single block in memory |
//! | [`Builder`] | create a package from files, bytes and entries of other packages |
//! | [`Layout`] | see where every byte in a package file belongs |
//!
//! ```
//! use urho_pak::{Builder, Encoding, Limits, Package};
//!
//! let mut builder = Builder::new(Encoding::Ulz4);
//! builder.add("Models/Flag.mdl", vec![7; 100_000])?;
//! builder.add("Readme.txt", b"Made by hand.")?;
//! let bytes = builder.to_bytes()?;
//!
//! let package = Package::open(bytes.as_slice())?;
//! for finding in &package.validate() {
//!     println!("{finding}");
//! }
//! let entry = package.get_ignore_case("README.TXT").unwrap();
//! assert_eq!(entry.read()?, b"Made by hand.");
//! assert!(package.verify(|_| {})?.is_empty());
//! # Ok::<(), urho_pak::Error>(())
//! ```
//!
//! To change a package, call [`Package::edit`], which returns a [`Builder`] with all its entries. With the feature
//! `extract`, you can also extract and save packages:
//!
//! ```
//! # #[cfg(feature = "extract")] {
//! use urho_pak::{Builder, Encoding, Package, UnpackOptions};
//! # let folder = tempfile::tempdir()?;
//! # let (game, bigger, out) = (folder.path().join("Game.pak"), folder.path().join("Bigger.pak"), folder.path().join("out"));
//! # let mut builder = Builder::new(Encoding::Upak);
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
//! If data is truncated or damaged, you will always get an error, because reading an entry also checks its checksum. No
//! engine does this. Names are returned as stored, even if this is `../x`. Only `Package::extract` turns them into
//! paths, and it refuses names that lead out of the folder.
//!
//! With the feature `hc`, level 9 gives the same blocks as PackageTool, and therefore the same package if you add the
//! same files in the same order. The fast level does not need a C library, but packages will be larger.
//!
//! # Untrusted packages
//! You can open a package from an unknown source. Memory will only be reserved after a count or a size was checked. To
//! be safe from decompression bombs, pass [`Limits`] when you read an entry: a package may contain entries that share
//! data, and these can be much larger than the file. Before you use the name of an entry as a path, see
//! [`Package::validate`], or let `Package::extract` do it.
//!
//! This crate does not parse the files in a package.
//!
//! # Features
//! There are no default features. `hc` adds LZ4-HC, and decompression with the C library. `parallel` uses all cores to
//! compress and to compute checksums, with the same bytes as a result. `extract` adds `Package::extract` and
//! `Builder::save`, and `serde` adds `Package::summary`. The crate needs `std`, because packages are files.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod block;
mod content;
mod directory;
mod edit;
mod encoding;
mod error;
#[cfg(feature = "extract")]
mod extract;
mod index;
pub mod kinds;
mod pack;
mod package;
mod part;
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
pub use block::{BLOCK_SIZE, Block};
pub use content::Content;
pub use directory::{Entry, Rbfx};
pub use edit::{Builder, Level, is_ignored};
pub use encoding::Encoding;
pub use error::{Error, ErrorKind};
pub use package::{EntryRef, Package, ReadOptions};
pub use part::{Layout, PackedBlock, Part};
pub use reader::EntryReader;
#[cfg(feature = "serde")]
pub use summary::{ContentSummary, EntrySummary, Summary};
pub use write::{Progress, Written};
