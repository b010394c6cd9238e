//! Creates new models and animations from any scene.

mod animations;
mod default_weights;
mod model;
pub(crate) mod morphs;
mod options;
mod place;
pub(crate) mod plan;
mod space;
mod split;
mod write;

pub use animations::{CreatedAnimation, create_animations};
pub use model::{CreatedModel, create};
pub use options::CreateModelOptions;
pub(crate) use options::Home;
pub(crate) use split::Origin;
