//! Writes scenes to models. If there is an original, only the edits are written, and else everything is new.

pub(crate) mod create;
pub(crate) mod update;

use asset_scene::{Error, Scene};
use pragma_asset::Model;

pub use create::{CreateModelOptions, CreatedModel, create};
pub use update::update;

/// Writes a scene to its original, or to a new model.
pub(crate) fn model(
    original: Option<&Model<'_>>,
    scene: &Scene<'_>,
    options: &CreateModelOptions,
) -> Result<CreatedModel, Error> {
    match original {
        Some(original) => update(original, scene, options),
        None => create(scene, options),
    }
}
