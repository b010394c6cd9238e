//! Packages of Urho3D, U3D and rbfx (`.pak`).
mod block;
mod directory;
mod error;
mod index;
mod kind;
mod layout;
mod package;
mod reader;
#[cfg(feature = "serde")]
mod summary;
mod validate;
mod verify;
pub use binio::{self, Findings, Limits, Name, ReadAt};
pub use block::{BLOCK_SIZE, Block, packed_bound};
pub use directory::{Entry, Rbfx};
pub use error::{Error, ErrorKind};
pub use kind::Kind;
pub use layout::{Layout, PackedBlock, Part};
pub use package::{EntryRef, Package, ReadOptions};
pub use reader::EntryReader;
#[cfg(feature = "serde")]
pub use summary::{ContentSummary, EntrySummary, Summary};
