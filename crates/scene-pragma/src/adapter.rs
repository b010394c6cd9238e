//! Implements the adapter contract: how to show documents as scenes, and how to write scenes to files, including
//! materials and textures.

mod documents;
mod maps;
mod model;

pub use documents::{MapDocument, ModelDocument, show_material};
pub use maps::MapTarget;
pub use model::ModelTarget;
