//! Unpacks files under untrusted names into a folder: safe paths, no partly written files, limits on bytes and entries.
//!
//! A package may contain entries named `../../.profile`, `C:\autoexec.bat`, `NUL.txt`, `Readme.txt` and `README.TXT`, or entries that unpack to an
//! exabyte. [`Unpacker`] writes entries that are safe on Linux, Windows and macOS alike, and reports the others as findings.
//!
//! - [`SafePath`] is a name that is a path in a folder, and the same path on every system; [`SafeName`] is a name that a conversion may write.
//! - Names that differ only in case or Unicode normalisation, or name both a file and a folder, are refused.
//! - The folder is opened once, and everything below it through that handle (cap-std); links in it are not followed.
//! - All files appear whole at the end, or none does: they are written to a temporary folder next to their destinations and then moved.
//! - Bytes and entries spend a [`Budget`](binio::Budget).
//!
//! [`write_whole`] writes a single file at a path that the user chose, and syncs it to the disk; [`write_below`] writes a file below a folder that the
//! user chose, and [`Staged`] several, without following links in the folder. [`replace_whole`] replaces the content of an existing file and keeps its
//! owner, its permissions and its links; it fails if another program changed the file since it was read. [`read_regular`] reads a file that nobody
//! named, and refuses pipes and devices.
//!
//! On wasm and without the feature `fs` there are no folders, and nothing that writes to them: names only, and a [`SpillFile`] that leaves everything in memory.
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
