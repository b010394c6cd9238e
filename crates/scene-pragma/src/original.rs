//! Reads the original file that is stored in a scene.

use asset_scene::{Error, Scene};
use pragma_asset::Model;
use scene_adapter::origin::mismatch;

use crate::FORMAT;

/// Returns the original model of a scene, or `None` if the file is not stored in the scene.
///
/// Use this with [`update`](crate::update()), which writes the edits in the scene to the original.
///
/// # Errors
/// Fails if the file is damaged.
pub fn original(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(file) = scene.source.as_ref().filter(|source| source.format == FORMAT) else { return Ok(None) };
    let Some(bytes) = &file.original else { return Ok(None) };
    Model::parse(bytes).map(|model| Some(model.into_owned())).map_err(|error| mismatch("original", error))
}
