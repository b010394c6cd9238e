//! Use this crate to unpack files into a folder when you don't trust their names. Paths are safe on every system, no
//! file is only partly written, and bytes and entries are limited.
//!
//! For example, a package may contain entries named `../../.profile`, `C:\autoexec.bat`, `NUL.txt`, `Readme.txt` and
//! `README.TXT`, or entries that unpack to an exabyte. [`Unpacker`] only writes entries that are safe on Linux, Windows
//! and macOS, and reports the others as findings.
//!
//! - [`SafePath`] is a name that you can use as a path in a folder. It is the same path on every system. [`SafeName`]
//!   is a name that a conversion can write.
//! - Names are refused if they differ only in case or Unicode normalisation, or if they name both a file and a folder.
//! - The folder is opened only once, and everything below it is opened using this handle (cap-std). Links in it are not
//!   followed.
//! - Either all files appear at the end, or none of them. They are written to a temporary folder next to their
//!   destinations and then moved.
//! - Bytes and entries spend a [`Budget`](binio::Budget).
//!
//! There are also functions for single files:
//!
//! - If the user chose a path, use [`write_whole`]. It also syncs the file to the disk.
//! - If the user chose a folder, use [`write_below`] to write a file below it, or [`Staged`] to write several files.
//!   Links in this folder are not followed.
//! - To change an existing file, use [`replace_whole`]. The file keeps its owner, its permissions and its links. This
//!   fails if another program changed the file since it was read.
//! - To read a file that nobody named, use [`read_regular`], which refuses pipes and devices.
//!
//! On wasm, and without the feature `fs`, there are no folders, so everything that writes to them is missing. You can
//! only use names, and a [`SpillFile`] that keeps everything in memory.
//!
//! ```
//! use asset_unpack::{UnpackOptions, Unpacker};
//! use std::io::Write;
//! # let folder = tempfile::tempdir()?;
//!
//! let mut unpacker = Unpacker::new(folder.path(), UnpackOptions::default())?;
//! unpacker.file(b"Textures/Stone.dds", 4, |out| out.write_all(b"DDS "))?;
//! unpacker.file(b"../evil.txt", 4, |out| out.write_all(b"evil"))?;
//! let unpacked = unpacker.finish()?;
//! assert_eq!(unpacked.written, 1);
//! let refused = unpacked.refused.iter().next().unwrap();
//! assert_eq!(refused.to_string(), "error: ../evil.txt: refused: `..` leads out of the folder");
//! assert_eq!(std::fs::read(folder.path().join("Textures/Stone.dds"))?, b"DDS ");
//! # Ok::<(), std::io::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod given;
pub mod kinds;
mod name;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod quota;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod refusal;
mod regular;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod replace;
mod safe_name;
mod spill_file;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod staged;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod sync;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod target;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod temporary;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod unpack;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
mod whole;

pub use binio;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use cap_std;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use given::{read_below, remove_below};
pub use name::{NameFault, SafePath};
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use refusal::Refusal;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use regular::open_regular_in;
pub use regular::{open_regular, read_regular};
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use replace::{FileVersion, HeldFile, replace_whole};
pub use safe_name::SafeName;
pub use spill_file::SpillFile;
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use staged::{Staged, Writing};
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use temporary::{is_temporary, remove_temporary};
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use unpack::{UnpackOptions, Unpacked, Unpacker};
#[cfg(all(feature = "fs", not(target_family = "wasm")))]
pub use whole::{write_below, write_whole};
