//! glTF.

#![warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod error;
mod extras;
mod fingerprint;
#[cfg(feature = "folder")]
mod folder;
mod glb;
mod json;
mod options;
mod read;
mod resolver;
mod rule;
mod shape;
mod uri;
mod write;

pub use asset_scene;
pub use error::{Error, ErrorKind};
#[cfg(feature = "folder")]
pub use folder::Folder;
pub use options::{ReadOptions, SceneChoice, WriteOptions};
pub use read::parse;
pub use resolver::{NoFiles, Resolver};
pub use rule::Rule;
pub use write::{Gltf, write_glb, write_gltf};
