//! Implements the adapter contract: how to show documents as scenes, and how to write scenes to files, including
//! materials and side files.

mod animations;
mod beside;
mod carried;
mod documents;
mod model;
mod originals;
mod scenes;
mod sides;

pub use animations::AnimationsTarget;
pub use beside::matches_model_name;
pub use documents::{AnimationDocument, ModelDocument, SceneDocument, show_material};
pub use model::ModelTarget;
pub use originals::{Original, OriginalAnimation};
pub use scenes::SceneTarget;
pub use sides::{SideOwner, output as side_file, tell_side_files};
