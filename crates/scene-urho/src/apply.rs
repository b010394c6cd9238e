//! Writes scenes to models and animations. If there is an original, only the edits are written, and else everything is new.

pub(crate) mod create;
pub(crate) mod update;

use asset_scene::{Error, Scene};
use urho_mdl::{Model, Version};

pub use create::{CreateModelOptions, CreatedAnimation, CreatedModel, create, create_animations};
pub use update::{AnimationBefore, update, update_animation, updated_animation};

/// Writes a scene to its original, or to a new model. An original becomes a model of this version, if there is one.
pub(crate) fn model(
    original: Option<&Model<'_>>,
    scene: &Scene<'_>,
    options: &CreateModelOptions,
    version: Option<Version>,
) -> Result<CreatedModel, Error> {
    match original {
        Some(original) => update::update_as(original, scene, options, version.unwrap_or(original.version)),
        None => create(scene, options),
    }
}
