//! Implementation of the adapter contract: documents as scenes, and scenes as files, with materials and textures.

mod documents;
mod maps;
mod model;

pub use documents::{MapDocument, ModelDocument, kept, show_material};
pub use maps::MapTarget;
pub use model::ModelTarget;
