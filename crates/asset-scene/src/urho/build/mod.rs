//! New models and animations of any scene.

mod animations;
mod assemble;
mod curve;
mod influences;
mod model;
mod morphs;
mod names;
mod options;
mod place;
mod plan;
mod shade;
mod space;
mod split;
mod surface;

use binio::Findings;
use urho_ani::Animation;
use urho_mdl::Model;

use crate::{Error, Scene};

pub use model::{Built, build};
pub use options::{BuildOptions, Target, Up};

/// Builds a model.
///
/// # Errors
/// The scene doesn't [check](Scene::check), shows no mesh, refers to vertices or joints that don't exist, or is larger than
/// `options` allow.
pub fn build_model(scene: &Scene<'_>, options: &BuildOptions) -> Result<(Model<'static>, Findings), Error> {
    build(scene, options).map(|built| (built.model, built.findings))
}

/// Builds the animations, each with a name for its file.
///
/// # Errors
/// The scene doesn't [check](Scene::check), or there are more keys than `options` allow.
pub fn build_animations(
    scene: &Scene<'_>,
    options: &BuildOptions,
) -> Result<(Vec<(String, Animation<'static>)>, Findings), Error> {
    animations::build(scene, options)
}
