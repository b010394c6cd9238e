//! New models and animations of any scene.

mod animations;
mod model;
mod morphs;
mod options;
mod place;
mod plan;
mod space;
mod split;
mod write;

pub use animations::{BuiltAnimation, build_animations};
pub use model::{Built, build};
pub use options::{BuildOptions, Target};
