//! Packages of Urho3D, U3D and rbfx (`.pak`).
mod block;
mod content;
mod directory;
mod edit;
mod error;
#[cfg(feature = "extract")]
mod extract;
mod index;
mod kind;
mod layout;
mod pack;
mod package;
mod reader;
#[cfg(feature = "serde")]
mod summary;
mod validate;
mod verify;
mod write;
#[cfg(feature = "extract")]
pub use asset_unpack::{self, UnpackOptions, Unpacked};
pub use binio::{self, Findings, Limits, Name, ReadAt};
pub use block::{BLOCK_SIZE, Block, packed_bound};
pub use content::Content;
pub use directory::{Entry, Rbfx};
pub use edit::{Builder, Level, is_ignored};
pub use error::{Error, ErrorKind};
pub use kind::Kind;
pub use layout::{Layout, PackedBlock, Part};
pub use package::{EntryRef, Package, ReadOptions};
pub use reader::EntryReader;
#[cfg(feature = "serde")]
pub use summary::{ContentSummary, EntrySummary, Summary};
pub use write::{Progress, Written};
