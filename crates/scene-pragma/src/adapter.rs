//! What conversions ask of the engine: its documents as scenes, and scenes as its files, with materials and textures.

mod documents;
mod maps;
mod model;

pub use documents::{MapDocument, ModelDocument, Pragma, show_material};
pub use maps::MapTarget;
pub use model::ModelTarget;
