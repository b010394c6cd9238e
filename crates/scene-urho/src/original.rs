//! The files that a scene carries along.

use asset_scene::{AnimationId, Error, Scene};
use scene_adapter::origin::mismatch;
use urho_ani::Animation;
use urho_mdl::{Model, ReadOptions};

use crate::{ANIMATION_FORMAT, FORMAT};

/// Key of a layout, for models without a version at their beginning.
pub(crate) const BARE: &str = "bare";

/// Returns the model that a scene was shown from, if the scene carries its file: [`update`](crate::update()) writes the edits of the scene into it.
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

/// Returns the animation that an animation of a scene was shown from, if the scene carries its file.
///
/// # Errors
/// The file is damaged.
pub fn original_animation(scene: &Scene<'_>, id: AnimationId) -> Result<Option<Animation<'static>>, Error> {
    let source = scene.animations.get(id).and_then(|animation| animation.source.as_ref());
    let Some(file) = source.filter(|source| source.format == ANIMATION_FORMAT) else { return Ok(None) };
    let Some(bytes) = &file.original else { return Ok(None) };
    Animation::parse(bytes).map(|animation| Some(animation.into_owned())).map_err(|error| mismatch("original", error))
}
