//! Reads the original files that are stored in a scene.

use asset_scene::{AnimationId, Error, Scene};
use scene_adapter::origin::mismatch;
use urho_ani::Animation;
use urho_mdl::{Model, ReadOptions};

use crate::{ANIMATION_FORMAT, FORMAT};

/// Key of a layout, for models without a version at their beginning.
pub(crate) const BARE: &str = "bare";

/// Returns the original model of a scene, or `None` if the scene doesn't contain the file.
///
/// Use this with [`update`](crate::update()), which writes the edits of the scene into the original.
///
/// # Errors
/// The file is damaged.
pub fn original(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(file) = scene.source.as_ref().filter(|source| source.format == FORMAT) else { return Ok(None) };
    let Some(bytes) = &file.original else { return Ok(None) };
    // The oldest models don't begin with their version.
    let is_bare = file.layout.get(BARE).is_some();
    let options = ReadOptions::default().bare_2011(is_bare);
    Model::parse_with(bytes, &options)
        .map(|model| Some(model.into_owned()))
        .map_err(|error| mismatch("original", error))
}

/// Returns the original file of an animation, or `None` if the scene doesn't contain the file.
///
/// # Errors
/// The file is damaged.
pub fn original_animation(scene: &Scene<'_>, id: AnimationId) -> Result<Option<Animation<'static>>, Error> {
    let source = scene.animations.get(id).and_then(|animation| animation.source.as_ref());
    let Some(file) = source.filter(|source| source.format == ANIMATION_FORMAT) else { return Ok(None) };
    let Some(bytes) = &file.original else { return Ok(None) };
    Animation::parse(bytes).map(|animation| Some(animation.into_owned())).map_err(|error| mismatch("original", error))
}
