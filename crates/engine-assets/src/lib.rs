//! The asset files of three families of game engines, through one door.
//!
//! [`Format::detect`] says what a file is, [`Asset::parse`] opens it, whatever it is, and each format crate is re-exported
//! behind a feature of its own name for everything else.
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
//! One per format, named like its crate; `serde` for summaries. By default all formats are in.

mod asset;
mod detect;
mod error;

#[cfg(feature = "serde")]
pub use asset::Summary;
pub use asset::{Asset, open};
pub use binio;
pub use detect::{Detection, Format};
pub use error::{Error, FormatError};
#[cfg(feature = "urho-ani")]
pub use urho_ani;
#[cfg(feature = "urho-mdl")]
pub use urho_mdl;
